/**
 * A board that is played by taking hold of something, without a pointer: pure, from game to game.
 *
 * A kind with a `grip` says what can be taken in hand. A pointer takes hold by a press and lets go by its release; here a
 * key or a screen reader's press takes hold, steps lead what is held from cell to cell as a drag does, and a second
 * press lets go. All that is done in between is one step of the history.
 *
 * @typedef {import("./game.js").Game} Game
 */

import * as games from "#engine/game.js";
import { present } from "#engine/history.js";

/** @param {Game} game @param {number} cell @returns {import("./contract.js").Grip|null} what can be taken hold of there */
export function gripOf({ kind, history, ui }, cell) {
  return ui.solved ? null : (kind.grip?.(present(history), cell, null) ?? null);
}

/**
 * Take hold of what is in a cell, where there is something.
 * @param {Game} game @param {number} cell
 * @returns {Game} the same one where there is not
 */
export function take(game, cell) {
  const held = gripOf(game, cell);
  return held === null ? game : games.moveCursor(games.begin(game, held), held.cell);
}

/**
 * Lead what is held to a cell, as a drag would; what is done with then goes out of the hand.
 * @param {Game} game @param {number} cell
 * @returns {Game} the same one where it cannot go there
 */
export function lead(game, cell) {
  const from = game.ui.held.cell;
  return follow(game, games.play(game, { type: "drag", cell, from, last: from, second: false }));
}

/**
 * Where an arrow leads from what is held, or from the cursor.
 * @param {Game} game @param {number} walked where it leads on a board like any other
 * @param {"up"|"right"|"down"|"left"|null} way null for a key that goes further than one cell
 * @returns {number}
 */
export function aim(game, walked, way) {
  const { kind, ui } = game;
  const from = ui.held?.cell ?? ui.cursor;
  if (way === null) return ui.held === null ? walked : from;
  return kind.walk?.(games.present(game), from, way, ui.held) ?? walked;
}

/**
 * Go where an arrow leads, with what is held.
 * @param {Game} game @param {number} cell
 * @returns {Game}
 */
export function go(game, cell) {
  const { held } = game.ui;
  if (held === null) return games.moveCursor(game, cell);
  return held.cell === cell ? game : lead(game, cell);
}

/**
 * Any other key.
 * @param {Game} game @param {{type: "key", key: string, cell: number}} input
 * @returns {Game}
 */
export function press(game, input) {
  const takes = input.key === " " || input.key === "Enter";
  if (game.ui.held !== null && (takes || input.key === "Escape")) return games.end(game);
  const taken = takes ? take(game, input.cell) : game;
  return taken === game ? follow(game, games.play(game, input)) : taken;
}

/**
 * A press without a pointer and without a key: takes hold, leads there, or lets go where it already is.
 * @param {Game} game @param {number} cell
 * @returns {Game}
 */
export function touch(game, cell) {
  const { held } = game.ui;
  if (held !== null) return held.cell === cell ? games.end(game) : lead(game, cell);
  const taken = take(game, cell);
  return taken === game ? games.play(game, { type: "tap", cell }) : taken;
}

/**
 * Say whether a key means something to the kind, be it on one cell alone: then it is the kind's on all of them.
 * @param {Game} game @param {string} key @returns {boolean}
 */
export function usesKey({ kind, history, ui, level }, key) {
  const fresh = { ...ui, before: null, held: null, solved: false };
  const means = (_, cell) => kind.interpret(history.states[0], fresh, { type: "key", key, cell }) !== null;
  return Array.from({ length: level.rows * level.cols }).some(means);
}

/** The cursor goes with what is held, until it is done with. @returns {Game} */
function follow(game, played) {
  const { held, solved } = played.ui;
  if (held === null || played === game) return played;
  const there = games.moveCursor(played, held.cell);
  return held.done || solved ? games.end(there) : there;
}
