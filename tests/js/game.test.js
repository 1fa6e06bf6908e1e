import assert from "node:assert/strict";
import { test } from "node:test";

import * as games from "#engine/game.js";
import { level, toy } from "./toy.js";

const tap = (cell) => ({ type: "tap", cell });
const fresh = () => games.open(toy, level, null);
const on = (game) => games.present(game).on;

test("game tap is a step that undo takes back and redo brings back", () => {
  const game = games.play(fresh(), tap(1));
  assert.deepEqual(on(game), [1]);
  assert.deepEqual(on(games.undo(game)), []);
  assert.deepEqual(on(games.redo(games.undo(game))), [1]);
});

test("game input that means nothing gives the same game", () => {
  const game = fresh();
  assert.equal(games.play(game, { type: "key", key: "q", cell: 0 }), game);
});

test("game joined moves are one step", () => {
  let game = games.play(fresh(), tap(0));
  game = games.play(game, tap(1), true);
  assert.deepEqual(on(game), [0, 1]);
  assert.deepEqual(on(games.undo(game)), []);
});

test("game restart can be undone", () => {
  const game = games.restart(games.play(fresh(), tap(1)));
  assert.deepEqual(on(game), []);
  assert.deepEqual(on(games.undo(game)), [1]);
});

test("game restart of an untouched board is no step", () => {
  const game = fresh();
  assert.equal(games.restart(game), game);
});

test("game solved board takes no input until something is undone", () => {
  const solved = [0, 1, 2].reduce((game, cell) => games.play(game, tap(cell)), fresh());
  assert.equal(solved.ui.solved, true);
  assert.equal(games.play(solved, tap(0)), solved);
  const back = games.undo(solved);
  assert.equal(back.ui.solved, false);
  assert.equal(back.everSolved, true);
  assert.deepEqual(on(games.play(back, tap(0))), [1]);
});

test("game save and open keep the board, the undone steps and the solve", () => {
  let game = [0, 1, 2].reduce((so, cell) => games.play(so, tap(cell)), fresh());
  game = games.undo(games.restart(game));
  game = games.undo(game);
  const saved = JSON.parse(JSON.stringify(games.save(game)));
  const again = games.open(toy, level, saved);
  assert.deepEqual(on(again), on(game));
  assert.deepEqual(on(games.redo(again)), [0, 1, 2]);
  assert.deepEqual(on(games.redo(games.redo(again))), []);
  assert.equal(again.everSolved, true);
});

test("game joined moves are still one step after a reload", () => {
  const game = games.play(games.play(fresh(), tap(0)), tap(1), true);
  assert.deepEqual(on(games.undo(games.open(toy, level, games.save(game)))), []);
});

test("game open drops a save from the first move that does not fit", () => {
  const saved = { v: 1, steps: [[{ turn: 0 }], [{ turn: 99 }], [{ turn: 1 }]], at: 3, solved: false };
  assert.deepEqual(on(games.open(toy, level, saved)), [0]);
});

test("game open survives whatever storage holds", () => {
  const junk = [null, 7, "x", [], {}, { v: 2, steps: [], at: 0 }, { v: 1, steps: "no", at: 0 }, { v: 1, steps: [[]] }];
  junk.push({ v: 1, steps: [[null]], at: 1 }, { v: 1, steps: [7], at: 1 }, { v: 1, steps: [], at: -1 });
  for (const saved of junk) assert.deepEqual(on(games.open(toy, level, saved)), [], JSON.stringify(saved));
});

test("game of more steps than anybody plays is replayed, with the board laid out once", () => {
  let laidOut = 0;
  const kind = { ...toy, start: (of) => (laidOut++, toy.start(of)) };
  const steps = Array.from({ length: 60_000 }, (_, at) => ["show", "restart", { turn: 0 }, "place"].slice(at % 3));
  const game = games.open(kind, level, { v: 1, steps, at: steps.length });
  assert.equal(game.history.at, steps.length);
  assert.equal(new Set(game.history.states).size, steps.length + 1);
  assert.deepEqual(on(game), []);
  assert.equal(laidOut, 1);
  const few = { v: 1, steps: steps.slice(0, 3), at: 3 };
  assert.deepEqual(games.open(toy, level, { ...few, at: 2 }).history, games.undo(games.open(toy, level, few)).history);
});

test("game standing tells a solved, a started and a new level apart", () => {
  const started = games.play(fresh(), tap(0));
  const solved = [1, 2].reduce((game, cell) => games.play(game, tap(cell)), started);
  assert.equal(games.standing(null), "new");
  assert.equal(games.standing(games.save(fresh())), "new");
  assert.equal(games.standing(games.save(started)), "started");
  assert.equal(games.standing(games.save(solved)), "solved");
  assert.equal(games.standing(games.save(games.restart(solved))), "solved");
});

test("game states are frozen", () => {
  const game = games.play(fresh(), tap(0));
  assert.throws(() => {
    game.ui.cursor = 4;
  }, TypeError);
  assert.throws(() => on(game).push(1), TypeError);
});
