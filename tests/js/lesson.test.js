import assert from "node:assert/strict";
import { test } from "node:test";

import * as games from "#engine/game.js";
import { isDone, judge, movesFor, stepAt } from "#engine/lesson.js";
import { isOffered, lessonName } from "#engine/offer.js";
import { recordName } from "#engine/records.js";
import { openStore } from "#engine/store.js";
import { level, toy } from "./toy.js";

/** A row of switches, each to be on or noted as off; switches that are on side by side break a rule. */
const kind = Object.freeze({
  ...toy,
  start: ({ cols }) => Object.freeze({ marks: ".".repeat(cols) }),
  apply: ({ marks }, { at, mark }) => Object.freeze({ marks: marks.slice(0, at) + mark + marks.slice(at + 1) }),
  claims: ({ marks }) => ({ yes: placesOf(marks, "1"), no: placesOf(marks, "0") }),
  put: ({ marks }, { yes, no }) => [
    ...[...yes].filter((place) => marks[place] === ".").map((place) => ({ at: Number(place), mark: "1" })),
    ...[...no].filter((place) => marks[place] === ".").map((place) => ({ at: Number(place), mark: "0" })),
  ],
  summary: ({ marks }, { faults }) => [
    { key: "left", values: { n: placesOf(marks, ".").size } },
    ...(faults && marks.includes("11") ? [{ key: "beside", values: { n: 1 } }] : []),
  ],
  isSolved: ({ marks }) => marks === "10100",
});

const placesOf = (marks, mark) => new Set([...marks].flatMap((held, cell) => (held === mark ? [String(cell)] : [])));
const step = (yes, no, look) => ({ technique: 1, yes, no, look, rests: [] });
const WAY = [step(["0"], ["1"], [0, 1]), step(["2"], [], [2]), step([], ["3"], [3]), step([], ["4"], [4])];
const LESSON = { kind, way: WAY, asked: 2 };
const FIVE = { ...level, cols: 5 };
const { ui } = games.open(kind, FIVE, null);

const board = (marks) => Object.freeze({ marks });
const verdict = (marks, at, before = "00000") => judge(LESSON, board(marks), ui, at, board(before));

test("lesson says what a step still asks for, and when it is done", () => {
  const start = verdict(".....", 0, ".....");
  assert.deepEqual([start.sort, start.missing, start.wrong], ["asked", [0, 1], []]);
  const begun = verdict("1....", 0, ".....");
  assert.deepEqual([begun.sort, begun.missing], ["part", [1]]);
  assert.equal(verdict("10...", 0).sort, "done");
  assert.equal(verdict("10...", 1, "10...").sort, "asked");
  assert.equal(verdict("101..", 2).sort, "rest");
  assert.equal(verdict("10100", 2).sort, "solved");
});

test("lesson tells what is right but not asked for from what is wrong", () => {
  assert.equal(verdict("..1..", 0, ".....").sort, "also");
  const quiet = verdict("....1", 0, ".....");
  assert.deepEqual([quiet.sort, quiet.wrong, quiet.broken], ["wrong", [4], []]);
  const loud = verdict("11...", 0, ".....");
  assert.deepEqual([loud.sort, loud.wrong, loud.broken], ["wrong", [1], [{ key: "beside", values: { n: 1 } }]]);
});

test("lesson goes back to the first step that was taken back, but not while something is wrong", () => {
  assert.equal(stepAt(LESSON, board("101.."), 2), 2);
  assert.equal(stepAt(LESSON, board("10..."), 2), 1);
  assert.equal(stepAt(LESSON, board("..1.."), 2), 0);
  assert.equal(stepAt(LESSON, board("..11."), 2), 2);
  assert.equal(stepAt(LESSON, board("101.."), 0), 0);
  assert.ok(isDone(LESSON, board("10..."), 0));
  assert.ok(!isDone(LESSON, board("1...."), 0));
});

test("lesson shows all that a step asks for, and after the last one the next move that follows", () => {
  assert.deepEqual(movesFor(LESSON, board("1...."), 0).moves, [{ at: 1, mark: "0" }]);
  assert.deepEqual(movesFor(LESSON, board("101.."), 2), { moves: [{ at: 3, mark: "0" }], technique: 1 });
  assert.deepEqual(movesFor(LESSON, board("10100"), 2), { moves: [], technique: 0 });
});

function shelf(entries = {}) {
  const held = new Map();
  const storage = {
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, text) => held.set(key, text),
    key: (index) => [...held.keys()][index],
    get length() {
      return held.size;
    },
  };
  const store = openStore([() => storage], () => 1);
  for (const [name, value] of Object.entries(entries)) store.write(name, value);
  return store;
}

test("lesson is offered until it was taken or declined, or a level of the kind was solved", () => {
  const save = { v: 1, steps: [[0]], at: 1 };
  assert.ok(isOffered(shelf(), "toy"));
  assert.ok(isOffered(shelf({ "toy:a": save, "other:a": { ...save, solved: true }, [recordName("other", "a")]: {} }), "toy"));
  assert.ok(!isOffered(shelf({ [lessonName("toy")]: "declined" }), "toy"));
  assert.ok(!isOffered(shelf({ [recordName("toy", "a")]: {} }), "toy"));
  assert.ok(!isOffered(shelf({ "toy:a": { ...save, solved: true } }), "toy"));
});
