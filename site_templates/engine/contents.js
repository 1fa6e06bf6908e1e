/**
 * What a reader has played of a kind, told by size and tier: on a page that shows how many levels there are, and none of
 * them. A save and the record of a solve both know of what level they are, so that no page has to name every level.
 *
 * No listener is set here, and storage comes as an argument.
 *
 * @typedef {{id: string, of: import("./records.js").Of, at: number}} Begun a game that is not over, and when it was played last
 * @typedef {object} Played
 * @property {ReadonlyMap<string, {solved: number, started: number}>} cells by size and tier, as `7x7 easy`
 * @property {readonly Begun[]} begun the one played last comes first
 */

import { asOf, asRecord, recordName } from "#engine/records.js";
import { standingOf } from "#engine/shelf.js";
import { askFor } from "#engine/whereabouts.js";

/** How many games are offered to go on with. */
const OFFERED = 4;

/** @param {import("./store.js").Store} store @param {string} kind @returns {Played} */
export function readPlayed(store, kind) {
  const cells = new Map();
  const begun = [];
  for (const [id, names] of gamesOf(store, kind)) {
    const saves = names.map(store.read);
    const { found } = standingOf(saves);
    const record = asRecord(store.read(recordName(kind, id)));
    const [of] = [...saves.map((saved) => asOf(saved?.of)).filter(Boolean), record && { ...record, number: null }];
    if (!of || found === "new") continue;
    const cell = cells.get(cellName(of)) ?? { solved: 0, started: 0 };
    cells.set(cellName(of), { ...cell, [found]: cell[found] + 1 });
    const stamps = names.map((name) => store.stamp(name) ?? 0);
    if (found === "started") begun.push({ id, of, at: stamps.reduce((last, at) => Math.max(last, at)) });
  }
  begun.sort((one, other) => other.at - one.at);
  return { cells, begun };
}

/** The names of the games of each level of a kind: its own, and those of its images. */
function gamesOf(store, kind) {
  const found = new Map();
  for (const name of store.names()) {
    if (!name.startsWith(`${kind}:`)) continue;
    const [id] = name.slice(kind.length + 1).split("/");
    if (!found.has(id)) found.set(id, []);
    found.get(id).push(name);
  }
  return found;
}

function cellName({ rows, cols, tier }) {
  return `${rows}x${cols} ${tier}`;
}

/**
 * Say in each cell how many levels are solved.
 * @param {Document} document @param {Played} played @param {(key: string, values?: object) => string} say
 */
export function showPlayed(document, { cells }, say) {
  for (const link of document.querySelectorAll("[data-cell]")) {
    const { solved = 0, started = 0 } = cells.get(nameOf(link)) ?? {};
    const n = Number(link.dataset.count);
    const seen = document.createElement("span");
    const heard = document.createElement("span");
    seen.setAttribute("aria-hidden", "true");
    seen.textContent = solved > 0 ? `\u2713\ufe0e ${Math.min(solved, n)}` : "";
    heard.className = "quiet";
    heard.textContent = solved > 0 ? `, ${say("shelf.progress", { solved: Math.min(solved, n), n })}` : "";
    link.querySelector("[data-progress]").replaceChildren(seen, heard);
    link.dataset.standing = solved >= n ? "solved" : solved + started > 0 ? "started" : "new";
  }
}

/**
 * Show the games to go on with.
 * @param {Document} document @param {Played} played @param {(key: string, values?: object) => string} say
 */
export function showBegun(document, { begun }, say) {
  const part = document.querySelector("[data-part=begun]");
  const items = begun.slice(0, OFFERED).map(({ id, of: { rows, cols, tier, number } }) => {
    const [item, link] = ["li", "a"].map((tag) => document.createElement(tag));
    link.href = askFor("", `#${id}`);
    link.className = "button";
    const size = say("shelf.size", { rows, cols });
    link.textContent = say(number === null ? "shelf.cell" : "shelf.level", { size, tier: say(`tier.${tier}`), number });
    item.append(link);
    return item;
  });
  part.querySelector("ul").replaceChildren(...items);
  part.hidden = items.length === 0;
}

/**
 * Show the cells with levels that fit and no others.
 * @param {Document} document @param {import("./filter.js").Filter} filter @param {Played} played
 * @returns {{n: number, all: number}} how many levels fit, of how many
 */
export function showCells(document, { tier, played }, { cells }) {
  let [n, all] = [0, 0];
  for (const link of document.querySelectorAll("[data-cell]")) {
    const { solved = 0, started = 0 } = cells.get(nameOf(link)) ?? {};
    const count = Number(link.dataset.count);
    const of = { "": count, solved, started, new: count - solved - started };
    const fitting = tier === "" || tier === link.dataset.tier ? Math.min(Math.max(of[played], 0), count) : 0;
    link.hidden = fitting === 0;
    all += count;
    n += fitting;
  }
  for (const part of document.querySelectorAll("[data-of]")) part.hidden = tier !== "" && part.dataset.of !== tier;
  for (const row of document.querySelectorAll("tr[data-size]")) row.hidden = !row.querySelector("[data-cell]:not([hidden])");
  document.querySelector("[data-part=overview]").hidden = n === 0;
  return { n, all };
}

function nameOf(link) {
  return `${link.closest("[data-size]").dataset.size} ${link.dataset.tier}`;
}
