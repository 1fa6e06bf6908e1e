/**
 * A position as a short text that an address can hold, and back.
 *
 * A kind spells a board in a few letters of its own. Here these become digits of a number, as many at a time as four
 * characters hold, with the commonest letter left out at the end. What follows is a check: a hash of the text, the level
 * and the image, so that a text that lost a character on its way, or belongs to another board, is told from a right one.
 *
 * @typedef {import("./contract.js").Kind} Kind
 * @typedef {import("./contract.js").Level} Level
 * @typedef {import("./contract.js").Move} Move
 * @typedef {import("./contract.js").State} State
 */

import { hashOf } from "#engine/hash.js";

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const CHARACTERS = 4;
const ROOM = DIGITS.length ** CHARACTERS;

/** The check has letters and digits alone: programs that find addresses in a text leave other signs off their end. */
const CHECK = 5;
const CHECK_BASE = 36;

/** The largest board has far less to say. What is longer is not read at all. */
const LONGEST = 4096;

/** @param {Kind} kind @returns {boolean} whether its positions can be passed on */
export function spells(kind) {
  return Boolean(kind.letters && kind.spell && kind.unspell);
}

/** @param {Kind} kind @param {Level} level as its image shows it @param {State} state @returns {string} */
export function writePosition(kind, level, state) {
  const packed = pack(kind.letters, bare(kind.letters, kind.spell(state)));
  return packed + checkOf(kind, level, packed);
}

/**
 * @param {Kind} kind @param {Level} level as its image shows it @param {string} text whatever an address holds
 * @returns {{state: State, moves: readonly Move[]}|null} the position and the moves that lead there from the start; null
 *   where the text is no position of this level
 */
export function readPosition(kind, level, text) {
  if (!spells(kind) || text.length > LONGEST || !/^[\w-]+$/.test(text)) return null;
  const packed = text.slice(0, -CHECK);
  if (text.slice(-CHECK) !== checkOf(kind, level, packed)) return null;
  const spelt = unpack(kind.letters, packed);
  try {
    const start = kind.start(level);
    const moves = kind.unspell(start, spelt);
    const state = moves.reduce(kind.apply, start);
    // Moves may have undone each other: then the text was none that a page has made.
    return bare(kind.letters, kind.spell(state)) === spelt ? { state, moves } : null;
  } catch {
    // An address is anybody's to write, and its check anybody's to work out.
    return null;
  }
}

/** Without the first letter at the end: there it says nothing. */
function bare(letters, text) {
  let length = text.length;
  while (length > 0 && text[length - 1] === letters[0]) length--;
  return text.slice(0, length);
}

/** How many letters four characters hold. */
function groupOf({ length: base }) {
  let size = 1;
  while (base ** (size + 1) <= ROOM) size++;
  return size;
}

function pack(letters, text) {
  const size = groupOf(letters);
  let packed = "";
  for (let at = 0; at < text.length; at += size) {
    let number = 0;
    for (const letter of [...text.slice(at, at + size)].reverse()) number = number * letters.length + letters.indexOf(letter);
    packed += toDigits(number);
  }
  return packed.replace(/A+$/, "");
}

function unpack(letters, packed) {
  const size = groupOf(letters);
  let text = "";
  for (let at = 0; at < packed.length; at += CHARACTERS) {
    let number = [...packed.slice(at, at + CHARACTERS)].reduceRight((sum, digit) => sum * DIGITS.length + DIGITS.indexOf(digit), 0);
    for (let index = 0; index < size; index++) {
      text += letters[number % letters.length];
      number = Math.floor(number / letters.length);
    }
  }
  return bare(letters, text);
}

function toDigits(number) {
  let digits = "";
  let rest = number;
  for (let index = 0; index < CHARACTERS; index++) {
    digits += DIGITS[rest % DIGITS.length];
    rest = Math.floor(rest / DIGITS.length);
  }
  return digits;
}

/** Of a hash as much is kept as the check has room for. */
function checkOf({ name }, { id, image = "" }, packed) {
  const hash = hashOf([name, id, image, packed].join("/"));
  return (hash % CHECK_BASE ** CHECK).toString(CHECK_BASE).padStart(CHECK, "0");
}
