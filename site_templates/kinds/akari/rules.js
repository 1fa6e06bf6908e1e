/**
 * The rules of Akari: every white cell is lit, no bulb sees a bulb, a numbered wall has that many bulbs beside it.
 *
 * Nothing here sees the document. A state holds what the player put on the board as one string, a letter a cell, which
 * is as frozen as a value can be and small enough to keep one for every move.
 *
 * @typedef {object} Board what never changes during a game
 * @property {number} rows
 * @property {number} cols
 * @property {string} cells `.` white, `#` wall without number, `0`-`4` numbered wall
 * @property {readonly (readonly (readonly number[])[])[]} sight for each white cell the cells seen in each of the four
 *   directions, nearest first
 * @property {readonly (readonly number[])[]} beside for each cell the white cells that share a side with it
 *
 * @typedef {{board: Board, marks: string}} AkariState
 * @typedef {{set: readonly (readonly [number, string])[]}} AkariMove
 */

export const EMPTY = ".";
export const BULB = "*";
export const DOT = "x";

/** The rules that a board can break while it is played, by their names in the house. */
export const SEES_BULB = "sees-bulb";
export const TOO_MANY = "too-many";

/** The letters in which a board is spelt, for an address. */
export const letters = EMPTY + BULB + DOT;

const NEXT = Object.freeze({ [EMPTY]: BULB, [BULB]: DOT, [DOT]: EMPTY });

/** @param {import("#engine/contract.js").Level} level @returns {AkariState} */
export function start(level) {
  const { rows, cols } = level;
  const cells = level.grid.join("");
  const all = [...cells].map((_, cell) => cell);
  const look = (cell) => directions(rows, cols, cell).map((way) => untilWall(way, cells));
  const sight = all.map((cell) => Object.freeze(isWhite(cells, cell) ? look(cell) : []));
  const beside = all.map((cell) =>
    Object.freeze(directions(rows, cols, cell).flatMap((way) => untilWall(way.slice(0, 1), cells))),
  );
  const board = Object.freeze({ rows, cols, cells, sight: Object.freeze(sight), beside: Object.freeze(beside) });
  return Object.freeze({ board, marks: EMPTY.repeat(cells.length) });
}

/**
 * A tap goes from empty to bulb to dot. A drag paints dots, or rubs them out where it began on one; it never makes or
 * takes a bulb, so that a slip of the finger costs nothing.
 * @param {AkariState} state @param {import("#engine/contract.js").Ui} ui
 * @param {import("#engine/contract.js").Input} input
 * @returns {AkariMove|null}
 */
export function interpret(state, ui, input) {
  const { cell } = input;
  if (!isWhite(state.board.cells, cell)) return null;
  const mark = state.marks[cell];
  const wanted = wantedMark(mark, ui, input);
  return wanted === mark ? null : { set: [[cell, wanted]] };
}

function wantedMark(mark, ui, input) {
  switch (input.type) {
    case "tap":
      return NEXT[mark];
    case "mark":
      return mark === DOT ? EMPTY : DOT;
    case "drag": {
      if (mark === BULB) return mark;
      const rubs = ui.before !== null && ui.before.marks[input.from] === DOT;
      return rubs ? EMPTY : DOT;
    }
    default:
      return keyMark(mark, input.key);
  }
}

function keyMark(mark, key) {
  switch (key) {
    case " ":
    case "Enter":
      return NEXT[mark];
    case "x":
    case ".":
      return mark === DOT ? EMPTY : DOT;
    case "Backspace":
    case "Delete":
      return EMPTY;
    default:
      return mark;
  }
}

/** @param {AkariState} state @param {AkariMove} move @returns {AkariState} */
export function apply(state, move) {
  if (!Array.isArray(move?.set)) throw new RangeError("not a move");
  const marks = [...state.marks];
  for (const [cell, mark] of move.set) {
    if (!isWhite(state.board.cells, cell) || !Object.hasOwn(NEXT, mark)) throw new RangeError("not a move");
    marks[cell] = mark;
  }
  return Object.freeze({ board: state.board, marks: marks.join("") });
}

/**
 * What the player says of the cells: a bulb here, or none.
 * @param {AkariState} state @returns {import("#engine/contract.js").Claims}
 */
export function claims({ marks }) {
  const said = { yes: new Set(), no: new Set() };
  for (let cell = 0; cell < marks.length; cell++) {
    if (marks[cell] === BULB) said.yes.add(String(cell));
    else if (marks[cell] === DOT) said.no.add(String(cell));
  }
  return said;
}

/**
 * Bulbs and dots for what is known. A lit cell needs no dot: everybody sees that no bulb stands there.
 * @param {AkariState} state @param {import("#engine/contract.js").Claims} known
 * @returns {readonly AkariMove[]}
 */
export function put({ board, marks }, { yes, no }) {
  const isBulb = (cell) => marks[cell] === BULB;
  const isLit = (cell) => board.sight[cell].some((way) => way.some(isBulb));
  const isOpen = (cell) => marks[cell] === EMPTY && !isLit(cell);
  const bulbs = [...yes].map(Number).filter((cell) => !isBulb(cell));
  const dots = [...no].map(Number).filter(isOpen);
  const set = [...bulbs.map((cell) => [cell, BULB]), ...dots.map((cell) => [cell, DOT])];
  return set.length === 0 ? [] : [{ set }];
}

