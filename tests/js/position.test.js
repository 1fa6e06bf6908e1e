import assert from "node:assert/strict";
import { test } from "node:test";

import { readPlace, writePlace } from "#engine/address.js";
import { readPosition, spells, writePosition } from "#engine/position.js";
import * as akari from "#kinds/akari/rules.js";
import { drag, levelOf, open, tsunagi } from "./tsunagi/boards.js";
import * as games from "#engine/game.js";
import { level as row, toy } from "./toy.js";

const kind = { name: "akari", ...akari };
const level = Object.freeze({ id: "0123456789", rows: 3, cols: 4, grid: ["..#.", "...1", "...."], rules: {} });
const board = akari.apply(akari.start(level), { set: [[0, "*"], [3, "x"], [10, "x"]] });

test("address names a level, and image and position only where there is more to say", () => {
  assert.equal(writePlace({ id: "0a" }), "#0a");
  assert.equal(writePlace({ id: "0a", image: "rotate90+swap" }), "#0a/rotate90+swap");
  assert.equal(writePlace({ id: "0a", position: "xyz" }), "#0a/identity/xyz");
  for (const place of [{ id: "0a", image: "identity", position: "" }, { id: "0a", image: "flip", position: "A-_9" }]) {
    assert.deepEqual(readPlace(writePlace(place)), place);
  }
});

test("address that was passed on with its signs as numbers, or cut short, is read all the same", () => {
  assert.deepEqual(readPlace("#0a/flip%2Bswap/x"), { id: "0a", image: "flip+swap", position: "x" });
  assert.deepEqual(readPlace("#0a%2Fflip"), { id: "0a", image: "flip", position: "" });
  assert.deepEqual(readPlace("#%"), { id: "%", image: "identity", position: "" });
  assert.deepEqual(readPlace(""), { id: "", image: "identity", position: "" });
});

test("position is read as it was written", () => {
  const text = writePosition(kind, level, board);
  assert.match(text, /^[\w-]+$/);
  assert.equal(readPosition(kind, level, text).state.marks, board.marks);
  const bare = writePosition(kind, level, akari.start(level));
  assert.deepEqual(readPosition(kind, level, bare).moves, []);
});

test("position of a large board is short", () => {
  const grid = Array.from({ length: 60 }, () => ".".repeat(60));
  const large = { ...level, rows: 60, cols: 60, grid };
  const all = Array.from({ length: 3600 }, (_, cell) => [cell, cell % 7 === 0 ? "." : "x"]);
  const state = akari.apply(akari.start(large), { set: all });
  const text = writePosition(kind, large, state);
  assert.ok(text.length < 1000, String(text.length));
  assert.equal(readPosition(kind, large, text).state.marks, state.marks);
});

test("position that was changed, cut short, or is another level's or image's is none", () => {
  const text = writePosition(kind, level, board);
  for (let at = 0; at < text.length; at++) {
    assert.equal(readPosition(kind, level, text.slice(0, at)), null);
    const other = text[at] === "0" ? "1" : "0";
    assert.equal(readPosition(kind, level, text.slice(0, at) + other + text.slice(at + 1)), null);
  }
  assert.equal(readPosition(kind, { ...level, id: "1123456789" }, text), null);
  assert.equal(readPosition(kind, { ...level, image: "flip" }, text), null);
  for (const wrong of ["", "%", "é", "A".repeat(1e6), text + "/"]) assert.equal(readPosition(kind, level, wrong), null);
});

test("position with a right check that no board can be in is none", () => {
  // A bulb on a wall; marks beyond the board.
  for (const spelt of ["..*", ".".repeat(12) + "*"]) {
    const text = writePosition({ ...kind, spell: () => spelt }, level, board);
    assert.equal(readPosition(kind, level, text), null);
  }
});

test("position of lines holds each with the end that it comes from, over bridges and over edges", () => {
  const grid = ["A.B..", ".....", "..+.A", ".....", "..B.."];
  const begun = drag(drag(open(grid, { wrap: true }), 14, 13, 11, 10), 22, 17, 7);
  const edge = drag(begun, 0, 20, 21);
  for (const game of [begun, edge]) {
    const { lines } = games.present(game);
    const text = writePosition(tsunagi, game.level, games.present(game));
    assert.deepEqual(readPosition(tsunagi, game.level, text).state.lines, lines);
  }
});

test("position of lines that no board can have is none", () => {
  const one = levelOf(["A.B", "...", "A.B"]);
  const state = tsunagi.start(one);
  const spelt = (text) => writePosition({ ...tsunagi, spell: () => text }, one, state);
  assert.equal(readPosition(tsunagi, one, spelt("22")).state.lines[0].length, 3);
  // Off the board, through an end, a line too many, one over another, a sign out of place.
  for (const text of ["0", "11", ";;2", "12203;3", "2-2"]) assert.equal(readPosition(tsunagi, one, spelt(text)), null, text);
});

test("position can be passed on only where the kind spells its boards", () => {
  assert.equal(spells(toy), false);
  assert.equal(readPosition(toy, row, "00000"), null);
  assert.equal(spells(kind), true);
});
