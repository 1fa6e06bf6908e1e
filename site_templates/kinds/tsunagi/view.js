/**
 * A Tsunagi board as SVG, and what its cells are called.
 *
 * `draw` builds what never changes once for a board, and from then on only touches the lines that differ. From back to
 * front: the far edges' cells beside the board where edges join; then, within the board, floor, flood, washes, grid,
 * lines, bridges and what goes over them, walls, letters, faults, and the hand.
 */

import { CELL } from "#engine/contract.js";
import { child, shape } from "#engine/svg.js";
import { margin } from "#kinds/tsunagi/edges.js";
import { label } from "#kinds/tsunagi/labels.js";
import {
  axis,
  BLOCKED,
  BRIDGE,
  isEnd,
  isJoined,
  isOpen,
  isWalled,
  neighbour,
  stepOn,
  violations,
  WAYS,
} from "#kinds/tsunagi/rules.js";

export { beside, between, longPress, margin, walk } from "#kinds/tsunagi/edges.js";
export { letters, spell, turn, unspell } from "#kinds/tsunagi/image.js";
export { claims, put } from "#kinds/tsunagi/known.js";
export { describe, news, placed, summary } from "#kinds/tsunagi/spoken.js";

/** How many colours there are. Pairs beyond them begin again, with another stripe along their lines. */
const TONES = 12;
const STRIPES = 4;

/** Half a cell, the radii of an end and of a waypoint, and how far a bridge's rails stand from its middle. */
const HALF = CELL / 2;
const END = 12;
const WAYPOINT = 8.5;
const RAIL = 10;

/** What has been drawn on which root: its board, its layers, and the lines on them. */
const drawn = new WeakMap();

/** How many boards have been drawn: an id may stand only once on a page, which may hold several. */
let boards = 0;

/**
 * @param {SVGElement} root @param {import("./rules.js").TsunagiState} state
 * @param {import("#engine/contract.js").Ui} ui
 */
export function draw(root, state, ui) {
  const parts = partsFor(root, state.board);
  state.lines.forEach((path, line) => {
    if (parts.shown[line] === path) return;
    parts.shown[line] = path;
    drawLine(parts, state.board, path, line);
  });
  drawFaults(parts, state, ui.faults);
  drawHand(parts, state.board, ui.held);
  const [cx, cy] = centre(state.board, ui.last);
  for (const circle of parts.flood) shape(circle, { cx, cy });
  root.classList.toggle("is-solved", ui.solved);
}

function partsFor(root, board) {
  const known = drawn.get(root);
  if (known && known.board === board) return known;
  root.replaceChildren();
  const parts = buildLayers(root, board);
  drawn.set(root, parts);
  return parts;
}

function buildLayers(root, board) {
  const [width, height] = [board.cols * CELL, board.rows * CELL];
  const name = `tsunagi-${boards++}`;
  const defs = child(root, "defs");
  child(child(defs, "clipPath", { id: `${name}-board` }), "rect", { width, height });
  if (board.wrap) buildGhosts(root, defs, name, width, height);
  // The kind's class again: a browser may not see beyond the scene when it styles the copies beside the board.
  const scene = child(root, "g", { id: `${name}-scene`, class: "tsunagi", "clip-path": `url(#${name}-board)` });
  child(scene, "rect", { class: "floor", width, height });
  const r = Math.hypot(width, height);
  const flood = [child(scene, "circle", { class: "flood", r }), child(scene, "circle", { class: "wave", r })];
  const washes = child(scene, "g", { class: "washes" });
  child(scene, "path", { class: "hairlines", d: hairlines(board) });
  child(scene, "path", { class: "block", d: squares(board, cellsOf(board, BLOCKED)) });
  buildPassages(scene, board);
  const below = child(scene, "g", { class: "trails" });
  buildBridges(child(scene, "g", { class: "bridges" }), board);
  const above = child(scene, "g", { class: "trails over" });
  const walls = wallsOf(board);
  child(scene, "path", { class: "bar under", d: walls });
  child(scene, "path", { class: "bar", d: walls });
  const letters = child(scene, "g", { class: "letters" });
  board.owner.forEach((pair, cell) => {
    if (pair !== -1) buildLetter(letters, board, cell, pair);
  });
  const lines = board.pairs.map((_, line) => ({
    wash: child(washes, "path", { class: tone(line) }),
    below: buildLine(below, line),
    above: buildLine(above, line),
    loose: child(letters, "circle", { class: "loose", r: 2.6 }),
  }));
  const faults = child(scene, "g", { class: "faults" });
  const hand = child(scene, "circle", { class: "hand", r: END + 1 });
  return { board, lines, flood, faults, hand, shown: board.pairs.map(() => null) };
}

