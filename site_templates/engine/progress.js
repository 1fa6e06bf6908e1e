/**
 * All that was played as one file of text, and back: a line of JSON for each thing kept, below one that says what it is.
 *
 * A file is anybody's to edit, so each line is checked, and what is not understood is told with its number. Reading one
 * in adds to what is there: no better record is lost, and the newer of two games of a level stays.
 *
 * @typedef {import("./store.js").Store} Store
 * @typedef {{name: string, at: number, value: unknown}} Entry
 */

import { isMore } from "#engine/attempts.js";
import { asDaily, betterDaily, dailyOf } from "#engine/daily.js";
import { helpOf, isSave } from "#engine/game.js";
import { asRecord, better, recordOf } from "#engine/records.js";

const WHAT = "kotae progress";
const VERSION = 1;

/** A game's name in storage, of a level or of one of its images. */
const GAME = /^[a-z][a-z0-9_]*:[\w-]+(\/[\w+-]+)?$/;

/** What a name may hold: what is sound of a value, and how two of them become one; the own one first. */
const SORTS = Object.freeze([
  { fits: recordOf, sound: asRecord, join: (one, other) => better(one.value, other.value) },
  { fits: dailyOf, sound: asDaily, join: (one, other) => betterDaily(one.value, other.value) },
  { fits: (name) => GAME.test(name), sound: (value) => (isSave(value) ? value : null), join: joinGames },
]);

/** @param {Store} store @returns {string} the text of the file */
export function writeProgress(store) {
  const entries = store.names().filter((name) => sortOf(name)?.sound(store.read(name)));
  const lines = entries.map((name) => ({ name, at: store.stamp(name), value: store.read(name) }));
  return [{ what: WHAT, v: VERSION }, ...lines].map((line) => `${JSON.stringify(line)}\n`).join("");
}

/**
 * @param {string} text of a file
 * @returns {{entries: readonly Entry[], faults: readonly number[]} | {wrong: "other"|"newer"}} `faults` are the numbers
 *   of lines that are not understood; `wrong` where the file is none of ours, or made by a newer version
 */
export function readProgress(text) {
  const lines = text.replace(/^\ufeff/, "").split(/\r?\n/);
  const head = parsed(lines[0]);
  if (head?.what !== WHAT || !Number.isInteger(head.v)) return { wrong: "other" };
  if (head.v > VERSION) return { wrong: "newer" };
  const entries = [];
  const faults = [];
  lines.forEach((line, index) => {
    if (index === 0 || line.trim() === "") return;
    const entry = asEntry(parsed(line));
    if (entry) entries.push(entry);
    else faults.push(index + 1);
  });
  return { entries, faults };
}

/**
 * Add what a file holds to what is kept.
 * @param {Store} store @param {readonly Entry[]} entries
 * @returns {{taken: number, had: number, unkept: number}} how many were taken, how many brought nothing new, and for
 *   how many there was no room
 */
export function addProgress(store, entries) {
  const done = { taken: 0, had: 0, unkept: 0 };
  for (const { name, at, value } of entries) {
    const { sound, join } = sortOf(name);
    const own = sound(store.read(name));
    const mine = { value: own, at: store.stamp(name) ?? 0 };
    const whole = own === null ? value : join(mine, { value, at });
    if (JSON.stringify(whole) === JSON.stringify(own)) done.had++;
    else if (store.write(name, whole, Math.max(at, mine.at))) done.taken++;
    else done.unkept++;
  }
  return done;
}

/** The newer game, which counts as solved where either was, with the least help that it was solved with. */
function joinGames(one, other) {
  const newer = other.at > one.at ? other.value : one.value;
  const marks = [one.value, other.value].filter(({ solved }) => solved === true).map(helpOf);
  if (marks.length === 0) return newer;
  const help = marks.reduce((least, mark) => (isMore(least, mark) ? mark : least));
  if (newer.solved === true && helpOf(newer) === help) return newer;
  return { ...newer, solved: true, help };
}

function asEntry(entry) {
  if (typeof entry !== "object" || entry === null || typeof entry.name !== "string") return null;
  const value = sortOf(entry.name)?.sound(entry.value) ?? null;
  return value === null || !Number.isFinite(entry.at) ? null : { name: entry.name, at: entry.at, value };
}

function sortOf(name) {
  return SORTS.find(({ fits }) => fits(name));
}

function parsed(line) {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
