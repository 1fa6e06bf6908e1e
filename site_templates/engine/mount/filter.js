/** The choice of levels on a kind's page, at work. What fits is decided in `filter.js`. */

import { asFilter, isOpen, NO_FILTER, readFilter, showFiltered, sizeOf, writeFilter } from "#engine/filter.js";
import { filterName } from "#engine/store.js";

/**
 * @param {{document: Document, store: import("../store.js").Store, say: (key: string, values?: object) => string}} page
 * @returns {() => void} show what fits now, where the page has such a choice
 */
export function mountFilter({ document, store, say }) {
  const part = (name) => document.querySelector(`[data-part="${name}"]`);
  const find = part("find");
  if (!find) return () => {};
  const window = document.defaultView;
  const selects = [...find.querySelectorAll("select")];
  const choices = Object.fromEntries(selects.map(({ name, options }) => [name, [...options].map(({ value }) => value)]));
  const name = filterName(find.dataset.kind);
  let filter = NO_FILTER;

  function show() {
    for (const select of selects) select.value = filter[select.name];
    const { n, all } = showFiltered(document, filter);
    const told = isOpen(filter) ? say("shelf.count", { n: all }) : say("shelf.found", { n, all });
    if (part("count").textContent !== told) part("count").textContent = told;
    part("none").hidden = n > 0;
    // Where nothing is shown the way out stands there.
    part("all").hidden = isOpen(filter) || n === 0;
  }

  function choose(wanted) {
    filter = wanted;
    store.write(name, filter);
    show();
    window.history.replaceState(null, "", writeFilter(filter) || window.location.pathname + window.location.search);
  }

  /** An address may say what to show, or lead to a size, which then is shown in any case. */
  function follow(hash) {
    const size = sizeOf(hash);
    const asked = readFilter(hash, choices, filter);
    if (asked) return choose(asked);
    if (filter.size !== "" && size !== "" && size !== filter.size) filter = { ...filter, size: "" };
    if (isOpen(filter)) return show();
    choose(filter);
    if (size !== "") document.getElementById(`size-${size}`)?.scrollIntoView();
  }

  find.hidden = false;
  find.addEventListener("change", () => choose(asFilter(Object.fromEntries(selects.map(({ name, value }) => [name, value])), choices)));
  for (const button of document.querySelectorAll("[data-show-all]")) {
    button.addEventListener("click", () => {
      choose(NO_FILTER);
      // The button is gone, and the keyboard goes on where the choice is.
      selects[0].focus();
    });
  }
  window.addEventListener("hashchange", () => follow(window.location.hash));
  filter = asFilter(store.read(name), choices);
  follow(window.location.hash);
  return show;
}
