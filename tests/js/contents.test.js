import assert from "node:assert/strict";
import { test } from "node:test";

import { readPlayed } from "#engine/contents.js";
import { pageFor, tierOf, within } from "#engine/filter.js";
import { asOf, ofLevel } from "#engine/records.js";
import { openStore } from "#engine/store.js";

const of = ofLevel({ rows: 5, cols: 5, tier: "easy", id: "x", grid: [] }, 7);
const save = (more = {}) => ({ v: 1, steps: [[1]], at: 1, solved: false, of, ...more });

function filled(entries) {
  const kept = new Map();
  const place = { getItem: (key) => kept.get(key) ?? null, setItem: (key, text) => kept.set(key, text), key: (at) => [...kept.keys()][at] };
  Object.defineProperty(place, "length", { get: () => kept.size });
  let now = 0;
  const store = openStore([() => place], () => ++now);
  for (const [name, value] of entries) store.write(name, value);
  return store;
}

test("what was played is counted by size and tier, each level once, and games that are not over come newest first", () => {
  const store = filled([
    ["toy:a", save()],
    ["toy:b", save()],
    ["toy:b/rotate90", save({ solved: true })],
    ["toy:c/rotate90", save({ of: { ...of, number: 9 } })],
    ["toy:d", save({ at: 0 })],
    ["other:e", save()],
    ["toy:f", "nonsense"],
  ]);
  const { cells, begun } = readPlayed(store, "toy");
  assert.deepEqual([...cells], [["5x5 easy", { solved: 1, started: 2 }]]);
  assert.deepEqual(begun.map(({ id, of: { number } }) => [id, number]), [["c", 9], ["a", 7]]);
});

test("save of an earlier build counts where the record of its solve tells what it is of", () => {
  const record = { rows: 6, cols: 6, tier: "hard", day: "2026-01-01", ms: 1, moves: 1, help: "" };
  const store = filled([
    ["toy:a", save({ of: undefined, solved: true })],
    ["solved/toy:a", record],
    ["toy:b", save({ of: { rows: "5", cols: 5, tier: "easy", number: 1 } })],
  ]);
  assert.deepEqual([...readPlayed(store, "toy").cells], [["6x6 hard", { solved: 1, started: 0 }]]);
});

test("what a save is of is taken only where it is sound", () => {
  assert.deepEqual(asOf(of), { rows: 5, cols: 5, tier: "easy", number: 7 });
  for (const value of [null, 7, {}, { ...of, tier: "x" }, { ...of, rows: 0 }, { ...of, number: 1.5 }]) assert.equal(asOf(value), null);
});

test("levels that are looked for are led to where each size has a page", () => {
  const any = { size: "", tier: "", played: "" };
  const first = { size: "", tier: "" };
  const size = { size: "5x5", tier: "" };
  const part = { size: "5x5", tier: "easy" };
  assert.equal(pageFor(null, { ...any, size: "7x7" }), null);
  assert.equal(pageFor(first, { ...any, tier: "hard" }), null);
  assert.equal(pageFor(first, { ...any, size: "7x7", tier: "hard", played: "new" }), "levels-7x7.html#tier=hard&played=new");
  assert.equal(pageFor(size, { ...any, size: "5x5", tier: "hard" }), null);
  assert.equal(pageFor(size, { ...any, tier: "hard" }), "index.html#tier=hard");
  assert.equal(pageFor(part, { ...any, size: "5x5", tier: "easy" }), null);
  // Nothing is asked for: what was looked for last is not.
  assert.equal(pageFor(part, { ...any, size: "5x5" }), "levels-5x5.html#tier=");
});

test("page keeps of what is looked for only what it does not settle itself", () => {
  const filter = { size: "7x7", tier: "hard", played: "new" };
  assert.deepEqual({ ...within(null, filter) }, filter);
  assert.deepEqual({ ...within({ size: "5x5", tier: "" }, filter) }, { size: "", tier: "hard", played: "new" });
  assert.deepEqual({ ...within({ size: "5x5", tier: "easy" }, filter) }, { size: "", tier: "", played: "new" });
  assert.equal(tierOf("#tier-easy"), "easy");
  for (const hash of ["", "#tier=easy", "#tier-", "#tier-easy-2"]) assert.equal(tierOf(hash), "");
});
