import assert from "node:assert/strict";
import { test } from "node:test";

import { say, sentences } from "#engine/words.js";

const words = { hello: "Hello, {name}", left: { one: "{n} cell", other: "{n} cells" } };

test("words fill their gaps", () => {
  assert.equal(say(words, "hello", { name: "you" }), "Hello, you");
  assert.equal(say(words, "hello"), "Hello, {name}");
});

test("words choose the plural form by n", () => {
  assert.equal(say(words, "left", { n: 1 }), "1 cell");
  assert.equal(say(words, "left", { n: 0 }), "0 cells");
  assert.equal(say(words, "left", { n: 1 }, "ja"), "1 cells");
});

test("words that are missing show their key", () => {
  assert.equal(say(words, "toString"), "toString");
});

test("words of several sentences have one full stop between them, the language's own", () => {
  assert.equal(sentences(["Undone.", "", "5 cells left"], ". "), "Undone. 5 cells left");
  assert.equal(sentences(["A in hand", "Solved", "all done."], ". "), "A in hand. Solved. all done.");
  assert.equal(sentences(["元に戻しました。", "残り5マス"], "。"), "元に戻しました。残り5マス");
  assert.equal(sentences([""], ". "), "");
});
