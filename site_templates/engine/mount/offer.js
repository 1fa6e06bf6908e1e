/** The lines that offer a lesson, at work. */

import { lessonName, showOffers } from "#engine/offer.js";

/** @param {{document: Document, store: import("../store.js").Store}} page */
export function mountOffers({ document, store }) {
  const window = document.defaultView;
  const refresh = () => showOffers(document, store);
  refresh();
  for (const offer of document.querySelectorAll("[data-lesson]")) {
    offer.querySelector("[data-dismiss]").addEventListener("click", () => {
      store.write(lessonName(offer.dataset.lesson), "declined");
      // The focus would be lost with the button.
      const main = document.getElementById("main");
      main.tabIndex = -1;
      main.focus({ preventScroll: true });
      refresh();
    });
  }
  // A page may come back from the browser's own memory, and another tab may have taken the lesson.
  window.addEventListener("pageshow", refresh);
  window.addEventListener("storage", refresh);
  // Another level of the page: one that was solved before it was enough.
  window.addEventListener("hashchange", refresh);
}
