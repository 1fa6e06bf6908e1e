/**
 * The rules of Tsunagi: each pair is joined by a line, and no two lines share a cell but on a bridge, which one crosses
 * and another passes under.
 *
 * A state holds a path for each pair: the cells of its line in the order in which they were drawn, from one end on,
 * with the bridges that it passes. A line that is not begun has none. Paths keep the rules of the board by themselves:
 * what would break one is no move. What is left to judge is whether all is joined, filled, and apart.
 *
 * @typedef {object} Step to a neighbour, or over the bridge that lies there to the cell beyond
 * @property {number} to
 * @property {number} over the bridge, or -1
 * @property {number} way 0 to 3: north, east, south, west
 *
 * @typedef {object} Board what never changes during a game
 * @property {number} rows
 * @property {number} cols
 * @property {string} cells as in the level: `.` open, `#` blocked, `+` a bridge, letters
 * @property {boolean} wrap whether opposite edges join
 * @property {boolean} fill whether every open cell takes a line
 * @property {boolean} touch whether a line may run beside itself
 * @property {readonly number[]} walled for each cell the sides at which a wall stands, a bit for each way
 * @property {readonly string[]} letters of the pairs
 * @property {readonly (readonly [number, number])[]} pairs their ends
 * @property {readonly number[]} owner for each cell the pair that it shows, as an end or a waypoint, or -1
 * @property {readonly (readonly Step[])[]} steps for each cell
 *
 * @typedef {readonly number[]} Path
 * @typedef {{board: Board, lines: readonly Path[]}} TsunagiState a path for each pair
 * @typedef {{line: string, cells: Path}} TsunagiMove the letter of a pair, and its whole path from now on
 * @typedef {{line: number, cells: Path, cell: number, done: boolean}} TsunagiGrip the path as far as the hand
 */

export const BLOCKED = "#";
export const BRIDGE = "+";
export const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789abcdefghijklmnopqrstuvwxyz!@$%*()[]{},:;=?^_~/";
/** While not all of so many letters are in use, small ones are waypoints. */
export const FEW = 36;

/** The rule that lines can break while they are drawn. */
export const TOUCH = "touch";

/** Row and column of a step north, east, south and west. */
export const WAYS = Object.freeze([[-1, 0], [0, 1], [1, 0], [0, -1]].map(Object.freeze));

/** @param {import("#engine/contract.js").Level} level @returns {TsunagiState} */
export function start({ rows, cols, grid, rules }) {
  const cells = grid.join("");
  const named = readLetters(cells);
  const switches = { wrap: rules.wrap === true, fill: rules.fill !== false, touch: rules.touch !== false };
  const shape = { rows, cols, cells, ...switches, walled: readWalls(rules.walls, cols, cells.length) };
  const steps = [...cells].map((_, cell) => Object.freeze(stepsFrom(shape, cell)));
  const board = Object.freeze({ ...shape, ...named, steps: Object.freeze(steps) });
  return Object.freeze({ board, lines: Object.freeze(named.pairs.map(() => Object.freeze([]))) });
}

function readLetters(cells) {
  const capitals = LETTERS.slice(0, FEW);
  const few = [...capitals].some((letter) => !cells.includes(letter));
  const letters = [...(few ? capitals : LETTERS)].filter((letter) => cells.includes(letter));
  const pairs = letters.map((letter) => Object.freeze([cells.indexOf(letter), cells.lastIndexOf(letter)]));
  const shown = few ? [...letters, ...letters.map((letter) => letter.toLowerCase())] : letters;
  const owner = [...cells].map((letter) => (shown.includes(letter) ? shown.indexOf(letter) % letters.length : -1));
  return { letters: Object.freeze(letters), pairs: Object.freeze(pairs), owner: Object.freeze(owner) };
}

