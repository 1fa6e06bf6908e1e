import assert from "node:assert/strict";
import { test } from "node:test";

import { countOf, parted, stepFor } from "../../site_templates/watch/state.js";

const shown = { print: "a1", rest: "r1" };

test("watch: a page that is as it was stays", () => {
  assert.equal(stepFor(shown, { print: "a1", rest: "r1" }), "stay");
});

test("watch: where only the style is another one it is put in place of the old", () => {
  assert.equal(stepFor(shown, { print: "a2", rest: "r1" }), "style");
});

test("watch: any other change loads the page anew", () => {
  assert.equal(stepFor(shown, { print: "a2", rest: "r2" }), "reload");
  assert.equal(stepFor({ print: "a1", rest: "" }, { print: "", rest: "" }), "reload");
});

test("watch: a level that stands elsewhere is followed, and one that is gone is left", () => {
  assert.equal(stepFor(shown, { go: "akari/5x5-easy.html#1" }), "go");
  assert.equal(stepFor(shown, { go: "akari/index.html", gone: "layouts/akari/a.yaml:1" }), "go");
});

test("watch: the page for what is missing stays until there is something", () => {
  assert.equal(stepFor({}, { go: "index.html", gone: "x/y.html" }), "stay");
  assert.equal(stepFor({}, { print: "a1", rest: "r1" }), "reload");
});

test("watch: a page that stands in for another is left as soon as anything changes", () => {
  assert.equal(stepFor({ bare: true }, { go: "index.html", gone: "x/y.html" }), "reload");
});

test("watch: the mark is below one character, whatever its width, and may stand behind the line", () => {
  assert.deepEqual(parted("ab𝄞d", 3), ["ab", "𝄞", "d"]);
  assert.deepEqual(parted("ab", 3), ["ab", " ", ""]);
  assert.deepEqual(parted("", 1), ["", " ", ""]);
});

test("watch: faults that are not sent are counted too", () => {
  assert.equal(countOf({ faults: [{}, {}], more: 7 }), 9);
});
