import assert from "node:assert/strict";
import { test } from "node:test";

import * as past from "#engine/history.js";

const abc = () => ["b", "c"].reduce((history, state) => past.record(history, `to ${state}`, state), past.begin("a"));

test("history undo and redo walk over the same states", () => {
  let history = abc();
  assert.equal(past.present(history), "c");
  history = past.undo(past.undo(history));
  assert.equal(past.present(history), "a");
  assert.equal(past.canUndo(history), false);
  history = past.redo(past.redo(history));
  assert.equal(past.present(history), "c");
  assert.equal(past.canRedo(history), false);
});

test("history undo at the start and redo at the end change nothing", () => {
  const start = past.begin("a");
  assert.equal(past.undo(start), start);
  const end = abc();
  assert.equal(past.redo(end), end);
});

test("history record after undo drops what could be redone", () => {
  const history = past.record(past.undo(abc()), "to d", "d");
  assert.deepEqual(history.states, ["a", "b", "d"]);
  assert.deepEqual(history.steps, [["to b"], ["to d"]]);
});

test("history extend makes one step of several moves", () => {
  const history = past.extend(abc(), "to d", "d");
  assert.deepEqual(history.steps, [["to b"], ["to c", "to d"]]);
  assert.equal(past.present(past.undo(history)), "b");
});

test("history extend at the start records a first step", () => {
  assert.deepEqual(past.extend(past.begin("a"), "to b", "b").steps, [["to b"]]);
});

test("history is frozen", () => {
  const history = abc();
  assert.throws(() => history.states.push("d"), TypeError);
  assert.throws(() => history.steps[0].push("d"), TypeError);
});
