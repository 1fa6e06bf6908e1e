/**
 * Says what a kind's scripts make of positions: a line of JSON for each line of JSON, as long as there are any.
 *
 * A line is a batch of games. Each is a level, what is put on it, gestures as a player makes them, and an image of it to
 * be made; where it has one answer, the way to it as well. The paths of the kind's scripts are the arguments.
 */

import { createInterface } from "node:readline";

import * as games from "#engine/game.js";
import { nextHint, wrongCells } from "#engine/hint.js";
import { turnLevel, turnWay } from "#engine/image.js";
import { readPosition, spells, writePosition } from "#engine/position.js";
import { readWay } from "#engine/way.js";

const [name, ...paths] = process.argv.slice(2);
const modules = await Promise.all(paths.map((path) => import(path)));
const kind = Object.freeze(Object.assign({ name }, ...modules));

const setOf = ({ yes, no }) => ({ yes: new Set(yes), no: new Set(no) });
const listed = (set) => [...set].sort();
const claimed = (state) => {
  const { yes, no } = kind.claims(state);
  return { yes: listed(yes), no: listed(no) };
};
const isSame = (one, other) => JSON.stringify(claimed(one)) === JSON.stringify(claimed(other));

/** A gesture is one press, one key, or a drag over cells. */
function made(game, { type, cell, key, cells, second }) {
  if (type === "undo") return games.undo(game);
  if (type === "redo") return games.redo(game);
  if (type === "key") return games.end(games.play(games.begin(game), { type, key, cell }));
  if (type !== "drag") return games.end(games.play(games.begin(game), { type, cell }));
  const [from, ...others] = cells;
  const held = kind.grip?.(games.present(game), from, null) ?? null;
  let [now, last] = [games.begin(game, held), from];
  for (const next of [from, ...others]) {
    now = games.play(now, { type, cell: next, from, last, second });
    last = next;
  }
  return games.end(now);
}

/** Whether a position comes back from an address, and a game from a save, as it was. */
function comesBack(level, game) {
  const state = games.present(game);
  const saved = games.open(kind, level, JSON.parse(JSON.stringify(games.save(game))));
  if (!isSame(games.present(saved), state)) return "a saved game is opened as another";
  if (!spells(kind)) return "";
  const read = readPosition(kind, level, writePosition(kind, level, state));
  if (read === null) return "a position is not read again";
  return isSame(read.state, state) ? "" : "a position is read as another";
}

/** Press for hints to the end. */
function follow(state, way, crosses) {
  const told = new Set();
  let now = state;
  for (let presses = 0; presses < 5000; presses++) {
    const hint = nextHint(kind, now, way, { crosses, told });
    if (hint === null) return kind.isSolved(now) ? "" : "hints end before the board is solved";
    if (hint.sort === "wrong") return `a hint calls ${hint.look} wrong`;
    if (hint.sort === "told") told.add(hint.step);
    else now = hint.moves.reduce(kind.apply, now);
  }
  return "hints do not end";
}

function hints(level, state, { way, crosses, image }) {
  const steps = readWay(way);
  const wrong = wrongCells(kind, state, steps);
  const turned = turnLevel(kind, level, image);
  const there = turnWay(kind, level, image, steps);
  const from = wrong.length > 0 ? kind.start(level) : state;
  return {
    wrong,
    answer: listed(there.flatMap(({ yes }) => yes)),
    fault: follow(from, steps, crosses) || follow(kind.start(turned), there, crosses),
  };
}

function judge(one) {
  const { level, known, gestures, image, asked } = one;
  let game = games.open(kind, level, null);
  game = games.put(game, kind.put(games.present(game), setOf(known)), 0);
  const states = [games.present(game)];
  for (const gesture of gestures) {
    game = made(game, gesture);
    if (games.present(game) !== states.at(-1)) states.push(games.present(game));
  }
  const state = games.present(game);
  const told = (seen) => Object.fromEntries(["violations", "isSolved", ...asked].map((what) => [what, kind[what](seen)]));
  const { rows, cols, grid, rules } = turnLevel(kind, level, image);
  return {
    positions: states.map((seen) => ({ told: told(seen), claims: claimed(seen) })),
    lost: comesBack(level, game),
    image: { rows, cols, grid, rules },
    hints: one.way === null ? null : hints(level, state, one),
  };
}

for await (const line of createInterface({ input: process.stdin })) {
  const said = JSON.parse(line).map((one) => {
    try {
      return judge(one);
    } catch (error) {
      return { error: String(error.stack ?? error) };
    }
  });
  process.stdout.write(`${JSON.stringify(said)}\n`);
}
