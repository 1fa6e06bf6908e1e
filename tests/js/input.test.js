import assert from "node:assert/strict";
import { test } from "node:test";

import * as gestures from "#engine/input.js";

const COLS = 5;
const begin = (more = {}) =>
  gestures.press({ pointer: 1, cell: 6, x: 100, y: 100, device: "touch", second: false, ...more });

test("input press and release is a tap", () => {
  assert.deepEqual(gestures.release(begin()), [{ type: "tap", cell: 6 }]);
});

test("input second button is a mark", () => {
  assert.deepEqual(gestures.release(begin({ second: true })), [{ type: "mark", cell: 6 }]);
});

test("input long press is one mark and no tap", () => {
  const { gesture, inputs } = gestures.hold(begin());
  assert.deepEqual(inputs, [{ type: "mark", cell: 6 }]);
  assert.deepEqual(gestures.hold(gesture).inputs, []);
  assert.deepEqual(gestures.release(gesture), []);
});

test("input drag names every cell from the first one on", () => {
  const { gesture, inputs } = gestures.drag(begin(), { cell: 8, x: 160, y: 100 }, COLS);
  assert.deepEqual(
    inputs.map(({ cell, from, last, second }) => [cell, from, last, second]),
    [
      [6, 6, 6, false],
      [7, 6, 6, false],
      [8, 6, 7, false],
    ],
  );
  assert.deepEqual(gestures.release(gesture), []);
  assert.deepEqual(gestures.hold(gesture).inputs, []);
});

test("input drag goes on from where it was", () => {
  const { gesture } = gestures.drag(begin(), { cell: 7, x: 130, y: 100 }, COLS);
  const { inputs } = gestures.drag(gesture, { cell: 12, x: 130, y: 130 }, COLS);
  assert.deepEqual(inputs, [{ type: "drag", cell: 12, from: 6, last: 7, second: false }]);
});

test("input drag by the second button says so, and its release marks nothing", () => {
  const { gesture, inputs } = gestures.drag(begin({ second: true }), { cell: 7, x: 130, y: 100 }, COLS);
  assert.deepEqual(inputs.map(({ second }) => second), [true, true]);
  assert.deepEqual(gestures.release(gesture), []);
});

test("input finger that wanders a little into the next cell still taps", () => {
  const { gesture, inputs } = gestures.drag(begin(), { cell: 7, x: 106, y: 100 }, COLS);
  assert.deepEqual(inputs, []);
  assert.deepEqual(gestures.release(gesture), [{ type: "tap", cell: 6 }]);
});

test("input finger on a page that is zoomed in drags as soon as it would on another", () => {
  const to = { cell: 7, x: 106, y: 100 };
  assert.equal(gestures.drag(begin({ zoom: 1 }), to, COLS).inputs.length, 0);
  assert.equal(gestures.drag(begin({ zoom: 5 }), to, COLS).inputs.length, 2);
});

test("input mouse drags sooner than a finger", () => {
  const mouse = begin({ device: "mouse" });
  assert.equal(gestures.drag(mouse, { cell: 7, x: 106, y: 100 }, COLS).inputs.length, 2);
});

test("input off the board is no cell", () => {
  assert.deepEqual(gestures.drag(begin(), { cell: null, x: 900, y: 100 }, COLS).inputs, []);
});

test("input that comes back onto the board takes the way that its board says", () => {
  const first = gestures.drag(begin(), { cell: 5, x: 70, y: 100 }, COLS).gesture;
  const { gesture } = gestures.drag(first, { cell: null, x: 30, y: 100 }, COLS);
  const back = (...more) => gestures.drag(gesture, { cell: 9, x: 230, y: 100 }, COLS, ...more).inputs;
  assert.deepEqual(back((from, to) => [to]), [{ type: "drag", cell: 9, from: 6, last: 5, second: false }]);
  assert.deepEqual(back().map(({ cell }) => cell), [6, 7, 8, 9]);
  const stayed = gestures.drag(first, { cell: 9, x: 230, y: 100 }, COLS, (from, to) => [to]).inputs;
  assert.deepEqual(stayed.map(({ cell }) => cell), [6, 7, 8, 9]);
});

