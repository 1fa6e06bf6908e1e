/**
 * A lesson at work. The board is played as on any play page; `lesson.js` says what of it a step asks for, and `tutor.js`
 * what the page shows. Nothing of the game is kept, only that the lesson was taken.
 */

import { buildBoard } from "#engine/board.js";
import * as games from "#engine/game.js";
import { changedCells, lastRight } from "#engine/hint.js";
import { judge, movesFor, stepAt } from "#engine/lesson.js";
import { NO_MARKS } from "#engine/marks.js";
import { listenToKeys } from "#engine/mount/keys.js";
import { mountPage } from "#engine/mount/page.js";
import { listenToPointer } from "#engine/mount/pointer.js";
import { become, go, moveCursor, nameCells, openTable, redraw, show, stopGesture } from "#engine/mount/table.js";
import { lessonName } from "#engine/offer.js";
import { sayCells } from "#engine/pointing.js";
import { openTutor } from "#engine/tutor.js";
import { readWay } from "#engine/way.js";

/** The board of a lesson is no level: it has no time, no record and no place to go on from. */
const FORGETFUL = Object.freeze({ read: () => null, write: () => true, names: () => [], stamp: () => null });
const NO_CLOCK = Object.freeze({ follow() {}, ms: () => 0 });
const NOT_KEPT = Object.freeze({ read: () => null, write: () => "kept" });

/** @param {Document} document @param {import("../contract.js").Kind} kind */
export function mountLesson(document, kind) {
  const page = mountPage(document);
  const { levels: [level], says } = page.data;
  const table = openTable({ ...page, store: FORGETFUL }, kind);
  const course = { lesson: { kind, way: readWay(level.way), asked: says.length }, step: 0, seen: kind.start(level), shown: [] };
  const panel = { ...table.panel, ...openTutor(document, page.say) };
  const changed = () => follow(table);
  Object.assign(table, { course, panel, changed, clock: NO_CLOCK, kept: NOT_KEPT, memory: page.store });
  table.game = games.open(kind, level, null);
  table.board = buildBoard(table.stage, level, kind, table.panel.boardLabel(level));
  table.board.grid.setAttribute("aria-describedby", "lesson-say");
  nameCells(table);
  table.frame.lay(level, kind);
  listenToButtons(table);
  listenToKeys(table);
  listenToPointer(table);
  listenToRests(table);
  show(table, "", []);
  enter(table, 0);
}

function listenToButtons(table) {
  const { commands, document, window } = table;
  Object.assign(commands, {
    undo: () => go(table, games.undo, "play.undone"),
    redo: () => go(table, games.redo, "play.redone"),
    takeBack: () => takeBack(table),
    hint: () => showMove(table),
    next: () => walk(table, 1),
    previous: () => walk(table, -1),
    // The keys of a checkpoint: b goes a step back here, and the others have nothing to do.
    back: () => walk(table, -1),
    checkpoint: () => {},
    drop: () => {},
  });
  for (const button of document.querySelectorAll("[data-command]")) {
    button.addEventListener("click", (event) => {
      commands[button.dataset.command]();
      // Who goes on by a key goes on on the board; the button that a mistake is taken back with is gone.
      const goesOn = ["next", "previous"].includes(button.dataset.command);
      if (button.hidden || (goesOn && event.detail === 0)) table.board.focus(table.game.ui.cursor);
    });
  }
  window.addEventListener("resize", () => table.frame.fit());
}

/** A gesture is judged when it has ended: a line on its way may well pass where it does not stay. */
function listenToRests(table) {
  const rest = () => {
    if (games.present(table.game) !== table.course.seen) follow(table);
  };
  for (const type of ["pointerup", "pointercancel", "keydown"]) table.window.addEventListener(type, rest);
  table.stage.addEventListener("focusout", rest);
  table.stage.addEventListener("click", rest);
}

/** The board has changed: say what that is worth, and point at what is asked for now. */
function follow(table) {
  const { course, game } = table;
  if (game.begun !== null) return;
  const at = stepAt(course.lesson, games.present(game), course.step);
  if (at !== course.step) return enter(table, at);
  assess(table, null);
}

function assess(table, entered) {
  const { course, game, kind, memory, panel } = table;
  const state = games.present(game);
  const verdict = judge(course.lesson, state, game.ui, course.step, course.seen);
  course.seen = state;
  table.marks = marksOf(course, verdict);
  course.shown = [];
  redraw(table);
  panel.showVerdict(verdict, course.step, entered);
  if (verdict.sort === "solved") memory.write(lessonName(kind.name), "taken");
}

function marksOf({ lesson, shown, step }, { sort, missing, wrong }) {
  if (sort === "solved") return NO_MARKS;
  if (sort === "done" || step === lesson.asked) return { ...NO_MARKS, wrong, made: shown };
  const { rests } = lesson.way[step];
  return { ...NO_MARKS, wrong, look: missing.filter((cell) => !wrong.includes(cell)), rests };
}

/** The reader comes to a step. */
function enter(table, step) {
  const { course, data, game, panel, say } = table;
  const { asked, way } = course.lesson;
  course.step = step;
  const rest = step === asked;
  const text = rest ? say("lesson.rest") : data.says[step];
  const place = { number: step + 1, count: asked + 1 };
  panel.showStep({ ...place, text });
  if (!rest) moveCursor(table, way[step].look[0]);
  const where = rest ? [] : [sayCells(game.level, way[step].look, say)];
  assess(table, [say("lesson.step", { number: place.number, n: place.count }), text, ...where]);
}

function walk(table, way) {
  const { course } = table;
  stopGesture(table);
  const state = games.present(table.game);
  const { sort } = judge(course.lesson, state, table.game.ui, course.step, state);
  const to = course.step + way;
  if (to < 0 || (way > 0 && sort !== "done")) return;
  show(table, "", []);
  enter(table, to);
}

function takeBack(table) {
  const { course, game, kind, say } = table;
  become(table, games.backTo(game, lastRight(kind, game.history, course.lesson.way)), say("lesson.tookBack"));
}

/** Makes the move that is asked for, or the next one that follows; what is wrong is taken back first. */
function showMove(table) {
  const { course, data, kind, say } = table;
  stopGesture(table);
  if (table.game.ui.solved) return;
  const { lesson } = course;
  const game = games.backTo(table.game, lastRight(kind, table.game.history, lesson.way));
  const before = games.present(game);
  const { moves, technique } = movesFor(lesson, before, stepAt(lesson, before, course.step));
  if (moves.length === 0) return;
  course.shown = changedCells(kind, before, moves.reduce(kind.apply, before));
  const name = technique > 0 ? `technique.${data.techniques[technique - 1]}` : null;
  const told = name !== null && course.step === lesson.asked;
  const message = told ? say("play.hintStep", { name: say(`${name}.name`), why: say(`${name}.why`) }) : say("lesson.shown");
  become(table, games.put(game, moves, course.shown[0] ?? game.ui.last), message);
}
