import assert from "node:assert/strict";
import { test } from "node:test";

import { asFilter, isOpen, NO_FILTER, readFilter, sizeOf, writeFilter } from "#engine/filter.js";

const choices = Object.freeze({ size: ["", "5x5", "12x15"], tier: ["", "easy", "hard"], played: ["", "new", "started", "solved"] });

test("filter is read from an address as it was written there", () => {
  for (const filter of [{ size: "12x15", tier: "", played: "started" }, { size: "", tier: "hard", played: "" }]) {
    assert.deepEqual({ ...readFilter(writeFilter(filter), choices) }, filter);
  }
  assert.equal(writeFilter({ size: "5x5", tier: "easy", played: "new" }), "#size=5x5&tier=easy&played=new");
});

test("filter that is open leaves no trace in the address, and an address without one is told from it", () => {
  assert.equal(writeFilter(NO_FILTER), "");
  assert.equal(isOpen(NO_FILTER), true);
  for (const hash of ["", "#main", "#size-5x5", "#other=1"]) assert.equal(readFilter(hash, choices), null);
});

test("filter of an address that names nothing that there is leaves the kept one as it is", () => {
  const kept = asFilter({ size: "5x5", tier: "hard" }, choices);
  for (const hash of ["#size=99x99", "#tier=x&played=%F0%9F", "#size=99x99&x=1"]) assert.equal(readFilter(hash, choices, kept), kept);
  // What is empty is said: anything will do.
  assert.deepEqual(readFilter("#size=", choices, kept), NO_FILTER);
});

test("filter drops what there is no level of, and whatever else an address or storage holds", () => {
  assert.deepEqual({ ...readFilter("#size=99x99&tier=easy&played=%F0%9F&x=1", choices) }, { size: "", tier: "easy", played: "" });
  for (const value of [null, "x", 7, [], { size: 7, tier: ["easy"], played: {} }, { size: "__proto__" }]) {
    assert.deepEqual(asFilter(value, choices), NO_FILTER);
  }
});

test("address that leads to a size names it", () => {
  assert.equal(sizeOf("#size-12x15"), "12x15");
  for (const hash of ["", "#size-", "#size=5x5", "#size-5x5x5"]) assert.equal(sizeOf(hash), "");
});
