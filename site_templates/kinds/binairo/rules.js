/**
 * The rules of Binairo: half of each line is 0 and half 1, no three equal stones in a row, and, where the level says so,
 * no two equal rows and no two equal columns.
 *
 * Nothing here sees the document. A state holds the whole board as one string, a letter a cell, givens included, which
 * is as frozen as a value can be and small enough to keep one for every move.
 *
 * @typedef {object} Line
 * @property {"row"|"col"} axis
 * @property {number} index from 0
 * @property {readonly number[]} cells
 *
 * @typedef {object} Board what never changes during a game
 * @property {number} rows
 * @property {number} cols
 * @property {string} givens `.` open, `0` or `1` a stone that stands from the start
 * @property {boolean} unique whether equal lines break a rule
 * @property {readonly Line[]} lines rows from the top, then columns from the left
 *
 * @typedef {{board: Board, marks: string}} BinairoState
 * @typedef {{set: readonly (readonly [number, string])[]}} BinairoMove
 */

export const EMPTY = ".";
export const ZERO = "0";
export const ONE = "1";

/** The letters in which a board is spelt, for an address. */
export const letters = EMPTY + ZERO + ONE;

/** The rules that a board can break while it is played, by their names in the house. */
export const THREE = "three-in-a-row";
export const QUOTA = "quota";
export const EQUAL = "equal-lines";

const STONES = Object.freeze([ZERO, ONE]);

/** The round of a tap, and that of the second button, which sets the other stone first. */
const NEXT = Object.freeze({ [EMPTY]: ZERO, [ZERO]: ONE, [ONE]: EMPTY });
const NEXT_SECOND = Object.freeze({ [EMPTY]: ONE, [ONE]: ZERO, [ZERO]: EMPTY });

/** @param {import("#engine/contract.js").Level} level @returns {BinairoState} */
export function start(level) {
  const { rows, cols } = level;
  const givens = level.grid.join("");
  const line = (axis, index, length, cellOf) =>
    Object.freeze({ axis, index, cells: Object.freeze(upTo(length).map(cellOf)) });
  const lines = Object.freeze([
    ...upTo(rows).map((row) => line("row", row, cols, (col) => row * cols + col)),
    ...upTo(cols).map((col) => line("col", col, rows, (row) => row * cols + col)),
  ]);
  const unique = level.rules.unique_lines !== false;
  return Object.freeze({ board: Object.freeze({ rows, cols, givens, unique, lines }), marks: givens });
}

/**
 * A tap goes from empty to 0 to 1 and back, a mark the other way round. A drag gives its first cell what a tap would
 * give it and paints that over empty cells, or rubs out stones like the first one; it never changes one stone into the
 * other on its way. A drag from a given pours more of the given's stone.
 * @param {BinairoState} state @param {import("#engine/contract.js").Ui} ui
 * @param {import("#engine/contract.js").Input} input
 * @returns {BinairoMove|null}
 */
export function interpret(state, ui, input) {
  const { cell } = input;
  if (isGiven(state.board, cell)) return null;
  const mark = state.marks[cell];
  const wanted = wantedMark(state, ui, input);
  return wanted === mark ? null : { set: [[cell, wanted]] };
}

function wantedMark(state, ui, input) {
  const mark = state.marks[input.cell];
  switch (input.type) {
    case "tap":
      return NEXT[mark];
    case "mark":
      return NEXT_SECOND[mark];
    case "drag":
      return draggedMark(state, ui.before ?? state, input);
    default:
      return keyMark(mark, input.key);
  }
}

function draggedMark({ board, marks }, before, { cell, from, second }) {
  const [old, now] = [before.marks[from], marks[from]];
  // A long press, or the first step of the drag, has already set the first cell.
  const begun = isGiven(board, from) || now !== old;
  const paint = begun ? now : (second ? NEXT_SECOND : NEXT)[old];
  if (cell === from) return paint;
  const covers = paint === EMPTY ? old : EMPTY;
  return marks[cell] === covers ? paint : marks[cell];
}

function keyMark(mark, key) {
  switch (key) {
    case " ":
    case "Enter":
      return NEXT[mark];
    case ZERO:
    case ONE:
      return key;
    case "Backspace":
    case "Delete":
      return EMPTY;
    default:
      return mark;
  }
}

/** @param {BinairoState} state @param {BinairoMove} move @returns {BinairoState} */
export function apply(state, move) {
  if (!Array.isArray(move?.set)) throw new RangeError("not a move");
  const marks = [...state.marks];
  for (const [cell, mark] of move.set) {
    const open = Object.hasOwn(marks, cell) && !isGiven(state.board, cell);
    if (!open || !Object.hasOwn(NEXT, mark)) throw new RangeError("not a move");
    marks[cell] = mark;
  }
  return Object.freeze({ board: state.board, marks: marks.join("") });
}

/**
 * What the player says of the open cells: a 1 is yes, a 0 no.
 * @param {BinairoState} state @returns {import("#engine/contract.js").Claims}
 */
