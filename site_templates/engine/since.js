/**
 * What has changed since the last checkpoint, and how it is marked: a turned-down corner and a veil over the cell.
 *
 * The corner is a shape of its own, so that it reads without colour; the veil makes it seen from far.
 */

import { CELL } from "#engine/contract.js";
import { checkpoint, present } from "#engine/game.js";
import { child } from "#engine/svg.js";

/** The turned-down corner at the left foot of a cell, and the line of its fold. */
const CORNER = `M0 ${CELL - 11}l11 11h-11z`;
const FOLD = `M0.7 ${CELL - 10.3}l9.6 9.6`;

/**
 * The cells in which there is something else than at the last checkpoint.
 * @param {import("./game.js").Game} game
 * @returns {readonly number[]} none where there is no checkpoint
 */
export function changedSince(game) {
  const before = checkpoint(game);
  if (before === null || before === present(game)) return [];
  const old = placed(game, before);
  return [...placed(game, present(game)).entries()].filter(([cell, held]) => held !== old[cell]).map(([cell]) => cell);
}

/** What was found to be in the cells of a state: a checkpoint is looked at with every move. */
const known = new WeakMap();

/** What is in each cell: what the kind says of that, or what it calls it first of all. @returns {readonly string[]} */
function placed({ kind, ui }, state) {
  if (!known.has(state)) {
    const found = kind.placed?.(state) ?? kind.describe(state, ui).map(([first]) => JSON.stringify(first));
    known.set(state, found);
  }
  return known.get(state);
}

/** @param {SVGElement} root emptied and filled @param {{cols: number}} size @param {readonly number[]} cells */
export function drawSince(root, { cols }, cells) {
  root.replaceChildren();
  for (const cell of cells) {
    const [x, y] = [(cell % cols) * CELL, Math.floor(cell / cols) * CELL];
    const mark = child(root, "g", { transform: `translate(${x} ${y})` });
    child(mark, "rect", { class: "veil", width: CELL, height: CELL });
    child(mark, "path", { class: "corner", d: CORNER });
    child(mark, "path", { class: "fold", d: FOLD });
  }
}
