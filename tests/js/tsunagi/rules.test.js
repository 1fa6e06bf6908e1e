import assert from "node:assert/strict";
import { test } from "node:test";

import * as games from "#engine/game.js";
import * as hands from "#engine/hand.js";
import { apply, interpret, isSolved, start, violations } from "#kinds/tsunagi/rules.js";
import { CROSS, drag, key, levelOf, lines, mark, open, SMALL, tap, tsunagi } from "./boards.js";

const marksOf = (game) => games.present(game);

test("tsunagi letters are ends and waypoints while not all capitals and digits are in use", () => {
  const { board } = start(levelOf(["AaBA", ".b.B"]));
  assert.deepEqual(board.letters, ["A", "B"]);
  assert.deepEqual(board.pairs, [[0, 3], [2, 7]]);
  assert.deepEqual(board.owner, [0, 0, 1, 0, -1, 1, -1, 1]);
});

test("tsunagi letters beyond the thirty-sixth are ends too", () => {
  const all = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789ab!";
  const { board } = start(levelOf([all, all]));
  assert.equal(board.letters.join(""), all);
  assert.equal(board.owner[36], 36);
  assert.equal(board.owner[37], 37);
});

test("tsunagi drag draws from an end, and back along the line shortens it", () => {
  const game = drag(open(SMALL), 0, 1, 4, 7, 4);
  assert.deepEqual(lines(game), [[0, 1, 4], []]);
  assert.deepEqual(lines(drag(open(SMALL), 0, 1, 4, 1, 0)), [[], []]);
});

test("tsunagi drag from a cell of a line goes on from there, and what lies past it is gone", () => {
  const game = drag(open(SMALL), 0, 1, 4, 7);
  assert.deepEqual(lines(drag(game, 7, 6)), [[0, 1, 4, 7, 6], []]);
  assert.deepEqual(lines(drag(game, 4, 3)), [[0, 1, 4, 3], []]);
  assert.deepEqual(lines(drag(game, 6, 3)), [[6, 3], []]);
});

test("tsunagi drag that crosses its own line cuts the loop off", () => {
  assert.deepEqual(lines(drag(open(["A...", "....", "...A"]), 0, 1, 2, 6, 5, 1)), [[0, 1]]);
});

test("tsunagi drag through another line cuts it, and one undo brings both back", () => {
  const first = drag(open(SMALL), 2, 1, 4, 7);
  const game = drag(first, 0, 3, 4);
  assert.deepEqual(lines(game), [[0, 3, 4], [2, 1]]);
  assert.deepEqual(lines(games.undo(game)), lines(first));
  assert.equal(game.history.steps.length, 2);
});

test("tsunagi drag that backs off gives back what it cut", () => {
  const first = drag(open(SMALL), 2, 1, 4, 7);
  assert.deepEqual(lines(drag(first, 0, 3, 4, 3)), [[0, 3], [2, 1, 4, 7]]);
  assert.equal(drag(first, 0, 3, 4, 3, 0).history.steps.length, 1);
});

test("tsunagi drag is refused by walls, blocked cells, and what belongs to another pair", () => {
  const grid = ["A.bB", ".#.A", "...B"];
  assert.deepEqual(lines(drag(open(grid), 0, 4, 5)), [[0, 4], []]);
  assert.deepEqual(lines(drag(open(grid), 0, 1, 2)), [[0, 1], []]);
  assert.deepEqual(lines(drag(open(grid, { walls: "0-1" }), 0, 1)), [[], []]);
  assert.deepEqual(lines(drag(open(grid), 7, 6, 2, 3)), [[7, 6], []]);
  assert.deepEqual(lines(drag(open(grid), 3, 2, 6)), [[], [3, 2, 6]]);
});

test("tsunagi drag goes on to its far end and no further", () => {
  assert.deepEqual(lines(drag(open(SMALL), 0, 3, 6, 7)), [[0, 3, 6], []]);
});

test("tsunagi drag that cuts a corner goes round it on the side that is free", () => {
  const grid = ["A#.", "...", "..A"];
  assert.deepEqual(lines(drag(open(grid), 0, 1, 4)), [[0, 3, 4]]);
  assert.deepEqual(lines(drag(open(grid), 0, 8)), [[]]);
});

test("tsunagi drag that begins on nothing, or with the second button, draws nothing", () => {
  assert.deepEqual(lines(drag(open(SMALL), 1, 4)), [[], []]);
  const game = games.begin(open(SMALL), null);
  assert.equal(games.play(game, { type: "drag", cell: 0, from: 0, last: 0, second: true }), game);
});

