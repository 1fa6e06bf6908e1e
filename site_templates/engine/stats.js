/** What the statistics page counts. Pure: from records to numbers. @typedef {import("./records.js").NamedRecord} NamedRecord */

import { dayAt, numberOf, weekdayOf } from "#engine/days.js";
import { TIERS } from "#engine/records.js";

/**
 * The best of each size and tier of a kind. Times and moves count only where nothing was told.
 * @param {readonly NamedRecord[]} records @param {string} kind
 * @returns {readonly {rows: number, cols: number, tier: string, n: number, ms: number|null, middle: number|null,
 *   moves: number|null}[]} small boards first, then easy ones
 */
export function bestOf(records, kind) {
  const groups = new Map();
  for (const record of records) {
    if (record.kind !== kind) continue;
    const name = `${record.rows}x${record.cols} ${record.tier}`;
    if (!groups.has(name)) groups.set(name, []);
    groups.get(name).push(record);
  }
  const order = ({ rows, cols, tier }) => [rows * cols, rows, TIERS.indexOf(tier)];
  const found = [...groups.values()].map((group) => {
    const alone = group.filter(({ help }) => help === "");
    const times = alone.map(({ ms }) => ms).sort((one, other) => one - other);
    const moves = alone.map((record) => record.moves);
    const { rows, cols, tier } = group[0];
    const none = alone.length === 0;
    return {
      rows,
      cols,
      tier,
      n: group.length,
      ms: none ? null : times[0],
      middle: none ? null : times[Math.floor((times.length - 1) / 2)],
      moves: none ? null : moves.reduce((least, n) => Math.min(least, n)),
    };
  });
  return found.sort((one, other) => compare(order(one), order(other)));
}

/** The best of one size and tier. @returns {{ms: number, moves: number}|null} */
export function bestFor(records, kind, { rows, cols, tier }) {
  const fits = (group) => group.rows === rows && group.cols === cols && group.tier === tier && group.ms !== null;
  return bestOf(records, kind).find(fits) ?? null;
}

/**
 * How many levels were solved for the first time in each week, from Monday on.
 * @param {readonly NamedRecord[]} records @param {string} today @param {number} weeks how many, this one the last
 * @returns {readonly {day: string, n: number}[]} each with its Monday
 */
export function solvedByWeek(records, today, weeks) {
  const monday = numberOf(today) - weekdayOf(today);
  return Array.from({ length: weeks }, (_, index) => {
    const first = monday - 7 * (weeks - 1 - index);
    const n = records.filter(({ day }) => numberOf(day) >= first && numberOf(day) < first + 7).length;
    return { day: dayAt(first), n };
  });
}

/**
 * The times of a kind in the order of its tiers, for a plot.
 * @param {readonly NamedRecord[]} records @param {string} kind
 * @returns {readonly {tier: string, times: readonly {ms: number, alone: boolean}[]}[]} tiers with at least one
 */
export function timesByTier(records, kind) {
  return TIERS.map((tier) => {
    const own = records.filter((record) => record.kind === kind && record.tier === tier);
    return { tier, times: own.map(({ ms, help }) => ({ ms, alone: help === "" })).sort((a, b) => a.ms - b.ms) };
  }).filter(({ times }) => times.length > 0);
}

function compare(one, other) {
  const index = one.findIndex((value, place) => value !== other[place]);
  return index === -1 ? 0 : one[index] - other[index];
}
