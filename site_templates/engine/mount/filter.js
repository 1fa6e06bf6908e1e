/** The choice of levels on a kind's pages, at work. What fits is decided in `filter.js`. */

import { asFilter, isOpen, NO_FILTER, pageFor, readFilter, showFiltered, sizeOf, tierOf, within, writeFilter } from "#engine/filter.js";
import { filterName } from "#engine/store.js";

/**
 * @param {{document: Document, store: import("../store.js").Store, say: (key: string, values?: object) => string}} page
 * @param {(filter: import("../filter.js").Filter) => {n: number, all: number}} shows brings the page to what fits
 * @returns {() => void} show what fits now, where the page has such a choice
 */
export function mountFilter({ document, store, say }, shows = (filter) => showFiltered(document, filter)) {
  const part = (name) => document.querySelector(`[data-part="${name}"]`);
  const find = part("find");
  if (!find) return () => {};
  const window = document.defaultView;
  const selects = [...find.querySelectorAll("select")];
  const choices = Object.fromEntries(selects.map(({ name, options }) => [name, [...options].map(({ value }) => value)]));
  const name = filterName(find.dataset.kind);
  // Leads to the page of what is chosen, where the levels of each size have a page.
  const there = part("there");
  // What the whole page is of; null where it has all levels of the kind.
  const own = find.dataset.own === undefined ? null : { size: find.dataset.own, tier: find.dataset.ownTier };
  let filter = NO_FILTER;

  function show() {
    for (const select of selects) select.value = filter[select.name] || (own?.[select.name] ?? "");
    const { n, all } = shows(filter);
    const told = isOpen(filter) ? say("shelf.count", { n: all }) : say("shelf.found", { n, all });
    if (part("count").textContent !== told) part("count").textContent = told;
    part("none").hidden = n > 0;
    if (there) there.hidden = true;
    // Where nothing is shown the way out stands there.
    part("all").hidden = isOpen(filter) || n === 0;
  }

  /** @param {import("../filter.js").Filter} wanted with the size and tier of the page where it is to stay on it */
  function choose(wanted, { replace = false } = {}) {
    const other = pageFor(own, wanted);
    if (other !== null) return replace ? window.location.replace(other) : window.location.assign(other);
    filter = within(own, wanted);
    // The page of one tier says nothing of the tier that is looked for elsewhere.
    store.write(name, own?.tier ? { ...filter, tier: asFilter(store.read(name), choices).tier } : filter);
    show();
    window.history.replaceState(null, "", writeFilter(filter) || window.location.pathname + window.location.search);
  }

  /** Who goes through what there is to choose from is not led away by it: to another page leads a link. */
  function offer(wanted) {
    const other = pageFor(own, wanted);
    if (other === null) return choose(wanted);
    there.href = other;
    there.hidden = false;
    // That is of what the page shows still.
    part("count").textContent = "";
  }

  /** What is chosen here, of the whole kind. */
  const whole = (wanted) => (own === null ? wanted : { ...wanted, size: wanted.size || own.size, tier: wanted.tier || own.tier });

  /** An address may say what to show, or lead to a size or a tier, which then is shown in any case. */
  function follow(hash) {
    const [size, tier] = [sizeOf(hash), tierOf(hash)];
    // A size may have come to another page of the overview.
    const isElsewhere = size !== "" && choices.size.includes(size) && document.getElementById(`size-${size}`) === null;
    const other = isElsewhere ? pageFor(own, { ...NO_FILTER, size }) : null;
    if (other !== null) return window.location.replace(other);
    const asked = readFilter(hash, choices, filter);
    if (asked) return choose(whole(asked), { replace: true });
    if (filter.size !== "" && size !== "" && size !== filter.size) filter = { ...filter, size: "" };
    if (filter.tier !== "" && tier !== "" && tier !== filter.tier) filter = { ...filter, tier: "" };
    if (isOpen(filter)) return show();
    choose(whole(filter));
    if (size !== "" || tier !== "") document.getElementById(hash.slice(1))?.scrollIntoView();
  }

  find.hidden = false;
  find.addEventListener("change", () => offer(asFilter(Object.fromEntries(selects.map(({ name, value }) => [name, value])), choices)));
  for (const button of document.querySelectorAll("[data-show-all]")) {
    button.addEventListener("click", () => {
      choose(whole(NO_FILTER));
      // The button is gone, and the keyboard goes on where the choice is.
      selects[0].focus();
    });
  }
  window.addEventListener("hashchange", () => follow(window.location.hash));
  filter = within(own, asFilter(store.read(name), choices));
  follow(window.location.hash);
  return show;
}
