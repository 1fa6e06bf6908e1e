import assert from "node:assert/strict";
import { test } from "node:test";

import { isFirstSolve, presentAttempt, withoutGesture } from "#engine/attempts.js";
import * as games from "#engine/game.js";
import { level, toy } from "./toy.js";

const tap = (cell) => ({ type: "tap", cell });
const fresh = () => games.open(toy, level, null);
const play = (game, ...cells) => cells.reduce((so, cell) => games.play(so, tap(cell)), game);
const hint = (game, ...cells) => cells.reduce((so, turn) => games.put(so, [{ turn }], turn), game);
const again = (game) => games.open(toy, level, JSON.parse(JSON.stringify(games.save(game))));
const solved = () => play(fresh(), 0, 1, 2);

test("attempt is another one where a solved board is cleared, and undo leads back into the first", () => {
  const first = solved();
  assert.equal(presentAttempt(first).at, 0);
  const second = games.leftAttempt(games.restart(first), 0, 65_000);
  assert.deepEqual(presentAttempt(second), { at: 4, ms: 0, help: "", solved: false });
  assert.deepEqual(presentAttempt(games.undo(second)), { at: 0, ms: 65_000, help: "", solved: true });
  assert.equal(presentAttempt(games.redo(games.undo(second))).at, 4);
  assert.deepEqual(presentAttempt(games.undo(again(second))).ms, 65_000);
});

test("attempt goes on where a board is cleared that was not solved", () => {
  const begun = hint(fresh(), 0);
  assert.deepEqual([presentAttempt(games.restart(begun)).at, games.restart(begun).help], [0, "hints"]);
  const twice = games.restart(play(games.restart(solved()), 0));
  assert.equal(presentAttempt(twice).at, 4);
});

test("attempt that undo has left is gone when other moves are made, and a new one begins anew", () => {
  const second = games.helped(games.restart(solved()), "hints");
  const other = games.restart(games.undo(second));
  assert.deepEqual(presentAttempt(other), { at: 4, ms: 0, help: "", solved: false });
  assert.equal(play(games.undo(games.undo(second)), 0).attempts.length, 1);
});

test("attempt is solved first once, however often its board is solved again", () => {
  const before = play(fresh(), 0, 1);
  const first = play(before, 2);
  assert.equal(isFirstSolve(first, before), true);
  const undone = games.undo(first);
  assert.equal(isFirstSolve(games.redo(undone), undone), false);
  const other = play(undone, 0);
  assert.equal(isFirstSolve(play(other, 0, 2), play(other, 0)), false);
  const reopened = again(undone);
  assert.equal(isFirstSolve(play(reopened, 2), reopened), false);
  const restarted = again(games.restart(first));
  assert.equal(isFirstSolve(games.undo(restarted), restarted), false);
  const almost = play(restarted, 2, 1);
  assert.equal(isFirstSolve(play(almost, 0), almost), true);
});

test("attempt of a board that a checkpoint leads back to is the one that it stood in", () => {
  const marked = play(games.setCheckpoint(play(fresh(), 0, 1)), 2);
  const back = games.returnToCheckpoint(marked);
  assert.equal(isFirstSolve(play(back, 2), back), false);
  const second = games.returnToCheckpoint(games.restart(marked));
  assert.deepEqual([presentAttempt(second).at, presentAttempt(second).solved], [0, true]);
  assert.equal(isFirstSolve(play(second, 2), second), false);
  assert.equal(presentAttempt(again(second)).at, 0);
});

test("attempt that was solved within a gesture that is taken back stays solved", () => {
  const before = play(fresh(), 0, 1);
  const back = withoutGesture(games.end(play(games.begin(before), 2)), before);
  assert.deepEqual([back.history, back.ui.solved, back.everSolved, back.mark], [before.history, false, true, ""]);
  assert.equal(isFirstSolve(play(back, 2), back), false);
  const none = withoutGesture(games.end(play(games.begin(fresh()), 2)), fresh());
  assert.deepEqual(games.save(none), games.save(fresh()));
});

test("attempt whose answer was shown is no solve, and what was seen is not forgotten", () => {
  const shown = games.show(fresh(), [{ turn: 0 }, { turn: 1 }, { turn: 2 }], 0);
  assert.equal(isFirstSolve(shown, fresh()), false);
  const cleared = games.restart(shown);
  assert.deepEqual([presentAttempt(cleared).at, cleared.help], [2, "shown"]);
  const byHand = play(cleared, 0, 1, 2);
  assert.deepEqual([isFirstSolve(byHand, cleared), byHand.help, byHand.mark], [true, "shown", "shown"]);
});

test("help is told of each attempt, and the level keeps the least that it was solved with", () => {
  const unaided = games.restart(solved());
  const helped = hint(unaided, 0, 1, 2);
  assert.deepEqual([helped.help, helped.mark, games.helpOf(games.save(helped))], ["hints", "", ""]);
  assert.deepEqual([again(helped).help, again(helped).mark], ["hints", ""]);
  const first = hint(fresh(), 0, 1, 2);
  assert.deepEqual([first.help, first.mark], ["hints", "hints"]);
  const restarted = games.restart(first);
  assert.deepEqual([restarted.help, games.helpOf(games.save(restarted))], ["", "hints"]);
  assert.equal(games.undo(restarted).help, "hints");
  assert.equal(games.redo(games.undo(again(restarted))).help, "");
  const byHand = play(restarted, 0, 1, 2);
  assert.deepEqual([byHand.help, byHand.mark, games.helpOf(games.save(byHand))], ["", "", ""]);
});

test("attempts of a save from before there were any are one, with its help and its solve", () => {
  const { attempts, ...old } = games.save(hint(fresh(), 0, 1, 2));
  assert.equal(attempts.length, 1);
  const opened = games.open(toy, level, old);
  assert.deepEqual(opened.attempts, [{ at: 0, ms: 0, help: "hints", solved: true }]);
  assert.deepEqual([opened.help, opened.mark], ["hints", "hints"]);
  const begun = games.open(toy, level, { v: 1, steps: [[{ turn: 0 }]], at: 1, solved: false, help: "shown" });
  assert.deepEqual([begun.help, begun.mark, presentAttempt(begun).solved], ["shown", null, false]);
});

test("attempts of a save that do not fit are left out", () => {
  const save = games.save(games.restart(solved()));
  const at = (attempts) => games.open(toy, level, { ...save, attempts }).attempts.map((one) => one.at);
  const [first, second] = save.attempts;
  assert.deepEqual(at([first, second]), [0, 4]);
  assert.deepEqual(at([second]), [0, 4]);
  assert.deepEqual(at([first, { ...second, at: 3 }, null, 7, { at: "4" }, { ...second, at: 9 }, second, second]), [0, 4]);
  for (const junk of [7, "x", null, {}]) assert.deepEqual(at(junk), [0]);
  const odd = { ...second, ms: 1e300, help: "much", solved: 1 };
  assert.deepEqual(games.open(toy, level, { ...save, attempts: [first, odd] }).attempts[1], { at: 4, ms: 0, help: "", solved: false });
});
