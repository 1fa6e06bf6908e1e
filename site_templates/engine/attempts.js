/**
 * The attempts at one level: a record is of the first solve of an attempt, with the time and the help of that attempt.
 *
 * One begins with a new game, another where a solved board is cleared or a position from elsewhere is put on it. Each has
 * its place in the history, so that undo leads back into the one before, and redo on into the next.
 *
 * @typedef {import("./history.js").History} History
 * @typedef {""|"hints"|"shown"} Help `shown`: the answer, or a part of it
 * @typedef {object} Attempt
 * @property {number} at the place in the history that it begins at
 * @property {number} ms played on it when it was left for another one
 * @property {Help} help the most that the player was told in it
 * @property {boolean} solved stays true when the board is changed again
 */

import { PLACE, placeOf, RESTART } from "#engine/steps.js";

/** Each more than the one before. */
export const HELP = Object.freeze(["", "hints", "shown"]);

/** @param {unknown} value @returns {Help} */
export function asHelp(value) {
  return HELP.includes(value) ? value : "";
}

/** @param {Help} one @param {Help} other @returns {boolean} */
export function isMore(one, other) {
  return HELP.indexOf(one) > HELP.indexOf(other);
}

/** @param {number} at @param {Help} help @param {boolean} solved @param {number} ms @returns {Attempt} */
export function attemptAt(at, help = "", solved = false, ms = 0) {
  return Object.freeze({ at, ms, help, solved });
}

/**
 * The attempt that the board on the screen belongs to. Who went back to a checkpoint is in the one that it stood in.
 * @param {{attempts: readonly Attempt[], history: History}} game the first attempt begins at the start
 * @returns {Attempt}
 */
export function presentAttempt({ attempts, history: { steps, at } }) {
  const begins = new Map(attempts.map((attempt) => [attempt.at, attempt]));
  const found = [attempts[0]];
  for (const [first] of steps.slice(0, at)) found.push(begins.get(found.length) ?? found[placeOf(first)] ?? found.at(-1));
  return found.at(-1);
}

/**
 * @param {import("./game.js").Game} game @param {import("./game.js").Game} before
 * @returns {boolean} whether the present attempt is solved, and was not before
 */
export function isFirstSolve(game, before) {
  const { at, solved } = presentAttempt(game);
  return solved && !before.attempts.some((one) => one.at === at && one.solved);
}

/** @param {readonly Attempt[]} attempts @param {number} at @param {Partial<Attempt>} changes @returns {readonly Attempt[]} */
export function change(attempts, at, changes) {
  return Object.freeze(attempts.map((one) => (one.at === at ? Object.freeze({ ...one, ...changes }) : one)));
}

/** @returns {import("./game.js").Game} with the help of the attempt that is the present one of these */
export function withAttempts(game, attempts) {
  const { help } = presentAttempt({ attempts, history: game.history });
  return Object.freeze({ ...game, attempts, help });
}

/**
 * A gesture is taken back: the game is as it was when that began, but for what is kept of a solve.
 * @param {import("./game.js").Game} game @param {import("./game.js").Game} before @returns {import("./game.js").Game}
 */
export function withoutGesture({ attempts, everSolved, mark }, before) {
  const solved = attempts.filter((one) => one.solved);
  const noted = solved.reduce((so, { at }) => change(so, at, { solved: true }), before.attempts);
  return withAttempts({ ...before, everSolved, mark }, noted);
}

/**
 * The attempts of a save, as far as they fit the history. One from before there were any is taken for a single attempt.
 * @param {{attempts?: unknown, help?: unknown, solved?: unknown}} saved @param {History} history
 * @returns {readonly Attempt[]}
 */
export function readAttempts({ attempts, help, solved }, { steps }) {
  const listed = Array.isArray(attempts) ? attempts.filter((one) => typeof one === "object" && one !== null) : [];
  const first = listed[0]?.at === 0 ? asAttempt(listed[0]) : attemptAt(0, asHelp(help), solved === true);
  const found = [first];
  for (const one of listed) {
    const begins = Number.isInteger(one.at) && [RESTART, PLACE].includes(steps[one.at - 1]?.[0]);
    if (begins && one.at > found.at(-1).at) found.push(asAttempt(one));
  }
  return Object.freeze(found);
}

function asAttempt({ at, ms, help, solved }) {
  return attemptAt(at, asHelp(help), solved === true, Number.isSafeInteger(ms) && ms > 0 ? ms : 0);
}
