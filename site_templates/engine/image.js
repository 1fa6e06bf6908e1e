/**
 * Images of a level: the same puzzle turned or mirrored, or whatever else its kind allows, made from the level itself.
 *
 * They have the names that the pipeline gives them: one of the eight symmetries of the square, with `+` and a word of
 * the kind's own after it where the kind knows more, as `rotate90+swap`. Which images a level has, its catalogue says.
 *
 * @typedef {import("./contract.js").Kind} Kind
 * @typedef {import("./contract.js").Level} Level
 * @typedef {import("./way.js").Way} Way
 */

/**
 * Where the cell of an image at a row and column comes from, on a level whose last row and column are these; in the order
 * in which they are offered.
 */
const SOURCES = Object.freeze({
  identity: (row, col) => [row, col],
  rotate90: (row, col, bottom) => [bottom - col, row],
  rotate180: (row, col, bottom, right) => [bottom - row, right - col],
  rotate270: (row, col, bottom, right) => [col, right - row],
  mirror: (row, col, bottom, right) => [row, right - col],
  flip: (row, col, bottom) => [bottom - row, col],
  transpose: (row, col) => [col, row],
  antitranspose: (row, col, bottom, right) => [bottom - col, right - row],
});

const SWAP_SIDES = Object.freeze(["rotate90", "rotate270", "transpose", "antitranspose"]);

/** The image that is the level itself, as drawn. */
export const ITSELF = "identity";

/** @param {string} image @returns {{symmetry: string, own: string}} its symmetry, and what its kind does beside that */
export function partsOf(image) {
  const [symmetry, own = ""] = image.split("+");
  return { symmetry, own };
}

/**
 * @param {Level} level
 * @returns {readonly string[]} the names of its images, itself first; of those that a page can make
 */
export function imagesOf({ images = [] }) {
  const symmetries = Object.keys(SOURCES);
  const known = images.filter((image) => image !== ITSELF && symmetries.includes(partsOf(image).symmetry));
  const order = (image) => symmetries.indexOf(partsOf(image).symmetry);
  // By code units: every reader sees the images in one order, whatever the language of the browser.
  const own = (image) => partsOf(image).own;
  const compare = (one, other) => Number(own(one) > own(other)) - Number(own(one) < own(other)) || order(one) - order(other);
  return [ITSELF, ...known.sort(compare)];
}

/**
 * Where each cell of an image comes from.
 * @param {{rows: number, cols: number}} size of the level @param {string} symmetry
 * @returns {{rows: number, cols: number, from: readonly number[], to: readonly number[]}} the size of the image; for each
 *   of its cells the one of the level, and for each cell of the level the one of the image
 */
function turnCells({ rows, cols }, symmetry) {
  const [height, width] = SWAP_SIDES.includes(symmetry) ? [cols, rows] : [rows, cols];
  const source = SOURCES[symmetry];
  const from = Array.from({ length: rows * cols }, (_, cell) => {
    const [row, col] = source(Math.floor(cell / width), cell % width, rows - 1, cols - 1);
    return row * cols + col;
  });
  const to = new Array(from.length);
  from.forEach((old, cell) => {
    to[old] = cell;
  });
  return { rows: height, cols: width, from, to };
}

/**
 * A level as an image shows it.
 * @param {Kind} kind @param {Level} level @param {string} image one of its own
 * @returns {Level} which says in `image` what it is; the level as it was where that is itself
 */
export function turnLevel(kind, level, image) {
  if (image === ITSELF) return level;
  const { symmetry, own } = partsOf(image);
  const { rows, cols, from, to } = turnCells(level, symmetry);
  const cells = level.grid.join("");
  const text = from.map((cell) => cells[cell]).join("");
  const grid = Array.from({ length: rows }, (_, row) => text.slice(row * cols, (row + 1) * cols));
  const turned = { ...level, rows, cols, grid, image };
  return Object.freeze(kind.turn ? kind.turn(turned, { own, to }) : turned);
}

/**
 * The way to the answer of an image: that of its level, each step at the places where the image has them.
 * @param {Kind} kind @param {Level} level itself @param {string} image @param {Way} way of the level
 * @returns {Way}
 */
export function turnWay(kind, level, image, way) {
  if (image === ITSELF) return way;
  const { symmetry, own } = partsOf(image);
  const { to } = turnCells(level, symmetry);
  const cells = (list) => Object.freeze(list.map((cell) => to[cell]));
  const places = (list) => Object.freeze(list.map((place) => turnPlace(place, to)));
  const exchanged = kind.exchanges?.(own) ?? false;
  return Object.freeze(
    way.map(({ technique, yes, no, look, rests }) => {
      const [one, other] = [places(yes), places(no)];
      const answered = exchanged ? { yes: other, no: one } : { yes: one, no: other };
      return Object.freeze({ technique, ...answered, look: cells(look), rests: cells(rests) });
    }),
  );
}

/** A place is named by its cells, the lower one first. */
function turnPlace(place, to) {
  const sign = /[-+]/.exec(place)?.[0] ?? "";
  const cells = place.split(/[-+]/).map((cell) => to[Number(cell)]);
  return cells.sort((one, other) => one - other).join(sign);
}
