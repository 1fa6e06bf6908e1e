/** What a Tsunagi board says: what its cells are called, what is left to do, and what a move has done. */

import { label } from "#kinds/tsunagi/labels.js";
import {
  axis,
  BLOCKED,
  BRIDGE,
  isEnd,
  isJoined,
  isOverEdge,
  isWalled,
  neighbour,
  rest,
  stepOn,
  violations,
  WAYS,
} from "#kinds/tsunagi/rules.js";

/** Where a line goes on from a cell, a bit for each way: north, east, south, west. */
const GOES = Object.freeze({
  1: "cell.up",
  2: "cell.right",
  3: "cell.upRight",
  4: "cell.down",
  5: "cell.upDown",
  6: "cell.rightDown",
  8: "cell.left",
  9: "cell.upLeft",
  10: "cell.rightLeft",
  12: "cell.downLeft",
});

const WALLS = Object.freeze(["cell.wallUp", "cell.wallRight", "cell.wallDown", "cell.wallLeft"]);

/**
 * @param {import("./rules.js").TsunagiState} state @param {import("#engine/contract.js").Ui} ui
 * @returns {readonly (readonly import("#engine/contract.js").Phrase[])[]}
 */
export function describe(state, ui) {
  const { board, lines } = state;
  const goes = waysOf(board, lines);
  const on = new Map(lines.flatMap((path, line) => path.map((cell) => [cell, line])));
  const names = [...board.cells].map((letter, cell) => {
    if (letter === BLOCKED) return [{ key: "cell.blocked" }];
    if (letter === BRIDGE) return [{ key: "cell.bridge" }, ...crossings(board, lines, cell)];
    return [...inside(state, cell, on.get(cell) ?? -1, goes[cell]), ...wallsOf(board, cell)];
  });
  const touched = new Set(toldOf(state, ui).flatMap(({ cells }) => cells));
  for (const cell of touched) names[cell].push({ key: "cell.touch" });
  if (ui.held) names[ui.held.cell].push({ key: "cell.held" });
  return names;
}

/**
 * Which line is in each cell, and where it goes on from there.
 * @param {import("./rules.js").TsunagiState} state
 * @returns {readonly string[]}
 */
export function placed({ board, lines }) {
  const on = new Map();
  lines.forEach((path, line) => path.forEach((cell) => on.set(cell, `${on.get(cell) ?? ""} ${line}`)));
  return waysOf(board, lines).map((ways, cell) => `${ways}${ways > 0 || !isEnd(board, cell) ? (on.get(cell) ?? "") : ""}`);
}

function inside({ board, lines }, cell, line, ways) {
  const named = (key) => ({ key, values: { letter: label(board, line === -1 ? board.owner[cell] : line) } });
  const goes = ways ? [{ key: GOES[ways] }] : [];
  if (isEnd(board, cell)) {
    return [named("cell.end"), ...goes, ...(ways && isJoined(board, line, lines[line]) ? [{ key: "cell.joined" }] : [])];
  }
  if (line === -1) return board.owner[cell] === -1 ? [{ key: "cell.empty" }] : [named("cell.waypoint")];
  const loose = lines[line].at(-1) === cell ? [{ key: "cell.loose" }] : [];
  return [named(board.owner[cell] === -1 ? "cell.line" : "cell.passed"), ...goes, ...loose];
}

/** The ways that lines go from each cell. @returns {readonly number[]} bits */
function waysOf(board, lines) {
  const goes = new Array(board.cells.length).fill(0);
  for (const path of lines) {
    path.forEach((cell, index) => {
      const step = stepOn(board, path, index);
      if (!step) return;
      goes[cell] |= 1 << step.way;
      goes[step.to] |= 1 << (step.way + 2) % WAYS.length;
    });
  }
  return goes;
}