test("input cells between two points are joined by their sides", () => {
  const way = gestures.cellsBetween(0, 13, COLS);
  let last = 0;
  for (const cell of way) {
    const step = Math.abs(cell - last);
    assert.ok(step === 1 || step === COLS, `${last} to ${cell}`);
    last = cell;
  }
  assert.equal(last, 13);
  assert.equal(way.length, 5);
});

const key = (name, more = {}) => ({ key: name, ctrl: false, shift: false, alt: false, ...more });
const size = { rows: 3, cols: COLS };

test("input arrows walk and stop at the edges", () => {
  assert.deepEqual(gestures.readKey(key("ArrowUp"), 7, size), { walk: 2 });
  assert.deepEqual(gestures.readKey(key("ArrowDown"), 7, size), { walk: 12 });
  assert.deepEqual(gestures.readKey(key("ArrowLeft"), 5, size), { walk: 5 });
  assert.deepEqual(gestures.readKey(key("ArrowRight"), 9, size), { walk: 9 });
  assert.deepEqual(gestures.readKey(key("Home"), 7, size), { walk: 5 });
  assert.deepEqual(gestures.readKey(key("End"), 7, size), { walk: 9 });
  assert.deepEqual(gestures.readKey(key("End", { ctrl: true }), 7, size), { walk: 14 });
});

test("input arrows have a way, and other keys none", () => {
  assert.deepEqual(["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"].map(gestures.wayOf), ["up", "right", "down", "left"]);
  assert.equal(gestures.wayOf("Home"), null);
});

test("input undo and redo have keys of their own and the usual ones", () => {
  for (const press of [key("u"), key("z", { ctrl: true })]) {
    assert.deepEqual(gestures.readKey(press, 0, size), { command: "undo" });
  }
  for (const press of [key("r"), key("y", { ctrl: true }), key("Z", { ctrl: true, shift: true })]) {
    assert.deepEqual(gestures.readKey(press, 0, size), { command: "redo" });
  }
});

test("input hint and check have keys, which are the kind's where there are none", () => {
  const input = (name) => ({ type: "key", key: name, cell: 4 });
  assert.deepEqual(gestures.readKey(key("h"), 4, size), { command: "hint", input: input("h") });
  assert.deepEqual(gestures.readKey(key("C"), 4, size), { command: "check", input: input("c") });
  assert.equal(gestures.readKey(key("h", { ctrl: true }), 4, size), null);
});

test("input key that is held undoes and redoes on and on, and does anything else once", () => {
  const input = (name) => ({ type: "key", key: name, cell: 4 });
  const held = (name, more) => gestures.readKey({ ...key(name, more), repeat: true }, 4, size);
  for (const name of ["u", "r"]) assert.deepEqual(held(name), gestures.readKey(key(name), 4, size));
  assert.deepEqual(held("z", { ctrl: true }), { command: "undo" });
  for (const name of ["k", "b", "d"]) assert.deepEqual(held(name), { ...gestures.readKey(key(name), 4, size), spent: true });
  assert.deepEqual(held("h"), { command: "hint", input: input("h"), spent: true });
  assert.deepEqual(held("c"), { command: "check", input: input("c"), spent: true });
  assert.deepEqual(held("x"), { input: input("x") });
  assert.deepEqual(held("ArrowUp"), gestures.readKey(key("ArrowUp"), 4, size));
});

test("input other keys are the kind's, but not the browser's", () => {
  assert.deepEqual(gestures.readKey(key("X"), 4, size), { input: { type: "key", key: "x", cell: 4 } });
  assert.equal(gestures.readKey(key("x", { ctrl: true }), 4, size), null);
  assert.equal(gestures.readKey(key("ArrowLeft", { alt: true }), 4, size), null);
});