/** What lies over each edge, faint: the whole board again on every side, cut off where the margin ends. */
function buildGhosts(root, defs, name, width, height) {
  const room = margin({ rules: { wrap: true } }).top * CELL;
  const frame = { x: -room, y: -room, width: width + 2 * room, height: height + 2 * room };
  child(child(defs, "clipPath", { id: `${name}-frame` }), "rect", frame);
  const ghosts = child(root, "g", { class: "ghosts", "clip-path": `url(#${name}-frame)` });
  for (const down of [-1, 0, 1]) {
    for (const right of [-1, 0, 1]) {
      if (down === 0 && right === 0) continue;
      child(ghosts, "use", { href: `#${name}-scene`, x: right * width, y: down * height });
    }
  }
}

/** A line is drawn in three strokes: its edge, itself, and the stripe of those pairs whose colour is another's too. */
function buildLine(layer, line) {
  const group = child(layer, "g", { class: tone(line) });
  return ["edge", "body", ...(line < TONES ? [] : ["stripe"])].map((name) => child(group, "path", { class: name }));
}

function tone(line) {
  const stripe = Math.floor(line / TONES);
  return `tone-${line % TONES}${stripe > 0 ? ` stripe-${((stripe - 1) % STRIPES) + 1}` : ""}`;
}

function buildLetter(layer, board, cell, pair) {
  const [cx, cy] = centre(board, cell);
  const end = isEnd(board, cell);
  const name = label(board, pair);
  const size = name.length > 1 ? " wide" : "";
  const group = child(layer, "g", { class: `${end ? "end" : "waypoint"}${size} ${tone(pair)}` });
  child(group, "circle", { class: "disc", cx, cy, r: end ? END : WAYPOINT });
  const letter = child(group, "text", { x: cx, y: cy, dy: end ? "0.345em" : "0.3em" });
  letter.textContent = end ? name : name.toLowerCase();
}

/** Where a line can go under a bridge. */
function buildPassages(layer, board) {
  const sides = ([x, y]) => `M${x - 6.5} ${y - HALF}v${CELL}m13 0v${-CELL}`;
  const places = cellsOf(board, BRIDGE).map((cell) => centre(board, cell));
  child(layer, "path", { class: "passages", d: places.map(sides).join("") });
}

/** A deck from west to east between two rails, on which one line goes; the other goes down and under. */
function buildBridges(layer, board) {
  for (const cell of cellsOf(board, BRIDGE)) {
    const [x, y] = centre(board, cell);
    child(layer, "path", { class: "deck", d: `M${x - HALF} ${y - RAIL}h${CELL}v${2 * RAIL}h${-CELL}z` });
    const rail = (side) => `M${x - HALF} ${y + side * (RAIL + 3)}l4 ${-3 * side}h${CELL - 8}l4 ${3 * side}`;
    child(layer, "path", { class: "rail", d: rail(-1) + rail(1) });
  }
}

function drawLine(parts, board, path, line) {
  const { wash, below, above, loose } = parts.lines[line];
  const cells = path.filter((cell) => isOpen(board, cell));
  shape(wash, { d: squares(board, cells) });
  for (const stroke of below) shape(stroke, { d: trail(board, path) });
  for (const stroke of above) shape(stroke, { d: decks(board, path) });
  // In a ring the hole would hide what is written there, and that the line stops is seen without it.
  const open = path.length > 0 && !isJoined(board, line, path) && board.owner[path.at(-1)] === -1;
  const [cx, cy] = open ? centre(board, path.at(-1)) : [0, 0];
  shape(loose, { cx, cy, class: open ? "loose" : "loose is-gone" });
}

