/** The site kept for use without a network, where a server gave the page. What keeps it is the worker at its root. */

import { homeOf } from "#engine/home.js";
import { isServed, isTold, keptText } from "#engine/offline.js";

/**
 * Ask the worker to keep the pages of this one's language, and show what it says of them.
 * @param {{document: Document, data: {root: string|null, offline?: string}, say: Function}} page `data.offline` is the
 *   folder of its language, and is left out where the site is not to be kept
 */
export async function mountOffline({ document, data, say }) {
  if (data.offline === undefined || data.root === null || !isServed(document.location)) return;
  const workers = reach(document.defaultView);
  if (!workers) return;
  // The link is set here, since a page from disk would be told off for it.
  const link = document.createElement("link");
  link.rel = "manifest";
  link.href = `${data.root}${data.offline}manifest.webmanifest`;
  document.head.append(link);
  const note = document.querySelector("[data-part=offline]");
  workers.addEventListener("message", ({ data: told }) => {
    if (note === null || !isTold(told, { home: homeOf(document.location.href, data.root), folder: data.offline })) return;
    note.textContent = keptText(told, say);
    note.hidden = note.textContent === "";
  });
  const ask = async () => (await workers.ready).active.postMessage({ folder: data.offline });
  // A new build has a worker of its own, which begins where the old one was.
  workers.addEventListener("controllerchange", ask);
  try {
    await workers.register(new URL(`${data.root}sw.js`, document.baseURI), { updateViaCache: "none" });
    await ask();
  } catch {
    // The browser keeps nothing, or not from here: the pages do without.
  }
}

/** Not every host gives a page its workers, and within another page reaching for them may be forbidden. */
function reach({ navigator }) {
  try {
    return navigator.serviceWorker;
  } catch {
    return undefined;
  }
}
