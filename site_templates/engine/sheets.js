/**
 * Which levels come on which sheet, and how boards are set on it. Pure: from settings to sheets.
 *
 * @typedef {object} Settings what a reader chooses; it stands in the page's address and is kept
 * @property {string} tier of the levels, or `all`
 * @property {number} per how many levels are on a sheet
 * @property {number} sheets how many sheets there are, the answers not counted
 * @property {"row"|"draw"} order in the order of the site, or drawn by lot
 * @property {number} from the number of the first level, where they come in a row
 * @property {number} draw which draw it is: the same one draws the same levels
 * @property {"a4"|"letter"} paper
 * @property {readonly string[]} show what is printed beside the boards
 *
 * @typedef {object} Stocked a level that can be printed
 * @property {string} id
 * @property {string} tier
 * @property {number} number among those of its size and tier
 * @property {number} drawing which of the page's levels it is
 * @property {string} page where it is played
 * @property {string} title may be empty, as may the other two
 * @property {string} author
 * @property {string} told what holds on its board and not on every one
 *
 * @typedef {{across: number, down: number, entries: readonly {number: number, level: Stocked}[]}} Sheet
 *   how many places are in a row of it and in a column, and what is in them, numbered through all sheets
 */

import { lotOf } from "#engine/lots.js";

/** The papers there are, in millimetres. */
export const PAPERS = Object.freeze({
  a4: Object.freeze({ width: 210, height: 297 }),
  letter: Object.freeze({ width: 215.9, height: 279.4 }),
});

/** What is left free on each side of a paper, in millimetres; the style sheet has it too. */
const MARGIN = 12;

/** How many levels a sheet can have. */
export const PER = Object.freeze([1, 2, 4, 6]);

export const ALL = "all";

/** What can be printed beside the boards. */
export const SHOWN = Object.freeze(["titles", "authors", "rules", "links", "answers"]);

/** The room that the head of a sheet takes, what is written by a board, and what is left between two, in millimetres. */
const HEAD = 16;
const WRITTEN = 14;
const BESIDE_ANSWER = 5;
const GAP = 6;

/** The cells of an answer are at least so wide, in millimetres, and no more than so many answers are in a row. */
const FINEST = 3.5;
const MOST = 6;

/** No number of an address is higher. */
export const HIGHEST = 999_999;

/** @type {Settings} */
export const FIRST = Object.freeze({
  tier: ALL,
  per: 6,
  sheets: 1,
  order: "row",
  from: 1,
  draw: 1,
  paper: "a4",
  show: SHOWN,
});

/**
 * Settings out of an address; what is missing there, or unsound, is that of `base`.
 * @param {string} text the part of an address behind its `#` @param {Settings} base
 * @returns {Settings}
 */
export function readSettings(text, base) {
  const said = new URLSearchParams(text);
  const one = (name, choices) => (choices.includes(said.get(name)) ? said.get(name) : base[name]);
  const number = (name) => {
    const value = /^\d+$/.test(said.get(name) ?? "") ? Number(said.get(name)) : 0;
    return value >= 1 && value <= HIGHEST ? value : base[name];
  };
  const show = said.get("show")?.split(" ") ?? base.show;
  return Object.freeze({
    tier: /^[a-z]+$/.test(said.get("tier") ?? "") ? said.get("tier") : base.tier,
    per: PER.includes(number("per")) ? number("per") : base.per,
    sheets: number("sheets"),
    order: one("order", ["row", "draw"]),
    from: number("from"),
    draw: number("draw"),
    paper: one("paper", Object.keys(PAPERS)),
    show: Object.freeze(SHOWN.filter((name) => show.includes(name))),
  });
}

/** @param {Settings} settings @returns {string} as `readSettings` reads them */
export function writeSettings({ show, ...rest }) {
  return new URLSearchParams({ ...rest, show: show.join(" ") }).toString();
}

