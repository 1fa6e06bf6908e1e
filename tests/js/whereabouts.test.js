import assert from "node:assert/strict";
import { test } from "node:test";

import { askFor, isPage, isSought, leadOn, linkToday, pageOf, readAsked } from "#engine/whereabouts.js";

const ID = "0123ab999999";
const sizes = Object.freeze({ "5x5": { easy: 3, hard: 1 } });
const pages = Object.freeze([
  ["5x5-easy.html", `${ID} 4567cd000000`],
  ["5x5-easy-2.html", "89abef012345"],
]);

test("level is on the page that has its id", () => {
  assert.equal(pageOf(pages, "89abef012345"), "5x5-easy-2.html");
  for (const id of ["ffffff012345", "", "89abe"]) assert.equal(pageOf(pages, id), null);
  assert.equal(pageOf([["5x5-easy.html", ""]], ""), "5x5-easy.html");
});

test("play pages are known by their numbers, of which a few may not be taken", () => {
  for (const name of ["5x5-easy.html", "5x5-easy-3.html", "5x5-hard.html"]) assert.equal(isPage(sizes, name), true, name);
  const none = ["5x5-easy-4.html", "5x5-easy-1.html", "5x5-easy-0.html", "5x5-hard-2.html", "7x7-easy.html", "index.html", ""];
  for (const name of [...none, "5x5-toString.html", "constructor-easy.html"]) assert.equal(isPage(sizes, name), false, name);
});

test("play pages whose numbers have gaps are known one by one behind the first of them", () => {
  const gaps = { "5x5": { easy: [2, 4, 12] } };
  for (const end of ["", "-2", "-4", "-12"]) assert.equal(isPage(gaps, `5x5-easy${end}.html`), true, end);
  for (const end of ["-1", "-3", "-5", "-11", "-13"]) assert.equal(isPage(gaps, `5x5-easy${end}.html`), false, end);
});

test("only what may be an id is looked for", () => {
  assert.equal(isSought(ID), true);
  for (const id of ["", "main", `:${ID}`, `${ID}0`, "0123AB999999"]) assert.equal(isSought(id), false, id);
});

test("page that knows where levels are leads on to the level, with its image and position, or to the page that knows it", () => {
  const known = { signs: 0, pages, sizes };
  const asked = askFor("5x5-hard.html", `#${ID}/rotate90+swap/A4x0`);
  assert.equal(asked, `where.html#5x5-hard.html:${ID}/rotate90+swap/A4x0`);
  const hash = asked.slice(asked.indexOf("#"));
  assert.deepEqual(readAsked(hash), { page: "5x5-hard.html", place: `${ID}/rotate90+swap/A4x0`, id: ID });
  assert.equal(leadOn(hash, known), `5x5-easy.html#${ID}/rotate90+swap/A4x0`);
  assert.equal(leadOn(`#${ID}`, known), `5x5-easy.html#${ID}`);
  assert.equal(leadOn(hash, { signs: 2, pages: [], sizes }), `where-01.html${hash}`);
});

test("page that knows where levels are sends nobody back to a page on which the level was looked for", () => {
  // It is older than the play page, as where a browser kept the one and asked for the other.
  const known = { signs: 0, pages, sizes };
  assert.equal(leadOn(`#5x5-easy.html:${ID}/rotate90`, known), `5x5-easy.html#:${ID}`);
  assert.equal(leadOn(`#5x5-easy-2.html:${ID}`, known), `5x5-easy.html#${ID}`);
});

test("address whose signs are written as numbers is read as any other", () => {
  const hash = `#5x5-hard.html%3A${ID}%2Frotate90`;
  assert.deepEqual(readAsked(hash), { page: "5x5-hard.html", place: `${ID}/rotate90`, id: ID });
  assert.equal(leadOn(`#${ID}%2Frotate90`, { signs: 0, pages, sizes }), `5x5-easy.html#${ID}/rotate90`);
  assert.equal(readAsked("#100%").place, "100%");
});

test("level that is gone is told of on the page that it was asked of, where that is there, and looked for no more", () => {
  const known = { signs: 0, pages, sizes };
  const back = leadOn("#5x5-hard.html:eeeeee999999/rotate90", known);
  assert.equal(back, "5x5-hard.html#:eeeeee999999");
  assert.equal(isSought(back.split("#")[1]), false);
  for (const hash of ["", "#", "#eeeeee999999", "#:eeeeee999999", "#7x7-hard.html:eeeeee999999", "#../x.html:eeeeee999999"]) {
    assert.equal(leadOn(hash, known), null, hash);
  }
  assert.equal(leadOn("#5x5-hard.html:nonsense", { signs: 2, pages: [], sizes }), "5x5-hard.html#:nonsense");
});

test("link to a level stays as it is where its page is there, and else asks where the level is", () => {
  const kinds = { toy: sizes };
  assert.equal(linkToday(kinds, `toy/5x5-easy-2.html#${ID}`), `toy/5x5-easy-2.html#${ID}`);
  assert.equal(linkToday(kinds, `toy/5x5-normal-3.html#${ID}/rotate90`), `toy/where.html#:${ID}/rotate90`);
  assert.equal(linkToday(kinds, `other/5x5-easy.html#${ID}`), null);
  assert.equal(linkToday({}, `toString/5x5-easy.html#${ID}`), null);
});
