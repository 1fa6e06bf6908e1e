import assert from "node:assert/strict";
import { test } from "node:test";

import * as games from "#engine/game.js";
import { changedCells, givesHints, lastRight, nextHint, wrongCells } from "#engine/hint.js";
import { drawMarks, markWords, NO_MARKS } from "#engine/marks.js";
import { sayHint } from "#engine/pointing.js";
import { nextSpeed, solution, SPEEDS } from "#engine/solve.js";
import { level, toy } from "./toy.js";

/** A row of switches, of which some are to be on and the others are noted as off. */
const kind = Object.freeze({
  ...toy,
  apply: (state, { set, on }) => Object.freeze({ ...state, [on ? "on" : "off"]: [...state[on ? "on" : "off"], set] }),
  start: ({ cols }) => Object.freeze({ size: cols, on: [], off: [] }),
  claims: ({ on, off }) => ({ yes: new Set(on.map(String)), no: new Set(off.map(String)) }),
  put(state, { yes, no }) {
    const missing = (places, held, on) =>
      [...places].map(Number).filter((cell) => !held.includes(cell)).map((set) => ({ set, on }));
    return [...missing(yes, state.on, true), ...missing(no, state.off, false)];
  },
  isSolved: ({ on }) => on.length === 2,
});

const step = (technique, yes, no = [], look = [], rests = []) => ({ technique, yes, no, look, rests });
const WAY = [step(1, ["2"], [], [1], [0]), step(2, [], ["1"], [2]), step(1, ["0"], [], [1, 2]), step(0, [], ["3"])];
const FOUR = { ...level, cols: 4, way: "" };

const fresh = () => games.open(kind, FOUR, null);
const put = (game, ...moves) => games.put(game, moves, 0);
const hintOf = (game, { crosses = true, told = [] } = {}) =>
  nextHint(kind, games.present(game), WAY, { crosses, told: new Set(told) });

test("hint is the first step that is not on the board, with where to look and what it rests on", () => {
  const hint = hintOf(fresh());
  assert.deepEqual([hint.sort, hint.step, hint.look, hint.rests], ["move", 0, [1], [0]]);
  assert.deepEqual(hint.moves, [{ set: 2, on: true }]);
});

test("hint passes over what the player has found, in whatever order", () => {
  assert.equal(hintOf(put(fresh(), { set: 2, on: true })).step, 1);
  assert.equal(hintOf(put(fresh(), { set: 2, on: true }, { set: 0, on: true })).step, 1);
  assert.equal(hintOf(put(fresh(), { set: 0, on: true })).step, 0);
});

test("hint names wrong cells before any step, a wrong note too", () => {
  const hint = hintOf(put(fresh(), { set: 3, on: true }, { set: 2, on: false }));
  assert.deepEqual([hint.sort, hint.look], ["wrong", [2, 3]]);
});

test("hint from the answer points at the cell itself", () => {
  const hint = hintOf(put(fresh(), { set: 2, on: true }, { set: 1, on: false }, { set: 0, on: true }));
  assert.deepEqual([hint.technique, hint.look], [0, [3]]);
});

test("hint is none where nothing is missing", () => {
  const full = put(fresh(), ...[0, 2].map((set) => ({ set, on: true })), ...[1, 3].map((set) => ({ set, on: false })));
  assert.equal(hintOf(full), null);
});

test("hint tells once what a board cannot show, before the move that hangs on it", () => {
  const lines = { ...kind, put: (state, { yes }) => kind.put(state, { yes, no: new Set() }) };
  const ask = (state, told) => nextHint(lines, state, WAY, { crosses: false, told: new Set(told) });
  const begun = kind.apply(kind.start(FOUR), { set: 2, on: true });
  const first = ask(begun, []);
  assert.deepEqual([first.sort, first.step, first.out], ["told", 1, ["1"]]);
  assert.deepEqual([ask(begun, [1]).sort, ask(begun, [1]).step], ["move", 2]);
  // Before the first move nothing that comes after it is told.
  assert.equal(ask(kind.start(FOUR), []).step, 0);
  // And nothing that was told for a move which is on the board.
  assert.equal(ask(kind.apply(begun, { set: 0, on: true }), []), null);
});

test("hint leads back to the last board on which nothing is wrong", () => {
  let game = put(fresh(), { set: 2, on: true });
  game = put(put(put(game, { set: 3, on: true }), { set: 0, on: true }), { set: 1, on: false });
  assert.equal(lastRight(kind, game.history, WAY), 1);
  const back = games.backTo(game, 1);
  assert.deepEqual(games.present(back).on, [2]);
  assert.deepEqual(games.present(games.redo(back)).on, [2, 3]);
  assert.equal(games.backTo(back, 3), back);
});

test("hint is given only by kinds that know how", () => {
  assert.equal(givesHints(kind), true);
  assert.equal(givesHints(toy), false);
});

test("changed cells are those that a board says more of", () => {
  const before = kind.start(FOUR);
  assert.deepEqual(changedCells(kind, before, kind.apply(before, { set: 3, on: false })), [3]);
});

test("solution comes in the order of the steps and solves the board", () => {
  const state = kind.start(FOUR);
  const { anew, beats } = solution(kind, state, state, WAY);
  assert.equal(anew, false);
  assert.deepEqual(beats.flat().map(({ set }) => set), [2, 1, 0, 3]);
});

test("solution goes on from what is right, and begins anew where something is wrong", () => {
  const start = kind.start(FOUR);
  assert.equal(solution(kind, start, kind.apply(start, { set: 2, on: true }), WAY).beats.length, 3);
  const { anew, beats } = solution(kind, start, kind.apply(start, { set: 3, on: true }), WAY);
  assert.deepEqual([anew, beats.length], [true, 4]);
});