test("tsunagi bridge is crossed straight, waits for the cell beyond, and lets another line under", () => {
  const over = drag(open(CROSS), 10, 11, 12, 13, 14);
  assert.deepEqual(lines(over), [[10, 11, 12, 13, 14], []]);
  const both = drag(over, 2, 7, 12, 17, 22);
  assert.deepEqual(lines(both), [[10, 11, 12, 13, 14], [2, 7, 12, 17, 22]]);
  assert.deepEqual(lines(drag(open(CROSS), 10, 11, 12)), [[10, 11], []]);
  assert.deepEqual(lines(drag(open(CROSS), 10, 11, 12, 7)), [[10, 11, 6, 7], []]);
  assert.deepEqual(lines(drag(open(CROSS), 10, 11, 12, 13, 12, 11)), [[10, 11], []]);
});

test("tsunagi line takes one way of a bridge only, and cuts the line that has it", () => {
  const own = drag(open(CROSS), 10, 11, 12, 13, 18, 17, 12, 7);
  assert.deepEqual(lines(own), [[10, 11, 12, 13, 18, 17], []]);
  const cut = drag(drag(open(CROSS), 10, 11, 12, 13), 2, 3, 8, 13, 12, 11);
  assert.deepEqual(lines(cut), [[], [2, 3, 8, 13, 12, 11]]);
  const tail = drag(drag(open(CROSS), 10, 11, 12, 13), 2, 3, 8, 13);
  assert.deepEqual(lines(tail), [[10, 11], [2, 3, 8, 13]]);
});

test("tsunagi edges that join lead to the other side, both ways", () => {
  const game = drag(open(["A..", "...", "..A"], { wrap: true }), 0, 2, 8);
  assert.deepEqual(lines(game), [[0, 2, 8]]);
  assert.deepEqual(lines(drag(open(["A#.", "...", "..A"]), 0, 2)), [[]]);
  assert.equal(tsunagi.beside(levelOf(SMALL, { wrap: true }), -1, 3), 6);
  assert.equal(tsunagi.beside(levelOf(SMALL), -1, 3), null);
});

test("tsunagi line is not cut by a hand that goes a little over the edge", () => {
  assert.deepEqual(lines(drag(open(["...", "A..", "..A"], { wrap: true }), 3, 4, 5, 3)), [[3, 4, 5]]);
  assert.deepEqual(lines(drag(open(["A..", "...", "..A"], { wrap: true }), 0, 2, 0)), [[]]);
});

test("tsunagi pointer that comes back over another edge took the short way", () => {
  const ring = levelOf(["A....", ".....", "....A"], { wrap: true });
  assert.deepEqual(tsunagi.between(ring, 0, 4), [4]);
  assert.deepEqual(tsunagi.between(ring, 4, 1), [0, 1]);
  assert.deepEqual(tsunagi.between(ring, 2, 12), [12]);
  assert.deepEqual(tsunagi.between(levelOf(["A...A"]), 0, 4), [1, 2, 3, 4]);
});

test("tsunagi tap takes a line off at its ends, and cuts it elsewhere", () => {
  const game = drag(open(SMALL), 0, 1, 4, 7);
  assert.deepEqual(lines(tap(game, 0)), [[], []]);
  assert.deepEqual(lines(tap(game, 6)), [[], []]);
  assert.deepEqual(lines(tap(game, 4)), [[0, 1, 4], []]);
  for (const cell of [7, 2, 5]) assert.equal(tap(game, cell), game);
  assert.deepEqual(lines(mark(game, 4)), [[], []]);
  assert.equal(mark(game, 3), game);
});

test("tsunagi backspace shortens a line from where the cursor is", () => {
  const game = drag(open(SMALL), 0, 1, 4, 7);
  assert.deepEqual(lines(key(game, 7, "Backspace")), [[0, 1, 4], []]);
  assert.deepEqual(lines(key(game, 1, "Delete")), [[], []]);
  assert.deepEqual(lines(key(game, 0, "Backspace")), [[], []]);
  assert.equal(key(game, 5, "Backspace"), game);
  assert.equal(key(game, 7, "x"), game);
});

test("tsunagi line is drawn by keys, over bridges and edges too, in one step", () => {
  const arrow = (game, way) => hands.go(game, hands.aim(game, game.ui.cursor, way));
  let game = hands.take(open(CROSS), 10);
  for (const way of ["right", "right"]) game = arrow(game, way);
  assert.deepEqual(lines(game), [[10, 11, 12, 13], []]);
  assert.equal(game.ui.cursor, 13);
  assert.equal(arrow(game, "up").ui.cursor, 8);
  const shorter = hands.press(game, { type: "key", key: "Backspace", cell: 13 });
  assert.deepEqual(lines(shorter), [[10, 11], []]);
  assert.equal(shorter.ui.cursor, 11);
  game = arrow(game, "right");
  assert.equal(game.ui.held, null);
  assert.deepEqual(lines(games.undo(game)), [[], []]);
  const ring = arrow(hands.take(open(SMALL, { wrap: true, walls: "0-1" }), 0), "left");
  assert.equal(ring.ui.cursor, 0, "the far end of another pair");
  assert.deepEqual(lines(arrow(ring, "up")), [[0, 6], []]);
  assert.equal(arrow(open(SMALL, { wrap: true }), "left").ui.cursor, 2);
});

