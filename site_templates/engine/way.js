/**
 * The way to a level's answer as a page has it: the steps of its trace in short, and last what the trace leaves open.
 * `build/hints.py` writes it and says how.
 *
 * @typedef {object} Step
 * @property {number} technique its number from 1, or 0 for what comes from the answer
 * @property {readonly string[]} yes the places that it answers so, named as in `Claims`
 * @property {readonly string[]} no
 * @property {readonly number[]} look the cells to look at
 * @property {readonly number[]} rests further cells that it follows from
 *
 * @typedef {readonly Step[]} Way
 */

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const BASE = 32;
const SIGNS = "-+";

/** @param {string} text @returns {Way} */
export function readWay(text) {
  const [heads, decided, looks, rests] = text.split(".").map(numbersOf);
  const between = heads.next() === 1;
  const steps = [];
  let [at, seen] = [0, 0];
  const cells = (column, count) => Object.freeze(upTo(count).map(() => (seen += signed(column.next()))));
  const places = (count) =>
    Object.freeze(
      upTo(count).map(() => {
        at += signed(decided.next());
        return between ? `${at}${otherCell(at, decided.next())}` : String(at);
      }),
    );
  while (!heads.isDone()) {
    const [technique, yes, no, look, rest] = upTo(5).map(() => heads.next());
    const answered = { technique, yes: places(yes), no: places(no) };
    steps.push(Object.freeze({ ...answered, look: cells(looks, look), rests: cells(rests, rest) }));
  }
  return Object.freeze(steps);
}

/** The cells of a place. @param {string} place @returns {readonly number[]} */
export function cellsOf(place) {
  return place.split(/[-+]/).map(Number);
}

function otherCell(first, number) {
  return SIGNS[number % SIGNS.length] + (first + signed(Math.floor(number / SIGNS.length)));
}

/** The numbers of a column, one after the other. */
function numbersOf(text) {
  let at = 0;
  return {
    isDone: () => at >= text.length,
    next() {
      let [number, weight] = [0, 1];
      for (;;) {
        const digit = DIGITS.indexOf(text[at++]);
        number += (digit % BASE) * weight;
        if (digit < BASE) return number;
        weight *= BASE;
      }
    },
  };
}

function signed(number) {
  return number % 2 === 0 ? number / 2 : -(number + 1) / 2;
}

function upTo(count) {
  return Array.from({ length: count }, (_, index) => index);
}
