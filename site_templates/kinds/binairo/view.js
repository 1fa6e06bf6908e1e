/**
 * A Binairo board as SVG with its counters in the margin, and what its cells are called.
 *
 * `draw` builds the layers once for a board and from then on only touches what differs, so that a stone can come in
 * and a large board stays quick. From back to front: givens' cells, grid, flood, stones, counters, faults.
 */

import { CELL } from "#engine/contract.js";
import { child, shape } from "#engine/svg.js";
import { counts, crowded, EMPTY, isGiven, ONE, runs, twins, ZERO } from "#kinds/binairo/rules.js";

/** Room for the counters: those of the columns above the board, those of the rows to its left. */
export const margin = Object.freeze({ top: 1.5, right: 0, bottom: 0, left: 1.5 });

/** The radii of the stones: the ring's is to the middle of its stroke, and both are as wide to the eye. */
const RING = 10;
const DISC = 11.4;
const DOT = 2.9;

/** How far the counters of the two stones stand from the board, and how large they are. */
const LANES = Object.freeze([37.2, 18]);
const BADGE = 8.2;
const ALARM = 10;

/** Where the spine of a bracket stands outside the board, and how far its feet reach. */
const SPINE = 5;
const FOOT = 3.2;

const STONES = Object.freeze([Object.freeze([ZERO, "zero"]), Object.freeze([ONE, "one"])]);

/** What has been drawn on which root: its board, its layers, and the elements of each cell. */
const drawn = new WeakMap();

/** How many boards have been drawn: an id may stand only once on a page, which may hold several. */
let clips = 0;

/**
 * @param {SVGElement} root @param {import("./rules.js").BinairoState} state
 * @param {import("#engine/contract.js").Ui} ui
 */
export function draw(root, state, ui) {
  const parts = partsFor(root, state.board);
  drawStones(parts, state);
  const told = toldOf(state, ui);
  drawCounters(parts, counts(state), ui.faults);
  drawRuns(parts, state.board, told.runs);
  drawBrackets(parts, state.board, told.twins);
  const [cx, cy] = centre(state.board, ui.last);
  for (const circle of parts.flood) shape(circle, { cx, cy });
  root.classList.toggle("is-solved", ui.solved);
}

/** What is wrong, as far as the player wants to be told of it. */
function toldOf(state, ui) {
  if (ui?.faults === false) return { runs: [], crowded: [], twins: [] };
  return { runs: runs(state), crowded: crowded(state), twins: twins(state) };
}

/** @param {import("./rules.js").BinairoState} state @param {import("#engine/contract.js").Ui} ui */
export function describe(state, ui) {
  const told = toldOf(state, ui);
  const names = [...state.marks].map((mark, cell) => {
    const held = { key: mark === EMPTY ? "cell.empty" : mark === ZERO ? "cell.zero" : "cell.one" };
    return isGiven(state.board, cell) ? [held, { key: "cell.given" }] : [held];
  });
  const add = (cells, phrase) => cells.forEach((cell) => names[cell].push(phrase));
  // A cell may stand in a run of its row and in one of its column, and says so once.
  add(new Set(told.runs.flatMap(({ cells }) => cells)), { key: "cell.three" });
  for (const { line, cells } of told.crowded) {
    add(cells, { key: line.axis === "row" ? "cell.crowdedRow" : "cell.crowdedCol" });
  }
  for (const [one, other] of told.twins) {
    const key = one.axis === "row" ? "cell.equalRow" : "cell.equalCol";
    add(one.cells, { key, values: { n: other.index + 1 } });
    add(other.cells, { key, values: { n: one.index + 1 } });
  }
  return names;
}

/** @param {import("./rules.js").BinairoState} state @param {import("#engine/contract.js").Ui} ui */
export function summary(state, ui) {
  const told = toldOf(state, ui);
  return [
    { key: "summary.empty", values: { n: [...state.marks].filter((mark) => mark === EMPTY).length } },
    { key: "summary.three", values: { n: told.runs.length } },
    { key: "summary.crowded", values: { n: told.crowded.length } },
    { key: "summary.equal", values: { n: told.twins.length } },
    // The exception to the rules must be known from the start.
    { key: "summary.mayEqual", values: { n: state.board.unique ? 0 : 1 } },
  ].filter(({ values }) => values.n > 0);
}

function partsFor(root, board) {
  const known = drawn.get(root);
  if (known && known.board.givens === board.givens && known.board.cols === board.cols) return known;
  root.replaceChildren();
  const parts = buildLayers(root, board);
  drawn.set(root, parts);
  return parts;
}

function buildLayers(root, board) {
  const [width, height] = [board.cols * CELL, board.rows * CELL];
  const sunk = child(root, "g", { class: "sunk" });
  eachCell(board, (cell, x, y) => {
    if (!isGiven(board, cell)) return;
    child(sunk, "rect", { x, y, width: CELL, height: CELL });
    child(sunk, "path", { d: `M${x + 0.7} ${y + CELL}v${0.7 - CELL}h${CELL - 0.7}` });
  });
  child(root, "path", { class: "hairlines", d: hairlines(board) });
  const flood = buildFlood(root, width, height);
  const stones = child(root, "g", { class: "stones" });
  const counters = buildCounters(child(root, "g", { class: "counters" }), board);
  return {
    board,
    flood,
    stones,
    counters,
    shown: EMPTY.repeat(board.givens.length),
    standing: new Map(),
    // Only what comes while the board is looked at comes in with a movement.
    begun: false,
    runs: child(root, "g", { class: "runs" }),
    brackets: child(root, "g", { class: "brackets" }),
  };
}

