import assert from "node:assert/strict";
import { test } from "node:test";

import * as games from "#engine/game.js";
import * as hands from "#engine/hand.js";
import { level, rope } from "./rope.js";
import { level as lamps, toy } from "./toy.js";

const fresh = () => games.open(rope, level, null);
const end = (game) => games.present(game).end;
const key = (name, cell = 0) => ({ type: "key", key: name, cell });
const drag = (cell) => ({ type: "drag", cell, from: 0, last: 0, second: false });
const held = () => hands.press(fresh(), key(" "));
const lead = (game, ...cells) => cells.reduce(hands.go, game);

test("hand takes hold by space and by enter, and lets go by either and by escape", () => {
  for (const name of [" ", "Enter"]) assert.equal(hands.press(fresh(), key(name)).ui.held.cell, 0);
  for (const name of [" ", "Enter", "Escape"]) {
    const game = hands.press(held(), key(name));
    assert.equal(game.ui.held, null);
    assert.equal(game.begun, null);
  }
});

test("hand takes nothing where there is nothing, and the key is the kind's", () => {
  const game = fresh();
  assert.equal(hands.press(game, key(" ", 3)), game);
  const lamp = hands.press(games.open(toy, lamps, null), { type: "key", key: " ", cell: 1 });
  assert.deepEqual(games.present(lamp).on, [1]);
});

test("hand draws from cell to cell, and the cursor goes with it", () => {
  const game = lead(held(), 1, 2);
  assert.equal(end(game), 2);
  assert.equal(game.ui.cursor, 2);
  assert.equal(game.ui.held.cell, 2);
});

test("hand that cannot go there changes nothing", () => {
  const game = lead(held(), 1);
  assert.equal(hands.go(game, 3), game);
  assert.equal(hands.go(game, 1), game);
});

test("hand draws one step from taking hold to letting go", () => {
  const game = hands.press(lead(held(), 1, 2, 3), key("Escape"));
  assert.equal(end(games.undo(game)), 0);
  assert.deepEqual(games.save(game).steps, [[{ end: 3 }]]);
  const again = hands.press(hands.press(game, key(" ", 3)), key("Escape"));
  assert.deepEqual(games.save(again).steps, [[{ end: 3 }]]);
});

test("hand that draws back to where it began has done nothing, and what was undone is still there", () => {
  const undone = games.undo(hands.press(lead(held(), 1, 2), key(" ")));
  const game = hands.press(lead(hands.press(undone, key(" ")), 1, 0), key(" "));
  assert.equal(end(games.redo(game)), 2);
});

test("hand shortens by a key of the kind, and the cursor goes back", () => {
  const game = hands.press(lead(held(), 1, 2), key("backspace", 2));
  assert.equal(end(game), 1);
  assert.equal(game.ui.cursor, 1);
});

test("hand is empty when there is nothing left to do", () => {
  const game = lead(held(), 1, 2, 3, 4);
  assert.equal(game.ui.solved, true);
  assert.equal(game.ui.held, null);
  assert.equal(hands.take(game, 4), game);
});

test("hand leads where an arrow points, and walks where nothing is held", () => {
  assert.equal(hands.aim(fresh(), 0, "left"), 4);
  assert.equal(hands.aim(fresh(), 1, "right"), 1);
  assert.equal(hands.aim(fresh(), 4, null), 4);
  assert.equal(hands.aim(held(), 4, null), 0);
  assert.equal(hands.go(fresh(), 3).ui.cursor, 3);
});

test("hand of a screen reader takes, leads, lets go, and taps where there is nothing to take", () => {
  const taken = hands.touch(fresh(), 0);
  assert.equal(taken.ui.held.cell, 0);
  assert.equal(hands.touch(taken, 0).ui.held, null);
  const game = hands.touch(hands.touch(taken, 1), 1);
  assert.equal(end(game), 1);
  assert.equal(game.ui.held, null);
  assert.equal(end(hands.touch(game, 4)), 0);
});

test("game drag of a kind that folds is one move, whose last place counts", () => {
  const pressed = games.begin(fresh(), rope.grip(games.present(fresh()), 0, null));
  const there = [1, 2, 3, 2].reduce((game, cell) => games.play(game, drag(cell)), pressed);
  assert.equal(end(there), 2);
  assert.deepEqual(games.save(there).steps, [[{ end: 2 }]]);
  const back = [1, 0].reduce((game, cell) => games.play(game, drag(cell)), there);
  assert.deepEqual(games.save(games.end(back)).steps, []);
  assert.deepEqual(games.save(games.play(back, drag(1))).steps, [[{ end: 1 }]]);
});
