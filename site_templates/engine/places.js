/**
 * Where a pointer can be: on the cells of a board, and on the places beside it that stand for cells.
 *
 * Places are numbered row by row like cells, over the board and as much of its margin as a kind has a use for. Where it
 * has none, a place has the number of its cell.
 *
 * @typedef {import("./contract.js").Kind} Kind
 * @typedef {import("./contract.js").Level} Level
 * @typedef {import("./contract.js").Margin} Margin
 * @typedef {object} Places
 * @property {number} cols how many places are in a row
 * @property {(box: {left: number, top: number, width: number, height: number}, x: number, y: number) => number|null} at
 *   the place by a point of the window and the box of the board in it; null for what stands for no cell
 * @property {(place: number) => number|null} cellOf
 * @property {(from: number, to: number) => readonly number[]} [beyond] the way of a pointer that left the board
 */

export const NO_MARGIN = Object.freeze({ top: 0, right: 0, bottom: 0, left: 0 });

/** @param {Kind} kind @param {Level} level @returns {Margin} */
export function marginOf({ margin = NO_MARGIN }, level) {
  return typeof margin === "function" ? margin(level) : margin;
}

/** @param {Kind} kind @param {Level} level @returns {Places} */
export function layPlaces(kind, level) {
  const { rows, cols } = level;
  const reach = kind.beside ? marginOf(kind, level) : NO_MARGIN;
  const [top, left] = [Math.ceil(reach.top), Math.ceil(reach.left)];
  const width = left + cols + Math.ceil(reach.right);
  const placeOf = (cell) => (Math.floor(cell / cols) + top) * width + (cell % cols) + left;
  const cellOf = (place) => cellAt(Math.floor(place / width) - top, (place % width) - left);
  const isOn = (row, col) => row >= 0 && row < rows && col >= 0 && col < cols;

  function cellAt(row, col) {
    return isOn(row, col) ? row * cols + col : (kind.beside?.(level, row, col) ?? null);
  }

  return Object.freeze({
    cols: width,
    cellOf,
    beyond: kind.between && ((from, to) => kind.between(level, cellOf(from), cellOf(to)).map(placeOf)),
    at(box, x, y) {
      const [across, down] = [((x - box.left) / box.width) * cols, ((y - box.top) / box.height) * rows];
      if (across < -reach.left || across >= cols + reach.right) return null;
      if (down < -reach.top || down >= rows + reach.bottom) return null;
      const [row, col] = [Math.floor(down), Math.floor(across)];
      return cellAt(row, col) === null ? null : (row + top) * width + col + left;
    },
  });
}

/**
 * Inputs that name places as inputs that name cells; what was led over no cell is left out.
 * @param {Places} places @param {readonly import("./contract.js").Input[]} inputs
 * @returns {readonly import("./contract.js").Input[]}
 */
export function onCells({ cellOf }, inputs) {
  const named = inputs.map((input) => {
    const cells = Object.entries(input).filter(([name]) => ["cell", "from", "last"].includes(name));
    return { ...input, ...Object.fromEntries(cells.map(([name, place]) => [name, cellOf(place)])) };
  });
  return named.filter(({ cell }) => cell !== null);
}
