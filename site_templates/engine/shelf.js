/**
 * Lists of levels: a tick where one is solved, a mark where one is begun, and the game to go on with.
 *
 * No listener is set here, and storage comes as an argument.
 */

import { writePlace } from "#engine/address.js";
import { isMore } from "#engine/attempts.js";
import { buildStill } from "#engine/board.js";
import { helpOf, open, present, standing } from "#engine/game.js";
import { gameName, LAST } from "#engine/store.js";
import { linkToday } from "#engine/whereabouts.js";

/** In cells: far longer than any board that a page can show. */
const LONGEST_SIDE = 200;

/** What a solved level is called where there was help. */
const HELPED = Object.freeze({ hints: "shelf.hints", shown: "shelf.shown" });

/**
 * Mark every `[data-level]` link, and count in every `[data-group]`. A link's address ends in the level's id, and it
 * has a `[data-kind]` or stands in one.
 * @param {Document} document @param {import("./store.js").Store} store
 * @param {(key: string, values?: object) => string} say
 */
export function showStanding(document, store, say) {
  const kept = keptGames(store);
  for (const link of document.querySelectorAll("[data-level]")) {
    const { kind } = link.closest("[data-kind]").dataset;
    const { found, help } = standingOf(kept(gameName(kind, { id: link.hash.slice(1) })));
    link.dataset.standing = found;
    link.dataset.help = help;
    link.querySelector("[data-standing-words]")?.remove();
    const helped = found === "solved" ? HELPED[help] : undefined;
    if (found !== "new") link.append(standingWords(document, say(helped ?? `shelf.${found}`)));
  }
  for (const group of document.querySelectorAll("[data-group]")) {
    const links = group.querySelectorAll("[data-level]");
    const solved = group.querySelectorAll('[data-standing="solved"]').length;
    const count = group.querySelector("[data-progress]");
    // Where a tier goes on elsewhere, these are not all of it.
    const told = group.querySelector(".ways") === null ? "shelf.progress" : "shelf.progressHere";
    count.textContent = solved > 0 ? say(told, { solved, n: links.length }) : "";
  }
}

/**
 * What is kept of levels: of each its own game, and those of its images. Only what is asked for is read.
 * @param {import("./store.js").Store} store
 * @returns {(name: string) => readonly unknown[]} the games of a level by the name of its own
 */
export function keptGames(store) {
  const found = new Map();
  for (const name of store.names()) {
    const [own] = name.split("/");
    if (!found.has(own)) found.set(own, []);
    found.get(own).push(name);
  }
  return (own) => (found.get(own) ?? []).map(store.read);
}

/**
 * How a level stands by its games: it is solved where any image is, with the least help that one was solved with.
 * @param {readonly unknown[]} games saves, or anything else
 * @returns {{found: "solved"|"started"|"new", help: import("./attempts.js").Help}}
 */
export function standingOf(games) {
  const solved = games.filter((saved) => standing(saved) === "solved").map(helpOf);
  if (solved.length > 0) return { found: "solved", help: solved.reduce((least, help) => (isMore(least, help) ? help : least)) };
  const started = games.filter((saved) => standing(saved) === "started").map(helpOf);
  return started.length > 0 ? { found: "started", help: started[0] } : { found: "new", help: "" };
}

/** What the tick says, for those who do not see it. */
function standingWords(document, text) {
  const words = document.createElement("span");
  words.className = "quiet";
  words.dataset.standingWords = "";
  words.textContent = `, ${text}`;
  return words;
}

/**
 * Show the level played last as it stands, in place of the invitation to begin. One that has moved to another page is
 * found there; of one that the site has no more the reader is told when they ask for it.
 * @param {Document} document @param {import("./store.js").Store} store
 * @param {readonly import("./contract.js").Kind[]} kinds
 * @param {(key: string, values?: object) => string} say
 * @param {{home: string, pages: Record<string, import("./whereabouts.js").Extent>}} site the path of its folder, and which
 *   play pages each kind has
 */
export function showContinue(document, store, kinds, say, { home, pages }) {
  const card = document.querySelector("[data-part=continue]");
  const last = card && linkedToday(asLast(store.read(LAST), home), pages);
  const kind = last && kinds.find(({ name }) => name === last.kind);
  if (!kind) return;
  try {
    const saved = store.read(gameName(last.kind, last.level));
    const game = open(kind, last.level, saved);
    if (standing(saved) === "new") return;
    buildStill(card.querySelector("[data-part=board]"), game);
    const { rows, cols, tier, title } = last.level;
    const detail = [say(`${kind.name}.name`), say("play.size", { rows, cols }), say(`tier.${tier}`)];
    card.querySelector("[data-part=name]").textContent = title || say("play.untitled", { number: last.number });
    card.querySelector("[data-part=detail]").textContent = detail.join(" · ");
    const left = kind.summary(present(game), game.ui).map(({ key, values }) => say(`${kind.name}.${key}`, values));
    const solved = last.next ? say("home.solvedNext") : say("play.solved");
    card.querySelector("[data-part=left]").textContent = game.ui.solved ? solved : left.join(" · ");
    card.setAttribute("href", (game.ui.solved && last.next) || last.href);
  } catch {
    // A level kept by an older page may no longer be one that the kind can draw.
    return;
  }
  card.hidden = false;
  document.querySelector("[data-part=begin]")?.toggleAttribute("hidden", true);
}

/**
 * Keep where the reader is, and what comes next, for the home page.
 * @param {import("./store.js").Store} store
 * @param {{data: object, home: string, kind: {name: string}, level: import("./contract.js").Level, index: number}} place
 */
export function keepPlace(store, { data, home, kind, level, index }) {
  const following = data.levels[index + 1]?.id;
  const next = following ? `${data.page}#${following}` : data.after;
  const fromHome = (href) => href && `${data.folder}${href}`;
  const number = data.first + index;
  const links = { href: fromHome(data.page + writePlace(level)), next: fromHome(next) };
  // The board is enough to be drawn at home: how it is solved, and its other images, stay on its page.
  store.write(LAST, { kind: kind.name, level: { ...level, way: undefined, images: undefined }, number, home, ...links });
}

/** Storage may hold anything, and what another site of this host has left; a link out of it must stay on this one. */
function asLast(value, home) {
  const sound =
    typeof value === "object" &&
    value !== null &&
    typeof value.kind === "string" &&
    [undefined, home].includes(value.home) &&
    isOurs(value.href) &&
    (!value.next || isOurs(value.next)) &&
    isBoard(value.level);
  return sound ? value : null;
}

/** A kind lays out what it is given: a board of endless sides would take all the memory there is. */
function isBoard(level) {
  const isSide = (side) => Number.isInteger(side) && side > 0 && side <= LONGEST_SIDE;
  const isRow = (row) => typeof row === "string" && row.length === level.cols;
  if (!isSide(level?.rows) || !isSide(level.cols) || !Array.isArray(level.grid)) return false;
  return level.grid.length === level.rows && level.grid.every(isRow);
}

/** @returns {object|null} what was played last with its links as they lead today; null where its kind is gone */
function linkedToday(last, pages) {
  const href = last && linkToday(pages, last.href);
  return href && { ...last, href, next: last.next ? linkToday(pages, last.next) : null };
}

function isOurs(href) {
  return typeof href === "string" && /^[\w-]+\/[\w-]+\.html#[\w-]+(\/[\w+-]+)?$/.test(href);
}
