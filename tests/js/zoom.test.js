import assert from "node:assert/strict";
import { test } from "node:test";

import * as games from "#engine/game.js";
import { usesKey } from "#engine/hand.js";
import { readKey } from "#engine/input.js";
import * as zoom from "#engine/zoom.js";

test("zoom begins where a cell is too fine for a finger or a pointer, and any cell can be as large as a thumb", () => {
  assert.deepEqual([8, 43, 44].map((base) => zoom.isFine(base, true)), [true, true, false]);
  assert.deepEqual([8, 23, 24, 43].map((base) => zoom.isFine(base, false)), [true, true, false, false]);
  for (const base of [2, 5, 8, 40, 96]) assert.ok(zoom.mostOf(base) >= Math.max(44, base * 2));
});

test("zoom in steps ends at the largest cells, and back at the whole board", () => {
  const walk = (cell, base, way) => (cell === zoom.stepped(cell, base, way) ? [cell] : [cell, ...walk(zoom.stepped(cell, base, way), base, way)]);
  assert.deepEqual(walk(8, 8, 1), [8, 12, 18, 27, 41, 62, 93, 96]);
  assert.deepEqual(walk(96, 8, -1), [96, 64, 43, 29, 19, 13, 9, 8]);
  assert.equal(zoom.bound(8.1, 8), 8);
  assert.equal(zoom.bound(3, 8), 8);
  assert.equal(zoom.bound(500, 8), 96);
});

test("zoom is told in percent of the whole board, with its ends", () => {
  const told = (cell, base) => zoom.zoomPhrase({ cell, base });
  assert.deepEqual(told(8, 8), { key: "play.zoomedWhole" });
  assert.deepEqual(told(12, 8), { key: "play.zoomed", values: { percent: 150 } });
  assert.deepEqual(told(96, 8), { key: "play.zoomedMost", values: { percent: 1200 } });
});

test("zoom keeps the place under a finger, whatever the size before and after", () => {
  const before = { scroll: 130, lead: 22, cell: 10 };
  const place = zoom.placeUnder(200, before);
  assert.equal(zoom.scrollFor(place, 200, before), 130);
  const after = { scroll: zoom.scrollFor(place, 200, { lead: 22, cell: 44 }), lead: 22, cell: 44 };
  assert.ok(Math.abs(zoom.placeUnder(200, after) - place) < 1e-9);
});

test("zoom scrolls to a cell that is not seen, and stays where one is", () => {
  const view = { scroll: 400, lead: 20, cell: 40, size: 320 };
  assert.equal(zoom.scrollToShow(12, view), 400);
  assert.equal(zoom.scrollToShow(0, view), -40);
  const far = zoom.scrollToShow(30, view);
  assert.ok(20 + 31 * 40 - far <= 320 && 20 + 30 * 40 - far >= 20);
});

test("zoom by two fingers is by their middle and how far they are from each other", () => {
  assert.deepEqual(zoom.pinchOf([{ x: 0, y: 0 }, { x: 30, y: 40 }]), { x: 15, y: 20, spread: 50 });
  assert.ok(zoom.pinchOf([{ x: 1, y: 1 }, { x: 1, y: 1 }]).spread > 0);
  assert.ok(zoom.wheelFactor({ deltaY: -3, deltaMode: 0 }) > 1);
  assert.ok(zoom.wheelFactor({ deltaY: 5000, deltaMode: 0 }) > 0.5);
});

test("zoom leaves room between the numbers of fine lines", () => {
  assert.deepEqual([5, 3, 17, 44, 1].map(zoom.labelsEvery), [5, 10, 1, 1, 10]);
});

test("zoom has keys, but not those that a kind has a use for on any cell", () => {
  const press = (key) => readKey({ key, ctrl: false, shift: false, alt: false }, 0, { rows: 1, cols: 2 });
  assert.deepEqual(["+", "=", "-", "0"].map((key) => press(key).command), ["nearer", "nearer", "farther", "whole"]);
  assert.ok(press("0").yields);
  assert.equal(readKey({ key: "0", ctrl: true, shift: false, alt: false }, 0, { rows: 1, cols: 2 }), null);
  const kind = {
    start: () => "..",
    isSolved: () => false,
    interpret: (state, ui, { key, cell }) => (key === "0" && cell === 1 ? 1 : null),
  };
  const game = games.open(kind, { rows: 1, cols: 2 }, null);
  assert.deepEqual(["0", "-"].map((key) => usesKey(game, key)), [true, false]);
});