/** Walls are written `0-1,5-9`, the lower of two neighbouring cells first; none stands where edges join. */
function readWalls(text, cols, size) {
  const walled = new Array(size).fill(0);
  for (const wall of String(text ?? "").split(",").filter(Boolean)) {
    const [low, high] = wall.split("-").map(Number);
    const way = high === low + cols ? 2 : 1;
    walled[low] |= 1 << way;
    walled[high] |= 1 << (way + 2) % WAYS.length;
  }
  return Object.freeze(walled);
}

function stepsFrom(shape, cell) {
  if (!isOpen(shape, cell)) return [];
  const steps = [];
  for (let way = 0; way < WAYS.length; way++) {
    const next = neighbour(shape, cell, way);
    // A wall at an edge of the board cannot be written, so none is in the way of a step over it.
    if (next === null || isWalled(shape, cell, way)) continue;
    const over = shape.cells[next] === BRIDGE ? next : -1;
    const to = over === -1 ? next : neighbour(shape, over, way);
    const known = steps.some((step) => step.to === to && step.over === over);
    if (to !== null && to !== cell && isOpen(shape, to) && !known) steps.push(Object.freeze({ to, over, way }));
  }
  return steps;
}

/**
 * @param {{rows: number, cols: number, wrap: boolean}} shape @param {number} cell @param {number} way
 * @returns {number|null} the next cell that way, over the edge where edges join
 */
export function neighbour({ rows, cols, wrap }, cell, way) {
  const [row, col] = [Math.floor(cell / cols) + WAYS[way][0], (cell % cols) + WAYS[way][1]];
  if (row >= 0 && row < rows && col >= 0 && col < cols) return row * cols + col;
  return wrap ? ((row + rows) % rows) * cols + ((col + cols) % cols) : null;
}

/** @returns {boolean} whether two cells are neighbours only because edges join */
export function isOverEdge(shape, from, to) {
  const isNext = (wrap) => WAYS.some((_, way) => neighbour({ ...shape, wrap }, from, way) === to);
  return shape.wrap && isNext(true) && !isNext(false);
}

/** @returns {boolean} whether a wall stands at that side of a cell */
export function isWalled({ walled }, cell, way) {
  return ((walled[cell] >> way) & 1) === 1;
}

/** @returns {boolean} whether a line can stand on a cell */
export function isOpen({ cells }, cell) {
  return cells[cell] !== BLOCKED && cells[cell] !== BRIDGE;
}

/** @returns {boolean} whether a cell is an end of its pair */
export function isEnd({ pairs, owner }, cell) {
  return owner[cell] !== -1 && pairs[owner[cell]].includes(cell);
}

/**
 * What a press takes hold of: an end, to begin its line anew, or a cell of a line, to draw on from there.
 * @param {TsunagiState} state @param {number} cell @param {TsunagiGrip|null} held
 * @returns {TsunagiGrip|null}
 */
export function grip({ board, lines }, cell, held) {
  if (held !== null) return inHand(board, held.line, lines[held.line].length > 0 ? lines[held.line] : [held.cells[0]]);
  if (isEnd(board, cell)) return inHand(board, board.owner[cell], [cell]);
  const line = isOpen(board, cell) ? lineAt(lines, cell) : -1;
  return line === -1 ? null : inHand(board, line, lines[line].slice(0, lines[line].indexOf(cell) + 1));
}

function inHand(board, line, path) {
  const cells = Object.freeze([...path]);
  return Object.freeze({ line, cells, cell: cells.at(-1), done: isJoined(board, line, cells) });
}

/**
 * A drag draws with what is held, and a key shortens it. A tap on an end takes its line off the board, one on a line
 * cuts it there; the second button takes off the line that it is pressed on.
 * @param {TsunagiState} state @param {import("#engine/contract.js").Ui} ui
 * @param {import("#engine/contract.js").Input} input
 * @returns {TsunagiMove|null}
 */
