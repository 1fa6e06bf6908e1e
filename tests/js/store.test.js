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

const forbidden = () => {
  throw new Error("forbidden");
};

/** A clock that goes on by one each time it is read. */
function clock() {
  let time = 0;
  return () => ++time;
}

test("store gives back what was written, under a name of its own", () => {
  const storage = memory();
  const store = openStore([() => storage], clock());
  assert.equal(store.write(gameName("toy", { id: "abc" }), { at: 1 }), true);
  assert.deepEqual(store.read(gameName("toy", { id: "abc" })), { at: 1 });
  assert.deepEqual([...storage.kept.keys()], ["kotae:toy:abc"]);
  assert.equal(storageKey(gameName("toy", { id: "abc" })), "kotae:toy:abc");
  assert.equal(gameName("toy", { id: "abc", image: "rotate90+swap" }), "toy:abc/rotate90+swap");
});

test("store of nothing, or of what it did not write, reads as null", () => {
  for (const junk of ["{", "7", "null", "[]", "{}", '{"at":"x","value":1}', '{"at":1}']) {
    assert.equal(openStore([() => memory({ "kotae:x": junk })], clock()).read("x"), null, junk);
  }
  assert.equal(openStore([() => memory()], clock()).read("x"), null);
});

test("store that is full says so and does not throw", () => {
  const full = { ...memory(), setItem: forbidden };
  assert.equal(openStore([() => full], clock()).write("x", 1), false);
});

test("store that is forbidden neither reads nor writes", () => {
  const store = openStore([forbidden], clock());
  assert.equal(store.read("x"), null);
  assert.equal(store.write("x", 1), false);
});

test("store reads the newest, whichever place has it", () => {
  const [lasting, passing] = [memory(), memory()];
  const store = openStore([() => lasting, () => passing], clock());
  store.write("x", "old");
  const old = lasting.kept.get("kotae:x");
  store.write("x", "new");
  lasting.kept.set("kotae:x", old);
  assert.equal(store.read("x"), "new");
  lasting.kept.clear();
  assert.equal(store.read("x"), "new");
  openStore([() => lasting], () => 99).write("x", "from another tab");
  assert.equal(store.read("x"), "from another tab");
});

test("store reads what was written last, even where the clock was set back in between", () => {
  const [lasting, passing] = [memory(), memory()];
  const early = openStore([() => lasting, () => passing], () => 1000);
  early.write("x", "before");
  const elsewhere = openStore([() => lasting, () => memory()], () => 10);
  elsewhere.write("x", "from another tab");
  assert.equal(early.read("x"), "from another tab");
  elsewhere.write("x", "and again");
  assert.equal(early.read("x"), "and again");
  assert.equal(elsewhere.read("x"), "and again");
});

test("store that only the second place keeps does not last", () => {
  const passing = memory();
  const store = openStore([forbidden, () => passing], clock());
  assert.equal(store.write("x", 1), false);
  assert.equal(store.read("x"), 1);
});
