import assert from "node:assert/strict";
import { test } from "node:test";

import { asDaily, keepDaily } from "#engine/daily.js";
import * as games from "#engine/game.js";
import { addProgress, readProgress, writeProgress } from "#engine/progress.js";
import { asRecord, better, keepRecord, knowsAnswer, readRecords, recordName } from "#engine/records.js";
import { keptGames } from "#engine/shelf.js";
import { bestFor, bestOf, solvedByWeek, timesByTier } from "#engine/stats.js";
import { openStore } from "#engine/store.js";
import { clockText, IDLE, isIdle, LONGEST, run, setWatch, stop } from "#engine/watch.js";
import { level, toy } from "./toy.js";

function memory(full = false) {
  const kept = new Map();
  return {
    kept,
    get length() {
      return kept.size;
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem(key, value) {
      if (full) throw new Error("full");
      kept.set(key, value);
    },
  };
}

function fresh(now = () => 5, storage = memory()) {
  return openStore([() => storage], now);
}

const solve = (changes = {}) => ({ rows: 5, cols: 5, tier: "easy", day: "2026-11-30", ms: 60_000, moves: 9, help: "", ...changes });
const play = (...cells) => cells.reduce((so, cell) => games.play(so, { type: "tap", cell }), games.open(toy, level, null));

test("watch counts while it runs, and no more than a while between two looks", () => {
  let watch = run(setWatch(500), 1000);
  watch = run(watch, 3000);
  assert.equal(watch.ms, 2500);
  watch = stop(watch, 4000);
  assert.equal(watch.ms, 3500);
  assert.equal(stop(watch, 9000), watch);
  assert.equal(run(watch, 1_000_000).ms, 3500);
  assert.equal(run(run(watch, 0), 1_000_000).ms, 3500 + LONGEST);
  assert.equal(run(run(watch, 1000), 0).ms, 3500);
});

test("player is taken to be gone after five minutes without a sign", () => {
  assert.equal(IDLE, 5 * 60_000);
  assert.deepEqual([0, IDLE - 1, IDLE].map((passed) => isIdle(1000, 1000 + passed)), [false, false, true]);
});

test("watch begins at nothing where a save holds no time", () => {
  for (const junk of [undefined, null, "5", -3, NaN, Infinity, 1e300, {}]) assert.equal(setWatch(junk).ms, 0);
});

test("watch is read in minutes and seconds, and hours where there are any", () => {
  assert.deepEqual([0, 5_999, 125_000, 3_630_000].map(clockText), ["0:00", "0:05", "2:05", "1:00:30"]);
});

test("moves are counted since the board was cleared, without those taken back", () => {
  assert.equal(games.countMoves(play(0, 1)), 2);
  assert.equal(games.countMoves(games.undo(play(0, 1))), 1);
  assert.equal(games.countMoves(games.play(games.restart(play(0, 1)), { type: "tap", cell: 2 })), 1);
  const back = games.returnToCheckpoint(games.play(games.setCheckpoint(play(0)), { type: "tap", cell: 1 }));
  assert.equal(games.countMoves(back), 1);
});

test("record of two solves has the better of each, and one without help stands before any with", () => {
  const quick = solve({ ms: 30_000, moves: 12, day: "2026-12-01" });
  assert.deepEqual(better(solve(), quick), solve({ ms: 30_000 }));
  const helped = solve({ ms: 1, moves: 1, help: "hints", day: "2026-11-01" });
  assert.deepEqual(better(solve(), helped), solve({ day: "2026-11-01" }));
  assert.deepEqual(better(helped, solve()), solve({ day: "2026-11-01" }));
  assert.deepEqual(better(null, quick), quick);
});

test("record that is not sound is none", () => {
  assert.deepEqual(asRecord(solve()), solve());
  const wrong = [{ ms: -1 }, { ms: "1" }, { moves: 1.5 }, { tier: "odd" }, { day: "2026-02-30" }, { day: 7 }, { help: null }, { rows: null }];
  for (const changes of wrong) assert.equal(asRecord(solve(changes)), null, JSON.stringify(changes));
  for (const junk of [null, 7, "x", []]) assert.equal(asRecord(junk), null);
});

test("records are read whatever else lies in storage", () => {
  const store = fresh();
  keepRecord(store, "toy", "abc", solve());
  store.write("solved/toy:bad", { rows: 1 });
  store.write("theme", "dark");
  assert.deepEqual(readRecords(store), [{ kind: "toy", id: "abc", ...solve() }]);
});

test("record is of the first solve of a level, and of none whose answer was known before", () => {
  const store = fresh();
  assert.equal(keepRecord(store, "toy", "abc", solve()), true);
  assert.equal(keepRecord(store, "toy", "abc", solve({ ms: 10, moves: 1 })), false);
  assert.deepEqual(store.read("solved/toy:abc"), solve());
  assert.equal(keepRecord(store, "toy", "def", solve(), true), false);
  assert.deepEqual(store.read("solved/toy:def"), solve({ help: "shown" }));
});

test("answer of a level is known to whoever has solved it or had it shown, in whichever attempt", () => {
  const again = (game) => JSON.parse(JSON.stringify(games.save(game)));
  assert.equal(knowsAnswer(again(play(0, 1))), false);
  const hinted = games.put(play(0), [{ turn: 1 }], 1);
  assert.equal(knowsAnswer(again(hinted)), false);
  assert.equal(knowsAnswer(again(games.undo(play(0, 1, 2)))), true);
  const shown = games.show(play(0), [{ turn: 1 }], 1);
  for (const game of [shown, games.undo(shown), games.restart(shown)]) assert.equal(knowsAnswer(again(game)), true);
  for (const junk of [null, 7, {}, { solved: true }, { ...again(play(0)), attempts: [null, 7] }]) assert.equal(knowsAnswer(junk), false);
});

test("record and day's solve that would not be read again are left out, and what stands there stays", () => {
  const store = fresh();
  keepRecord(store, "toy", "abc", solve({ moves: NaN }));
  assert.deepEqual(store.names(), []);
  keepRecord(store, "toy", "abc", solve());
  keepRecord(store, "toy", "abc", solve({ ms: 1, moves: undefined }));
  assert.deepEqual(store.read("solved/toy:abc"), solve());
  store.write("day/2026-11-30:toy", { id: "abc", solved: null });
  keepDaily(store, "toy", "abc", { day: "2026-11-30", ms: 1, moves: NaN, help: "" });
  assert.deepEqual(store.read("day/2026-11-30:toy"), { id: "abc", solved: null });
  assert.equal(asDaily({ id: 123, solved: null }), null);
  assert.equal(asDaily({ id: ["abc"], solved: null }), null);
});

test("best of a size and tier leaves out what was solved with help, but counts it", () => {
  const named = [
    solve({ ms: 30 }),
    solve({ ms: 20, moves: 30 }),
    solve({ ms: 90 }),
    solve({ ms: 1, help: "shown" }),
    solve({ rows: 4, cols: 4, help: "hints" }),
  ].map((record, index) => ({ ...record, kind: "toy", id: `n${index}` }));
  assert.deepEqual(bestOf(named, "toy"), [
    { rows: 4, cols: 4, tier: "easy", n: 1, ms: null, middle: null, moves: null },
    { rows: 5, cols: 5, tier: "easy", n: 4, ms: 20, middle: 30, moves: 9 },
  ]);
  assert.equal(bestFor(named, "toy", { rows: 5, cols: 5, tier: "easy" }).ms, 20);
  assert.equal(bestFor(named, "toy", { rows: 4, cols: 4, tier: "easy" }), null);
  assert.equal(timesByTier(named, "toy")[0].times.length, 5);
  assert.deepEqual(timesByTier(named, "other"), []);
});

test("weeks begin on Monday, and this one is the last", () => {
  const days = ["2026-11-29", "2026-11-30", "2026-12-06", "2026-12-07"].map((day) => solve({ day }));
  assert.deepEqual(solvedByWeek(days, "2026-12-02", 2), [
    { day: "2026-11-23", n: 1 },
    { day: "2026-11-30", n: 2 },
  ]);
});

test("progress goes into a file and into another store as it was", () => {
  const [from, to] = [fresh(), fresh()];
  from.write("toy:abc", games.save(play(0, 1)));
  keepRecord(from, "toy", "abc", solve());
  from.write("day/2026-11-30:toy", { id: "abc", solved: null });
  from.write("theme", "dark");
  const { entries, faults } = readProgress(writeProgress(from));
  assert.deepEqual(faults, []);
  assert.deepEqual(addProgress(to, entries), { taken: 3, had: 0, unkept: 0 });
  assert.deepEqual(to.names(), ["day/2026-11-30:toy", "solved/toy:abc", "toy:abc"]);
  assert.deepEqual(to.read("toy:abc"), from.read("toy:abc"));
  assert.deepEqual(addProgress(to, entries), { taken: 0, had: 3, unkept: 0 });
});

test("progress from a file loses no better record and no newer game", () => {
  const [old, now] = [fresh(() => 5), fresh(() => 9)];
  keepRecord(old, "toy", "abc", solve({ ms: 10, moves: 20 }));
  keepRecord(now, "toy", "abc", solve({ ms: 50, moves: 10 }));
  const earlier = { ...games.save(play(0)), solved: true };
  old.write("toy:abc", earlier);
  now.write("toy:abc", games.save(play(0, 1)));
  const file = readProgress(writeProgress(old)).entries;
  assert.deepEqual(addProgress(now, file), { taken: 2, had: 0, unkept: 0 });
  assert.deepEqual(now.read(recordName("toy", "abc")), solve({ ms: 10, moves: 10 }));
  assert.deepEqual(now.read("toy:abc"), { ...games.save(play(0, 1)), solved: true, help: "" });
  assert.equal(now.stamp("toy:abc"), 9);
});

test("progress from a file leaves the level the least help that it was solved with", () => {
  const helped = [0, 1, 2].reduce((so, turn) => games.put(so, [{ turn }], turn), games.open(toy, level, null));
  const join = (mine, theirs) => {
    const [now, old] = [fresh(() => 9), fresh(() => 5)];
    now.write("toy:abc", games.save(mine));
    old.write("toy:abc", games.save(theirs));
    addProgress(now, readProgress(writeProgress(old)).entries);
    return games.helpOf(now.read("toy:abc"));
  };
  assert.equal(join(helped, play(0, 1, 2)), "");
  assert.equal(join(play(0, 1, 2), helped), "");
  assert.equal(join(helped, play(0, 1)), "hints");
  assert.equal(join(play(0, 1), helped), "hints");
});

test("progress that is no file of ours is told, and lines that make no sense are named", () => {
  for (const text of ["", "{", "hello\nyou", '{"what":"other","v":1}', "null"]) assert.deepEqual(readProgress(text), { wrong: "other" });
  assert.deepEqual(readProgress('{"what":"kotae progress","v":2}'), { wrong: "newer" });
  const lines = [
    '\ufeff{"what":"kotae progress","v":1}',
    "{",
    JSON.stringify({ name: "home", at: 1, value: "https://elsewhere" }),
    JSON.stringify({ name: "solved/toy:abc", at: 1, value: solve() }),
    JSON.stringify({ name: "solved/toy:abc", at: 1, value: solve({ ms: -1 }) }),
    JSON.stringify({ name: "toy:abc", at: "x", value: games.save(play(0)) }),
    "",
    JSON.stringify({ name: "toy:abc", at: 1, value: { v: 9 } }),
  ];
  const read = readProgress(lines.join("\r\n"));
  assert.deepEqual(read.faults, [2, 3, 5, 6, 8]);
  assert.equal(read.entries.length, 1);
});

test("progress for which there is no room is counted", () => {
  const entries = [{ name: "solved/toy:abc", at: 1, value: solve() }];
  assert.deepEqual(addProgress(fresh(() => 1, memory(true)), entries), { taken: 0, had: 0, unkept: 1 });
});

test("statistics count more levels than anybody solves", () => {
  const many = Array.from({ length: 200_000 }, (_, at) => ({ ...solve({ ms: 9 + at, moves: 4 + at }), kind: "toy", id: String(at) }));
  assert.deepEqual(bestOf(many, "toy"), [{ rows: 5, cols: 5, tier: "easy", n: 200_000, ms: 9, middle: 100_008, moves: 4 }]);
  const names = many.map(({ id }) => `toy:a/${id}`);
  assert.equal(keptGames({ names: () => names, read: () => null })("toy:a").length, 200_000);
});
