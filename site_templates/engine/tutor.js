/**
 * What a lesson's page shows around its board: the step, what was made of it, and the way on.
 *
 * Idempotent: each function brings the page to what it is given. No listener is set here.
 */

import * as past from "#engine/history.js";
import { sentences, stopOf } from "#engine/words.js";

/** @param {Document} document @param {(key: string, values?: object) => string} say */
export function openTutor(document, say) {
  const part = (name) => document.querySelector(`[data-part="${name}"]`);
  const button = (name) => document.querySelector(`[data-command="${name}"]`);
  const comma = say("play.and", { before: "", after: "" });
  const stop = stopOf(say);
  const phrases = (list) => list.map(({ key, values }) => say(key, values));
  // What the board says of a change, and what a button says of it, for the verdict that follows.
  let told = { changed: [], message: "" };

  const hear = (texts) => setText(part("live"), sentences(texts, stop));

  return Object.freeze({
    // Nothing of a lesson's game is kept, so no other tab has it, and there is nothing to say of that.
    showUnkept() {},
    showChoice() {},

    showGame({ history }, { summary, touched, news, message }) {
      setEnabled(button("undo"), past.canUndo(history));
      setEnabled(button("redo"), past.canRedo(history));
      setText(part("status"), phrases(summary).join("\u00a0· "));
      told = { changed: phrases(news ?? (past.canUndo(history) ? touched : [])), message };
      hear([...told.changed, message]);
    },

    /** @param {{number: number, count: number, text: string}} step */
    showStep({ number, count, text }) {
      setText(part("count"), say("lesson.step", { number, n: count }));
      setText(part("say"), text);
    },

    /**
     * @param {import("./lesson.js").Verdict} verdict @param {number} step
     * @param {readonly string[]|null} entered what is read aloud where the reader has just come to the step
     */
    showVerdict(verdict, step, entered) {
      const { sort } = verdict;
      const solved = sort === "solved";
      // Who comes to a step and finds it done has played ahead, or has gone back to read.
      const praised = sort === "done" && entered !== null ? say("lesson.already") : praise(sort, say);
      const message = sort === "wrong" ? wrongText(verdict, say, comma, phrases) : told.message || praised;
      setText(part("message"), message);
      part("verdict").dataset.sort = sort;
      button("takeBack").hidden = sort !== "wrong";
      setEnabled(button("previous"), step > 0);
      setEnabled(button("next"), sort === "done");
      setEnabled(button("hint"), !["done", "solved"].includes(sort));
      for (const name of ["asking", "steps"]) part(name).hidden = solved;
      part("end").hidden = !solved;
      document.documentElement.classList.toggle("solved", solved);
      const end = solved ? [say("lesson.finished"), say("lesson.finishedNote")] : [];
      hear([...(entered ?? told.changed), message, ...end]);
    },
  });
}

function wrongText({ broken }, say, comma, phrases) {
  return broken.length === 0 ? say("lesson.wrongQuiet") : say("lesson.wrong", { why: phrases(broken).join(comma) });
}

function praise(sort, say) {
  if (sort === "done") return say("lesson.done");
  if (sort === "part") return say("lesson.part");
  return sort === "also" ? say("lesson.also") : "";
}

function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** A button that has nothing to do stays focusable, so that the keyboard never loses its place. */
function setEnabled(button, enabled) {
  button.setAttribute("aria-disabled", String(!enabled));
}
