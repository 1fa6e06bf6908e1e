/**
 * What is kept of the first solve of every level: when, how quickly, in how many moves and with what help.
 *
 * A record tells the size and tier itself, so that it counts even where its level has left the catalogue.
 *
 * @typedef {object} Record
 * @property {number} rows
 * @property {number} cols
 * @property {string} tier
 * @property {string} day when it was solved first
 * @property {number} ms the time that it took
 * @property {number} moves
 * @property {""|"hints"|"shown"} help that there was; `shown` too where the answer was known from before
 *
 * @typedef {Record & {kind: string, id: string}} NamedRecord
 * @typedef {{rows: number, cols: number, tier: string, number: number|null}} Of what a level is, as its save knows it
 */

import { HELP } from "#engine/attempts.js";
import { isDay } from "#engine/days.js";
import { isSave } from "#engine/game.js";

const FOLDER = "solved/";

/** Each harder than the one before. */
export const TIERS = Object.freeze(["easy", "normal", "hard", "expert"]);

/** @param {string} kind @param {string} id @returns {string} the name of a level's record in storage */
export function recordName(kind, id) {
  return `${FOLDER}${kind}:${id}`;
}

/** @param {string} name in storage @returns {{kind: string, id: string}|null} whose record has that name */
export function recordOf(name) {
  const found = /^solved\/([a-z][a-z0-9_]*):([\w-]+)$/.exec(name);
  return found && { kind: found[1], id: found[2] };
}

/** @param {unknown} value what storage or a file holds @returns {Record|null} */
export function asRecord(value) {
  if (typeof value !== "object" || value === null) return null;
  const { rows, cols, tier, day, ms, moves, help } = value;
  const counted = [rows, cols, ms, moves].every((number) => Number.isSafeInteger(number) && number >= 0);
  if (!counted || !TIERS.includes(tier) || !isDay(day) || !HELP.includes(help)) return null;
  return Object.freeze({ rows, cols, tier, day, ms, moves, help });
}

/** @param {import("./contract.js").Level} level @param {number} number on its list @returns {Of} as a save keeps it */
export function ofLevel({ rows, cols, tier }, number) {
  return { rows, cols, tier, number };
}

/** @param {unknown} value whatever a save holds @returns {Of|null} */
export function asOf(value) {
  if (typeof value !== "object" || value === null) return null;
  const { rows, cols, tier, number } = value;
  const isSound = [rows, cols, number].every((one) => Number.isSafeInteger(one) && one > 0) && TIERS.includes(tier);
  return isSound ? { rows, cols, tier, number } : null;
}

/**
 * Two records of one level as one, where two browsers have each had a first solve: neither loses what is better in it.
 * @param {Record|null} one @param {Record} other @returns {Record}
 */
export function better(one, other) {
  if (one === null) return other;
  const day = one.day < other.day ? one.day : other.day;
  const least = Math.sign(HELP.indexOf(one.help) - HELP.indexOf(other.help));
  if (least !== 0) return Object.freeze({ ...(least < 0 ? one : other), day });
  return Object.freeze({ ...one, day, ms: Math.min(one.ms, other.ms), moves: Math.min(one.moves, other.moves) });
}

/** @param {import("./store.js").Store} store @returns {readonly NamedRecord[]} every sound record, in order of its name */
export function readRecords(store) {
  const found = store.names().map((name) => [recordOf(name), asRecord(store.read(name))]);
  return found.filter(([of, record]) => of && record).map(([of, record]) => Object.freeze({ ...record, ...of }));
}

/**
 * Say whether who played a save knows the answer: the board was solved, or a part of the answer was shown.
 * @param {unknown} saved @returns {boolean}
 */
export function knowsAnswer(saved) {
  if (!isSave(saved)) return false;
  const attempts = Array.isArray(saved.attempts) ? saved.attempts : [];
  return saved.solved === true || [saved, ...attempts].some((one) => one?.help === "shown");
}

/**
 * Keep the first solve of a level: whoever solves it again knows the answer, and neither their time nor their moves say
 * anything. A solve that would not be read again is left out.
 * @param {import("./store.js").Store} store @param {string} kind @param {string} id @param {Record} record
 * @param {boolean} known whether the answer was known before, whatever help there was in this attempt
 * @returns {boolean} whether it counts as it is
 */
export function keepRecord(store, kind, id, record, known = false) {
  const name = recordName(kind, id);
  const sound = asRecord(known ? { ...record, help: "shown" } : record);
  if (sound === null || asRecord(store.read(name)) !== null) return false;
  store.write(name, sound);
  return !known;
}
