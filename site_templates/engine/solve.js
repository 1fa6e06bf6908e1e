/**
 * A board solved step by step, in the order in which reasoning finds what it shows.
 */

import { knownBy, wrongCells } from "#engine/hint.js";

/**
 * What is to come until a board is solved, one beat after the other. Where something is wrong it begins anew.
 * @param {import("./contract.js").Kind} kind
 * @param {import("./contract.js").State} start the board at the start
 * @param {import("./contract.js").State} state as it is now
 * @param {import("./way.js").Way} way
 * @returns {{anew: boolean, beats: readonly (readonly import("./contract.js").Move[])[]}}
 */
export function solution(kind, start, state, way) {
  const anew = wrongCells(kind, state, way).length > 0;
  const beats = [];
  let shown = anew ? start : state;
  way.forEach((_, step) => {
    const moves = kind.put(shown, knownBy(way, step));
    if (moves.length === 0) return;
    beats.push(moves);
    shown = moves.reduce(kind.apply, shown);
  });
  return Object.freeze({ anew, beats: Object.freeze(beats) });
}

/** How long a beat lasts at each speed, in milliseconds; the first one is the usual one. */
export const SPEEDS = Object.freeze({ normal: 450, fast: 120, slow: 1100 });

/** @param {string} speed @returns {string} the one that the button turns to */
export function nextSpeed(speed) {
  const names = Object.keys(SPEEDS);
  return names[(names.indexOf(speed) + 1) % names.length];
}