/** A line from middle to middle; over an edge it leaves the board, and comes in again on the other side. */
function trail(board, path) {
  if (path.length === 0) return "";
  let d = `M${centre(board, path[0]).join(" ")}`;
  path.forEach((cell, index) => {
    const step = stepOn(board, path, index);
    if (!step) return;
    const [right, down] = [WAYS[step.way][1] * CELL, WAYS[step.way][0] * CELL];
    const [x, y] = centre(board, step.to);
    const inside = step.over !== -1 || neighbour({ ...board, wrap: false }, cell, step.way) === step.to;
    if (!inside) d += `l${right} ${down}M${x - right} ${y - down}`;
    d += `L${x} ${y}`;
  });
  return d;
}

/** The pieces of a line that lie on the decks of bridges. */
function decks(board, path) {
  return path
    .filter((cell, index) => !isOpen(board, cell) && axis(board, path, index) === 0)
    .map((cell) => centre(board, cell))
    .map(([x, y]) => `M${x - HALF} ${y}h${CELL}`)
    .join("");
}

/** Where a line runs beside itself: a dashed bar and a cross, on a ground that keeps them apart from the line. */
function drawFaults(parts, state, told) {
  parts.faults.replaceChildren();
  if (told === false) return;
  for (const { cells } of violations(state)) {
    for (const [x, y] of faultPlaces(state.board, cells)) {
      const cross = `M${x - 4} ${y - 4}l8 8m0-8l-8 8`;
      child(parts.faults, "path", { class: "under", d: cross });
      child(parts.faults, "path", { class: "cross", d: cross });
    }
  }
}

/** The middle of the side between two cells; over an edge there is one on either side of the board. */
function faultPlaces(board, [one, other]) {
  const sides = [[one, other], [other, one]].map(([from, to]) => {
    const { way, over } = board.steps[from].find((step) => step.to === to);
    const reach = over === -1 ? HALF : CELL;
    const [x, y] = centre(board, from);
    return [x + WAYS[way][1] * reach, y + WAYS[way][0] * reach];
  });
  return String(sides[0]) === String(sides[1]) ? [sides[0]] : sides;
}

function drawHand({ hand }, board, held) {
  const [cx, cy] = held ? centre(board, held.cell) : [0, 0];
  shape(hand, { cx, cy, class: held ? "hand" : "hand is-gone" });
}

function wallsOf(board) {
  const bars = [...board.cells].flatMap((_, cell) => {
    const [x, y] = [(cell % board.cols) * CELL, Math.floor(cell / board.cols) * CELL];
    const right = isWalled(board, cell, 1) ? [`M${x + CELL} ${y}v${CELL}`] : [];
    const below = isWalled(board, cell, 2) ? [`M${x} ${y + CELL}h${CELL}`] : [];
    return [...right, ...below];
  });
  return bars.join("");
}

function cellsOf({ cells }, letter) {
  return [...cells].map((_, cell) => cell).filter((cell) => cells[cell] === letter);
}

function squares({ cols }, cells) {
  const corner = (cell) => `M${(cell % cols) * CELL} ${Math.floor(cell / cols) * CELL}`;
  return cells.map((cell) => `${corner(cell)}h${CELL}v${CELL}h${-CELL}z`).join("");
}

function hairlines({ rows, cols }) {
  const across = Array.from({ length: rows - 1 }, (_, row) => `M0 ${(row + 1) * CELL}h${cols * CELL}`);
  const down = Array.from({ length: cols - 1 }, (_, col) => `M${(col + 1) * CELL} 0v${rows * CELL}`);
  return [...across, ...down].join("");
}

function centre({ cols }, cell) {
  return [((cell % cols) + 0.5) * CELL, (Math.floor(cell / cols) + 0.5) * CELL];
}