export function claims({ board, marks }) {
  const cellsWith = (stone) =>
    new Set([...marks].flatMap((mark, cell) => (mark === stone && !isGiven(board, cell) ? [String(cell)] : [])));
  return { yes: cellsWith(ONE), no: cellsWith(ZERO) };
}

/**
 * Stones for what is known.
 * @param {BinairoState} state @param {import("#engine/contract.js").Claims} known
 * @returns {readonly BinairoMove[]}
 */
export function put({ marks }, { yes, no }) {
  const missing = (places, stone) => [...places].map(Number).filter((cell) => marks[cell] === EMPTY).map((cell) => [cell, stone]);
  const set = [...missing(yes, ONE), ...missing(no, ZERO)];
  return set.length === 0 ? [] : [{ set }];
}

/** The stones of the player, in reading order. @param {BinairoState} state @returns {string} */
export function spell({ board, marks }) {
  return [...marks].map((mark, cell) => (isGiven(board, cell) ? EMPTY : mark)).join("");
}

/** The stones that a text spells. @param {BinairoState} start @param {string} text @returns {readonly BinairoMove[]} */
export function unspell(start, text) {
  const set = [...text].map((mark, cell) => [cell, mark]).filter(([, mark]) => mark !== EMPTY);
  return set.length === 0 ? [] : [{ set }];
}

/** The one thing that an image can do beside being turned: to exchange the stones. */
const SWAP = "swap";

/** @param {import("#engine/contract.js").Level} turned @param {{own: string}} seen @returns {import("#engine/contract.js").Level} */
export function turn(turned, { own }) {
  if (own !== SWAP) return turned;
  const other = { [ZERO]: ONE, [ONE]: ZERO };
  return { ...turned, grid: turned.grid.map((row) => [...row].map((mark) => other[mark] ?? mark).join("")) };
}

/** A stone is 1 where yes is the answer, so with the stones exchanged the answers are. @param {string} own */
export function exchanges(own) {
  return own === SWAP;
}

/**
 * How many of each stone every line still takes; below zero where it has too many.
 * @param {BinairoState} state
 * @returns {readonly {line: Line, left: readonly [number, number]}[]} in the order of the board's lines; `left` has the
 *   zeros, then the ones
 */
export function counts({ board, marks }) {
  return board.lines.map((line) => {
    const left = STONES.map((stone) => line.cells.length / 2 - line.cells.filter((cell) => marks[cell] === stone).length);
    return { line, left };
  });
}

/**
 * Every run of three or more equal stones, whole.
 * @param {BinairoState} state
 * @returns {readonly {line: Line, cells: readonly number[]}[]}
 */
export function runs({ board, marks }) {
  return board.lines.flatMap((line) => {
    const found = [];
    let begin = 0;
    for (let at = 1; at <= line.cells.length; at++) {
      if (at < line.cells.length && marks[line.cells[at]] === marks[line.cells[begin]]) continue;
      const long = at - begin > 2 && marks[line.cells[begin]] !== EMPTY;
      if (long) found.push({ line, cells: Object.freeze(line.cells.slice(begin, at)) });
      begin = at;
    }
    return found;
  });
}

/**
 * Every line with more than half of a stone, with all its stones of that sort.
 * @param {BinairoState} state
 * @returns {readonly {line: Line, stone: string, cells: readonly number[]}[]}
 */
export function crowded(state) {
  return counts(state).flatMap(({ line, left }) =>
    STONES.filter((_, index) => left[index] < 0).map((stone) => {
      const cells = line.cells.filter((cell) => state.marks[cell] === stone);
      return { line, stone, cells: Object.freeze(cells) };
    }),
  );
}

/**
 * Every two full lines of one direction that are equal, where the level forbids it.
 * @param {BinairoState} state
 * @returns {readonly (readonly [Line, Line])[]}
 */
export function twins({ board, marks }) {
  if (!board.unique) return [];
  const words = board.lines.map(({ cells }) => cells.map((cell) => marks[cell]).join(""));
  const found = [];
  board.lines.forEach((line, index) => {
    if (words[index].includes(EMPTY)) return;
    for (let later = index + 1; later < board.lines.length; later++) {
      const other = board.lines[later];
      if (other.axis === line.axis && words[later] === words[index]) found.push(Object.freeze([line, other]));
    }
  });
  return found;
}

/** @param {BinairoState} state @returns {readonly import("#engine/contract.js").Violation[]} */
export function violations(state) {
  const named = (rule) => ({ cells }) => Object.freeze({ rule, cells });
  const pairs = twins(state).map(([one, other]) => ({ cells: Object.freeze([...one.cells, ...other.cells]) }));
  return Object.freeze([
    ...runs(state).map(named(THREE)),
    ...crowded(state).map(named(QUOTA)),
    ...pairs.map(named(EQUAL)),
  ]);
}

/** @param {BinairoState} state @returns {boolean} */
export function isSolved(state) {
  // A full line with no more than half of either stone has half of each.
  return !state.marks.includes(EMPTY) && violations(state).length === 0;
}

/** @param {Board} board @param {number} cell @returns {boolean} */
export function isGiven({ givens }, cell) {
  return givens[cell] !== EMPTY;
}

function upTo(length) {
  return Array.from({ length }, (_, index) => index);
}
