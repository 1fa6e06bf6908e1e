import assert from "node:assert/strict";
import { test } from "node:test";

import * as games from "#engine/game.js";
import { goesOn, openKept } from "#engine/kept.js";
import { openStore } from "#engine/store.js";
import { level, toy } from "./toy.js";

const tap = (cell) => ({ type: "tap", cell });
const play = (...cells) => cells.reduce((so, cell) => games.play(so, tap(cell)), games.open(toy, level, null));

/** Two tabs over one storage. */
function tabs() {
  const content = new Map();
  const storage = { getItem: (key) => content.get(key) ?? null, setItem: (key, value) => content.set(key, value) };
  let time = 0;
  const open = () => openKept(openStore([() => storage], () => ++time), "game");
  return [open(), open()];
}

test("kept game of one tab is written as often as it likes", () => {
  const [one] = tabs();
  assert.equal(one.read(), null);
  assert.equal(one.write("a"), "kept");
  assert.equal(one.write("b"), "kept");
  assert.equal(one.read(), "b");
});

test("kept game is not overwritten by a tab that has not read it", () => {
  const [one, other] = tabs();
  one.read();
  other.read();
  one.write("one");
  assert.equal(other.write("other"), "elsewhere");
  assert.equal(other.other(), "one");
  assert.equal(other.write("still"), "elsewhere");
  assert.equal(one.read(), "one");
  assert.equal(other.read(), "one");
  assert.equal(other.write("read"), "kept");
  assert.equal(one.write("one again"), "elsewhere");
  assert.equal(one.overwrite("mine"), "kept");
  assert.equal(one.write("goes on"), "kept");
});

test("kept game of a browser that keeps nothing says so each time", () => {
  const kept = openKept(openStore([() => { throw new Error("forbidden"); }], () => 1), "game");
  assert.equal(kept.read(), null);
  assert.equal(kept.write("a"), "unkept");
  assert.equal(kept.overwrite("a"), "unkept");
});

test("game goes on from another where all that counts of that is in it", () => {
  assert.equal(goesOn(play(0), play(0, 1)), true);
  assert.equal(goesOn(games.undo(play(0, 1)), play(0, 2)), true);
  assert.equal(goesOn(play(0, 1), play(0, 2)), false);
  assert.equal(goesOn(play(0, 1), play(0)), false);
});
