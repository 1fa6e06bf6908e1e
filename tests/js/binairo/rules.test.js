import assert from "node:assert/strict";
import { test } from "node:test";

import { apply, counts, interpret, isSolved, start, violations } from "#kinds/binairo/rules.js";

const GOOD = ["0110", "1010", "1001", "0101"];
const OPEN = ["....", "....", "....", "...."];

const board = (grid, rules = { unique_lines: true }) =>
  start({ id: "", rows: grid.length, cols: grid[0].length, grid, rules, tier: "easy" });
const put = (state, ...marks) => apply(state, { set: marks });
/** A board with these stones, none of them given. */
const filled = (rows, rules) => put(board(rows.map((row) => ".".repeat(row.length)), rules), ...[...rows.join("")].entries());
const ui = Object.freeze({ cursor: 0, before: null, solved: false, last: 0 });
const press = (state, input, more = {}) => {
  const move = interpret(state, { ...ui, ...more }, input);
  return move === null ? state : apply(state, move);
};
const first = (state) => state.marks.slice(0, state.board.cols);

test("binairo tap goes from empty to 0 to 1 and back, a mark the other way", () => {
  for (const [type, round] of [["tap", "01."], ["mark", "10."]]) {
    let state = board(OPEN);
    for (const mark of round) {
      state = press(state, { type, cell: 1 });
      assert.equal(first(state), `.${mark}..`);
    }
  }
});

test("binairo givens are locked", () => {
  const state = board(["01..", "....", "....", "...."]);
  for (const cell of [0, 1]) {
    for (const type of ["tap", "mark"]) assert.equal(interpret(state, ui, { type, cell }), null);
    for (const key of [" ", "0", "1", "Delete"]) assert.equal(interpret(state, ui, { type: "key", key, cell }), null);
    assert.throws(() => put(state, [cell, "."]), RangeError);
  }
});

function dragOver(before, cells, { second = false, held = before } = {}) {
  return cells.reduce(
    (state, cell, step) => press(state, { type: "drag", cell, from: cells[0], last: cells[Math.max(step - 1, 0)], second }, { before }),
    held,
  );
}

test("binairo drag paints what a tap would set, over empty cells only", () => {
  const state = put(board(["......", ...Array(5).fill("......")]), [2, "1"], [3, "0"]);
  assert.equal(first(dragOver(state, [0, 1, 2, 3, 4])), "00100.");
  assert.equal(first(dragOver(state, [0, 1, 2, 3, 4], { second: true })), "11101.");
  assert.equal(first(dragOver(state, [3, 4, 5])), "..1111");
});

test("binairo drag back over its first cell changes nothing more", () => {
  assert.equal(first(dragOver(board(OPEN), [0, 1, 0, 1, 2])), "000.");
});

test("binairo drag from a stone at the end of its round rubs out stones like it", () => {
  const state = put(board(["......", ...Array(5).fill("......")]), [0, "1"], [1, "1"], [2, "0"], [4, "1"]);
  assert.equal(first(dragOver(state, [0, 1, 2, 3, 4])), "..0...");
});

test("binairo drag from a given pours its stone and leaves givens alone", () => {
  assert.equal(first(dragOver(board(["1..0..", ...Array(5).fill("......")]), [0, 1, 2, 3, 4])), "11101.");
});

test("binairo drag after a long press paints what the press has set", () => {
  const before = board(OPEN);
  assert.equal(first(dragOver(before, [0, 1, 2], { held: press(before, { type: "mark", cell: 0 }) })), "111.");
});

test("binairo keys are 0, 1, space, backspace and delete", () => {
  const state = put(board(OPEN), [3, "1"]);
  const key = (name, cell) => first(press(state, { type: "key", key: name, cell }));
  assert.equal(key("0", 0), "0..1");
  assert.equal(key("1", 0), "1..1");
  assert.equal(key("0", 3), "...0");
  assert.equal(key(" ", 0), "0..1");
  assert.equal(key(" ", 3), "....");
  assert.equal(key("Backspace", 3), "....");
  assert.equal(key("Delete", 3), "....");
  assert.equal(interpret(state, ui, { type: "key", key: "1", cell: 3 }), null);
  assert.equal(interpret(state, ui, { type: "key", key: "q", cell: 0 }), null);
});

test("binairo runs of three are named whole, in rows and columns", () => {
  const across = put(board(["......", ...Array(5).fill("......")]), [1, "0"], [2, "0"], [3, "0"], [4, "0"]);
  assert.deepEqual(violations(across).map(({ rule, cells }) => [rule, cells]), [
    ["three-in-a-row", [1, 2, 3, 4]],
    ["quota", [1, 2, 3, 4]],
  ]);
  const down = put(board(["......", ...Array(5).fill("......")]), [1, "1"], [7, "1"], [13, "1"]);
  assert.deepEqual(violations(down), [{ rule: "three-in-a-row", cells: [1, 7, 13] }]);
});

test("binairo line with more than half of a stone is a violation", () => {
  const state = put(board(OPEN), [0, "1"], [1, "1"], [3, "1"]);
  assert.deepEqual(violations(state), [{ rule: "quota", cells: [0, 1, 3] }]);
});

test("binairo equal lines are a violation once both are full, unless the level allows them", () => {
  const rows = ["0110", "1001", "0110", "...."];
  const equal = [0, 1, 2, 3, 8, 9, 10, 11];
  assert.deepEqual(violations(filled(rows)), [{ rule: "equal-lines", cells: equal }]);
  assert.deepEqual(violations(filled(rows, { unique_lines: false })), []);
  assert.deepEqual(violations(filled(["0110", "....", "011.", "...."])), []);
});

test("binairo counts say what each line still takes, and by how much it has too many", () => {
  const state = put(board(OPEN), [0, "1"], [1, "1"], [3, "1"]);
  const left = counts(state).map((count) => count.left);
  assert.deepEqual(left, [[2, -1], [2, 2], [2, 2], [2, 2], [2, 1], [2, 1], [2, 2], [2, 1]]);
});

test("binairo is solved by the rules, whichever answer was meant", () => {
  assert.equal(isSolved(filled(GOOD)), true);
  assert.equal(isSolved(filled([...GOOD].reverse())), true);
  assert.equal(isSolved(filled([...GOOD.slice(0, 3), "010."])), false);
  assert.equal(isSolved(filled(["0110", "1001", "0110", "1001"])), false);
  assert.equal(isSolved(filled(["0110", "1001", "0110", "1001"], { unique_lines: false })), true);
});

test("binairo boards may be oblong", () => {
  const state = put(board(["......", "......", "......", "......"]), [0, "0"], [6, "0"], [18, "0"]);
  assert.deepEqual(violations(state), [{ rule: "quota", cells: [0, 6, 18] }]);
});

test("binairo apply refuses what is no move on the board", () => {
  const state = board(["0...", "....", "....", "...."]);
  const moves = [null, {}, { set: [[0, "1"]] }, { set: [[16, "1"]] }, { set: [[-1, "1"]] }, { set: [[1, "?"]] }];
  moves.push({ set: [[1, "toString"]] }, { set: [["length", "1"]] });
  for (const move of moves) assert.throws(() => apply(state, move), RangeError, JSON.stringify(move));
});

test("binairo states are frozen and old ones stay", () => {
  const state = board(OPEN);
  put(state, [0, "1"]);
  assert.equal(first(state), "....");
  assert.throws(() => {
    state.marks = "1111";
  }, TypeError);
});
