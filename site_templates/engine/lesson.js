/**
 * A lesson: a board that is played in a few steps, each of which asks for something that follows from what is there.
 *
 * The steps that are asked for are the first ones of the board's way; what comes after them the player finds alone. What
 * a move is worth is told by the board as it stands, so that undo, another order and help all lead to the same.
 *
 * @typedef {import("./contract.js").Kind} Kind
 * @typedef {import("./contract.js").State} State
 * @typedef {object} Lesson
 * @property {Kind} kind which has `claims` and `put`
 * @property {import("./way.js").Way} way
 * @property {number} asked how many steps of the way are asked for; a step of this number is the rest
 *
 * @typedef {object} Verdict
 * @property {"asked"|"part"|"also"|"done"|"wrong"|"rest"|"solved"} sort `part` of the step has just come on the board;
 *   what has come is right `also`, but is not of this step
 * @property {readonly number[]} missing the cells at which the step still asks for something
 * @property {readonly number[]} wrong the cells at which the board says what is not so
 * @property {readonly import("./contract.js").Phrase[]} broken what is wrong, in the words of the kind's rules
 */

import { changedCells, knownBy, nextMove, wrongCells } from "#engine/hint.js";
import { cellsOf } from "#engine/way.js";

/** @param {Lesson} lesson @param {State} state on which nothing is wrong @param {number} step @returns {boolean} */
export function isDone({ kind, way }, state, step) {
  return kind.put(state, knownBy(way, step)).length === 0;
}

/**
 * The step that a reader is at: the one that they had come to, unless what it rests on was taken back.
 * @param {Lesson} lesson @param {State} state @param {number} step
 * @returns {number}
 */
export function stepAt(lesson, state, step) {
  if (wrongCells(lesson.kind, state, lesson.way).length > 0) return step;
  let first = 0;
  while (first < step && isDone(lesson, state, first)) first++;
  return first;
}

/**
 * @param {Lesson} lesson @param {State} state @param {import("./contract.js").Ui} ui @param {number} step
 * @param {State} before the board when it was judged last
 * @returns {Verdict}
 */
export function judge(lesson, state, ui, step, before) {
  const { asked, kind, way } = lesson;
  const wrong = wrongCells(kind, state, way);
  const missing = step < asked ? missingCells(lesson, state, step) : [];
  const verdict = (sort) => Object.freeze({ sort, missing, wrong, broken: wrong.length > 0 ? brokenWords(kind, state, ui) : [] });
  if (kind.isSolved(state)) return verdict("solved");
  if (wrong.length > 0) return verdict("wrong");
  if (step === asked) return verdict("rest");
  if (isDone(lesson, state, step)) return verdict("done");
  const changed = changedCells(kind, before, state);
  if (changed.length === 0) return verdict("asked");
  return verdict(changed.some((cell) => way[step].look.includes(cell)) ? "part" : "also");
}

/**
 * The moves that a step still asks for, or after the last one the next move that follows.
 * @param {Lesson} lesson @param {State} state on which nothing is wrong @param {number} step
 * @returns {{moves: readonly import("./contract.js").Move[], technique: number}} `technique` as in a step
 */
export function movesFor({ asked, kind, way }, state, step) {
  if (step < asked) return { moves: kind.put(state, knownBy(way, step)), technique: way[step].technique };
  const next = nextMove(kind, state, way);
  return next === null ? { moves: [], technique: 0 } : { moves: next.moves, technique: way[next.step].technique };
}

function missingCells({ kind, way }, state, step) {
  const said = kind.claims(state);
  const { yes, no } = way[step];
  const left = [...yes.filter((place) => !said.yes.has(place)), ...no.filter((place) => !said.no.has(place))];
  return [...new Set(left.flatMap(cellsOf))].sort((one, other) => one - other);
}

/** What a kind says of a board only where mistakes are pointed out. */
function brokenWords(kind, state, ui) {
  const quiet = new Set(kind.summary(state, { ...ui, faults: false }).map((phrase) => JSON.stringify(phrase)));
  return kind.summary(state, { ...ui, faults: true }).filter((phrase) => !quiet.has(JSON.stringify(phrase)));
}
