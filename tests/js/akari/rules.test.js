import assert from "node:assert/strict";
import { test } from "node:test";

import { apply, interpret, isSolved, numbers, start, violations } from "#kinds/akari/rules.js";

const board = (...grid) => start({ id: "", rows: grid.length, cols: grid[0].length, grid, rules: {}, tier: "easy" });
const put = (state, ...marks) => apply(state, { set: marks });
const ui = Object.freeze({ cursor: 0, before: null, solved: false, last: 0 });
const press = (state, input, more = {}) => {
  const move = interpret(state, { ...ui, ...more }, input);
  return move === null ? state : apply(state, move);
};

test("akari tap goes from empty to bulb to dot and back", () => {
  let state = board("..");
  for (const marks of ["*.", "x.", ".."]) {
    state = press(state, { type: "tap", cell: 0 });
    assert.equal(state.marks, marks);
  }
});

test("akari walls take nothing", () => {
  const state = board("#1");
  for (const type of ["tap", "mark", "drag"]) {
    for (const cell of [0, 1]) assert.equal(interpret(state, ui, { type, cell, from: cell, last: cell }), null);
  }
});

test("akari mark sets and takes a dot", () => {
  const dotted = press(board(".."), { type: "mark", cell: 1 });
  assert.equal(dotted.marks, ".x");
  assert.equal(press(dotted, { type: "mark", cell: 1 }).marks, "..");
  assert.equal(press(put(board(".."), [1, "*"]), { type: "mark", cell: 1 }).marks, ".x");
});

function dragOver(before, from, cells) {
  return cells.reduce((state, cell) => press(state, { type: "drag", cell, from, last: cell }, { before }), before);
}

test("akari drag paints dots and leaves bulbs alone", () => {
  const before = put(board("....."), [1, "*"], [3, "x"]);
  assert.equal(dragOver(before, 0, [0, 1, 2, 3, 4]).marks, "x*xxx");
  assert.equal(dragOver(before, 1, [1, 2]).marks, ".*xx.");
});

test("akari drag from a dot rubs dots out, and no bulb", () => {
  const before = put(board("....."), [0, "x"], [1, "*"], [2, "x"]);
  assert.equal(dragOver(before, 0, [0, 1, 2, 3]).marks, ".*...");
});

test("akari keys are space, x and delete", () => {
  const state = put(board("..."), [2, "*"]);
  assert.equal(press(state, { type: "key", key: " ", cell: 0 }).marks, "*.*");
  assert.equal(press(state, { type: "key", key: "x", cell: 0 }).marks, "x.*");
  assert.equal(press(state, { type: "key", key: "Delete", cell: 2 }).marks, "...");
  assert.equal(interpret(state, ui, { type: "key", key: "q", cell: 0 }), null);
  assert.equal(interpret(state, ui, { type: "key", key: "Delete", cell: 0 }), null);
});

test("akari bulbs clash in sight and not behind a wall", () => {
  const seen = put(board("..#.", "...."), [0, "*"], [1, "*"], [3, "*"]);
  assert.deepEqual(violations(seen), [{ rule: "sees-bulb", cells: [0, 1] }]);
});

test("akari three bulbs in a line are three clashes", () => {
  const state = put(board("..."), [0, "*"], [1, "*"], [2, "*"]);
  assert.deepEqual(violations(state).map(({ cells }) => cells), [[0, 1], [0, 2], [1, 2]]);
});

test("akari wall with too many bulbs is a violation, with too few is not", () => {
  const state = board(".1.", "...");
  assert.deepEqual(violations(state), []);
  assert.deepEqual(violations(put(state, [0, "*"], [2, "*"])), [{ rule: "too-many", cells: [1] }]);
});

test("akari wall is met when it has its number, a nought when nothing can come beside it", () => {
  const state = board("0..", "..1");
  const met = (so) => numbers(so).map((number) => number.met);
  assert.deepEqual(met(state), [false, false]);
  assert.deepEqual(met(put(state, [2, "*"])), [false, true]);
  assert.deepEqual(met(put(state, [2, "*"], [3, "x"])), [true, true]);
});

test("akari is solved by the rules, whichever answer was meant", () => {
  const state = board("..", "..");
  assert.equal(isSolved(put(state, [0, "*"], [3, "*"])), true);
  assert.equal(isSolved(put(state, [1, "*"], [2, "*"])), true);
  assert.equal(isSolved(put(state, [0, "*"])), false);
  assert.equal(isSolved(put(state, [0, "*"], [1, "*"])), false);
});

test("akari numbers must be met to the last bulb", () => {
  const lit = put(board(".2.", "..."), [3, "*"]);
  assert.equal(isSolved(lit), false);
});

test("akari apply refuses what is no move on the board", () => {
  const state = board(".#");
  for (const move of [null, {}, { set: [[1, "*"]] }, { set: [[9, "*"]] }, { set: [[0, "?"]] }, { set: [[0, "toString"]] }]) {
    assert.throws(() => apply(state, move), RangeError, JSON.stringify(move));
  }
});

test("akari states are frozen and old ones stay", () => {
  const state = board("..");
  put(state, [0, "*"]);
  assert.equal(state.marks, "..");
  assert.throws(() => {
    state.marks = "**";
  }, TypeError);
});
