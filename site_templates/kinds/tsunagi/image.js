/**
 * A Tsunagi board in other shapes: as an image shows it, lettered anew in reading order, and spelt in a few letters for
 * an address, its lines as the ways that they take.
 */

import { FEW, LETTERS, stepOn } from "#kinds/tsunagi/rules.js";

/** How a line is spelt: it ends, takes a way north, east, south or west, or begins at the end that is read last. */
export const letters = ";0123-";

/**
 * What of an image is more than cells in other places: its pairs named in reading order, and its walls.
 * @param {import("#engine/contract.js").Level} turned @param {{to: readonly number[]}} seen
 * @returns {import("#engine/contract.js").Level}
 */
export function turn(turned, { to }) {
  const names = namesOf(turned.grid.join(""));
  const grid = turned.grid.map((row) => [...row].map((letter) => names.get(letter) ?? letter).join(""));
  return { ...turned, grid, rules: { ...turned.rules, walls: turnWalls(turned.rules.walls, to) } };
}

function namesOf(text) {
  const capitals = LETTERS.slice(0, FEW);
  const few = [...capitals].some((letter) => !text.includes(letter));
  const plain = few ? capitals : LETTERS;
  const ends = [...new Set(text)].filter((letter) => plain.includes(letter));
  const names = ends.map((letter, pair) => [letter, LETTERS[pair]]);
  const isLetter = ([letter]) => /[A-Z]/.test(letter);
  const small = few ? names.filter(isLetter).map((name) => name.map((letter) => letter.toLowerCase())) : [];
  return new Map([...names, ...small]);
}

function turnWalls(text, to) {
  const walls = String(text ?? "").split(",").filter(Boolean);
  const inOrder = (one, other) => one[0] - other[0] || one[1] - other[1];
  const turned = walls.map((wall) => wall.split("-").map((cell) => to[Number(cell)]).sort((one, other) => one - other));
  return turned.sort(inOrder).map((wall) => wall.join("-")).join(",");
}

/** The lines of all pairs, in their order. @param {import("./rules.js").TsunagiState} state @returns {string} */
export function spell({ board, lines }) {
  const ways = (path) => path.map((_, index) => stepOn(board, path, index)?.way ?? "").join("");
  return lines.map((path, line) => (path.length > 0 && path[0] !== board.pairs[line][0] ? "-" : "") + ways(path)).join(";");
}

/**
 * @param {import("./rules.js").TsunagiState} start @param {string} text
 * @returns {readonly import("./rules.js").TsunagiMove[]} throws a RangeError for what is no lines of this board
 */
export function unspell({ board }, text) {
  return text.split(";").flatMap((spelt, line) => {
    if (spelt === "") return [];
    if (line >= board.pairs.length) throw new RangeError("not a position");
    const [first, last] = board.pairs[line];
    const cells = [spelt[0] === "-" ? last : first];
    for (const way of spelt.replace("-", "")) {
      const step = board.steps[cells.at(-1)].find((one) => one.way === Number(way));
      if (!step) throw new RangeError("not a position");
      cells.push(...(step.over === -1 ? [step.to] : [step.over, step.to]));
    }
    return [{ line: board.letters[line], cells }];
  });
}
