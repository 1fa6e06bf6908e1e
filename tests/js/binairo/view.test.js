import assert from "node:assert/strict";
import { test } from "node:test";

import { apply, claims, put as rulesPut, start } from "#kinds/binairo/rules.js";
import { describe, summary } from "#kinds/binairo/view.js";

const board = (grid, unique = true) =>
  start({ id: "", rows: grid.length, cols: grid[0].length, grid, rules: { unique_lines: unique }, tier: "easy" });
const put = (state, ...marks) => apply(state, { set: marks });
const said = (state) =>
  describe(state).map((phrases) => phrases.map(({ key, values }) => key.replace("cell.", "") + (values?.n ?? "")).join(" "));
const counts = (state) => Object.fromEntries(summary(state).map(({ key, values }) => [key.replace("summary.", ""), values.n]));

test("binairo cells say what is in them and what is given", () => {
  const names = said(put(board(["01..", "....", "....", "...."]), [2, "0"]));
  assert.deepEqual(names.slice(0, 4), ["zero given", "one given", "zero", "empty"]);
});

test("binairo cells say what is wrong with them, each fault once", () => {
  // A row of three and a column of three meet in the first cell; both lines have too many.
  const state = put(board(["1...", "....", "....", "...."]), [1, "1"], [2, "1"], [4, "1"], [8, "1"]);
  const names = said(state);
  assert.equal(names[0], "one given three crowdedRow crowdedCol");
  assert.equal(names[1], "one three crowdedRow");
  assert.equal(names[4], "one three crowdedCol");
  assert.equal(names[3], "empty");
});

test("binairo cells of equal lines name the other line", () => {
  const state = board(["0110", "....", "0110", "...."]);
  assert.equal(said(state)[0], "zero given equalRow3");
  assert.equal(said(state)[11], "zero given equalRow1");
  const turned = board(["0.0.", "1.1.", "1.1.", "0.0."]);
  assert.equal(said(turned)[2], "zero given equalCol1");
});

test("binairo summary counts what is empty and what is wrong, and ends empty", () => {
  assert.deepEqual(counts(board(["....", "....", "....", "...."])), { empty: 16 });
  assert.deepEqual(counts(board(["111.", "....", "....", "...."])), { empty: 13, three: 1, crowded: 1 });
  assert.deepEqual(counts(board(["0110", "1001", "0110", "...."])), { empty: 4, equal: 1 });
  assert.deepEqual(counts(board(["0110", "1010", "1001", "0101"])), {});
});

test("binairo summary says from the start where equal lines are allowed", () => {
  assert.deepEqual(counts(board(["0110", "....", "0110", "...."], false)), { empty: 8, mayEqual: 1 });
});

test("binairo says nothing of mistakes to those who want to find them alone", () => {
  const state = put(board(["1...", "....", "0110", "0110"]), [1, "1"], [2, "1"]);
  assert.ok(said(state).join(" ").includes("three"));
  const quiet = describe(state, { faults: false }).flat().map(({ key }) => key.replace("cell.", ""));
  assert.deepEqual(new Set(quiet), new Set(["zero", "one", "given", "empty"]));
  assert.deepEqual(summary(state, { faults: false }).map(({ key }) => key), ["summary.empty"]);
});

test("binairo claims the stones that a player has put, and puts those that are missing", () => {
  const state = put(board(["01..", "....", "....", "...."]), [2, "0"]);
  assert.deepEqual(claims(state), { yes: new Set(), no: new Set(["2"]) });
  assert.deepEqual(rulesPut(state, { yes: new Set(["3"]), no: new Set(["2"]) }), [{ set: [[3, "1"]] }]);
});
