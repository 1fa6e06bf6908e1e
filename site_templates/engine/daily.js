/**
 * A level a day for each kind, the same for everybody whose calendar shows that day, easy on Monday and hardest on Sunday.
 *
 * Every level draws a lot for the day, a hash of the day and its id, and the highest lot wins. So a catalogue that has
 * grown or was put in another order gives the same level for a day that is past, unless one of the new levels has the
 * highest lot of all: of a hundred days with a hundred levels to choose from, one more level changes about one. Of a
 * tier with very many levels those with the lowest ids are drawn from: then one more level is rarely among them, and
 * changes no more days for that. Beside that, what a reader was shown is kept, and stays theirs.
 *
 * @typedef {{id: string, tier: string}} Candidate
 *
 * What is kept of a day's level.
 * @typedef {object} Daily
 * @property {string} id
 * @property {{day: string, ms: number, moves: number, help: ""|"hints"|"shown"}|null} solved with the day when it was
 */

import { HELP } from "#engine/attempts.js";
import { isDay, later, weekdayOf } from "#engine/days.js";
import { lotOf } from "#engine/lots.js";
import { TIERS } from "#engine/records.js";

/** The tiers from Monday to Sunday. */
const WEEK = Object.freeze(["easy", "easy", "normal", "normal", "hard", "hard", "expert"]);

/**
 * The level of a day. Where no level has the tier that the day asks for, it is the nearest easier one, or else harder.
 * @param {readonly Candidate[]} candidates @param {string} day
 * @returns {Candidate|null} null where there is none to choose from
 */
export function levelOf(candidates, day) {
  const wanted = TIERS.indexOf(WEEK[weekdayOf(day)]);
  const order = [...TIERS.slice(0, wanted + 1).reverse(), ...TIERS.slice(wanted + 1)];
  const tier = order.find((name) => candidates.some((candidate) => candidate.tier === name));
  const lots = candidates.filter((candidate) => candidate.tier === tier).map((level) => ({ level, lot: lotOf(day, level.id) }));
  const higher = (one, other) => other.lot > one.lot || (other.lot === one.lot && other.level.id < one.level.id);
  return lots.reduce((best, next) => (best === null || higher(best, next) ? next : best), null)?.level ?? null;
}

/**
 * The levels that a day can have, as a page knows them: by their play page, whose name tells what they are.
 * @param {string} kind @param {Readonly<Record<string, readonly [string, readonly string[], object?][]>>} pages
 * @returns {readonly (Candidate & import("./contract.js").Level & {href: string})[]}
 */
export function candidatesOf(kind, pages) {
  return Object.entries(pages).flatMap(([page, levels]) => {
    const [, rows, cols, tier] = /^(\d+)x(\d+)-([a-z]+)/.exec(page);
    return levels.map(([id, grid, rules = {}]) => ({ id, href: `${kind}/${page}#${id}`, rows: Number(rows), cols: Number(cols), tier, grid, rules }));
  });
}

/** @param {string} day @param {string} kind @returns {string} the name in storage */
export function dailyName(day, kind) {
  return `day/${day}:${kind}`;
}

/** @param {string} name in storage @returns {{day: string, kind: string}|null} */
export function dailyOf(name) {
  const found = /^day\/([\d-]+):([a-z][a-z0-9_]*)$/.exec(name);
  return found && isDay(found[1]) ? { day: found[1], kind: found[2] } : null;
}

/** @param {unknown} value what storage or a file holds @returns {Daily|null} */
export function asDaily(value) {
  if (typeof value !== "object" || value === null || typeof value.id !== "string" || !/^[\w-]+$/.test(value.id)) return null;
  if (value.solved === null) return { id: value.id, solved: null };
  const { day, ms, moves, help } = value.solved ?? {};
  const counted = [ms, moves].every((number) => Number.isSafeInteger(number) && number >= 0);
  return counted && isDay(day) && HELP.includes(help) ? { id: value.id, solved: { day, ms, moves, help } } : null;
}

/** The solve that came first stays. @param {Daily} one @param {Daily} other @returns {Daily} */
export function betterDaily(one, other) {
  if (one.solved === null || other.solved === null) return one.solved === null && other.solved !== null ? other : one;
  return other.solved.day < one.solved.day ? other : one;
}

/** @param {import("./store.js").Store} store @returns {readonly (Daily & {day: string, kind: string})[]} */
export function readDailies(store) {
  const found = store.names().map((name) => [dailyOf(name), asDaily(store.read(name))]);
  return found.filter(([of, daily]) => of && daily).map(([of, daily]) => ({ ...daily, ...of }));
}

/** @returns {boolean} whether a level is one of a day's, as this reader was shown them */
export function isOfDay(store, kind, id, day) {
  return asDaily(store.read(dailyName(day, kind)))?.id === id;
}

/**
 * A level was solved: where it was a day's level and that is still open, it is so no more. A solve that would not be
 * read again is left out.
 * @param {import("./store.js").Store} store @param {string} kind @param {string} id
 * @param {{day: string, ms: number, moves: number, help: string}} solved
 */
export function keepDaily(store, kind, id, solved) {
  const closed = asDaily({ id, solved });
  if (closed === null) return;
  for (const daily of readDailies(store)) {
    if (daily.kind !== kind || daily.id !== id || daily.solved !== null) continue;
    store.write(dailyName(daily.day, kind), closed);
  }
}

/**
 * What a record tells of a day: a level that was solved that day before it was known to be the day's counts all the same.
 * @param {import("./records.js").Record|null} record @param {string} day
 * @returns {Daily["solved"]} null where it was solved on another day, or never
 */
export function solvedOn(record, day) {
  if (record?.day !== day) return null;
  const { ms, moves, help } = record;
  return { day, ms, moves, help };
}

/**
 * The days in a row, up to today or yesterday, on which a level of that day was solved that day.
 * @param {readonly (Daily & {day: string})[]} dailies @param {string} today
 * @returns {{n: number, first: string|null, last: string|null, longest: number}}
 */
export function streakOf(dailies, today) {
  const days = new Set(dailies.filter(({ day, solved }) => solved?.day === day).map(({ day }) => day));
  const last = [today, later(today, -1)].find((day) => days.has(day)) ?? null;
  const back = (from) => {
    let n = 0;
    while (days.has(later(from, -n))) n++;
    return n;
  };
  const n = last === null ? 0 : back(last);
  const lasts = [...days].filter((day) => !days.has(later(day, 1)));
  const longest = lasts.map(back).reduce((most, n) => Math.max(most, n), 0);
  return { n, first: n > 0 ? later(last, 1 - n) : null, last, longest };
}
