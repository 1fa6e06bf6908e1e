/**
 * The moves that every kind has beside its own, each a text, and what a list of steps leads to.
 *
 * @typedef {import("./contract.js").Kind} Kind
 * @typedef {import("./contract.js").Level} Level
 * @typedef {import("./history.js").History} History
 */

import * as past from "#engine/history.js";

/** Back to the start. */
export const RESTART = "restart";

/** Begins a step in which the board shows its answer; it changes nothing by itself. */
export const SHOW = "show";

/** Begins a step in which a position that came from elsewhere is put on an empty board. */
export const PLACE = "place";

/** Begins the move that leads back to an earlier state, and stands before its place in the history. */
const BACK = "back:";

/** @param {number} place in the history, of a state that is not later than the present one */
export function moveBack(place) {
  return `${BACK}${place}`;
}

/**
 * What a move leads to.
 * @param {Kind} kind @param {Level} level @param {History} history @param {import("./contract.js").Move} move
 * @returns {import("./contract.js").State} throws a RangeError for what is no move
 */
export function follow(kind, level, history, move) {
  if (move === RESTART || move === PLACE) return kind.start(level);
  if (move === SHOW) return past.present(history);
  const to = placeOf(move);
  if (to === null) return kind.apply(past.present(history), move);
  if (!(to in history.states) || to > history.at) throw new RangeError("not a move");
  return history.states[to];
}

/**
 * Play the steps of a save; the first that does not fit ends it.
 *
 * Whoever wrote it may have written a hundred thousand of them, so each takes no longer than the one before.
 * @param {Kind} kind @param {Level} level @param {{steps: readonly unknown[][], at: number}} saved
 * @returns {History}
 */
export function replay(kind, level, saved) {
  const start = kind.start(level);
  const played = { states: [start], steps: [], at: 0 };
  try {
    for (const step of saved.steps) {
      for (const [index, move] of step.entries()) {
        const state = again(kind, level, played, move);
        if (index === 0) played.at = played.steps.push([]);
        played.steps[played.at - 1].push(move);
        played.states[played.at] = state;
      }
    }
  } catch {
    // Storage is anybody's to write to. What replayed so far is a sound game, so it stands.
  }
  return past.whole(played.states, played.steps, Math.min(saved.at, played.at));
}

/** What a move leads to. The board at the start is not laid out anew each time; but no two states are the same one. */
function again(kind, level, played, move) {
  return move === RESTART || move === PLACE ? Object.freeze({ ...played.states[0] }) : follow(kind, level, played, move);
}

/** @param {History} history @returns {boolean} whether what is on the board was shown last, and not played */
export function endsShown({ steps, at }) {
  return at > 0 && [SHOW, PLACE].includes(steps[at - 1][0]);
}

/**
 * How many steps led to what is on the board: since it was cleared last, and without those taken back.
 * @param {History} history @returns {number}
 */
export function movesIn({ steps, at }) {
  const counts = [0];
  for (const [first] of steps.slice(0, at)) {
    const to = placeOf(first);
    // What leads to no place before it is no way back, and counts as any move.
    if (to !== null && to in counts) counts.push(counts[to]);
    else counts.push(first === RESTART || first === PLACE ? 0 : counts.at(-1) + 1);
  }
  return counts.at(-1);
}

/** @param {unknown} move @returns {number|null} where a move back leads; null for any other */
export function placeOf(move) {
  return typeof move === "string" && move.startsWith(BACK) ? Number(move.slice(BACK.length)) : null;
}
