/** The time on a play page, and what is kept of a level when it is solved. */

import { isFirstSolve, presentAttempt } from "#engine/attempts.js";
import { isOfDay, keepDaily } from "#engine/daily.js";
import { localDay } from "#engine/days.js";
import * as games from "#engine/game.js";
import { keepRecord, knowsAnswer, readRecords } from "#engine/records.js";
import { keptGames } from "#engine/shelf.js";
import { bestFor } from "#engine/stats.js";
import { gameName, TIME } from "#engine/store.js";
import { sentences, stopOf } from "#engine/words.js";
import { clockText, isIdle, run, setWatch, stop } from "#engine/watch.js";

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
  let heard = now();
  const show = () => panel.showTime(clockText(watch.ms));
  const halt = () => {
    watch = stop(watch, now());
    show();
  };
  const go = () => {
    if (document.hidden || !table.game || table.game.ui.solved || isIdle(heard, now())) return halt();
    watch = run(watch, now());
    show();
  };
  const back = () => {
    heard = now();
    window.clearTimeout(away);
    go();
  };
  const stir = () => {
    const wasIdle = isIdle(heard, now());
    heard = now();
    if (wasIdle && document.hasFocus()) go();
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
  // Who only looks about is there too, but starts no time that another window has stopped.
  for (const sign of ["pointermove", "wheel"]) window.addEventListener(sign, stir, { capture: true, passive: true });
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
    heard = now();
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
      // A screen reader plays without a key or a pointer that the page would hear of.
      heard = now();
      const [{ at }, left] = [presentAttempt(game), presentAttempt(before)];
      // Each attempt has its own time: of one that is new nothing, of one that undo leads back to what it was.
      if (at !== left.at) {
        table.game = games.leftAttempt(game, left.at, ms());
        watch = setWatch(presentAttempt(table.game).ms);
      }
      if (game.ui.solved && !before.ui.solved) {
        halt();
        if (isFirstSolve(game, before)) finish(table, before, ms());
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

/** A level is solved: it is a record where nothing was known of its answer, neither from this board nor from another image. */
function finish(table, before, ms) {
  const { data, game, index, kind, panel, say, store } = table;
  // Whichever of its images was solved, the level is.
  const { id, rows, cols, tier } = data.levels[index];
  const best = bestFor(readRecords(store), kind.name, data.levels[index]);
  const known = before.everSolved || keptGames(store)(gameName(kind.name, { id })).some(knowsAnswer);
  const solved = { day: localDay(new Date()), ms, moves: games.countMoves(game), help: game.help };
  const first = keepRecord(store, kind.name, id, { rows, cols, tier, ...solved }, known);
  keepDaily(store, kind.name, id, solved);
  const result = [say("play.result", { time: clockText(ms), n: solved.moves })];
  const faster = first && solved.help === "" && best !== null && ms < best.ms;
  if (faster) result.push(say("play.fastest", { size: say("play.size", { rows, cols }), tier: say(`tier.${tier}`) }));
  if (!first) result.push(say("play.again"));
  panel.showResult(sentences(result, stopOf(say)));
}
