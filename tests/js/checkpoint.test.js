import assert from "node:assert/strict";
import { test } from "node:test";

import * as games from "#engine/game.js";
import { changedSince } from "#engine/since.js";
import { level, toy } from "./toy.js";

const kind = { ...toy, placed: (state) => [0, 1, 2].map((cell) => String(state.on.includes(cell))) };
const tap = (cell) => ({ type: "tap", cell });
const fresh = () => games.open(kind, level, null);
const on = (game) => games.present(game).on;
const again = (game) => games.open(kind, level, JSON.parse(JSON.stringify(games.save(game))));

/** A lamp on, a checkpoint, and a second lamp on. */
const tried = () => games.play(games.setCheckpoint(games.play(fresh(), tap(0))), tap(1));

test("checkpoint is where return leads, as a step that can be undone, and it stays", () => {
  const back = games.returnToCheckpoint(tried());
  assert.deepEqual(on(back), [0]);
  assert.deepEqual(back.checkpoints, [1]);
  assert.deepEqual(on(games.undo(back)), [0, 1]);
  assert.equal(games.returnToCheckpoint(back), back);
  assert.deepEqual(on(games.returnToCheckpoint(games.play(back, tap(2)))), [0]);
});

test("checkpoint that is dropped leaves the moves, and the one before it counts again", () => {
  const two = games.play(games.setCheckpoint(tried()), tap(0));
  assert.deepEqual(two.checkpoints, [1, 2]);
  const one = games.dropCheckpoint(two);
  assert.deepEqual(on(one), [1]);
  assert.deepEqual(on(games.returnToCheckpoint(one)), [0]);
  assert.deepEqual(games.dropCheckpoint(one).checkpoints, []);
  assert.equal(games.dropCheckpoint(fresh()).checkpoints.length, 0);
});

test("checkpoint is set once in one place, and none on a solved board", () => {
  const game = games.setCheckpoint(fresh());
  assert.equal(games.setCheckpoint(game), game);
  const solved = [0, 1, 2].reduce((so, cell) => games.play(so, tap(cell)), fresh());
  assert.equal(games.setCheckpoint(solved), solved);
});

test("checkpoint goes when the way it stood on is left, and not by undo alone", () => {
  const undone = games.undo(games.undo(tried()));
  assert.deepEqual(undone.checkpoints, [1]);
  assert.deepEqual(on(games.redo(games.redo(undone))), [0, 1]);
  assert.deepEqual(games.play(undone, tap(2)).checkpoints, []);
});

test("checkpoints and returns are kept with the game", () => {
  const game = games.undo(games.returnToCheckpoint(tried()));
  const opened = again(game);
  assert.deepEqual(opened.checkpoints, [1]);
  assert.deepEqual(on(opened), [0, 1]);
  assert.deepEqual(on(games.redo(opened)), [0]);
});

test("checkpoints of a save that do not fit are left out", () => {
  const save = (checkpoints) => ({ ...games.save(tried()), checkpoints });
  assert.deepEqual(games.open(kind, level, save([1, 7, "x", -1, 2])).checkpoints, [1, 2]);
  assert.deepEqual(games.open(kind, level, save([2, 1])).checkpoints, [2]);
  assert.deepEqual(games.open(kind, level, save(7)).checkpoints, []);
  const steps = [[{ turn: 0 }], ["back:9"], [{ turn: 1 }]];
  assert.deepEqual(on(games.open(kind, level, { v: 1, steps, at: 3 })), [0]);
});

test("cells changed since the checkpoint are those with something else in them", () => {
  assert.deepEqual(changedSince(fresh()), []);
  assert.deepEqual(changedSince(games.setCheckpoint(fresh())), []);
  assert.deepEqual(changedSince(tried()), [1]);
  assert.deepEqual(changedSince(games.play(tried(), tap(0))), [0, 1]);
  assert.deepEqual(changedSince(games.play(tried(), tap(1))), []);
  assert.deepEqual(changedSince(games.dropCheckpoint(tried())), []);
});

test("cells are told apart by the first phrase of what they are called where a kind says nothing else", () => {
  const spoken = (state) => [0, 1, 2].map((cell) => [{ key: state.on.includes(cell) ? "on" : "off" }, { key: `x${state.on.length}` }]);
  const game = games.open({ ...toy, describe: spoken }, level, games.save(tried()));
  assert.deepEqual(changedSince(game), [1]);
});
