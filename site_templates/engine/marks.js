/**
 * What a hint or a check points at, drawn over a board: a frame where to look, corners at what it follows from, a dashed
 * frame with a cross in its corner where something is wrong, a ring where a move was made, and a cross at what cannot be.
 * Each has a shape of its own, so that none needs its colour.
 *
 * @typedef {object} Marks
 * @property {readonly number[]} look
 * @property {readonly number[]} rests
 * @property {readonly number[]} wrong
 * @property {readonly number[]} made
 * @property {readonly string[]} out places, as in `Claims`
 */

import { CELL } from "#engine/contract.js";
import { child } from "#engine/svg.js";
import { cellsOf } from "#engine/way.js";

/** @type {Marks} */
export const NO_MARKS = Object.freeze({ look: [], rests: [], wrong: [], made: [], out: [] });

/** The words for a cell that is marked, in the order in which they count. */
const WORDS = Object.freeze([
  ["wrong", "play.markWrong"],
  ["look", "play.markLook"],
  ["rests", "play.markRests"],
]);

/** How far a frame stands inside its cells, and the radius of its corners. */
const INSET = 2;
const ROUND = 5;

const FRAME = "M2 7a5 5 0 0 1 5-5h18a5 5 0 0 1 5 5v18a5 5 0 0 1-5 5h-18a5 5 0 0 1-5-5z";
const CORNERS = "M2 9v-2a5 5 0 0 1 5-5h2m14 0h2a5 5 0 0 1 5 5v2m0 14v2a5 5 0 0 1-5 5h-2m-14 0h-2a5 5 0 0 1-5-5v-2";
const CROSS = "M22 4l6 6m0-6l-6 6";
const RING = "M16 2a14 14 0 0 1 0 28a14 14 0 0 1 0-28z";

/** From back to front: the class of each stroke that cells have for themselves, the marks that have it, and its path. */
const STROKES = Object.freeze([
  ["rests", "rests", CORNERS],
  ["wrong", "wrong", FRAME],
  ["sign", "wrong", CROSS],
  ["made", "made", RING],
]);

/** @param {SVGElement} root emptied and filled @param {{rows: number, cols: number}} size @param {Marks} marks */
export function drawMarks(root, { rows, cols }, marks) {
  root.replaceChildren();
  const at = (cell) => [(cell % cols) * CELL, Math.floor(cell / cols) * CELL];
  const add = (name, d, x, y) => {
    // A ground of the board's own colour below each stroke sets it off from whatever is in the cell.
    const mark = child(root, "g", { class: `mark-${name}`, transform: `translate(${x} ${y})` });
    child(mark, "path", { class: "under", d });
    child(mark, "path", { class: "stroke", d });
  };
  for (const cell of marks.look) child(root, "rect", { class: "tint", ...corner(at(cell)), width: CELL, height: CELL });
  if (marks.look.length > 0) add("look", outline(marks.look, cols), 0, 0);
  for (const [name, of, d] of STROKES) {
    for (const cell of marks[of]) add(name, d, ...at(cell));
  }
  for (const place of marks.out) {
    for (const [x, y] of middles(cellsOf(place).map(at), [cols * CELL, rows * CELL])) {
      add("out", "M-4.5 -4.5l9 9m0-9l-9 9", x, y);
    }
  }
}

function corner([x, y]) {
  return { x, y };
}

/** One frame around cells that lie side by side. @returns {string} a path */
function outline(cells, cols) {
  const among = new Set(cells);
  return cells.map((cell) => {
    const [x, y] = [(cell % cols) * CELL, Math.floor(cell / cols) * CELL];
    const [first, last] = [cell % cols === 0, cell % cols === cols - 1];
    // North, east, south, west: whether the frame runs along that side.
    const open = [cell - cols, last ? -1 : cell + 1, cell + cols, first ? -1 : cell - 1].map((next) => !among.has(next));
    return open.map((runs, side) => (runs ? edge(open, side, x, y) : "")).join("");
  }).join("");
}

/** A side of a cell and the corner after it, clockwise; a side goes on to the next cell where no corner is. */
function edge(open, side, x, y) {
  const [before, after] = [open[(side + 3) % 4], open[(side + 1) % 4]];
  const [begin, end] = [before ? INSET + ROUND : 0, after ? CELL - INSET - ROUND : CELL];
  const turn = ([along, across]) => {
    const [right, down] = [[along, across], [CELL - across, along], [CELL - along, CELL - across], [across, CELL - along]][side];
    return `${x + right} ${y + down}`;
  };
  const bend = after ? `A${ROUND} ${ROUND} 0 0 1 ${turn([CELL - INSET, INSET + ROUND])}` : "";
  return `M${turn([begin, INSET])}L${turn([end, INSET])}${bend}`;
}

/** Where a place is seen: in the middle of its cell, between its two, or where edges join at both edges. */
function middles([[x, y], other], [width, height]) {
  const half = CELL / 2;
  if (!other) return [[x + half, y + half]];
  const [right, down] = [other[0] - x, other[1] - y];
  // Two cells belong together over the edge if they are in one line and stand at both its ends.
  if (down === 0 && right > 2 * CELL) return [[0, y + half], [width, y + half]];
  if (right === 0 && down > 2 * CELL) return [[x + half, 0], [x + half, height]];
  return [[x + half + right / 2, y + half + down / 2]];
}

/**
 * @param {Marks} marks @param {number} size how many cells there are
 * @returns {readonly (string|null)[]} the key of what each cell is called for its mark, or null where it has none
 */
export function markWords(marks, size) {
  const words = new Array(size).fill(null);
  for (const [name, word] of [...WORDS].reverse()) {
    for (const cell of marks[name]) words[cell] = word;
  }
  return words;
}
