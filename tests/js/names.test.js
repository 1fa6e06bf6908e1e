import assert from "node:assert/strict";
import { test } from "node:test";

import { markWords, NO_MARKS } from "#engine/marks.js";
import { isSame, openNames } from "#engine/names.js";

const empty = [{ key: "empty" }];
const number = (n) => [{ key: "number", values: { n } }];

test("names are put into words only where what is in a cell or its mark has changed", () => {
  const asked = [];
  const names = openNames((phrases, cell, word) => {
    asked.push(cell);
    return [cell, ...phrases.map(({ key, values }) => key + (values?.n ?? "")), word].join(" ");
  });
  const none = markWords(NO_MARKS, 3);
  assert.deepEqual(names([empty, number(1), number(2)], none), ["0 empty ", "1 number1 ", "2 number2 "]);
  assert.deepEqual(asked.splice(0), [0, 1, 2]);
  assert.deepEqual(names([empty, number(1), number(3)], none), ["0 empty ", "1 number1 ", "2 number3 "]);
  assert.deepEqual(asked.splice(0), [2]);
  const marks = markWords({ ...NO_MARKS, look: [0], rests: [0, 1] }, 3);
  assert.deepEqual(names([empty, number(1), number(3)], marks), ["0 empty play.markLook", "1 number1 play.markRests", "2 number3 "]);
  assert.deepEqual(asked.splice(0), [0, 1]);
  assert.deepEqual(names([empty, number(1), number(3)], none)[0], "0 empty ");
});

test("names of phrases that differ in a key, a value or their number are not the same", () => {
  assert.ok(isSame(number(1), number(1)));
  assert.ok(!isSame(number(1), number(2)));
  assert.ok(!isSame(number(1), empty));
  assert.ok(!isSame(number(1), [{ key: "number" }]));
  assert.ok(!isSame(empty, [...empty, { key: "given" }]));
});
