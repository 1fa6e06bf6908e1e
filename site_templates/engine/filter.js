/**
 * What a reader looks for among the levels of a kind: a size, a tier, how far they have come with it; each may be open.
 *
 * No listener is set here, and storage comes as an argument.
 *
 * @typedef {{size: string, tier: string, played: string}} Filter each empty where anything will do; a size as `7x7`, and
 *   what was played as `new`, `started` or `solved`
 * @typedef {Readonly<Record<keyof Filter, readonly string[]>>} Choices what there is to choose from
 */

const NAMES = Object.freeze(["size", "tier", "played"]);

export const NO_FILTER = Object.freeze({ size: "", tier: "", played: "" });

/** @param {unknown} value whatever storage or an address held @param {Choices} choices @returns {Filter} what of it there is */
export function asFilter(value, choices) {
  const asked = typeof value === "object" && value !== null ? value : {};
  return Object.freeze(Object.fromEntries(NAMES.map((name) => [name, choices[name].includes(asked[name]) ? asked[name] : ""])));
}

/** @param {Filter} filter @returns {boolean} */
export function isOpen(filter) {
  return NAMES.every((name) => filter[name] === "");
}

/** @param {Filter} filter @returns {string} as an address has it, with its `#`; nothing where all levels are shown */
export function writeFilter(filter) {
  const said = NAMES.filter((name) => filter[name] !== "").map((name) => `${name}=${filter[name]}`);
  return said.length === 0 ? "" : `#${said.join("&")}`;
}

/**
 * @param {string} hash @param {Choices} choices @param {Filter} kept what is shown where all that it names is unknown
 * @returns {Filter|null} null where an address says nothing of this
 */
export function readFilter(hash, choices, kept = NO_FILTER) {
  const asked = new URLSearchParams(hash.slice(1));
  const named = NAMES.filter((name) => asked.has(name));
  if (named.length === 0) return null;
  const isKnown = named.some((name) => choices[name].includes(asked.get(name)));
  return isKnown ? asFilter(Object.fromEntries(asked), choices) : kept;
}

/**
 * What of a filter is left to a page of one size, or of one size and tier. What is left of a size would lead to its page
 * from the page of all, so that nobody could stay there.
 * @param {{size: string, tier: string}|null} own what the page is of, each empty where it is of all; null where a page has
 *   all levels of its kind
 * @param {Filter} filter @returns {Filter}
 */
export function within(own, filter) {
  if (own === null) return filter;
  return Object.freeze({ ...filter, size: "", tier: own.tier === "" ? filter.tier : "" });
}

/**
 * Where the levels are that are looked for, where the levels of each size have a page.
 * @param {{size: string, tier: string}|null} own as above @param {Filter} filter
 * @returns {string|null} null where they are on the page itself
 */
export function pageFor(own, { size, tier, played }) {
  if (own === null || (size === own.size && (own.tier === "" || tier === own.tier))) return null;
  const page = size === "" ? "index.html" : `levels-${size}.html`;
  // The page shows what it is told to, and not what was looked for last.
  return page + (writeFilter({ size: "", tier, played }) || "#tier=");
}

/** The tier whose part of the page an address leads to. @param {string} hash @returns {string} or nothing */
export function tierOf(hash) {
  return /^#tier-([a-z]+)$/.exec(hash)?.[1] ?? "";
}

/** The size whose part of the page an address leads to. @param {string} hash @returns {string} or nothing */
export function sizeOf(hash) {
  return /^#size-(\d+x\d+)$/.exec(hash)?.[1] ?? "";
}

/**
 * Show the levels that fit and no others. Their standing has been marked already.
 * @param {Document} document @param {Filter} filter
 * @returns {{n: number, all: number}} how many are shown, of how many
 */
export function showFiltered(document, { size, tier, played }) {
  const links = [...document.querySelectorAll("[data-size] [data-level]")];
  const fits = (asked, value) => asked === "" || asked === value;
  let n = 0;
  for (const link of links) {
    const of = (name) => link.closest(`[data-${name}]`).dataset[name];
    const shown = fits(size, of("size")) && fits(tier, of("tier")) && fits(played, link.dataset.standing);
    link.parentElement.hidden = !shown;
    if (shown) n++;
  }
  for (const part of document.querySelectorAll("[data-tier]")) {
    // The way to more levels of a tier stays where none of these fits.
    const goesOn = fits(tier, part.dataset.tier) && part.querySelector(".ways") !== null;
    part.hidden = !goesOn && !part.querySelector(".thumbs li:not([hidden])");
  }
  for (const part of document.querySelectorAll("[data-size]")) part.hidden = !part.querySelector("[data-tier]:not([hidden])");
  for (const jump of document.querySelectorAll('.sizes a[href^="#"]')) jump.hidden = document.querySelector(jump.hash).hidden;
  return { n, all: links.length };
}
