import assert from "node:assert/strict";
import { test } from "node:test";

import * as games from "#engine/game.js";
import { apply } from "#kinds/tsunagi/rules.js";
import { claims, put } from "#kinds/tsunagi/known.js";
import { describe, summary } from "#kinds/tsunagi/view.js";
import { CROSS, drag, open } from "./boards.js";

const of = (game) => games.present(game);
const known = (...yes) => ({ yes: new Set(yes), no: new Set() });

test("tsunagi claims the ways that lines take, lower cells first, and those over a bridge", () => {
  assert.deepEqual(claims(of(drag(open(["A..", "..A"]), 5, 4, 3))).yes, new Set(["4-5", "3-4"]));
  assert.deepEqual(claims(of(drag(open(CROSS), 10, 11, 12, 13))).yes, new Set(["10-11", "11+13"]));
});

test("tsunagi puts lines as far as known ways lead, from the end that they lead on from", () => {
  const state = of(open(["A..", "..A"]));
  assert.deepEqual(put(state, known("0-1", "1-2")), [{ line: "A", cells: [0, 1, 2] }]);
  assert.deepEqual(put(state, known("0-1", "2-5", "1-2")), [{ line: "A", cells: [0, 1, 2, 5] }]);
  // What no line has come to yet waits.
  assert.deepEqual(put(state, known("1-2")), []);
  assert.deepEqual(put(of(open(CROSS)), known("10-11", "11+13")), [{ line: "A", cells: [10, 11, 12, 13] }]);
});

test("tsunagi goes on from where the player has come to, and lets it be", () => {
  const begun = of(drag(open(["A..", "..A"]), 5, 2));
  assert.deepEqual(put(begun, known("2-5")), []);
  assert.deepEqual(put(begun, known("2-5", "0-1")), []);
  const [move] = put(begun, known("2-5", "1-2", "0-1"));
  assert.deepEqual(move, { line: "A", cells: [5, 2, 1, 0] });
  assert.deepEqual(put(apply(begun, move), known("2-5", "1-2", "0-1")), []);
});

test("tsunagi says nothing of mistakes to those who want to find them alone", () => {
  const game = drag(open(["A..", "...", "A.."], { touch: false }), 0, 1, 4, 3);
  assert.ok(describe(of(game), game.ui).flat().some(({ key }) => key === "cell.touch"));
  const ui = { ...game.ui, faults: false };
  assert.equal(describe(of(game), ui).flat().some(({ key }) => key === "cell.touch"), false);
  assert.equal(summary(of(game), ui).some(({ key }) => key === "summary.touches"), false);
});
