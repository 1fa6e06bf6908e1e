/**
 * What a play page shows around its board: the level's name, what is left to do, the buttons and the way on.
 *
 * Idempotent: each function brings the page to what it is given. No listener is set here.
 */

import * as games from "#engine/game.js";
import * as past from "#engine/history.js";
import { sentences, stopOf } from "#engine/words.js";

/**
 * @param {Document} document @param {object} data the page's data
 * @param {(key: string, values?: object) => string} say
 */
export function openPanel(document, data, say) {
  const part = (name) => document.querySelector(`[data-part="${name}"]`);
  const buttons = Object.fromEntries(
    ["undo", "redo", "restart", "checkpoint", "back", "drop", "hint", "check", "answer", "nearer", "farther", "whole"].map((name) => [
      name,
      document.querySelector(`[data-command="${name}"]`),
    ]),
  );
  const offers = document.querySelectorAll("[data-offer]");
  const tier = (level) => say(`tier.${level.tier}`);
  const size = ({ rows, cols }) => say("play.size", { rows, cols });
  // What stands between two things that are named one after the other.
  const comma = say("play.and", { before: "", after: "" });
  const stop = stopOf(say);
  const phrases = (list) => list.map(({ key, values }) => say(key, values));

  return Object.freeze({
    boardLabel: ({ rows, cols }) =>
      say("play.board", { kind: data.name, rows: say("play.rows", { n: rows }), cols: say("play.cols", { n: cols }) }),

    holdsFocus: () => part("solved").contains(document.activeElement),

    cellName: ({ cols }, inside, cell) =>
      say("play.cell", { row: Math.floor(cell / cols) + 1, col: (cell % cols) + 1, what: phrases(inside).join(comma) }),

    timeBox: part("timeBox"),

    labelsBox: part("labels"),

    handBox: part("hand"),

    /** Whether the buttons that zoom are there, and which of them has something to do. */
    showZoom({ any, least, most }) {
      const focused = part("zoom").contains(document.activeElement);
      part("zoom").hidden = !any && !focused;
      setEnabled(buttons.nearer, !most);
      setEnabled(buttons.farther, !least);
      setEnabled(buttons.whole, !least);
    },

    /** What is seen of the board changes nothing of the game: it is only heard. */
    hear: (text) => setText(part("live"), text),

    showTime: (text) => setText(part("time"), text),

    hideTime(hidden) {
      part("timed").hidden = hidden;
    },

    /** The way back to the day's levels, where this is one of them. */
    showDaily(any) {
      part("daily").hidden = !any;
    },

    /** What a solve took. */
    showResult: (text) => setText(part("result"), text),

    /** Whether the reader has to choose between the games of two tabs. */
    showChoice(open) {
      part("choice").hidden = !open;
    },

    /** Whether the browser keeps nothing. It stands as long as that is so, and is said aloud when it begins. */
    showUnkept(unkept) {
      setText(part("unkept"), unkept ? say("play.unkept") : "");
    },

    faultsBox: part("faults"),

    showTools(any) {
      part("tools").hidden = !any;
      part("keys").hidden = !any;
    },

    /** What is offered beside the message, as one of the two commands that are: nothing else of the page moves. */
    showOffer(name) {
      for (const offer of offers) offer.hidden = offer.dataset.command !== name;
    },

    showSpeed(speed) {
      const names = { slow: say("play.speedSlow"), normal: say("play.speedNormal"), fast: say("play.speedFast") };
      setText(part("speed"), names[speed]);
    },

    /** The buttons of the solution that plays itself stand in the place of the one that started it. */
    showRun(run) {
      const [running, tools] = [part("running"), part("tools")];
      const focused = (run ? tools : running).contains(document.activeElement);
      setText(part("pause"), say(run?.paused ? "play.goOn" : "play.pause"));
      running.hidden = !run;
      tools.hidden = Boolean(run);
      if (focused) (run ? running.querySelector("button") : buttons.answer).focus();
    },

    showLevel(index) {
      const level = data.levels[index];
      const number = data.first + index;
      const named = { kind: data.name, size: size(level), tier: tier(level), number };
      document.title = say("play.title", named);
      part("title").textContent = level.title || say("play.untitled", { number });
      part("author").textContent = level.author && say("site.by", { author: level.author });
      part("author").hidden = !level.author;
      part("place").textContent = say("play.place", { number: index + 1, n: data.levels.length });
      const link = (step) => data.levels[index + step]?.id;
      setLink(part("previous"), link(-1) ? `#${link(-1)}` : data.before);
      setLink(part("next"), link(1) ? `#${link(1)}` : data.after);
      setLink(part("onward"), link(1) ? `#${link(1)}` : data.after);
      part("listed").setAttribute("href", data.listed.findLast(([first]) => first <= number)[1]);
      const print = data.printed[Math.floor(index / data.perPrint)];
      part("print").setAttribute("href", `${print}#tier=${level.tier}&order=row&from=${number}`);
      part("last").hidden = Boolean(link(1) || data.after);
    },

    showGame(game, { summary, touched, news, message, aloud }) {
      const { history, ui } = game;
      setEnabled(buttons.undo, past.canUndo(history));
      setEnabled(buttons.redo, past.canRedo(history));
      setEnabled(buttons.restart, past.canUndo(history));
      setEnabled(buttons.checkpoint, games.setCheckpoint(game) !== game);
      setEnabled(buttons.back, games.returnToCheckpoint(game) !== game);
      setEnabled(buttons.drop, games.dropCheckpoint(game) !== game);
      for (const name of ["hint", "check", "answer"]) setEnabled(buttons[name], !ui.solved);
      for (const offer of offers) offer.hidden = true;
      // The blank before a dot is one that no line ends on, so that no line begins with a dot.
      const left = ui.solved ? say("solved") : phrases(summary).join("\u00a0· ");
      setText(part("status"), left);
      setText(part("message"), message);
      // What is seen at a glance has to be said: what changed, or the cell where it did, then what is left.
      const changed = phrases(news ?? (past.canUndo(history) ? touched : []));
      const shown = games.isShown(game);
      const end = ui.solved && !shown ? say("play.solved") : "";
      const told = aloud ?? (message === "" ? null : message);
      setText(part("live"), sentences([...(told === null ? changed : [told]), end, ui.solved && shown ? "" : left], stop));
      setText(part("solvedWord"), say(shown ? "play.shown" : "play.solved"));
      const help = helpKey(game, shown);
      setText(part("help"), help === null ? "" : say(help));
      part("solved").hidden = !ui.solved;
      document.documentElement.classList.toggle("solved", ui.solved);
    },
  });
}

/** With what help a level was solved. */
function helpKey({ help }, shown) {
  if (shown) return "play.answerShown";
  if (help === "") return null;
  return help === "hints" ? "play.withHints" : "play.withAnswer";
}

function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** A button that has nothing to do stays focusable, so that the keyboard never loses its place. */
function setEnabled(button, enabled) {
  button.setAttribute("aria-disabled", String(!enabled));
}

function setLink(link, href) {
  if (href) link.setAttribute("href", href);
  else link.removeAttribute("href");
  link.setAttribute("aria-disabled", String(!href));
}
