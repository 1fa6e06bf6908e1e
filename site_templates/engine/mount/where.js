/** The page that knows where the levels of its kind are, at work: nobody stays on it whose level is there. */

import { mountPage } from "#engine/mount/page.js";
import { forgetPlace } from "#engine/store.js";
import { leadOn, pageOf, readAsked } from "#engine/whereabouts.js";

/** @param {Document} document */
export function mountWhere(document) {
  const { data, store } = mountPage(document);
  const window = document.defaultView;
  const gone = document.querySelector("[data-part=gone]");
  const lead = () => {
    const { hash } = window.location;
    const next = leadOn(hash, data);
    // Home offers what was played last without knowing whether it is there still.
    const { id } = readAsked(hash);
    if (data.signs === 0 && pageOf(data.pages, id) === null) forgetPlace(store, data.kind, id);
    if (next !== null) window.location.replace(next);
    gone.hidden = next !== null;
  };
  lead();
  window.addEventListener("hashchange", () => {
    lead();
    // No page was loaded, so nothing else says it aloud.
    if (!gone.hidden) gone.querySelector("h1").focus();
  });
}
