import assert from "node:assert/strict";
import { test } from "node:test";

import { layPlaces, marginOf, onCells } from "#engine/places.js";

const level = { rows: 3, cols: 5 };
const box = { left: 10, top: 20, width: 50, height: 30 };
const plain = layPlaces({}, level);

/** A board whose edges join, with the far edge's cells beside it. */
const ring = {
  margin: { top: 0.5, right: 0.5, bottom: 0.5, left: 0.5 },
  beside: ({ rows, cols }, row, col) => ((row + rows) % rows) * cols + ((col + cols) % cols),
  between: (_, from, to) => [from, to],
};
const joined = layPlaces(ring, level);

test("places of a board are its cells, and there are none outside", () => {
  assert.equal(plain.at(box, 10, 20), 0);
  assert.equal(plain.at(box, 59, 49), 14);
  assert.equal(plain.at(box, 35, 32), 7);
  assert.equal(plain.at(box, 9, 30), null);
  assert.equal(plain.at(box, 35, 50), null);
  assert.equal(plain.cols, 5);
  assert.equal(plain.cellOf(7), 7);
  assert.equal(plain.beyond, undefined);
});

test("places of a margin that stands for nothing are none", () => {
  const places = layPlaces({ margin: ring.margin }, level);
  assert.equal(places.at(box, 9, 30), null);
  assert.equal(places.cols, 5);
});

test("places beside a board stand for cells, as far as the margin goes", () => {
  const at = (x, y) => {
    const place = joined.at(box, x, y);
    return place === null ? null : joined.cellOf(place);
  };
  assert.equal(at(35, 32), 7);
  assert.equal(at(9, 32), 9);
  assert.equal(at(62, 32), 5);
  assert.equal(at(35, 19), 12);
  assert.equal(at(9, 19), 14);
  assert.equal(at(4, 32), null);
  assert.equal(at(66, 32), null);
});

test("places beside a board are neighbours of the edge they lie at", () => {
  assert.equal(joined.cols, 7);
  assert.equal(joined.at(box, 62, 32), joined.at(box, 58, 32) + 1);
  assert.equal(joined.at(box, 35, 19), joined.at(box, 35, 21) - 7);
});

test("places of a way over the outside are those of the board", () => {
  const right = joined.at(box, 62, 32);
  assert.deepEqual(joined.beyond(right, joined.at(box, 58, 32)).map(joined.cellOf), [5, 9]);
});

test("places of inputs become cells, and what stands for none is left out", () => {
  const right = joined.at(box, 62, 32);
  const input = { type: "drag", cell: right, from: right - 2, last: right - 1, second: false };
  assert.deepEqual(onCells(joined, [input]), [{ type: "drag", cell: 5, from: 8, last: 9, second: false }]);
  const holes = layPlaces({ ...ring, beside: () => null }, level);
  assert.deepEqual(onCells(holes, [{ type: "tap", cell: 0 }]), []);
});

test("places need a margin, which may hang on the level", () => {
  assert.deepEqual(marginOf({}, level), { top: 0, right: 0, bottom: 0, left: 0 });
  assert.equal(marginOf({ margin: ({ rows }) => ({ top: rows }) }, level).top, 3);
});