test("tsunagi key that cannot draw on does not cut the line it took in the middle", () => {
  const game = drag(open(SMALL), 0, 1, 4, 7);
  const taken = hands.take(game, 1);
  assert.equal(hands.go(taken, 2), taken);
  assert.deepEqual(lines(hands.go(taken, 0)), [[], []]);
});

test("tsunagi line beside itself is a violation only where the level forbids it", () => {
  const path = [0, 1, 5, 4, 8];
  const grid = ["A...", "....", "...A"];
  assert.deepEqual(violations(marksOf(drag(open(grid), ...path))), []);
  const wrong = violations(marksOf(drag(open(grid, { touch: false }), ...path)));
  assert.deepEqual(wrong, [{ rule: "touch", cells: [0, 4] }]);
  assert.deepEqual(violations(marksOf(drag(open(grid, { touch: false, walls: "0-4" }), ...path))), []);
  const ring = drag(open(["A..A", "...."], { touch: false, wrap: true }), 0, 1, 2);
  assert.deepEqual(violations(marksOf(ring)), []);
});

test("tsunagi line with both cells beside a bridge touches itself unless it crosses", () => {
  const around = drag(open(CROSS, { touch: false }), 10, 11, 6, 7, 8, 13);
  assert.deepEqual(violations(marksOf(around)), [{ rule: "touch", cells: [11, 13] }]);
  const across = drag(open(CROSS, { touch: false }), 10, 11, 12, 13, 14);
  assert.deepEqual(violations(marksOf(across)), []);
});

test("tsunagi is solved when all is joined and filled", () => {
  const joined = drag(drag(open(["A.B", "...", "AB."]), 0, 3, 6), 2, 1, 4, 5, 8);
  assert.equal(isSolved(marksOf(joined)), false);
  assert.equal(isSolved(marksOf(drag(joined, 8, 7))), true);
  const gappy = drag(drag(open(SMALL), 0, 3, 6), 2, 5, 8);
  assert.equal(isSolved(marksOf(gappy)), false);
  assert.equal(isSolved(marksOf(drag(drag(open(SMALL, { fill: false }), 0, 3, 6), 2, 5, 8))), true);
});

test("tsunagi with empty cells allowed still wants its waypoints, and no line beside itself", () => {
  const grid = ["A.A", ".a."];
  const rules = { fill: false };
  assert.equal(isSolved(marksOf(drag(open(grid, rules), 0, 1, 2))), false);
  assert.equal(isSolved(marksOf(drag(open(grid, rules), 0, 3, 4, 5, 2))), true);
  const wide = drag(open(["A.A", "..."], { fill: false, touch: false }), 0, 3, 4, 1, 2);
  assert.equal(isSolved(marksOf(wide)), false);
});

test("tsunagi bridge has to be crossed both ways where every cell is used", () => {
  const grid = ["#B#", "A+A", "#B#"];
  const one = drag(open(grid), 3, 4, 5);
  assert.equal(isSolved(marksOf(one)), false);
  assert.equal(isSolved(marksOf(drag(one, 1, 4, 7))), true);
});

test("tsunagi nonsense in a saved game is no move", () => {
  const state = start(levelOf(["A.bB", ".+.A", "...B"], { walls: "8-9" }));
  const moves = [null, 7, "A", {}, { line: "A" }, { line: "Z", cells: [] }, { line: "A", cells: "0" }];
  const paths = [[0], [0, 2], [1, 0], [0, 1, 0], [0, 1, 2], [0, 99], [0, -1], [0, 0.5], [0, "1"], [0, null], [0, 1, 5]];
  paths.push([0, 1, 5, 9, 8], [0, 4, 5], [7, 6, 5], [7, 3]);
  moves.push(...paths.map((cells) => ({ line: "A", cells })));
  for (const move of moves) assert.throws(() => apply(state, move), RangeError, JSON.stringify(move));
  assert.deepEqual(apply(state, { line: "A", cells: [0, 1, 5, 9] }).lines[0], [0, 1, 5, 9]);
  assert.equal(apply(state, { line: "A", cells: [] }), state);
});

test("tsunagi states are frozen, and moves are JSON", () => {
  const game = drag(open(SMALL), 0, 1, 4);
  assert.throws(() => games.present(game).lines[0].push(5), TypeError);
  const again = games.open(tsunagi, levelOf(SMALL), JSON.parse(JSON.stringify(games.save(game))));
  assert.deepEqual(lines(again), lines(game));
  assert.equal(interpret(games.present(game), game.ui, { type: "key", key: "q", cell: 0 }), null);
});
