/** Which levels come on which sheet, and how large their boards can be. */

import assert from "node:assert/strict";
import test from "node:test";

import { chosen, FIRST, PER, poolOf, rangeOf, readSettings, sheetsOf, writeSettings } from "#engine/sheets.js";

const SIZE = { rows: 7, cols: 7 };

/** Levels of a page: so many of each tier, numbered on from `first`. */
function stock(counts, first = 1) {
  const all = Object.entries(counts).flatMap(([tier, count]) =>
    Array.from({ length: count }, (_, index) => ({ id: `${tier}-${first + index}`, tier, number: first + index })),
  );
  return all.map((level, drawing) => ({ ...level, drawing }));
}

const ids = (levels) => levels.map(({ id }) => id);
const wants = (more) => ({ ...FIRST, ...more });

test("settings come out of an address as they went in", () => {
  const settings = wants({ tier: "hard", per: 4, sheets: 3, order: "draw", draw: 4711, paper: "letter", show: ["rules"] });
  assert.deepEqual(readSettings(writeSettings(settings), FIRST), settings);
  const bare = wants({ show: [] });
  assert.deepEqual(readSettings(writeSettings(bare), FIRST), bare);
});

test("an address may hold anything, and what is unsound or missing is that of before", () => {
  const base = wants({ tier: "easy", per: 2, sheets: 4, from: 9, paper: "letter", show: ["links"] });
  for (const text of ["", "x", "per=3&sheets=0&from=-1&order=up&paper=a5&draw=1e3", "tier=%22&sheets=99999999", "per=&from=1.5"]) {
    assert.deepEqual(readSettings(text, base), base);
  }
  assert.deepEqual(readSettings("show=rules evil answers", base).show, ["rules", "answers"]);
  assert.equal(readSettings("tier=normal&order=row&from=3", base).from, 3);
});

test("levels in a row begin with the number that they have on the site", () => {
  const levels = stock({ easy: 20, hard: 5 }, 65);
  assert.deepEqual(rangeOf(poolOf(levels, wants({ tier: "easy" }))), { first: 65, last: 84 });
  assert.deepEqual(ids(chosen(levels, wants({ tier: "easy", per: 2, from: 70 }))), ["easy-70", "easy-71"]);
  assert.deepEqual(ids(chosen(levels, wants({ tier: "hard", per: 6, from: 68 }))), ["hard-68", "hard-69"]);
  assert.deepEqual(ids(chosen(levels, wants({ tier: "easy", per: 1, from: 1 }))), ["easy-65"]);
  assert.deepEqual(ids(chosen(levels, wants({ tier: "easy", per: 1, from: 999 }))), ["easy-84"]);
});

test("all tiers are one row, easy ones first, and so is a tier that has no level here", () => {
  const levels = stock({ easy: 2, expert: 3 });
  assert.deepEqual(ids(chosen(levels, wants({ tier: "all", from: 2 }))), ["easy-2", "expert-1", "expert-2", "expert-3"]);
  assert.equal(chosen(levels, wants({ tier: "hard" })).length, 5);
});

test("a draw draws the same levels again, another one others, and none twice", () => {
  const levels = stock({ easy: 40, normal: 40 });
  const drawn = (draw, of = levels) => ids(chosen(of, wants({ tier: "all", order: "draw", per: 6, sheets: 2, draw })));
  assert.deepEqual(drawn(7), drawn(7));
  assert.notDeepEqual(drawn(7), drawn(8));
  assert.equal(new Set(drawn(7)).size, 12);
  const tiers = drawn(7).map((id) => id.split("-")[0]);
  assert.deepEqual(tiers, [...tiers].sort());
  // A level more in the catalogue takes the place of one at most.
  const grown = drawn(7, stock({ easy: 41, normal: 40 }));
  assert.ok(drawn(7).filter((id) => !grown.includes(id)).length <= 1);
});

test("sheets hold as many as they are asked to, and the answers come behind them with the same numbers", () => {
  const levels = stock({ easy: 30 });
  for (const per of PER) {
    const { boards, answers } = sheetsOf(levels, wants({ per, sheets: 4 }), SIZE);
    assert.deepEqual(boards.map(({ entries }) => entries.length), [per, per, per, per]);
    for (const { across, down, entries } of boards) assert.equal(across * down, entries.length);
    const all = boards.flatMap(({ entries }) => entries);
    assert.deepEqual(answers.flatMap(({ entries }) => entries), all);
    assert.deepEqual(all.map(({ number }) => number), Array.from({ length: 4 * per }, (_, index) => index + 1));
  }
  assert.deepEqual(sheetsOf(levels, wants({ show: ["rules"] }), SIZE).answers, []);
});

test("the last sheet has what is left where there are no more", () => {
  const { boards } = sheetsOf(stock({ easy: 8 }), wants({ per: 6, sheets: 5 }), SIZE);
  assert.deepEqual(boards.map(({ entries }) => entries.length), [6, 2]);
});

test("wide boards stand above each other and tall ones side by side", () => {
  const set = (rows, cols) => sheetsOf(stock({ easy: 2 }), wants({ per: 2 }), { rows, cols }).boards[0];
  assert.deepEqual([set(7, 14).across, set(7, 14).down], [1, 2]);
  assert.deepEqual([set(20, 7).across, set(20, 7).down], [2, 1]);
});

test("an answer's cells stay large enough to be read, and every answer has a place", () => {
  for (const side of [4, 7, 10, 14, 20, 25, 40, 60]) {
    for (const [paper, width] of [["a4", 186], ["letter", 191.9]]) {
      const { answers } = sheetsOf(stock({ easy: 9 }), wants({ paper, per: 1, sheets: 9 }), { rows: side, cols: side });
      const [{ across }] = answers;
      assert.ok((width - (across - 1) * 6) / across / side >= 3);
      assert.equal(answers.flatMap(({ entries }) => entries).length, 9);
    }
  }
});
