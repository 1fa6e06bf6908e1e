/**
 * Lists of levels: a tick where one is solved, a mark where one is begun, and the game to go on with.
 *
 * No listener is set here, and storage comes as an argument.
 */

import { buildStill } from "#engine/board.js";
import { helpOf, open, present, standing } from "#engine/game.js";
import { gameName, LAST } from "#engine/store.js";

/** What a solved level is called where there was help. */
const HELPED = Object.freeze({ hints: "shelf.hints", shown: "shelf.shown" });

/**
 * Mark every `[data-level]` link, and count in every `[data-group]`. A link's address ends in the level's id, and it
 * has a `[data-kind]` or stands in one.
 * @param {Document} document @param {import("./store.js").Store} store
 * @param {(key: string, values?: object) => string} say
 */
export function showStanding(document, store, say) {
  for (const link of document.querySelectorAll("[data-level]")) {
    const { kind } = link.closest("[data-kind]").dataset;
    const saved = store.read(gameName(kind, link.hash.slice(1)));
    const found = standing(saved);
    link.dataset.standing = found;
    link.dataset.help = helpOf(saved);
    link.querySelector("[data-standing-words]")?.remove();
    const helped = found === "solved" ? HELPED[helpOf(saved)] : undefined;
    if (found !== "new") link.append(standingWords(document, say(helped ?? `shelf.${found}`)));
  }
  for (const group of document.querySelectorAll("[data-group]")) {
    const links = group.querySelectorAll("[data-level]");
    const solved = group.querySelectorAll('[data-standing="solved"]').length;
    const count = group.querySelector("[data-progress]");
    count.textContent = solved > 0 ? say("shelf.progress", { solved, n: links.length }) : "";
  }
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
 * Show the level played last as it stands, in place of the invitation to begin.
 * @param {Document} document @param {import("./store.js").Store} store
 * @param {readonly import("./contract.js").Kind[]} kinds
 * @param {(key: string, values?: object) => string} say
 */
export function showContinue(document, store, kinds, say) {
  const card = document.querySelector("[data-part=continue]");
  const last = card && asLast(store.read(LAST));
  const kind = last && kinds.find(({ name }) => name === last.kind);
  if (!kind) return;
  try {
    const saved = store.read(gameName(last.kind, last.level.id));
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
 * @param {{data: object, kind: {name: string}, level: import("./contract.js").Level, index: number}} place
 */
export function keepPlace(store, { data, kind, level, index }) {
  const following = data.levels[index + 1]?.id;
  const next = following ? `${data.page}#${following}` : data.after;
  const fromHome = (href) => href && `${data.folder}${href}`;
  const names = { name: data.name, number: data.first + index };
  const links = { href: fromHome(`${data.page}#${level.id}`), next: fromHome(next) };
  // The board is enough to be drawn at home: how it is solved stays on its page.
  store.write(LAST, { kind: kind.name, level: { ...level, way: undefined }, ...names, ...links });
}

/** Storage may hold anything; a link out of it must stay on this site. */
function asLast(value) {
  const sound =
    typeof value === "object" &&
    value !== null &&
    typeof value.kind === "string" &&
    isOurs(value.href) &&
    (!value.next || isOurs(value.next)) &&
    Array.isArray(value.level?.grid);
  return sound ? value : null;
}

function isOurs(href) {
  return typeof href === "string" && /^[\w-]+\/[\w-]+\.html#[\w-]+$/.test(href);
}