/** The light of a solved board, kept off the margin by a clip. */
function buildFlood(root, width, height) {
  const id = `binairo-floor-${clips++}`;
  const clip = child(child(root, "defs"), "clipPath", { id });
  child(clip, "rect", { width, height });
  const layer = child(root, "g", { "clip-path": `url(#${id})` });
  const r = Math.hypot(width, height);
  return [child(layer, "circle", { class: "flood", r }), child(layer, "circle", { class: "wave", r })];
}

function buildCounters(layer, board) {
  return board.lines.map((line) =>
    STONES.map(([, name], index) => {
      const [cx, cy] = place(line, -LANES[index], CELL / 2);
      const counter = child(layer, "g", { class: `counter ${name}` });
      child(counter, "circle", { class: "badge", cx, cy, r: BADGE });
      const text = child(counter, "text", { x: cx, y: cy, dy: "0.345em" });
      child(counter, "path", { class: "tick", d: `M${cx - 3.8} ${cy + 0.2}l2.7 3l4.9-6` });
      child(counter, "circle", { class: "ring", cx, cy, r: ALARM });
      return { counter, text };
    }),
  );
}

function drawStones(parts, { board, marks }) {
  eachCell(board, (cell, x, y) => {
    if (marks[cell] === parts.shown[cell]) return;
    parts.standing.get(cell)?.remove();
    if (marks[cell] === EMPTY) return;
    const stone = drawStone(parts.stones, marks[cell], x + CELL / 2, y + CELL / 2);
    stone.classList.toggle("is-new", parts.begun);
    parts.standing.set(cell, stone);
  });
  parts.shown = marks;
  parts.begun = true;
}

function drawStone(layer, mark, cx, cy) {
  const stone = child(layer, "g", { class: `stone ${mark === ZERO ? "zero" : "one"}` });
  child(stone, "circle", { class: "body", cx, cy, r: mark === ZERO ? RING : DISC });
  if (mark === ZERO) child(stone, "circle", { class: "dot", cx, cy, r: DOT });
  return stone;
}

function drawCounters(parts, found, faults) {
  found.forEach(({ left }, line) => {
    parts.counters[line].forEach(({ counter, text }, index) => {
      // Who wants no mistakes pointed out is told that nothing is left, and not that it is too much.
      const rest = faults === false ? Math.max(left[index], 0) : left[index];
      counter.classList.toggle("is-met", rest === 0);
      counter.classList.toggle("is-over", rest < 0);
      const told = rest < 0 ? `+${-rest}` : String(rest);
      // A text that is set anew is laid out anew, and a board has many.
      if (text.textContent !== told) text.textContent = told;
    });
  });
}

/** A dashed bar through each run, on a ground of the board's colour that keeps it apart from stones of either tone. */
function drawRuns(parts, board, found) {
  parts.runs.replaceChildren();
  for (const { line, cells } of found) {
    const [x1, y1] = centre(board, cells[0]);
    const [x2, y2] = centre(board, cells.at(-1));
    const [right, down] = line.axis === "row" ? [9, 0] : [0, 9];
    const bar = { x1: x1 - right, y1: y1 - down, x2: x2 + right, y2: y2 + down };
    child(parts.runs, "line", { class: "under", ...bar });
    child(parts.runs, "line", { class: "bar", ...bar });
  }
}

/** A bracket at both ends of each of two equal lines, and a dashed spine with an equals sign from one to the other. */
function drawBrackets(parts, board, found) {
  parts.brackets.replaceChildren();
  for (const line of new Set(found.flat())) {
    const length = (line.axis === "row" ? board.cols : board.rows) * CELL;
    child(parts.brackets, "path", { class: "bracket", d: hook(line, FOOT - SPINE, -SPINE) });
    child(parts.brackets, "path", { class: "bracket", d: hook(line, length - SPINE, length - SPINE + FOOT) });
  }
  for (const [one, other] of found) {
    const far = (other.index - one.index) * CELL;
    const middle = (far + CELL) / 2;
    child(parts.brackets, "path", { class: "spine", d: path(one, [-SPINE, CELL - 3], [-SPINE, far + 3]) });
    const [x, y] = place(one, -SPINE, middle);
    child(parts.brackets, "path", { class: "under", d: `M${x - 3} ${y}h6` });
    child(parts.brackets, "path", { class: "equals", d: `M${x - 3.5} ${y - 2}h7m-7 4h7` });
  }
}

function hook(line, foot, spine) {
  return path(line, [foot, 3], [spine, 3], [spine, CELL - 3], [foot, CELL - 3]);
}

function path(line, ...points) {
  return `M${points.map(([along, across]) => place(line, along, across).join(" ")).join("L")}`;
}

/** A point by its place along a line from its first cell's edge, and across it. */
function place({ axis, index }, along, across) {
  const over = index * CELL + across;
  return axis === "row" ? [along, over] : [over, along];
}

function hairlines({ rows, cols }) {
  const across = Array.from({ length: rows - 1 }, (_, row) => `M0 ${(row + 1) * CELL}h${cols * CELL}`);
  const down = Array.from({ length: cols - 1 }, (_, col) => `M${(col + 1) * CELL} 0v${rows * CELL}`);
  return [...across, ...down].join("");
}

function eachCell({ givens, cols }, visit) {
  for (let cell = 0; cell < givens.length; cell++) visit(cell, (cell % cols) * CELL, Math.floor(cell / cols) * CELL);
}

function centre({ cols }, cell) {
  return [((cell % cols) + 0.5) * CELL, (Math.floor(cell / cols) + 0.5) * CELL];
}