/** What is in the cells, in reading order. @param {AkariState} state @returns {string} */
export function spell({ marks }) {
  return marks;
}

/** The marks that a text spells, on an empty board. @param {AkariState} start @param {string} text @returns {readonly AkariMove[]} */
export function unspell(start, text) {
  const set = [...text].map((mark, cell) => [cell, mark]).filter(([, mark]) => mark !== EMPTY);
  return set.length === 0 ? [] : [{ set }];
}

/** What was found of a state: a page asks for it many times with every move. */
const lights = new WeakMap();
const asked = new WeakMap();

/**
 * What the bulbs do: how far the nearest light of each white cell is, and which bulbs see each other.
 * @param {AkariState} state
 * @returns {{distance: readonly number[], clashes: readonly Pair[], facing: readonly Pair[]}} a distance is 0 for a
 *   bulb's own cell and Infinity in the dark; `clashes` has every two bulbs in sight of each other, the lower cell
 *   first, and `facing` those of them with no third bulb between
 * @typedef {readonly [number, number]} Pair
 */
export function light(state) {
  return once(lights, state, shine);
}

function shine({ board, marks }) {
  const distance = new Array(marks.length).fill(Infinity);
  const clashes = [];
  const facing = [];
  for (let cell = 0; cell < marks.length; cell++) {
    if (marks[cell] !== BULB) continue;
    distance[cell] = 0;
    for (const way of board.sight[cell]) {
      way.forEach((seen, index) => {
        distance[seen] = Math.min(distance[seen], index + 1);
      });
      // Each pair once, from its lower cell: only the ways to the right and down lead to higher ones.
      const others = way.filter((seen) => seen > cell && marks[seen] === BULB);
      clashes.push(...others.map((other) => Object.freeze([cell, other])));
      facing.push(...others.slice(0, 1).map((other) => Object.freeze([cell, other])));
    }
  }
  return { distance, clashes, facing };
}

/**
 * The numbered walls, with what they ask for and what they have.
 *
 * A wall is met when it has its number. A 0 has it from the start, which says nothing, so it is met when a bulb can no
 * longer come beside it: its neighbours are lit or dotted.
 * @param {AkariState} state
 * @returns {readonly {cell: number, wants: number, has: number, met: boolean}[]}
 */
export function numbers(state) {
  return once(asked, state, ask);
}

function ask(state) {
  const { board, marks } = state;
  const { distance } = light(state);
  const isOpen = (white) => marks[white] === EMPTY && distance[white] === Infinity;
  const found = [];
  for (let cell = 0; cell < board.cells.length; cell++) {
    if (!isNumber(board.cells[cell])) continue;
    const wants = Number(board.cells[cell]);
    const has = board.beside[cell].filter((white) => marks[white] === BULB).length;
    found.push({ cell, wants, has, met: has === wants && (wants > 0 || !board.beside[cell].some(isOpen)) });
  }
  return found;
}

/** @param {AkariState} state @returns {readonly import("#engine/contract.js").Violation[]} */
export function violations(state) {
  const seen = light(state).clashes.map((cells) => Object.freeze({ rule: SEES_BULB, cells }));
  const over = numbers(state)
    .filter(({ wants, has }) => has > wants)
    .map(({ cell }) => Object.freeze({ rule: TOO_MANY, cells: Object.freeze([cell]) }));
  return Object.freeze([...seen, ...over]);
}

/** @param {AkariState} state @returns {boolean} */
export function isSolved(state) {
  return (
    darkCells(state).length === 0 &&
    violations(state).length === 0 &&
    numbers(state).every(({ wants, has }) => has === wants)
  );
}

/** @param {AkariState} state @returns {readonly number[]} the white cells that no bulb lights */
function darkCells(state) {
  const { distance } = light(state);
  const dark = [];
  distance.forEach((steps, cell) => {
    if (steps === Infinity && isWhite(state.board.cells, cell)) dark.push(cell);
  });
  return dark;
}

/** @param {string} cells @param {number} cell @returns {boolean} */
export function isWhite(cells, cell) {
  return cells[cell] === ".";
}

/** @param {string} letter @returns {boolean} */
export function isNumber(letter) {
  return letter >= "0" && letter <= "4";
}

function once(known, state, find) {
  if (!known.has(state)) known.set(state, find(state));
  return known.get(state);
}

function directions(rows, cols, cell) {
  const [row, col] = [Math.floor(cell / cols), cell % cols];
  return [
    count(row).map((step) => cell - cols * step),
    count(cols - 1 - col).map((step) => cell + step),
    count(rows - 1 - row).map((step) => cell + cols * step),
    count(col).map((step) => cell - step),
  ];
}

function count(length) {
  return Array.from({ length }, (_, index) => index + 1);
}

function untilWall(way, cells) {
  const wall = way.findIndex((cell) => !isWhite(cells, cell));
  return Object.freeze(wall === -1 ? way : way.slice(0, wall));
}
