/**
 * How pointers and arrows get about a board: over bridges, and over edges that join, with a look at what lies beyond.
 */

import { BRIDGE, neighbour } from "#kinds/tsunagi/rules.js";

/** A press that lasts is only a slow one, and not the second button's. */
export const longPress = false;

/** How much of the cells of the far edge is seen beside the near one. */
const BEYOND = 0.75;

const NAMES = Object.freeze(["up", "right", "down", "left"]);

/** @param {import("#engine/contract.js").Level} level @returns {import("#engine/contract.js").Margin} */
export function margin({ rules }) {
  const room = rules.wrap === true ? BEYOND : 0;
  return Object.freeze({ top: room, right: room, bottom: room, left: room });
}

/** A place beside the board is the cell that comes after the edge. */
export function beside({ rows, cols, rules }, row, col) {
  return rules.wrap === true ? within(row, rows) * cols + within(col, cols) : null;
}

/**
 * The way of a pointer that left the board and came back: where edges join, the short way, which may be the one over
 * them.
 */
export function between({ rows, cols, rules }, from, to) {
  const wrap = rules.wrap === true;
  let down = nearer(Math.floor(to / cols) - Math.floor(from / cols), rows, wrap);
  let right = nearer((to % cols) - (from % cols), cols, wrap);
  let [row, col] = [Math.floor(from / cols), from % cols];
  const cells = [];
  while (down !== 0 || right !== 0) {
    // The longer way first, so that the path keeps close to the straight line.
    if (Math.abs(down) > Math.abs(right)) {
      row += Math.sign(down);
      down -= Math.sign(down);
    } else {
      col += Math.sign(right);
      right -= Math.sign(right);
    }
    cells.push(within(row, rows) * cols + within(col, cols));
  }
  return cells;
}

/** An arrow walks over edges that join; with a line in hand it goes over a bridge, which is no place to stop. */
export function walk({ board }, cell, way, held) {
  const direction = NAMES.indexOf(way);
  const next = neighbour(board, cell, direction);
  if (held === null || next === null || board.cells[next] !== BRIDGE) return next;
  return neighbour(board, next, direction);
}

function nearer(steps, size, wrap) {
  if (!wrap || Math.abs(steps) * 2 <= size) return steps;
  return steps - Math.sign(steps) * size;
}

function within(index, size) {
  return (index + size) % size;
}
