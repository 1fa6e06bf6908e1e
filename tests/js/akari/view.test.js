import assert from "node:assert/strict";
import { test } from "node:test";

import { apply, claims, put as rulesPut, start } from "#kinds/akari/rules.js";
import { describe, summary } from "#kinds/akari/view.js";

const grid = ["0.#", "...", "1.."];
const board = start({ id: "", rows: 3, cols: 3, grid, rules: {}, tier: "easy" });
const put = (...marks) => apply(board, { set: marks });
const keys = (state) => describe(state).map((phrases) => phrases.map(({ key }) => key.replace("cell.", "")).join(" "));

test("akari cells say what is in them and whether they are lit", () => {
  assert.deepEqual(keys(put([1, "x"], [7, "*"])), [
    "number", "dot lit", "wall",
    "empty dark", "empty lit", "empty dark",
    "number met", "bulb", "empty lit",
  ]);
});

test("akari cells say what is wrong with them", () => {
  const wrong = keys(put([3, "*"], [5, "*"], [7, "*"]));
  assert.equal(wrong[3], "bulb clash");
  assert.equal(wrong[5], "bulb clash");
  assert.equal(wrong[7], "bulb");
  assert.equal(wrong[0], "number over");
  assert.equal(wrong[6], "number over");
});

test("akari summary counts what is dark and what is wrong, and ends empty", () => {
  const counts = (state) => Object.fromEntries(summary(state).map(({ key, values }) => [key, values.n]));
  assert.deepEqual(counts(board), { "summary.dark": 6 });
  assert.deepEqual(counts(put([3, "*"], [5, "*"], [7, "*"])), { "summary.clash": 1, "summary.over": 2 });
  const alone = start({ id: "", rows: 1, cols: 3, grid: ["..1"], rules: {}, tier: "easy" });
  assert.deepEqual(counts(apply(alone, { set: [[0, "*"]] })), { "summary.short": 1 });
  assert.deepEqual(counts(apply(alone, { set: [[1, "*"]] })), {});
});

test("akari says nothing of mistakes to those who want to find them alone", () => {
  const state = put([3, "*"], [5, "*"], [7, "*"]);
  const quiet = describe(state, { faults: false }).flat().map(({ key }) => key);
  assert.equal(quiet.some((key) => ["cell.clash", "cell.over"].includes(key)), false);
  assert.deepEqual(summary(state, { faults: false }).map(({ key }) => key), []);
});

test("akari claims bulbs and dots, and puts what is missing but a dot in the light", () => {
  const state = put([1, "x"], [7, "*"]);
  assert.deepEqual(claims(state), { yes: new Set(["7"]), no: new Set(["1"]) });
  const known = { yes: new Set(["7", "1"]), no: new Set(["4", "5", "8"]) };
  assert.deepEqual(rulesPut(state, known), [{ set: [[1, "*"], [5, "x"]] }]);
  assert.deepEqual(rulesPut(state, claims(state)), []);
});