/**
 * The levels that settings are about, whether they come on a sheet or not: those of the tier, or all where the tier has
 * none here.
 * @param {readonly Stocked[]} levels easy ones first @param {Settings} settings
 * @returns {readonly Stocked[]}
 */
export function poolOf(levels, { tier }) {
  const own = levels.filter((level) => level.tier === tier);
  return own.length > 0 ? own : levels;
}

/**
 * The number of the first level of a pool and of its last: those of the site where all are of one tier.
 * @param {readonly Stocked[]} pool @returns {{first: number, last: number}}
 */
export function rangeOf(pool) {
  const same = pool.every(({ tier }) => tier === pool[0].tier);
  const first = same ? pool[0].number : 1;
  return { first, last: first + pool.length - 1 };
}

/**
 * The levels that are printed, easy ones first.
 * @param {readonly Stocked[]} levels @param {Settings} settings
 * @returns {readonly Stocked[]} fewer than asked for where there are no more
 */
export function chosen(levels, settings) {
  const { per, sheets, order, from, draw } = settings;
  const pool = poolOf(levels, settings);
  const { first, last } = rangeOf(pool);
  const start = Math.min(Math.max(from, first), last) - first;
  if (order === "row") return pool.slice(start, start + per * sheets);
  const lots = pool.map((level) => ({ level, lot: lotOf(draw, level.id) }));
  const drawn = lots.sort((one, other) => one.lot - other.lot).slice(0, per * sheets);
  const place = ({ level }) => levels.findIndex(({ tier }) => tier === level.tier);
  return drawn.sort((one, other) => place(one) - place(other)).map(({ level }) => level);
}

/**
 * Set levels on sheets, and their answers on as few as hold them, behind the others.
 * @param {readonly Stocked[]} levels @param {Settings} settings @param {{rows: number, cols: number}} size
 * @returns {{boards: readonly Sheet[], answers: readonly Sheet[]}}
 */
export function sheetsOf(levels, settings, size) {
  const entries = chosen(levels, settings).map((level, index) => Object.freeze({ number: index + 1, level }));
  const places = placesFor(settings, size);
  const small = answerPlaces(settings, size);
  return Object.freeze({
    boards: split(entries, settings.per).map((own) => Object.freeze({ ...places, entries: own })),
    answers: settings.show.includes("answers")
      ? split(entries, small.across * small.down).map((own) => Object.freeze({ ...small, entries: own }))
      : Object.freeze([]),
  });
}

/** The way to set so many boards on a sheet that makes their cells largest. @returns {{across: number, down: number}} */
function placesFor({ per, paper }, { rows, cols }) {
  const { width, height } = roomOn(paper);
  const ways = [1, 2, 3, 4, 6].filter((across) => per % across === 0).map((across) => ({ across, down: per / across }));
  const cell = ({ across, down }) =>
    Math.min(part(width, across) / cols, (part(height - HEAD, down) - WRITTEN) / rows);
  return ways.reduce((best, next) => (cell(next) > cell(best) ? next : best));
}

/** Those of answers are small: as many in a row as can be read, and as many rows as the sheet has room for. */
function answerPlaces({ paper }, { rows, cols }) {
  const { width, height } = roomOn(paper);
  const fits = [MOST, 5, 4, 3, 2].filter((across) => part(width, across) / cols >= FINEST);
  const across = fits[0] ?? 1;
  const tall = (part(width, across) / cols) * rows + BESIDE_ANSWER;
  return { across, down: Math.max(1, Math.floor((height - HEAD + GAP) / (tall + GAP))) };
}

function roomOn(paper) {
  const { width, height } = PAPERS[paper];
  return { width: width - 2 * MARGIN, height: height - 2 * MARGIN };
}

/** What each of so many has of a length, with gaps between them. */
function part(length, count) {
  return (length - (count - 1) * GAP) / count;
}

function split(entries, count) {
  const sheets = Math.ceil(entries.length / count);
  return Array.from({ length: sheets }, (_, index) => Object.freeze(entries.slice(index * count, (index + 1) * count)));
}
