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

test("checkpoint that undo has passed is not where return leads, and is not dropped, until redo has reached it", () => {
  const one = games.setCheckpoint([0, 1, 0].reduce((so, cell) => games.play(so, tap(cell)), fresh()));
  const undone = games.undo(games.undo(one));
  assert.deepEqual([undone.history.at, undone.checkpoints], [1, [3]]);
  assert.equal(games.returnToCheckpoint(undone), undone);
  assert.equal(games.dropCheckpoint(undone), undone);
  assert.equal(games.checkpoint(undone), null);
  assert.deepEqual(changedSince(undone), []);
  const redone = games.redo(games.redo(undone));
  assert.deepEqual(on(games.returnToCheckpoint(games.play(redone, tap(2)))), [1]);
  const set = games.setCheckpoint(undone);
  assert.deepEqual(set.checkpoints, [1]);
  assert.deepEqual(again(set).checkpoints, [1]);
  assert.deepEqual(on(games.redo(games.redo(set))), [1]);
});

test("checkpoint of two is the last that the board has reached", () => {
  const two = games.setCheckpoint(games.play(tried(), tap(0)));
  const back = games.undo(two);
  assert.deepEqual([back.checkpoints, back.history.at], [[1, 3], 2]);
  assert.deepEqual(on(games.returnToCheckpoint(back)), [0]);
  assert.deepEqual(games.returnToCheckpoint(back).checkpoints, [1]);
  assert.deepEqual(games.dropCheckpoint(back).checkpoints, [3]);
});

/** A generator of numbers below n, the same on every machine (mulberry32). */
function chanceOf(seed) {
  let at = seed;
  return (n) => {
    at = (at + 0x6d2b79f5) | 0;
    let mixed = Math.imul(at ^ (at >>> 15), 1 | at);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * n);
  };
}

test("game is the same after save and open, whatever was done in whatever order", () => {
  const row = { ...level, cols: 5 };
  for (let seed = 1; seed <= 60; seed++) {
    const below = chanceOf(seed);
    const acts = {
      move: (game) => games.play(game, tap(below(5))),
      undo: games.undo,
      undoMore: (game) => games.undo(games.undo(game)),
      redo: games.redo,
      set: games.setCheckpoint,
      back: games.returnToCheckpoint,
      drop: games.dropCheckpoint,
      goBack: (game) => games.backTo(game, below(game.history.at + 1)),
      restart: (game) => (below(4) === 0 ? games.restart(game) : game),
      hint: (game) => (game.ui.solved ? game : games.put(game, [{ turn: below(5) }], 0)),
    };
    const names = Object.keys(acts);
    const done = [];
    let game = games.open(toy, row, null);
    for (let turn = 0; turn < 60; turn++) {
      done.push(names[below(names.length)]);
      game = acts[done.at(-1)](game);
      const opened = games.open(toy, row, JSON.parse(JSON.stringify(games.save(game))));
      const told = `seed ${seed}: ${done.join(" ")}`;
      assert.deepEqual(opened.history, game.history, told);
      assert.deepEqual(opened.checkpoints, game.checkpoints, told);
      assert.deepEqual(games.save(opened), games.save(game), told);
      assert.ok(Number.isInteger(games.countMoves(game)), told);
    }
  }
});
