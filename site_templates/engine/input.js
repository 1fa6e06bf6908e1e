/**
 * From fingers, mice and keys to inputs that a kind understands; pure, so that it can be tried without a browser.
 *
 * A gesture is one pointer from press to release. It is a tap until it has gone far enough to reach another cell, and
 * from then on a drag. A second button makes the tap a mark; so does a long press. A drag says which button drags.
 *
 * @typedef {import("./contract.js").Input} Input
 * @typedef {object} Gesture
 * @property {number} pointer
 * @property {number} from the cell it began on
 * @property {number} last the cell it is on
 * @property {number} x where it began, in pixels
 * @property {number} y
 * @property {number} slop how far a finger may wander within a tap, in pixels
 * @property {boolean} second
 * @property {boolean} moved a drag has begun
 * @property {boolean} away the pointer is off the board
 * @property {boolean} held the long press has been played
 */

/** How long a long press is, in milliseconds. */
export const LONG_PRESS = 420;

/** The keys that bring a board nearer or farther; on many keyboards the plus is the equals sign's. */
const ZOOM = Object.freeze({ "+": "nearer", "=": "nearer", "-": "farther", 0: "whole" });

const SLOP = Object.freeze({ mouse: 4, pen: 6, touch: 10 });

/**
 * @param {{pointer: number, cell: number, x: number, y: number, device: string, second: boolean, zoom?: number}} press
 *   `zoom` says how many pixels of the screen one of the page takes: a finger wanders on the screen
 * @returns {Gesture}
 */
export function press({ pointer, cell, x, y, device, second, zoom = 1 }) {
  const slop = (SLOP[device] ?? SLOP.touch) / zoom;
  return Object.freeze({ pointer, from: cell, last: cell, x, y, slop, second, moved: false, away: false, held: false });
}

/**
 * @param {Gesture} gesture @param {{cell: number|null, x: number, y: number}} to @param {number} cols
 * @param {(from: number, to: number) => readonly number[]} beyond the way that a pointer took which left the board and
 *   came back, without the first cell
 * @returns {{gesture: Gesture, inputs: readonly Input[]}}
 */
export function drag(gesture, { cell, x, y }, cols, beyond = (from, to) => cellsBetween(from, to, cols)) {
  const near = !gesture.moved && Math.hypot(x - gesture.x, y - gesture.y) < gesture.slop;
  const away = cell === null;
  if (away || cell === gesture.last || near) return { gesture: Object.freeze({ ...gesture, away }), inputs: [] };
  const way = gesture.away ? beyond(gesture.last, cell) : cellsBetween(gesture.last, cell, cols);
  const { from, second } = gesture;
  const inputs = gesture.moved ? [] : [{ type: "drag", cell: from, from, last: from, second }];
  let last = gesture.last;
  for (const next of way) {
    inputs.push({ type: "drag", cell: next, from, last, second });
    last = next;
  }
  return { gesture: Object.freeze({ ...gesture, moved: true, last: cell, away }), inputs };
}

/**
 * The long press has come.
 * @param {Gesture} gesture
 * @returns {{gesture: Gesture, inputs: readonly Input[]}}
 */
export function hold(gesture) {
  if (gesture.moved || gesture.held) return { gesture, inputs: [] };
  return {
    gesture: Object.freeze({ ...gesture, held: true }),
    inputs: [{ type: "mark", cell: gesture.from }],
  };
}

/** @param {Gesture} gesture @returns {readonly Input[]} what the release means */
export function release(gesture) {
  if (gesture.moved || gesture.held) return [];
  return [{ type: gesture.second ? "mark" : "tap", cell: gesture.from }];
}

/**
 * The cells a pointer crossed between two of its events, by sides only, without the first one.
 * @param {number} from @param {number} to @param {number} cols
 * @returns {readonly number[]}
 */
export function cellsBetween(from, to, cols) {
  let [row, col] = [Math.floor(from / cols), from % cols];
  const [lastRow, lastCol] = [Math.floor(to / cols), to % cols];
  const cells = [];
  while (row !== lastRow || col !== lastCol) {
    // The longer way first, so that the path keeps close to the straight line.
    if (Math.abs(lastRow - row) > Math.abs(lastCol - col)) row += Math.sign(lastRow - row);
    else col += Math.sign(lastCol - col);
    cells.push(row * cols + col);
  }
  return cells;
}

/**
 * What a key does to the board: walk, go back, or a question for the kind.
 * @param {{key: string, ctrl: boolean, shift: boolean, alt: boolean, repeat?: boolean}} press `repeat` where the key was
 *   down already
 * @param {number} cell @param {{rows: number, cols: number}} size
 * @returns {{walk: number} | {command: "undo"|"redo"|"checkpoint"|"back"|"drop"|"hint"|"check", input?: Input, spent?: true}
 *   | {command: "nearer"|"farther"|"whole", input: Input, yields: true} | {input: Input} | null} `yields` where the key is
 *   the kind's if it has a use for it; `spent` where the command was done when the key went down, and is not done again
 */
export function readKey({ key, ctrl, shift, alt, repeat = false }, cell, size) {
  const name = key.length === 1 ? key.toLowerCase() : key;
  if (alt) return null;
  if (ctrl && name === "z") return { command: shift ? "redo" : "undo" };
  if (ctrl && name === "y") return { command: "redo" };
  const walk = walkTo(name, ctrl, cell, size);
  if (walk !== null) return { walk };
  if (ctrl) return null;
  if (name === "u") return { command: "undo" };
  if (name === "r") return { command: "redo" };
  // To hold a key takes back many steps at once, but asks for no more than one hint.
  const held = repeat ? { spent: true } : {};
  if (name === "k") return { command: "checkpoint", ...held };
  if (name === "b") return { command: "back", ...held };
  if (name === "d") return { command: "drop", ...held };
  const input = { type: "key", key: name, cell };
  // What a kind has a use for is the kind's.
  if (name in ZOOM) return { command: ZOOM[name], input, yields: true };
  // Where there are no hints these keys are the kind's.
  if (name === "h") return { command: "hint", input, ...held };
  if (name === "c") return { command: "check", input, ...held };
  return { input };
}

/** @param {string} key @returns {"up"|"right"|"down"|"left"|null} where an arrow points */
export function wayOf(key) {
  return { ArrowUp: "up", ArrowRight: "right", ArrowDown: "down", ArrowLeft: "left" }[key] ?? null;
}

function walkTo(key, ctrl, cell, { rows, cols }) {
  const [row, col] = [Math.floor(cell / cols), cell % cols];
  switch (key) {
    case "ArrowUp":
      return Math.max(row - 1, 0) * cols + col;
    case "ArrowDown":
      return Math.min(row + 1, rows - 1) * cols + col;
    case "ArrowLeft":
      return row * cols + Math.max(col - 1, 0);
    case "ArrowRight":
      return row * cols + Math.min(col + 1, cols - 1);
    case "Home":
      return ctrl ? 0 : row * cols;
    case "End":
      return ctrl ? rows * cols - 1 : row * cols + cols - 1;
    default:
      return null;
  }
}
