import assert from "node:assert/strict";
import { test } from "node:test";

import { linkToday, pageOf } from "#engine/whereabouts.js";

const pages = Object.freeze([
  ["toy/5x5-easy.html", "0123ab 4567cd"],
  ["toy/5x5-easy-2.html", "89abef"],
  ["other/5x5-easy.html", "0f0f0f"],
]);

test("level is on the page that has its id, or how that begins", () => {
  assert.equal(pageOf(pages, "89abef012345"), "toy/5x5-easy-2.html");
  assert.equal(pageOf([["5x5-hard.html", "89abef012345"]], "89abef012345"), "5x5-hard.html");
  for (const id of ["ffffff012345", "", "89abe"]) assert.equal(pageOf(pages, id), null);
  for (const none of [[], [["5x5-easy.html", ""]]]) assert.equal(pageOf(none, "89abef012345"), null);
});

test("link to a level follows it to another page, keeps its image, and is none where the level is gone", () => {
  assert.equal(linkToday(pages, "toy/5x5-easy.html#0123ab999999"), "toy/5x5-easy.html#0123ab999999");
  assert.equal(linkToday(pages, "toy/5x5-normal-3.html#89abef999999/rotate90+swap"), "toy/5x5-easy-2.html#89abef999999/rotate90+swap");
  assert.equal(linkToday(pages, "toy/5x5-easy.html#eeeeee999999"), null);
  assert.equal(linkToday(pages, "other/5x5-easy.html#0123ab999999"), null, "another kind's");
});

test("link stays on its page where that has the level, whichever other level begins alike", () => {
  const pages = [["toy/5x5-easy.html", "abc d01"], ["toy/5x5-hard.html", "abc e02"]];
  assert.equal(linkToday(pages, "toy/5x5-hard.html#abcdef"), "toy/5x5-hard.html#abcdef");
  assert.equal(linkToday(pages, "toy/7x7-hard.html#abcdef"), "toy/5x5-easy.html#abcdef");
});
