/**
 * Which hint a board gets: what is wrong on it, or the first step of its way that is not to be seen there yet.
 *
 * Steps come in the order of the trace, so all that a step rests on is on the board before it, or is what a board cannot
 * show. Such a step is told where the next move hangs on it, once.
 *
 * @typedef {import("./contract.js").Kind} Kind
 * @typedef {import("./contract.js").State} State
 * @typedef {import("./contract.js").Claims} Claims
 * @typedef {import("./way.js").Way} Way
 *
 * @typedef {object} Hint
 * @property {"wrong"|"told"|"move"} sort `told` changes nothing on the board
 * @property {readonly number[]} look the cells to look at, or the wrong ones
 * @property {readonly number[]} rests further cells that it follows from
 * @property {number} [technique] as in a step
 * @property {number} [step] its place in the way
 * @property {readonly string[]} [out] the places that are out of the question
 * @property {readonly import("./contract.js").Move[]} [moves]
 */

import { cellsOf } from "#engine/way.js";

/** @param {Kind} kind @returns {boolean} whether there are hints at all */
export function givesHints(kind) {
  return Boolean(kind.claims && kind.put);
}

/**
 * @param {Kind} kind @param {State} state @param {Way} way
 * @param {{crosses: boolean, told: ReadonlySet<number>}} known whether a board of the kind shows that a place is answered
 *   no, and the steps that have been told
 * @returns {Hint|null} null where the board is solved
 */
export function nextHint(kind, state, way, { crosses, told }) {
  const wrong = wrongCells(kind, state, way);
  if (wrong.length > 0) return Object.freeze({ sort: "wrong", look: wrong, rests: [] });
  const next = nextMove(kind, state, way);
  if (next === null) return null;
  const first = crosses ? -1 : untold(kind, state, way, next.step, told);
  if (first !== -1) return hintOf(way, first, { sort: "told", out: way[first].no });
  return hintOf(way, next.step, { sort: "move", moves: next.moves });
}

function hintOf(way, step, more) {
  const { technique, yes, no, look, rests } = way[step];
  const seen = look.length > 0 ? look : [...yes, ...no].flatMap(cellsOf);
  return Object.freeze({ ...more, step, technique, look: seen, rests });
}

/**
 * The first step by which something comes on the board, with all that it brings.
 * @returns {{step: number, moves: readonly import("./contract.js").Move[]}|null} null where nothing is missing
 */
export function nextMove(kind, state, way) {
  const movesBy = (step) => kind.put(state, knownBy(way, step));
  // Knowing more never leads to less, so the first step is found by halving.
  let [low, high] = [0, way.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (movesBy(middle).length > 0) high = middle;
    else low = middle + 1;
  }
  return low === way.length ? null : { step: low, moves: movesBy(low) };
}

/** What is known when a step has been made. @param {Way} way @param {number} step @returns {Claims} */
export function knownBy(way, step) {
  const known = { yes: new Set(), no: new Set() };
  for (const { yes, no } of way.slice(0, step + 1)) {
    for (const place of yes) known.yes.add(place);
    for (const place of no) known.no.add(place);
  }
  return known;
}

/** The first of the steps after the last one that is on the board, up to a move, that only rules out, untold yet. */
function untold(kind, state, way, move, told) {
  const { yes } = kind.claims(state);
  let begin = move;
  while (begin > 0 && !way[begin - 1].yes.some((place) => yes.has(place))) begin--;
  return way.findIndex((step, index) => index >= begin && index < move && step.yes.length === 0 && !told.has(index));
}

/**
 * The cells at which a board says what is not so, in order.
 * @param {Kind} kind @param {State} state @param {Way} way
 * @returns {readonly number[]}
 */
export function wrongCells(kind, state, way) {
  const answer = new Set(way.flatMap(({ yes }) => yes));
  const said = kind.claims(state);
  const wrong = [
    ...[...said.yes].filter((place) => !answer.has(place)),
    ...[...said.no].filter((place) => answer.has(place)),
  ];
  return [...new Set(wrong.flatMap(cellsOf))].sort((one, other) => one - other);
}

/** The cells at which a board says what another did not. @returns {readonly number[]} */
export function changedCells(kind, before, after) {
  const [old, now] = [kind.claims(before), kind.claims(after)];
  const fresh = ["yes", "no"].flatMap((answer) => [...now[answer]].filter((place) => !old[answer].has(place)));
  return [...new Set(fresh.flatMap(cellsOf))];
}

/**
 * How many steps of a history to keep so that nothing on the board is wrong.
 * @param {Kind} kind @param {import("./history.js").History} history @param {Way} way
 * @returns {number}
 */
export function lastRight(kind, { states, at }, way) {
  let kept = at;
  while (kept > 0 && wrongCells(kind, states[kept], way).length > 0) kept--;
  return kept;
}
