/** What a page says of the pages that are kept. */

import assert from "node:assert/strict";
import test from "node:test";

import { isServed, isTold, keptText } from "#engine/offline.js";

const say = (key, values) => `${key} ${JSON.stringify(values)}`;

test("only a page that a server gave is kept", () => {
  const served = ["https:", "http:", "file:", "data:", "chrome-extension:"].filter((protocol) => isServed({ protocol }));
  assert.deepEqual(served, ["https:", "http:"]);
});

test("what is kept is told with what is left, and why", () => {
  const told = { kept: 3, n: 9, size: 2_345_678 };
  for (const state of ["kept", "part", "saving", "full", "large"]) {
    assert.equal(keptText({ ...told, state }, say), `offline.${state} {"kept":3,"n":9,"size":2.3}`);
  }
});

test("nothing is told while nothing is kept, and a small site has a size", () => {
  assert.equal(keptText({ state: "part", kept: 0, n: 9, size: 1 }, say), "");
  assert.match(keptText({ state: "kept", kept: 9, n: 9, size: 1 }, say), /"size":0\.1/);
});

test("a page tells only what is said of its own site and language", () => {
  const own = { home: "/a/", folder: "ja/" };
  const said = [own, { ...own, folder: "" }, { ...own, home: "/b/" }, { state: "kept" }, null, "ready"];
  assert.deepEqual(said.map((told) => isTold(told, own)), [true, false, false, false, false, false]);
});
