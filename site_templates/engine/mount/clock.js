/** The time on a play page, and what is kept of a level when it is solved. */

import { isFirstSolve, presentAttempt } from "#engine/attempts.js";
import { isOfDay, keepDaily } from "#engine/daily.js";
import { localDay } from "#engine/days.js";
import * as games from "#engine/game.js";
import { keepRecord, readRecords } from "#engine/records.js";
import { bestFor } from "#engine/stats.js";
import { TIME } from "#engine/store.js";
import { clockText, run, setWatch, stop } from "#engine/watch.js";

/** How long the window may be left for another one before the time stands still, in milliseconds. */
const AWAY = 60_000;

const SECOND = 1000;

/**
 * @param {import("./table.js").Table} table
 * @returns {import("./table.js").Clock}
 */
export function openClock(table) {
  const { document, panel, store, window } = table;
  let watch = setWatch(0);
  let away = 0;
  const now = () => Date.now();
  const show = () => panel.showTime(clockText(watch.ms));
  const halt = () => {
    watch = stop(watch, now());
    show();
  };
  const go = () => {
    if (document.hidden || !table.game || table.game.ui.solved) return halt();
    watch = run(watch, now());
    show();
  };
  const back = () => {
    window.clearTimeout(away);
    go();
  };
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) return back();
    halt();
    keepTime(table);
  });
  window.addEventListener("pagehide", () => {
    halt();
    keepTime(table);
  });
  window.addEventListener("focus", back);
  for (const sign of ["pointerdown", "keydown"]) window.addEventListener(sign, back, { capture: true });
  window.addEventListener("blur", () => {
    window.clearTimeout(away);
    away = window.setTimeout(halt, AWAY);
  });
  window.setInterval(() => {
    if (watch.last !== null) go();
  }, SECOND);
  const ms = () => {
    if (watch.last !== null) watch = run(watch, now());
    return Math.floor(watch.ms);
  };
  const take = (saved) => {
    watch = setWatch(games.isSave(saved) ? saved.ms : 0);
    go();
  };
  listenToChoice(panel.timeBox, store, panel);
  return Object.freeze({
    leave: () => keepTime(table),
    open(saved) {
      panel.showResult("");
      panel.showDaily(isOfDay(store, table.kind.name, table.game.level.id, localDay(new Date())));
      take(saved);
    },
    take,
    ms,
    follow(game, before) {
      const [{ at }, left] = [presentAttempt(game), presentAttempt(before)];
      // Each attempt has its own time: of one that is new nothing, of one that undo leads back to what it was.
      if (at !== left.at) {
        table.game = games.leftAttempt(game, left.at, ms());
        watch = setWatch(presentAttempt(table.game).ms);
      }
      if (game.ui.solved && !before.ui.solved) {
        halt();
        if (isFirstSolve(game, before)) finish(table, ms());
      } else go();
    },
  });
}

function listenToChoice(box, store, panel) {
  box.checked = store.read(TIME) !== false;
  panel.hideTime(!box.checked);
  box.addEventListener("change", () => {
    store.write(TIME, box.checked);
    panel.hideTime(!box.checked);
  });
}

/** The time played is kept with the game, once there is one. */
function keepTime(table) {
  if (table.game && table.game.history.steps.length > 0) table.kept.write(table.saved());
}

function finish(table, ms) {
  const { data, game, index, kind, panel, say, store } = table;
  // Whichever of its images was solved, the level is.
  const { id, rows, cols, tier } = data.levels[index];
  const before = bestFor(readRecords(store), kind.name, data.levels[index]);
  const solved = { day: localDay(new Date()), ms, moves: games.countMoves(game), help: game.help };
  keepRecord(store, kind.name, id, { rows, cols, tier, ...solved });
  keepDaily(store, kind.name, id, solved);
  const result = [say("play.result", { time: clockText(ms), n: solved.moves })];
  const faster = solved.help === "" && before !== null && ms < before.ms;
  if (faster) result.push(say("play.fastest", { size: say("play.size", { rows, cols }), tier: say(`tier.${tier}`) }));
  panel.showResult(result.join(" "));
}
