import assert from "node:assert/strict";
import { test } from "node:test";

import { asDaily, betterDaily, candidatesOf, dailyName, dailyOf, keepDaily, levelOf, readDailies, solvedOn, streakOf } from "#engine/daily.js";
import { dayAt, isDay, later, localDay, numberOf, untilTomorrow, weekdayOf, written } from "#engine/days.js";
import { shareText } from "#engine/share.js";
import { openStore } from "#engine/store.js";

const TIERS = ["easy", "normal", "hard", "expert"];
const candidates = (count, tiers = TIERS) =>
  tiers.flatMap((tier) => Array.from({ length: count }, (_, index) => ({ id: `${tier}${index}`, tier })));
const days = (count, from = "2026-01-01") => Array.from({ length: count }, (_, index) => later(from, index));
const solved = (day, changes = {}) => ({ day, ms: 61_000, moves: 7, help: "", ...changes });

test("day is the one on the reader's calendar", () => {
  assert.equal(localDay(new Date(2026, 10, 30, 0, 0, 1)), "2026-11-30");
  assert.equal(localDay(new Date(2026, 10, 30, 23, 59, 59)), "2026-11-30");
});

test("next day begins at midnight where the reader is, on the last day of a year too", () => {
  assert.equal(untilTomorrow(new Date(2026, 10, 30, 23, 59, 58, 500)), 1500);
  assert.equal(untilTomorrow(new Date(2026, 11, 31, 12)), 12 * 3_600_000);
  assert.equal(untilTomorrow(new Date(2027, 0, 1)), 24 * 3_600_000);
});

test("days are counted over months, years and leap days", () => {
  assert.equal(later("2026-12-31", 1), "2027-01-01");
  assert.equal(later("2028-03-01", -1), "2028-02-29");
  assert.equal(dayAt(numberOf("2026-11-30")), "2026-11-30");
  assert.deepEqual(days(7, "2026-11-30").map(weekdayOf), [0, 1, 2, 3, 4, 5, 6]);
  assert.equal(weekdayOf("1969-12-31"), 2);
  assert.equal(written("2026-11-30", "en"), "Mon, Nov 30");
});

test("day that there is not is none", () => {
  for (const text of ["2026-02-29", "2026-13-01", "2026-1-1", "x", "", null, 7, "9999-99-99"]) assert.equal(isDay(text), false, text);
});

test("levels that a day can have are known by their play page", () => {
  const pages = { "5x5-easy.html": [["0123ab999999", ["..", "1."]]], "12x15-hard-2.html": [["4567cd999999", ["x"], { wrap: true }]] };
  assert.deepEqual(candidatesOf("toy", pages), [
    { id: "0123ab999999", href: "toy/5x5-easy.html#0123ab999999", rows: 5, cols: 5, tier: "easy", grid: ["..", "1."], rules: {} },
    { id: "4567cd999999", href: "toy/12x15-hard-2.html#4567cd999999", rows: 12, cols: 15, tier: "hard", grid: ["x"], rules: { wrap: true } },
  ]);
});

test("daily level rises in tier from Monday to Sunday", () => {
  const tiers = days(7, "2026-11-30").map((day) => levelOf(candidates(5), day).tier);
  assert.deepEqual(tiers, ["easy", "easy", "normal", "normal", "hard", "hard", "expert"]);
});

test("daily level is the nearest easier one where its tier is missing, and else a harder one", () => {
  assert.equal(levelOf(candidates(3, ["easy", "hard"]), "2026-12-06").tier, "hard");
  assert.equal(levelOf(candidates(3, ["hard", "expert"]), "2026-11-30").tier, "hard");
  assert.equal(levelOf([], "2026-11-30"), null);
});

test("daily level does not hang on the order of the catalogue", () => {
  const all = candidates(20);
  for (const day of days(50)) assert.equal(levelOf(all, day), levelOf([...all].reverse(), day));
});

test("daily levels of a year are many, and few follow on each other", () => {
  const ids = days(364).map((day) => levelOf(candidates(100), day).id);
  assert.ok(new Set(ids).size > 200);
  assert.ok(ids.filter((id, index) => id === ids[index + 7]).length < 12);
});

