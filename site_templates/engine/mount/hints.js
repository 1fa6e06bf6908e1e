/** Hints, the check, and the solution that plays itself. What they find is found in `hint.js` and `solve.js`. */

import * as games from "#engine/game.js";
import { changedCells, givesHints, lastRight, nextHint, wrongCells } from "#engine/hint.js";
import { ITSELF, turnWay } from "#engine/image.js";
import { NO_MARKS } from "#engine/marks.js";
import { become, show, stopGesture } from "#engine/mount/table.js";
import { sayHint } from "#engine/pointing.js";
import { nextSpeed, solution, SPEEDS } from "#engine/solve.js";
import { FAULTS } from "#engine/store.js";
import { readWay } from "#engine/way.js";

/** @param {import("./table.js").Table} table */
export function listenToHints(table) {
  const { commands, kind, panel, window } = table;
  listenToFaults(table);
  panel.showTools(givesHints(kind));
  if (!givesHints(kind)) return;
  const hints = { way: [], told: new Set(), hint: null, seen: null, run: null, speed: Object.keys(SPEEDS)[0] };
  table.hints = hints;
  table.changed = () => {
    // Whoever plays on in the middle of the solution has stopped it.
    if (hints.run && hints.run.history !== table.game.history) endRun(table);
  };
  panel.showSpeed(hints.speed);
  Object.assign(commands, {
    hint: () => askForHint(table),
    check: () => check(table),
    answer: () => startRun(table),
    pause: () => pause(table),
    speed() {
      hints.speed = nextSpeed(hints.speed);
      panel.showSpeed(hints.speed);
    },
    stop: () => endRun(table),
    goBack: () => goBack(table),
    showWrong: () => showWrong(table),
  });
  window.addEventListener("pagehide", () => endRun(table));
}

/** A level is on the table: whatever was told of another one is over. @param {import("./table.js").Table} table */
export function openHints(table) {
  const { data, game, hints, index, kind, store } = table;
  table.game = games.showFaults(game, store.read(FAULTS) !== false);
  table.marks = NO_MARKS;
  if (!hints) return;
  endRun(table);
  const itself = data.levels[index];
  const way = turnWay(kind, itself, game.level.image ?? ITSELF, readWay(itself.way));
  Object.assign(hints, { way, told: new Set(), hint: null });
}

function listenToFaults(table) {
  const box = table.panel.faultsBox;
  const read = () => table.store.read(FAULTS) !== false;
  box.checked = read();
  box.addEventListener("change", () => {
    table.store.write(FAULTS, box.checked);
    // The line that says what is left may say what is wrong.
    table.game = games.showFaults(table.game, box.checked);
    show(table, "", []);
  });
}

/** The first press says where to look and why, the second one makes the move. */
function askForHint(table) {
  const { hints, kind } = table;
  stopGesture(table);
  endRun(table);
  if (table.game.ui.solved) return;
  const again = hints.hint !== null && hints.seen === table.game.history ? hints.hint : null;
  if (again?.sort === "wrong") return goBack(table);
  if (again?.sort === "move") return makeMove(table, again);
  if (again?.sort === "told") hints.told.add(again.step);
  const known = { crosses: table.data.crosses, told: hints.told };
  hints.hint = nextHint(kind, games.present(table.game), hints.way, known);
  hints.seen = table.game.history;
  const { sort, look, rests, out = [] } = hints.hint;
  const marks = sort === "wrong" ? { wrong: look } : { look, rests, out };
  const { seen, aloud } = sayHint(table, hints.hint);
  become(table, games.helped(table.game, "hints"), seen, null, { marks: { ...NO_MARKS, ...marks }, aloud });
  if (sort === "wrong") table.panel.showOffer("goBack");
}

function makeMove(table, { moves, technique }) {
  const { kind, data, say } = table;
  const before = games.present(table.game);
  const cells = changedCells(kind, before, moves.reduce(kind.apply, before));
  const message =
    technique === 0
      ? say("play.hintMadeAnswer")
      : say("play.hintMade", { name: say(`technique.${data.techniques[technique - 1]}.name`) });
  const marks = { ...NO_MARKS, made: cells };
  become(table, games.put(table.game, moves, cells[0] ?? table.game.ui.last), message, null, { marks });
}

function goBack(table) {
  const { game, hints, kind, say } = table;
  become(table, games.backTo(game, lastRight(kind, game.history, hints.way)), say("play.wentBack"));
}

/** Says how much is wrong, and where only when asked. */
function check(table) {
  const { hints, kind, panel, say } = table;
  stopGesture(table);
  endRun(table);
  if (table.game.ui.solved) return;
  const { length: n } = wrongCells(kind, games.present(table.game), hints.way);
  const message = n === 0 ? say("play.checkRight") : say("play.checkWrong", { n });
  hints.hint = null;
  become(table, table.game, message, null, { marks: NO_MARKS });
  if (n > 0) panel.showOffer("showWrong");
}

function showWrong(table) {
  table.hints.hint = null;
  askForHint(table);
}

function startRun(table) {
  const { hints, kind, panel, window } = table;
  stopGesture(table);
  endRun(table);
  if (table.game.ui.solved) return;
  const { game } = table;
  const found = solution(kind, kind.start(game.level), games.present(game), hints.way);
  if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) {
    playBeat(table, found.beats.flat(), found.anew);
    return;
  }
  hints.run = { ...found, at: 0, timer: 0, paused: false, history: game.history };
  panel.showRun(hints.run);
  beat(table);
}

function beat(table) {
  const { run, speed } = table.hints;
  if (run.history !== table.game.history || table.gesture !== null) return endRun(table);
  const first = run.at === 0;
  const moves = run.beats[run.at++];
  playBeat(table, moves, first && run.anew);
  if (run.at === run.beats.length) return endRun(table);
  run.timer = table.window.setTimeout(() => beat(table), SPEEDS[speed]);
}

function playBeat(table, moves, anew) {
  const { kind, say } = table;
  const before = anew ? kind.start(table.game.level) : games.present(table.game);
  const [cell] = changedCells(kind, before, moves.reduce(kind.apply, before));
  const shown = games.show(table.game, moves, cell ?? table.game.ui.last, anew);
  if (table.hints.run) table.hints.run.history = shown.history;
  // To hear each beat would take longer than the beats.
  become(table, shown, say(shown.ui.solved ? "play.answerShown" : "play.answerShowing"));
}

function pause(table) {
  const { run } = table.hints;
  if (!run) return;
  run.paused = !run.paused;
  table.window.clearTimeout(run.timer);
  table.panel.showRun(run);
  if (!run.paused) beat(table);
}

function endRun(table) {
  const { hints, panel, window } = table;
  if (!hints?.run) return;
  window.clearTimeout(hints.run.timer);
  const { history } = hints.run;
  hints.run = null;
  panel.showRun(null);
  const stopped = history === table.game.history && !table.game.ui.solved;
  if (stopped) become(table, table.game, table.say("play.answerStopped"), null, { marks: NO_MARKS });
}
