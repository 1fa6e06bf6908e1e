import assert from "node:assert/strict";
import { test } from "node:test";

import { gameName, openStore, storageKey } from "#engine/store.js";

function memory(content = {}) {
  const kept = new Map(Object.entries(content));
  return {
    kept,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
  };
}

test("store gives back what was written, under a name of its own", () => {
  const storage = memory();
  const store = openStore(() => storage);
  assert.equal(store.write(gameName("toy", "abc"), { at: 1 }), true);
  assert.deepEqual(store.read(gameName("toy", "abc")), { at: 1 });
  assert.deepEqual([...storage.kept.keys()], ["kotae:toy:abc"]);
  assert.equal(storageKey(gameName("toy", "abc")), "kotae:toy:abc");
});

test("store of nothing, or of no JSON, reads as null", () => {
  const store = openStore(() => memory({ "kotae:broken": "{" }));
  assert.equal(store.read("nothing"), null);
  assert.equal(store.read("broken"), null);
});

test("store that is full says so and does not throw", () => {
  const full = { ...memory(), setItem: () => { throw new Error("full"); } };
  assert.equal(openStore(() => full).write("x", 1), false);
});

test("store that is forbidden neither reads nor writes", () => {
  const store = openStore(() => { throw new Error("forbidden"); });
  assert.equal(store.read("x"), null);
  assert.equal(store.write("x", 1), false);
});