test("daily level of a day that is past changes only where a new level has won it", () => {
  const old = candidates(100);
  const grown = [...old, ...TIERS.map((tier) => ({ id: `new-${tier}`, tier }))];
  const changed = days(700).filter((day) => levelOf(old, day) !== levelOf(grown, day));
  for (const day of changed) assert.match(levelOf(grown, day).id, /^new-/);
  assert.ok(changed.length > 0 && changed.length < 21, String(changed.length));
});

test("daily names and values that are not sound are none", () => {
  assert.deepEqual(dailyOf(dailyName("2026-11-30", "toy")), { day: "2026-11-30", kind: "toy" });
  for (const name of ["day/2026-02-30:toy", "day/x:toy", "toy:abc", "day/2026-11-30:"]) assert.equal(dailyOf(name), null);
  const sound = { id: "abc", solved: solved("2026-11-30") };
  assert.deepEqual(asDaily(sound), sound);
  for (const junk of [null, 7, {}, { id: "a b", solved: null }, { id: "abc" }, { id: "abc", solved: { day: "x" } }]) {
    assert.equal(asDaily(junk), null, JSON.stringify(junk));
  }
});

test("daily solve that came first stays", () => {
  const [open, early, late] = [null, solved("2026-11-30"), solved("2026-12-02")].map((one) => ({ id: "abc", solved: one }));
  assert.equal(betterDaily(open, late), late);
  assert.equal(betterDaily(late, open), late);
  assert.equal(betterDaily(late, early), early);
  assert.equal(betterDaily(early, late), early);
});

test("daily level that is solved closes its day, and no other", () => {
  const kept = new Map();
  const storage = {
    get length() {
      return kept.size;
    },
    key: (index) => [...kept.keys()][index],
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
  };
  const store = openStore([() => storage], () => 1);
  store.write(dailyName("2026-11-30", "toy"), { id: "abc", solved: null });
  store.write(dailyName("2026-11-29", "toy"), { id: "def", solved: null });
  keepDaily(store, "toy", "abc", solved("2026-11-30"));
  keepDaily(store, "toy", "abc", solved("2026-12-09"));
  keepDaily(store, "other", "def", solved("2026-11-30"));
  assert.deepEqual(
    readDailies(store).map(({ id, solved: done }) => [id, done?.day ?? null]),
    [["def", null], ["abc", "2026-11-30"]],
  );
});

test("record tells of the day on which its level was solved, and of no other", () => {
  const record = { rows: 5, cols: 5, tier: "easy", ...solved("2026-11-30", { help: "hints" }) };
  assert.deepEqual(solvedOn(record, "2026-11-30"), solved("2026-11-30", { help: "hints" }));
  assert.equal(solvedOn(record, "2026-12-01"), null);
  assert.equal(solvedOn(null, "2026-12-01"), null);
});

test("streak counts the days in a row on which a level of that day was solved", () => {
  const on = (...all) => all.map((day) => ({ day, solved: solved(day) }));
  const late = [{ day: "2026-11-27", solved: solved("2026-11-28") }, { day: "2026-11-26", solved: null }];
  const row = on("2026-11-28", "2026-11-29", "2026-11-30");
  assert.deepEqual(streakOf([...row, ...late], "2026-11-30"), { n: 3, first: "2026-11-28", last: "2026-11-30", longest: 3 });
  assert.equal(streakOf(row, "2026-12-01").n, 3);
  assert.deepEqual(streakOf(row, "2026-12-02"), { n: 0, first: null, last: null, longest: 3 });
  assert.equal(streakOf([...on("2026-12-02"), ...row], "2026-12-02").n, 1);
  assert.deepEqual(streakOf([], "2026-12-02"), { n: 0, first: null, last: null, longest: 0 });
});

test("share text has a mark and words for each level, and nothing of its board", () => {
  const say = (key, values = {}) => `${key}(${Object.values(values).join(" ")})`;
  const boards = [
    { name: "Toy", solved: solved("2026-11-30") },
    { name: "Aid", solved: solved("2026-11-30", { help: "hints" }) },
    { name: "Not", solved: null },
  ];
  const text = shareText(say, { title: "Answers", date: "today", address: "", streak: "2 days", boards });
  assert.equal(
    text,
    [
      "Answers · today",
      "\u{1f7e9} daily.line(Toy daily.took(1:01 7))",
      "\u{1f7e8} daily.line(Aid play.and(daily.took(1:01 7) daily.hints()))",
      "\u2b1c daily.line(Not daily.open())",
      "2 days",
    ].join("\n"),
  );
});
