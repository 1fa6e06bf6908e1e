/**
 * An Akari board as SVG, and what its cells are called.
 *
 * `draw` builds the layers once for a board and from then on only touches what differs, so that a beam can fade in and
 * a large board stays quick. From back to front: light, grid, flood, halos, walls, dots, bulbs, clashes.
 */

import { CELL } from "#engine/contract.js";
import { child, shape } from "#engine/svg.js";
import { BULB, DOT, isNumber, isWhite, light, numbers, SEES_BULB, TOO_MANY, violations } from "#kinds/akari/rules.js";

/** How much of a beam's tint is left after each cell, and how much never goes. */
const FADE = 0.78;
const FLOOR = 0.42;
/** Light takes no longer to arrive from here on, so that long beams do not dawdle. */
const FARTHEST = 8;

/** The radius of the ring around a bulb that sees another. */
const ALARM = 12.5;

/** What has been drawn on which root: its board, its layers, and the elements of each cell. */
const drawn = new WeakMap();

/** How many halos have been named: an id may stand only once on a page, which may hold several boards. */
let glows = 0;

/**
 * @param {SVGElement} root @param {import("./rules.js").AkariState} state
 * @param {import("#engine/contract.js").Ui} ui
 */
export function draw(root, state, ui) {
  const parts = partsFor(root, state.board);
  const { distance, facing } = light(state);
  drawLight(parts, distance);
  drawMarks(parts, state);
  drawWalls(parts, numbers(state), ui.faults);
  drawClashes(parts, state.board, ui.faults === false ? [] : facing);
  moveFlood(parts, state.board, ui.last);
  root.classList.toggle("is-solved", ui.solved);
}

/** @param {import("./rules.js").AkariState} state @param {import("#engine/contract.js").Ui} ui */
export function describe(state, ui) {
  const { board, marks } = state;
  const { distance } = light(state);
  const wrong = new Set(toldOf(state, ui).flatMap(({ cells }) => cells));
  const asked = new Map(numbers(state).map((number) => [number.cell, number]));
  return [...board.cells].map((letter, cell) => {
    if (isWhite(board.cells, cell)) return describeWhite(marks[cell], distance[cell], wrong.has(cell));
    return isNumber(letter) ? describeNumber(asked.get(cell), wrong.has(cell)) : [{ key: "cell.wall" }];
  });
}

/** @param {import("./rules.js").AkariState} state @param {import("#engine/contract.js").Ui} ui */
export function summary(state, ui) {
  const { distance } = light(state);
  const wrong = toldOf(state, ui);
  const of = (rule) => wrong.filter((violation) => violation.rule === rule).length;
  const dark = distance.filter((steps, cell) => steps === Infinity && isWhite(state.board.cells, cell)).length;
  const short = numbers(state).filter(({ wants, has }) => has < wants).length;
  return [
    { key: "summary.dark", values: { n: dark } },
    { key: "summary.clash", values: { n: of(SEES_BULB) } },
    { key: "summary.over", values: { n: of(TOO_MANY) } },
    // Numbers that still want bulbs say little while half the board is dark, and all when it is not.
    { key: "summary.short", values: { n: dark === 0 ? short : 0 } },
  ].filter(({ values }) => values.n > 0);
}

/** The broken rules that the player wants to be told of. */
function toldOf(state, ui) {
  return ui?.faults === false ? [] : violations(state);
}

function describeWhite(mark, distance, wrong) {
  if (mark === BULB) return wrong ? [{ key: "cell.bulb" }, { key: "cell.clash" }] : [{ key: "cell.bulb" }];
  const lit = { key: distance === Infinity ? "cell.dark" : "cell.lit" };
  return [{ key: mark === DOT ? "cell.dot" : "cell.empty" }, lit];
}

function describeNumber({ wants, has, met }, wrong) {
  const number = { key: "cell.number", values: { n: wants } };
  if (met) return [number, { key: "cell.met" }];
  return wrong ? [number, { key: "cell.over", values: { n: has } }] : [number];
}

function partsFor(root, board) {
  const known = drawn.get(root);
  if (known && known.board.cells === board.cells && known.board.cols === board.cols) return known;
  root.replaceChildren();
  const parts = buildLayers(root, board);
  drawn.set(root, parts);
  return parts;
}

function buildLayers(root, board) {
  const lit = new Map();
  const below = child(root, "g", { class: "light" });
  eachCell(board, (cell, x, y) => {
    if (!isWhite(board.cells, cell)) return;
    lit.set(cell, child(below, "rect", { x, y, width: CELL, height: CELL, "fill-opacity": 0 }));
  });
  child(root, "path", { class: "hairlines", d: hairlines(board) });
  const glow = glowOf(root);
  const flood = [
    child(root, "circle", { class: "flood", r: Math.hypot(board.rows, board.cols) * CELL }),
    child(root, "circle", { class: "wave", r: Math.hypot(board.rows, board.cols) * CELL }),
  ];
  const halos = child(root, "g", { class: "halos" });
  const walls = buildWalls(child(root, "g", { class: "walls" }), board);
  return {
    board,
    lit,
    flood,
    glow,
    halos,
    walls,
    reach: new Map(),
    shown: new Map(),
    dots: child(root, "g", { class: "dots" }),
    bulbs: child(root, "g", { class: "bulbs" }),
    clashes: child(root, "g", { class: "clashes" }),
    marked: new Map(),
    halo: new Map(),
  };
}

