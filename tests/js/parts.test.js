import assert from "node:assert/strict";
import { test } from "node:test";

import { cellPixels } from "#engine/board.js";
import { homeOf, isAbove } from "#engine/home.js";
import { asTheme, nextTheme } from "#engine/theme.js";

test("board cells are a whole number of pixels and fit the room", () => {
  assert.equal(cellPixels({ width: 336, height: 900 }, { rows: 7, cols: 7 }), 48);
  assert.equal(cellPixels({ width: 340, height: 900 }, { rows: 25, cols: 25 }), 13);
  assert.equal(cellPixels({ width: 900, height: 300 }, { rows: 10, cols: 10 }), 30);
  const margin = { top: 1.5, right: 0, bottom: 0, left: 1.5 };
  assert.equal(cellPixels({ width: 336, height: 900 }, { rows: 8, cols: 8 }, margin), 35);
  assert.equal(cellPixels({ width: 900, height: 336 }, { rows: 8, cols: 8 }, margin), 35);
});

test("board of sixty cells fits a phone", () => {
  assert.equal(cellPixels({ width: 336, height: Infinity }, { rows: 60, cols: 60 }), 5);
  assert.equal(cellPixels({ width: 296, height: Infinity }, { rows: 60, cols: 60 }), 4);
  assert.equal(cellPixels({ width: 900, height: 320 }, { rows: 60, cols: 1 }), 5);
});

test("home is the folder above a page, however the page is opened", () => {
  assert.equal(homeOf("https://example.org/a/b/index.html#x", ""), "/a/b/");
  assert.equal(homeOf("https://example.org/a/b/", ""), "/a/b/");
  assert.equal(homeOf("https://example.org/a/b/toy/5x5.html?q#x", "../"), "/a/b/");
  assert.equal(homeOf("https://example.org/toy/", "../"), "/");
  assert.equal(homeOf("file:///home/me/my%20site/toy/index.html", "../"), "/home/me/my%20site/");
});

test("home is above only what stands below it, on the same host", () => {
  assert.ok(isAbove("/", "/x.html"));
  assert.ok(isAbove("/a/b/", "/a/b/c/d/e"));
  assert.ok(isAbove("/a/b/", "/a/b/"));
  assert.ok(!isAbove("/a/b/", "/a/bc/"));
  assert.ok(!isAbove("/a/b/", "/a/"));
  assert.ok(!isAbove("/a", "/a/b"));
  assert.ok(!isAbove("//example.org/", "//example.org/x"));
  assert.ok(!isAbove("javascript:x", "javascript:x"));
  for (const junk of [null, 7, {}, ["/"]]) assert.ok(!isAbove(junk, "/x"));
});

test("theme button goes round, and unknown themes are the system's", () => {
  assert.equal(nextTheme(nextTheme(nextTheme("system"))), "system");
  assert.notEqual(nextTheme("system"), nextTheme("light"));
  assert.equal(asTheme("dark"), "dark");
  assert.equal(asTheme({ a: 1 }), "system");
});
