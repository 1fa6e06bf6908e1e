import assert from "node:assert/strict";
import { test } from "node:test";

import { showContinue } from "#engine/shelf.js";
import { LAST, openStore } from "#engine/store.js";
import { level, toy } from "./toy.js";

const HREF = "toy/1x3-easy.html#0123456789";

/** As much of a page as the board to go on with takes. */
function page() {
  const element = () => {
    const made = { dataset: {}, hidden: true, setAttribute() {}, append() {}, replaceChildren() {}, toggleAttribute() {} };
    made.querySelector = element;
    made.ownerDocument = { createElementNS: element };
    return made;
  };
  const card = element();
  return { card, querySelector: (name) => (name === "[data-part=continue]" ? card : element()) };
}

/** Whether home offers to go on with a level of which a game is kept, and how often its board was laid out. */
function offered(changes) {
  const kept = new Map();
  const storage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
  const store = openStore([() => storage], () => 5);
  store.write(LAST, { kind: "toy", level: { ...level, title: "", ...changes }, number: 1, home: "/", href: HREF });
  store.write(`toy:${level.id}`, { v: 1, steps: [[{ turn: 0 }]], at: 1 });
  let laidOut = 0;
  const start = (of) => (laidOut++, toy.start(of));
  const kind = { ...toy, start, draw() {}, summary: () => [] };
  const shown = page();
  showContinue(shown, store, [kind], (key) => key, { home: "/", pages: { toy: { "1x3": { easy: 1 } } } });
  return { offers: !shown.card.hidden, laidOut };
}

test("home offers the level that was played last", () => {
  assert.deepEqual(offered({}), { offers: true, laidOut: 1 });
});

test("home lays no board out whose sides are not those of its cells", () => {
  const boards = [{ cols: 20_000_000 }, { rows: 2 }, { rows: 1e308 }, { cols: "3" }, { rows: -1 }, { grid: ["...."] }, { grid: [3] }];
  boards.push({ rows: 5_000, cols: 1, grid: Array(5_000).fill(".") }, { grid: null }, { rows: 1.5 }, { rows: 0, grid: [] });
  for (const board of boards) assert.deepEqual(offered(board), { offers: false, laidOut: 0 }, JSON.stringify(board).slice(0, 80));
});
