/** A page that lists levels, at work. */

import { homeOf } from "#engine/home.js";
import { mountFilter } from "#engine/mount/filter.js";
import { mountOffers } from "#engine/mount/offer.js";
import { mountPage } from "#engine/mount/page.js";
import { showContinue, showStanding } from "#engine/shelf.js";

/**
 * Mark what was played, and offer to go on with it.
 * @param {Document} document
 * @param {readonly import("../contract.js").Kind[]} kinds those whose boards the page can draw
 */
export function mountShelf(document, kinds) {
  const page = mountPage(document);
  mountOffers(page);
  // The page for what is missing has no root, and nothing to go on with.
  const site = { home: homeOf(document.location.href, page.data.root ?? ""), pages: page.data.pages ?? {} };
  let showFound = () => {};
  const refresh = () => {
    showStanding(document, page.store, page.say);
    showContinue(document, page.store, kinds, page.say, site);
    showFound();
  };
  refresh();
  showFound = mountFilter(page);
  // A page may come back from the browser's own memory with marks from before the game.
  document.defaultView.addEventListener("pageshow", refresh);
  document.defaultView.addEventListener("storage", refresh);
}
