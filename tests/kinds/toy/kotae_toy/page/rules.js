/**
 * The rule of Mines: a number says how many of the cells around it hide a mine.
 *
 * @typedef {{rows: number, cols: number, numbers: string}} Board `.` a hidden cell, or its number
 * @typedef {{board: Board, marks: string}} MinesState the marks of the hidden cells
 * @typedef {{cell: number, mark: string}} MinesMove
 */

export const HIDDEN = ".";
export const MINE = "*";
export const FREE = "-";

/** The letters in which a board is spelt, for an address. */
export const letters = HIDDEN + MINE + FREE;

/** The round of a tap, and that of the second button. */
const NEXT = Object.freeze({ [HIDDEN]: MINE, [MINE]: FREE, [FREE]: HIDDEN });
const NEXT_SECOND = Object.freeze({ [HIDDEN]: FREE, [FREE]: MINE, [MINE]: HIDDEN });

const KEYS = Object.freeze({ "*": MINE, m: MINE, "-": FREE, x: FREE, Backspace: HIDDEN, Delete: HIDDEN });

/** @param {import("#engine/contract.js").Level} level @returns {MinesState} */
export function start({ rows, cols, grid }) {
  const numbers = grid.join("");
  return Object.freeze({ board: Object.freeze({ rows, cols, numbers }), marks: HIDDEN.repeat(rows * cols) });
}

/**
 * A tap goes from hidden to mine to free and back, a mark the other way round; a drag paints its first cell's mark.
 * @param {MinesState} state @param {import("#engine/contract.js").Ui} ui
 * @param {import("#engine/contract.js").Input} input
 * @returns {MinesMove|null}
 */
export function interpret(state, ui, input) {
  const { cell } = input;
  if (isNumber(state.board, cell)) return null;
  const old = state.marks[cell];
  const mark = wantedMark(state, ui, input) ?? old;
  return mark === old ? null : { cell, mark };
}

function wantedMark({ board, marks }, { before }, { type, key, cell, from, second }) {
  const mark = marks[cell];
  if (type === "mark") return NEXT_SECOND[mark];
  if (type === "tap" || key === " " || key === "Enter") return NEXT[mark];
  if (type === "key") return Object.hasOwn(KEYS, key) ? KEYS[key] : mark;
  if (isNumber(board, from)) return mark;
  // A long press, or the first step of the drag, has set the first cell already.
  const old = (before?.marks ?? marks)[from];
  return marks[from] === old ? (second ? NEXT_SECOND : NEXT)[old] : marks[from];
}

/** @param {MinesState} state @param {MinesMove} move @returns {MinesState} */
export function apply({ board, marks }, move) {
  const { cell, mark } = move ?? {};
  const known = Number.isInteger(cell) && cell >= 0 && cell < marks.length && Object.hasOwn(NEXT, mark);
  if (!known || isNumber(board, cell)) throw new RangeError("not a move");
  return Object.freeze({ board, marks: marks.slice(0, cell) + mark + marks.slice(cell + 1) });
}

/**
 * What the player says of the covered cells: a mine is yes, a free cell no.
 * @param {MinesState} state @returns {import("#engine/contract.js").Claims}
 */
export function claims({ marks }) {
  const cellsWith = (mark) => new Set([...marks].flatMap((held, cell) => (held === mark ? [String(cell)] : [])));
  return { yes: cellsWith(MINE), no: cellsWith(FREE) };
}

/**
 * Marks for what is known.
 * @param {MinesState} state @param {import("#engine/contract.js").Claims} known
 * @returns {readonly MinesMove[]}
 */
export function put({ marks }, { yes, no }) {
  const missing = (places, mark) =>
    [...places].map(Number).filter((cell) => marks[cell] === HIDDEN).map((cell) => ({ cell, mark }));
  return [...missing(yes, MINE), ...missing(no, FREE)];
}

/** The marks of the cells, in reading order. @param {MinesState} state @returns {string} */
export function spell({ marks }) {
  return marks;
}

/** The marks that a text spells. @param {MinesState} start @param {string} text @returns {readonly MinesMove[]} */
export function unspell(start, text) {
  return [...text].map((mark, cell) => ({ cell, mark })).filter(({ mark }) => mark !== HIDDEN);
}

/**
 * The numbers that can no longer be met: too many mines around them, or too few cells left for them.
 * @param {MinesState} state
 */
export function violations(state) {
  const wrong = numbered(state).filter(({ mines, hidden, number }) => mines > number || mines + hidden < number);
  return Object.freeze(wrong.map(({ cell }) => Object.freeze({ rule: "count", cells: Object.freeze([cell]) })));
}

/** @param {MinesState} state @returns {boolean} */
export function isSolved(state) {
  return numbered(state).every(({ mines, number }) => mines === number);
}

/** Every number with the mines and the unmarked cells around it. @param {MinesState} state */
export function numbered({ board, marks }) {
  const found = [];
  for (let cell = 0; cell < marks.length; cell++) {
    if (!isNumber(board, cell)) continue;
    const near = around(board, cell).filter((other) => !isNumber(board, other));
    const count = (mark) => near.filter((other) => marks[other] === mark).length;
    found.push({ cell, number: Number(board.numbers[cell]), mines: count(MINE), hidden: count(HIDDEN) });
  }
  return found;
}

/** @param {Board} board @param {number} cell @returns {boolean} */
export function isNumber({ numbers }, cell) {
  return numbers[cell] !== HIDDEN;
}

function around({ rows, cols }, cell) {
  const [row, col] = [Math.floor(cell / cols), cell % cols];
  const cells = [];
  for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++) {
    for (let c = Math.max(0, col - 1); c <= Math.min(cols - 1, col + 1); c++) {
      if (r !== row || c !== col) cells.push(r * cols + c);
    }
  }
  return cells;
}