/** The paint of a halo. @returns {string} */
function glowOf(root) {
  const id = `akari-glow-${glows++}`;
  const gradient = child(child(root, "defs"), "radialGradient", { id });
  // Falls off like light does: quickly at first.
  for (const [offset, part] of [[0.2, 1], [0.42, 0.5], [0.7, 0.16], [1, 0]]) {
    child(gradient, "stop", { class: "glow", offset, "stop-opacity": part });
  }
  return `url(#${id})`;
}

function buildWalls(layer, board) {
  const walls = new Map();
  eachCell(board, (cell, x, y) => {
    const letter = board.cells[cell];
    if (isWhite(board.cells, cell)) return;
    const wall = child(layer, "g", { class: "wall" });
    child(wall, "rect", { x: x + 0.5, y: y + 0.5, width: CELL - 1, height: CELL - 1, rx: 2 });
    if (!isNumber(letter)) return;
    const [cx, cy] = [x + CELL / 2, y + CELL / 2];
    child(wall, "text", { x: cx, y: cy, dy: "0.345em" }).textContent = letter;
    child(wall, "circle", { class: "ring", cx, cy, r: 12 });
    child(wall, "path", { class: "tick", d: `M${x + 21.5} ${y + 7.5}l2.5 2.5l4.5-5` });
    walls.set(cell, wall);
  });
  return walls;
}

function drawLight(parts, distance) {
  for (const [cell, rect] of parts.lit) {
    const steps = distance[cell];
    if (parts.reach.get(cell) === steps) continue;
    parts.reach.set(cell, steps);
    const strength = steps === Infinity ? 0 : FLOOR + (1 - FLOOR) * FADE ** steps;
    rect.style.setProperty("--steps", String(Math.min(steps, FARTHEST)));
    rect.setAttribute("fill-opacity", strength.toFixed(3));
  }
}

function drawMarks(parts, { board, marks }) {
  for (const cell of parts.lit.keys()) {
    if ((parts.shown.get(cell) ?? ".") === marks[cell]) continue;
    parts.shown.set(cell, marks[cell]);
    parts.marked.get(cell)?.remove();
    parts.marked.delete(cell);
    parts.halo.get(cell)?.remove();
    const [cx, cy] = centre(board, cell);
    if (marks[cell] === DOT) parts.marked.set(cell, child(parts.dots, "circle", { cx, cy, r: 3.2 }));
    if (marks[cell] !== BULB) continue;
    parts.halo.set(cell, child(parts.halos, "circle", { cx, cy, r: CELL, fill: parts.glow }));
    parts.marked.set(cell, drawBulb(parts.bulbs, cx, cy));
  }
}

function drawBulb(layer, cx, cy) {
  const bulb = child(layer, "g", { class: "bulb" });
  child(bulb, "circle", { class: "disc", cx, cy, r: 8.5 });
  child(bulb, "circle", { class: "alarm under", cx, cy, r: ALARM });
  child(bulb, "circle", { class: "alarm", cx, cy, r: ALARM });
  return bulb;
}

function drawWalls(parts, asked, faults) {
  for (const { cell, wants, has, met } of asked) {
    const wall = parts.walls.get(cell);
    wall.classList.toggle("is-met", met);
    wall.classList.toggle("is-over", faults !== false && has > wants);
  }
}

/** A line for each two bulbs that face each other; a third in line has lines of its own. */
function drawClashes(parts, board, facing) {
  const wrong = new Set(facing.flat());
  for (const [cell, mark] of parts.marked) mark.classList.toggle("is-wrong", wrong.has(cell));
  parts.clashes.replaceChildren();
  for (const [one, other] of facing) {
    const line = between(centre(board, one), centre(board, other));
    const [x, y] = [(line.x1 + line.x2) / 2, (line.y1 + line.y2) / 2];
    const cross = `M${x - 4} ${y - 4}l8 8m0-8l-8 8`;
    // A ground of the board's colour keeps line and cross apart from the light that they lie on.
    child(parts.clashes, "line", { class: "under", ...line });
    child(parts.clashes, "line", { class: "sight", ...line });
    child(parts.clashes, "path", { class: "under", d: cross });
    child(parts.clashes, "path", { class: "cross", d: cross });
  }
}

/** The part of a line of sight that is outside both bulbs' rings. */
function between([x1, y1], [x2, y2]) {
  const [right, down] = [Math.sign(x2 - x1) * ALARM, Math.sign(y2 - y1) * ALARM];
  return { x1: x1 + right, y1: y1 + down, x2: x2 - right, y2: y2 - down };
}

function moveFlood(parts, board, cell) {
  const [cx, cy] = centre(board, cell);
  for (const circle of parts.flood) shape(circle, { cx, cy });
}

function hairlines({ rows, cols }) {
  const across = Array.from({ length: rows - 1 }, (_, row) => `M0 ${(row + 1) * CELL}h${cols * CELL}`);
  const down = Array.from({ length: cols - 1 }, (_, col) => `M${(col + 1) * CELL} 0v${rows * CELL}`);
  return [...across, ...down].join("");
}

function eachCell({ cells, cols }, visit) {
  for (let cell = 0; cell < cells.length; cell++) {
    visit(cell, (cell % cols) * CELL, Math.floor(cell / cols) * CELL);
  }
}

function centre({ cols }, cell) {
  return [((cell % cols) + 0.5) * CELL, (Math.floor(cell / cols) + 0.5) * CELL];
}