export function interpret({ board, lines }, ui, input) {
  const { cell } = input;
  const { held } = ui;
  if (input.type === "drag") return held && moved(board, lines, held.line, drawn(board, lines, held, cell));
  if (input.type === "key" && !takesAway(input.key)) return null;
  if (input.type === "key" && held !== null) return moved(board, lines, held.line, held.cells.slice(0, -1));
  const line = isEnd(board, cell) ? board.owner[cell] : isOpen(board, cell) ? lineAt(lines, cell) : -1;
  if (line === -1) return null;
  const at = isEnd(board, cell) ? -1 : lines[line].indexOf(cell);
  if (input.type === "mark") return moved(board, lines, line, []);
  if (input.type === "tap") return moved(board, lines, line, lines[line].slice(0, at + 1));
  return moved(board, lines, line, lines[line].slice(0, Math.max(at, 0)));
}

function takesAway(key) {
  return key === "Backspace" || key === "Delete";
}

/** @returns {TsunagiMove|null} null where the line is so already */
function moved(board, lines, line, path) {
  if (path === null) return null;
  const whole = path.length > 0 && !isOpen(board, path.at(-1)) ? path.slice(0, -1) : path;
  const cells = whole.length > 1 ? whole : [];
  return isSame(cells, lines[line]) ? null : { line: board.letters[line], cells };
}

/**
 * The path in hand when it is led to a cell: cut where it crosses itself, longer where there is a way on.
 * @returns {Path|null} null where there is none
 */
function drawn(board, lines, { line, cells }, cell) {
  const at = cells.indexOf(cell);
  // A bridge is nowhere to stand: what leads over it waits for the cell beyond.
  if (!isOpen(board, cell)) return null;
  const head = cells.at(-1);
  // Who draws as far as an edge soon goes a little over it; a line on the other side is not cut for that.
  if (at !== -1) return at < cells.length - 2 && isOverEdge(board, head, cell) ? null : cells.slice(0, at + 1);
  const straight = board.steps[head].filter(({ to }) => to === cell).map((step) => [step]);
  // A pointer may cut a corner: then the line goes round it, on whichever side is free.
  const around = board.steps[head]
    .filter(({ to }) => board.owner[to] === -1 && lineAt(lines, to) === -1)
    .flatMap((first) => board.steps[first.to].filter(({ to }) => to === cell).map((second) => [first, second]));
  const longer = (steps) => [...cells, ...steps.flatMap(({ over, to }) => (over === -1 ? [to] : [over, to]))];
  return [...straight, ...around].map(longer).find((path) => isPath(board, line, path)) ?? null;
}

/**
 * Set one line; lines in its way are cut back to where it crosses them.
 * @param {TsunagiState} state @param {TsunagiMove} move @returns {TsunagiState} the same one where nothing changes
 */
export function apply(state, move) {
  const { board, lines } = state;
  const line = board.letters.indexOf(move?.line);
  if (line === -1 || !Array.isArray(move.cells)) throw new RangeError("not a move");
  const path = Object.freeze([...move.cells]);
  if (path.length > 0 && (path.length < 2 || !isPath(board, line, path))) throw new RangeError("not a move");
  const taken = new Set(slots(board, path));
  const next = lines.map((other, index) => (index === line ? path : cut(board, other, taken)));
  if (next.every((one, index) => isSame(one, lines[index]))) return state;
  return Object.freeze({ board, lines: Object.freeze(next) });
}

/** Every move of a gesture sets the line in hand anew. @param {TsunagiMove} first @param {TsunagiMove} second */
export function fold(first, second) {
  return first.line === second.line ? second : null;
}

function cut(board, path, taken) {
  const at = slots(board, path).findIndex((slot) => taken.has(slot));
  if (at === -1) return path;
  const rest = path.slice(0, isOpen(board, path[at - 1]) ? at : Math.max(at - 1, 0));
  return Object.freeze(rest.length > 1 ? rest : []);
}

/** What a path takes up: its cells, and one of the two ways of each bridge. @returns {readonly number[]} */
function slots(board, path) {
  const size = board.cells.length;
  return path.map((cell, index) => (isOpen(board, cell) ? cell : cell + size * (1 + axis(board, path, index))));
}

