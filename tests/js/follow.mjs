// Reads levels of a kind from stdin as a page has them, each with the image that is to be played, and says how that image
// looks, and where hints lead on it from the start, from boards that are partly filled, and from boards with something
// wrong on them.
import { readFileSync } from "node:fs";

import { lastRight, nextHint, nextMove, wrongCells } from "#engine/hint.js";
import * as past from "#engine/history.js";
import { ITSELF, turnLevel, turnWay } from "#engine/image.js";
import { solution } from "#engine/solve.js";
import { cellsOf, readWay } from "#engine/way.js";

const modules = await Promise.all(process.argv.slice(2).map((path) => import(path)));
const kind = Object.assign({}, ...modules);
const { levels: itself, crosses, partly, wrongly } = JSON.parse(readFileSync(0, "utf8"));
const levels = itself.map((level) => turnLevel(kind, level, level.image ?? ITSELF));

/** A generator of numbers below one, the same on every machine (mulberry32). */
function chanceOf(seed) {
  let at = seed;
  return () => {
    at = (at + 0x6d2b79f5) | 0;
    let mixed = Math.imul(at ^ (at >>> 15), 1 | at);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const chance = chanceOf(7);
const below = (n) => Math.floor(chance() * n);
const play = (state, moves) => moves.reduce(kind.apply, state);

/** Press for hints until there are none; every hint is new, and none comes twice. */
function followHints(level, state, way) {
  const told = new Set();
  const seen = [];
  let [now, hints] = [state, 0];
  for (;;) {
    const hint = nextHint(kind, now, way, { crosses, told });
    if (hint === null) break;
    hints++;
    if (hint.sort === "wrong") return { fault: "calls something wrong", cells: hint.look };
    if (hint.look.length === 0) return { fault: "points nowhere" };
    if (hint.sort === "told") {
      if (told.has(hint.step)) return { fault: "tells twice" };
      told.add(hint.step);
      continue;
    }
    const before = kind.claims(now);
    const next = play(now, hint.moves);
    const after = kind.claims(next);
    const grows = after.yes.size + after.no.size > before.yes.size + before.no.size;
    const keeps = ["yes", "no"].every((answer) => [...before[answer]].every((place) => after[answer].has(place)));
    if (!grows || !keeps) return { fault: grows ? "takes away what was right" : "changes nothing" };
    seen.push(hint.step);
    now = next;
  }
  return { solved: kind.isSolved(now), hints, fromAnswer: seen.filter((step) => way[step].technique === 0).length };
}

/** A board on which some of the answer stands, in no order: what a player may have found in any way. */
function partlyFilled(level, way) {
  let state = kind.start(level);
  const share = chance();
  const known = { yes: new Set(), no: new Set() };
  for (const { yes, no } of way) {
    for (const [answer, places] of [["yes", yes], ["no", no]]) {
      for (const place of places) if (chance() < share) known[answer].add(place);
    }
  }
  return play(state, kind.put(state, known));
}

/** A board with a history that goes wrong at its last move. */
function goneWrong(level, way) {
  const start = kind.start(level);
  const { beats } = solution(kind, start, start, way);
  let history = past.begin(start);
  for (const moves of beats.slice(0, below(beats.length))) {
    history = past.record(history, moves, play(past.present(history), moves));
  }
  const right = past.present(history);
  // Any gesture that leads away from the answer: a press, or a drag to the next cell.
  for (let tries = 0; tries < 400; tries++) {
    const cell = below(level.rows * level.cols);
    const to = cell + [0, 1, -1, level.cols, -level.cols][below(5)];
    if (to < 0 || to >= level.rows * level.cols) continue;
    const input = to === cell ? { type: "tap", cell } : { type: "drag", cell: to, from: cell, last: cell, second: false };
    const held = kind.grip?.(right, cell, null) ?? null;
    const move = kind.interpret(right, { before: right, held }, input);
    if (move === null) continue;
    const state = kind.apply(right, move);
    if (wrongCells(kind, state, way).length === 0) continue;
    return { history: past.record(history, [move], state), cells: [cell, to] };
  }
  return null;
}

function pointsAtIt(level, way) {
  const found = goneWrong(level, way);
  if (found === null) return null;
  const { history, cells } = found;
  const hint = nextHint(kind, past.present(history), way, { crosses, told: new Set() });
  const kept = lastRight(kind, history, way);
  const after = wrongCells(kind, history.states[kept], way).length;
  const points = hint.sort === "wrong" && hint.look.some((cell) => cells.includes(cell));
  return points && kept === history.at - 1 && after === 0 ? "points" : "misses";
}

const ways = itself.map((level) => turnWay(kind, level, level.image ?? ITSELF, readWay(level.way)));
const said = {
  seen: levels.map(({ rows, cols, grid, rules }) => ({ rows, cols, grid, rules })),
  answers: ways.map((way) => way.flatMap(({ yes }) => yes).sort()),
  start: levels.map((level, index) => followHints(level, kind.start(level), ways[index])),
  partly: Array.from({ length: partly }, () => {
    const index = below(levels.length);
    return followHints(levels[index], partlyFilled(levels[index], ways[index]), ways[index]);
  }),
  wrongly: Array.from({ length: wrongly }, () => {
    const index = below(levels.length);
    return pointsAtIt(levels[index], ways[index]);
  }),
};
process.stdout.write(JSON.stringify(said));
