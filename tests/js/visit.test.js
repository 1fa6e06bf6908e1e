import assert from "node:assert/strict";
import { test } from "node:test";

import * as games from "#engine/game.js";
import { gameName, openStore } from "#engine/store.js";
import { keptGames, standingOf } from "#engine/shelf.js";
import { addProgress, readProgress, writeProgress } from "#engine/progress.js";
import { hasOwn, ownGame, visit } from "#engine/visit.js";
import { level, toy } from "./toy.js";

const tap = (game, cell) => games.play(game, { type: "tap", cell });
const own = () => tap(games.open(toy, level, null), 0);
const on = (game) => games.present(game).on;
const again = (game) => games.open(toy, level, JSON.parse(JSON.stringify(games.save(game))));
const WHOLE = [{ turn: 0 }, { turn: 1 }, { turn: 2 }];

test("position is one step in front of the own game, which undo and the way back both bring again", () => {
  const looked = visit(own(), [{ turn: 1 }, { turn: 2 }], 5000);
  assert.deepEqual(on(looked), [1, 2]);
  assert.deepEqual(on(games.undo(looked)), [0]);
  const played = tap(looked, 1);
  assert.equal(hasOwn(played), true);
  assert.deepEqual(on(ownGame(played)), [0]);
  assert.equal(hasOwn(ownGame(played)), false);
  assert.deepEqual(on(games.redo(ownGame(played))), [1, 2]);
  assert.equal(ownGame(own()).history.at, 1);
});

test("position is there after a reload, with the own game before it", () => {
  const looked = again(tap(visit(own(), [{ turn: 1 }], 5000), 1));
  assert.deepEqual(on(looked), []);
  assert.deepEqual(on(ownGame(looked)), [0]);
  assert.equal(looked.attempts.length, 2);
  assert.equal(ownGame(looked).attempts[0].ms, 5000);
});

test("position where no game was begun leaves none to go back to", () => {
  const looked = visit(games.open(toy, level, null), [{ turn: 1 }], 0);
  assert.equal(hasOwn(looked), false);
  assert.deepEqual(on(games.undo(looked)), []);
});

test("position that is solved solves nothing, and one that is played to its end was shown", () => {
  const shown = visit(own(), WHOLE, 0);
  assert.equal(shown.ui.solved, true);
  assert.equal(shown.everSolved, false);
  assert.equal(games.isShown(shown), true);
  assert.equal(again(shown).everSolved, false);
  const played = tap(visit(own(), WHOLE.slice(1), 0), 0);
  assert.equal(played.everSolved, true);
  assert.equal(played.mark, "shown");
  assert.equal(games.countMoves(played), 1);
});

test("own game keeps its own help and is solved without any when the reader is back in it", () => {
  const back = ownGame(visit(own(), WHOLE, 0));
  assert.equal(back.help, "");
  const solved = tap(tap(back, 1), 2);
  assert.equal(solved.mark, "");
});

function emptyStore() {
  const kept = new Map();
  const storage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => kept.set(key, text),
    key: (index) => [...kept.keys()][index],
    get length() {
      return kept.size;
    },
  };
  return openStore([() => storage], () => 1);
}

test("level stands as the best of its images' games says", () => {
  const store = emptyStore();
  const names = [{ id: "ab" }, { id: "ab", image: "flip" }, { id: "ab", image: "rotate90+swap" }].map((of) => gameName("toy", of));
  const found = () => standingOf(keptGames(store)("toy:ab"));
  assert.deepEqual(found(), { found: "new", help: "" });
  store.write(names[1], games.save(own()));
  assert.deepEqual(found(), { found: "started", help: "" });
  store.write(names[2], games.save(tap(visit(own(), WHOLE.slice(1), 0), 0)));
  assert.deepEqual(found(), { found: "solved", help: "shown" });
  store.write(names[0], games.save(WHOLE.reduce((game, { turn }) => tap(game, turn), games.open(toy, level, null))));
  assert.deepEqual(found(), { found: "solved", help: "" });
});

test("game of an image is carried by a file of progress as any other", () => {
  const [here, there] = [emptyStore(), emptyStore()];
  const name = gameName("toy", { id: "ab", image: "rotate90+swap" });
  here.write(name, games.save(own()));
  const { entries, faults } = readProgress(writeProgress(here));
  assert.deepEqual(faults, []);
  assert.equal(addProgress(there, entries).taken, 1);
  assert.deepEqual(there.read(name), games.save(own()));
});