/** @returns {0|1} the way that a path takes over the bridge at an index: across, or down and under */
export function axis(board, path, index) {
  return (stepOn(board, path, index - 1).way + 1) % 2;
}

/** @returns {Step|undefined} from the cell at an index of a path to the next one, over a bridge where it says so */
export function stepOn({ cells, steps }, path, index) {
  const over = cells[path[index + 1]] === BRIDGE ? path[index + 1] : -1;
  const target = over === -1 ? path[index + 1] : path[index + 2];
  return steps[path[index]]?.find(({ to, over: by }) => to === target && by === over);
}

/** @returns {boolean} whether cells are a path of a pair: from one of its ends, through what is its own or nobody's */
function isPath(board, line, path) {
  if (new Set(path).size !== path.length || !board.pairs[line].includes(path[0])) return false;
  let index = 0;
  while (index < path.length - 1) {
    const step = stepOn(board, path, index);
    index += step?.over === -1 ? 1 : 2;
    if (step === undefined || ![-1, line].includes(board.owner[step.to])) return false;
    // The far end ends it.
    if (isEnd(board, step.to) && index < path.length - 1) return false;
  }
  return true;
}

/** @param {TsunagiState} state @returns {readonly import("#engine/contract.js").Violation[]} */
export function violations({ board, lines }) {
  return Object.freeze(board.touch ? [] : lines.flatMap((path) => touches(board, path)));
}

/** Where a line has both cells of a step that it does not take. */
function touches(board, path) {
  const on = new Set(path);
  const used = new Set(path.map((_, index) => stepOn(board, path, index)).filter(Boolean));
  const back = (from, { to, over }) => board.steps[to].find((step) => step.to === from && step.over === over);
  return path
    .flatMap((cell) => board.steps[cell].map((step) => [cell, step]))
    .filter(([cell, step]) => cell < step.to && on.has(step.to) && !used.has(step) && !used.has(back(cell, step)))
    .map(([cell, { to }]) => Object.freeze({ rule: TOUCH, cells: Object.freeze([cell, to]) }));
}

/** @param {TsunagiState} state @returns {boolean} */
export function isSolved(state) {
  const { gaps, missed, bridges, open } = rest(state);
  const filled = gaps.length === 0 && bridges.length === 0;
  return open.length === 0 && missed.length === 0 && (filled || !state.board.fill) && violations(state).length === 0;
}

/**
 * What is unfinished.
 * @param {TsunagiState} state
 * @returns {{open: readonly number[], gaps: readonly number[], missed: readonly number[], bridges: readonly number[]}}
 *   the pairs that are not joined, the cells without a line, the waypoints among them, and the bridges that are not
 *   crossed both ways
 */
export function rest({ board, lines }) {
  const taken = new Set(lines.flatMap((path) => slots(board, path)));
  const size = board.cells.length;
  const all = [...board.cells].map((_, cell) => cell);
  const gaps = all.filter((cell) => isOpen(board, cell) && !isEnd(board, cell) && !taken.has(cell));
  const isCrossed = (bridge) => taken.has(bridge + size) && taken.has(bridge + 2 * size);
  return {
    open: lines.map((_, line) => line).filter((line) => !isJoined(board, line, lines[line])),
    gaps,
    missed: gaps.filter((cell) => board.owner[cell] !== -1),
    bridges: all.filter((cell) => board.cells[cell] === BRIDGE && !isCrossed(cell)),
  };
}

/** @returns {boolean} whether a path leads from one end of its pair to the other */
export function isJoined({ pairs }, line, path) {
  return path.length > 1 && pairs[line].includes(path.at(-1));
}

/** @returns {number} the line on a cell, or -1; of a bridge any one of those that cross it */
function lineAt(lines, cell) {
  return lines.findIndex((path) => path.includes(cell));
}

function isSame(one, other) {
  return one.length === other.length && one.every((cell, index) => cell === other[index]);
}