test("solution has three speeds in a round", () => {
  const names = Object.keys(SPEEDS);
  assert.deepEqual(names.reduce((seen) => [...seen, nextSpeed(seen.at(-1))], [names[0]]), [...names, names[0]]);
});

test("game put is one step, and what is told after a solve does not mark the level", () => {
  const game = put(fresh(), { set: 2, on: true }, { set: 1, on: false });
  assert.equal(game.help, "hints");
  assert.deepEqual(games.present(games.undo(game)).on, []);
  assert.equal(games.open(kind, FOUR, JSON.parse(JSON.stringify(games.save(game)))).help, "hints");
  const solved = games.play(games.open(toy, { ...level, cols: 1 }, null), { type: "tap", cell: 0 });
  assert.equal(solved.everSolved, true);
  const told = games.helped(solved, "shown");
  assert.deepEqual([told.help, told.mark, games.helpOf(games.save(told))], ["shown", "", ""]);
});

test("game help only grows, and is one of those that there are", () => {
  const shown = games.helped(games.helped(fresh(), "hints"), "shown");
  assert.equal(shown.help, "shown");
  assert.equal(games.helped(shown, "hints"), shown);
  assert.equal("help" in games.save(fresh()), false);
  for (const help of [7, "much", null, []]) assert.equal(games.helpOf({ ...games.save(fresh()), help }), "");
});

test("game that shows its answer is not solved, before and after a reload, and undo takes all of it back", () => {
  let game = put(fresh(), { set: 3, on: true });
  const { beats, anew } = solution(kind, kind.start(FOUR), games.present(game), WAY);
  beats.forEach((moves, index) => {
    game = games.show(game, moves, 0, anew && index === 0);
  });
  assert.deepEqual([game.ui.solved, game.everSolved, games.isShown(game), game.help], [true, false, true, "shown"]);
  const again = games.open(kind, FOUR, JSON.parse(JSON.stringify(games.save(game))));
  assert.deepEqual([again.ui.solved, again.everSolved, games.isShown(again)], [true, false, true]);
  assert.equal(games.standing(games.save(again)), "started");
  const back = games.undo(again);
  assert.deepEqual(games.present(back).on, [3]);
  assert.equal(games.redo(back).everSolved, false);
});

test("game solved by hand after a part was shown counts", () => {
  const begun = games.show(fresh(), [{ set: 2, on: true }], 2);
  const solved = put(begun, { set: 0, on: true });
  assert.deepEqual([solved.everSolved, solved.help], [true, "shown"]);
});

test("marks say of a cell what counts most", () => {
  const marks = { ...NO_MARKS, look: [1, 2], rests: [2, 3], wrong: [1] };
  assert.deepEqual(markWords(marks, 4), [
    null,
    "play.markWrong",
    "play.markLook",
    "play.markRests",
  ]);
});

test("marks where to look are one frame around cells side by side", () => {
  const paths = [];
  const element = () => ({
    ownerDocument: { createElementNS: element },
    setAttribute: (name, value) => name === "d" && paths.push(value),
    append: () => {},
    replaceChildren: () => {},
  });
  drawMarks(element(), { rows: 2, cols: 3 }, { ...NO_MARKS, look: [1, 2] });
  // The ground and the stroke. Three sides of each cell with two corners each, and none between the two.
  assert.equal(paths.length, 2);
  assert.equal(paths[0].match(/M/g).length, 6);
  assert.equal(paths[0].match(/A/g).length, 4);
  // The end of a row and the beginning of the next are not side by side.
  drawMarks(element(), { rows: 2, cols: 3 }, { ...NO_MARKS, look: [2, 3] });
  assert.equal(paths[2].match(/M/g).length, 8);
});

test("marks at sides stand between their cells, over an edge at both of them", () => {
  const made = [];
  const element = () => ({
    ownerDocument: { createElementNS: element },
    setAttribute: (name, value) => name === "transform" && made.push(value),
    append: () => {},
    replaceChildren: () => {},
  });
  drawMarks(element(), { rows: 4, cols: 4 }, { ...NO_MARKS, out: ["5-6", "1+9", "4-7", "2-14"] });
  const seen = ["64 48", "48 48", "0 48", "128 48", "80 0", "80 128"];
  assert.deepEqual(made, seen.map((at) => `translate(${at})`));
});

test("hint in words names the cells for the ear only, and not too many", () => {
  const told = [];
  const say = (key, values = {}) => {
    told.push(key);
    if (key === "play.then") return ". ";
    return `${key}(${Object.values(values).join("|")})`;
  };
  const table = { data: { techniques: ["beam"] }, game: fresh(), say };
  const look = [0, 1, 2, 3, 0, 1, 2, 3];
  const { seen, aloud } = sayHint(table, { sort: "move", technique: 1, look, rests: [] });
  assert.equal(seen, "play.hintStep(technique.beam.name()|technique.beam.why()). play.hintAgain()");
  assert.ok(aloud.startsWith(seen));
  assert.ok(aloud.includes("play.hintMore(2)"));
  assert.equal(told.filter((key) => key === "play.hintCell").length, 6);
  assert.equal(sayHint(table, { sort: "wrong", look: [1], rests: [] }).seen, "play.hintWrong(1)");
  assert.match(sayHint(table, { sort: "move", technique: 0, look: [1], rests: [] }).seen, /^play\.hintAnswer/);
  assert.match(sayHint(table, { sort: "told", technique: 1, look: [1], rests: [] }).seen, /play\.hintOut/);
  assert.deepEqual(wrongCells(kind, games.present(fresh()), WAY), []);
});
