/** What every page has: its data and words, storage, the theme button, and the links to other languages. */

import { homeOf, showWayHome } from "#engine/home.js";
import { carryPlace, WAYS_IN } from "#engine/languages.js";
import { mountOffline } from "#engine/mount/offline.js";
import { HOME, openStore, THEME } from "#engine/store.js";
import { asTheme, nextTheme, showTheme } from "#engine/theme.js";
import { say } from "#engine/words.js";

/** @param {Document} document */
export function mountPage(document) {
  const data = JSON.parse(document.getElementById("data").textContent);
  const window = document.defaultView;
  const store = openStore([() => window.localStorage, () => window.sessionStorage], Date.now);
  const root = document.documentElement;
  const speak = (key, values) => say(data.words, key, values, root.lang);
  const button = document.getElementById("theme");
  const show = (theme) => {
    showTheme(root, theme);
    button.querySelector("[data-theme-name]").textContent = speak(`theme.${theme}`);
  };
  button.addEventListener("click", () => {
    const theme = nextTheme(asTheme(root.dataset.theme ?? "system"));
    store.write(THEME, theme);
    show(theme);
  });
  show(asTheme(store.read(THEME)));
  const languages = document.getElementById("languages");
  for (const type of WAYS_IN) languages?.addEventListener(type, () => carryPlace(languages, document.location.hash));
  if (data.root === null) showWayHome(document, store.read(HOME));
  else store.write(HOME, homeOf(document.location.href, data.root));
  mountOffline({ document, data, say: speak });
  return { document, data, store, say: speak };
}

/**
 * A link to a part of the page, as the one that skips its head, leads the focus there and nowhere else: the address goes
 * on saying what is on the screen.
 * @param {Document} document @param {HashChangeEvent} event @returns {boolean} whether it was such a link
 */
export function leadsWithin(document, { oldURL }) {
  const { history, location } = document.defaultView;
  if (!document.getElementById(location.hash.slice(1))) return false;
  history.replaceState(null, "", oldURL);
  return true;
}