function crossings(board, lines, bridge) {
  const by = [null, null];
  lines.forEach((path, line) => {
    const index = path.indexOf(bridge);
    if (index !== -1) by[axis(board, path, index)] = label(board, line);
  });
  const [over, under] = by.map((letter) => letter !== null && { letter });
  if (!over && !under) return [{ key: "cell.uncrossed" }];
  return [over && { key: "cell.over", values: over }, under && { key: "cell.under", values: under }].filter(Boolean);
}

function wallsOf(board, cell) {
  return WALLS.filter((_, way) => isWalled(board, cell, way)).map((key) => ({ key }));
}

/** The broken rules that the player wants to be told of. */
function toldOf(state, ui) {
  return ui?.faults === false ? [] : violations(state);
}

/** @param {import("./rules.js").TsunagiState} state @param {import("#engine/contract.js").Ui} ui */
export function summary(state, ui) {
  const { board } = state;
  const { open, gaps, missed, bridges } = rest(state);
  // While pairs are open, cells are empty anyway; once all are joined, that is what is left.
  const joined = open.length === 0;
  return [
    { key: "summary.open", values: { n: open.length } },
    { key: "summary.gaps", values: { n: joined && board.fill ? gaps.length : 0 } },
    { key: "summary.bridges", values: { n: joined && board.fill ? bridges.length : 0 } },
    { key: "summary.missed", values: { n: joined && !board.fill ? missed.length : 0 } },
    { key: "summary.touches", values: { n: toldOf(state, ui).length } },
    // The switches must be known from the start.
    { key: "summary.mayGap", values: { n: board.fill ? 0 : 1 } },
    { key: "summary.noTouch", values: { n: board.touch ? 0 : 1 } },
    { key: "summary.wraps", values: { n: board.wrap ? 1 : 0 } },
  ].filter(({ values }) => values.n > 0);
}

/**
 * @param {import("#engine/contract.js").Sight} was @param {import("#engine/contract.js").Sight} now
 * @param {import("#engine/contract.js").Input} input
 */
export function news(was, now, input) {
  const { board } = now.state;
  const mine = (was.ui.held ?? now.ui.held)?.line ?? -1;
  if (was.state === now.state) return handNews(board, was.ui.held, now.ui.held, input);
  return board.letters.flatMap((_, line) => {
    const [old, path] = [was.state.lines[line], now.state.lines[line]];
    const key = old === path ? null : lineNews(board, line, old, path, line === mine);
    return key === null ? [] : [{ key, values: { letter: label(board, line) } }];
  });
}

/** What has become of a line; of the one in hand, its steps are told by the cells that the cursor comes to. */
function lineNews(board, line, old, path, mine) {
  if (isJoined(board, line, path)) return isJoined(board, line, old) && !mine ? null : "news.joined";
  if (!mine) return path.length > old.length ? "news.back" : path.length > 0 ? "news.cut" : "news.cleared";
  if (path.length <= old.length || (old.length > 0 && path[0] !== old[0])) return null;
  if (board.cells[path.at(-2)] === BRIDGE) return axis(board, path, path.length - 2) === 0 ? "news.over" : "news.under";
  return isOverEdge(board, path.at(-2), path.at(-1)) ? "news.edge" : null;
}

function handNews(board, was, now, input) {
  if (was === null || now === null) {
    const held = was ?? now;
    if (held === null) return [];
    return [{ key: was === null ? "news.taken" : "news.released", values: { letter: label(board, held.line) } }];
  }
  return input.type === "drag" || input.type === "tap" ? [refusal(board, now.cell, input.cell)] : [];
}

/** Why a line cannot be led from one cell to another. */
function refusal(board, from, to) {
  const way = WAYS.findIndex((_, index) => neighbour(board, from, index) === to);
  if (from === to) return { key: "news.rim" };
  if (board.cells[to] === BLOCKED) return { key: "news.blocked" };
  if (way !== -1 && isWalled(board, from, way)) return { key: "news.wall" };
  const owner = board.owner[to];
  if (owner === -1) return { key: "news.noWay" };
  return { key: isEnd(board, to) ? "news.otherEnd" : "news.otherWaypoint", values: { letter: label(board, owner) } };
}
