/** The page that shows which levels of a kind there are, at work. */

import { readPlayed, showBegun, showCells, showPlayed } from "#engine/contents.js";
import { mountFilter } from "#engine/mount/filter.js";
import { mountOffers } from "#engine/mount/offer.js";
import { mountPage } from "#engine/mount/page.js";

/** @param {Document} document */
export function mountContents(document) {
  const page = mountPage(document);
  const { store, say } = page;
  const { kind } = document.querySelector("[data-part=find]").dataset;
  mountOffers(page);
  let played = readPlayed(store, kind);
  let showFound = () => {};
  const refresh = () => {
    played = readPlayed(store, kind);
    showPlayed(document, played, say);
    showBegun(document, played, say);
    showFound();
  };
  refresh();
  showFound = mountFilter(page, (filter) => showCells(document, filter, played));
  // A page may come back from the browser's own memory with marks from before the game.
  document.defaultView.addEventListener("pageshow", refresh);
  document.defaultView.addEventListener("storage", refresh);
}
