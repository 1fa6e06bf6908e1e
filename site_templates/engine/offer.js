/**
 * The lesson of a kind is offered until it was taken, or declined, or a level of the kind was solved.
 *
 * No listener is set here, and storage comes as an argument.
 */

import { standing } from "#engine/game.js";
import { recordOf } from "#engine/records.js";

/** @param {string} kind @returns {string} the name in storage of how a kind's lesson stands */
export function lessonName(kind) {
  return `lesson/${kind}`;
}

/** @param {import("./store.js").Store} store @param {string} kind @returns {boolean} */
export function isOffered(store, kind) {
  if (store.read(lessonName(kind)) !== null) return false;
  const names = store.names();
  if (names.some((name) => recordOf(name)?.kind === kind)) return false;
  return !names.some((name) => name.startsWith(`${kind}:`) && standing(store.read(name)) === "solved");
}

/** Show every offer of the page that still stands. @param {Document} document @param {import("./store.js").Store} store */
export function showOffers(document, store) {
  for (const offer of document.querySelectorAll("[data-lesson]")) offer.hidden = !isOffered(store, offer.dataset.lesson);
}
