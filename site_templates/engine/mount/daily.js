/** The page of the day's levels at work. Which level is whose is decided in `daily.js`, by the reader's own calendar. */

import { buildStill } from "#engine/board.js";
import { asDaily, candidatesOf, dailyName, levelOf, readDailies, solvedOn, streakOf } from "#engine/daily.js";
import { later, localDay, untilTomorrow, written } from "#engine/days.js";
import { isShown, open, standing } from "#engine/game.js";
import { addressFor } from "#engine/home.js";
import { copyText } from "#engine/mount/clipboard.js";
import { mountPage } from "#engine/mount/page.js";
import { asRecord, recordName } from "#engine/records.js";
import { shareText, standingText } from "#engine/share.js";
import { gameName } from "#engine/store.js";
import { askFor } from "#engine/whereabouts.js";
import { sentences, stopOf } from "#engine/words.js";

/** How many days before today are listed. */
const BEFORE = 14;

const LONG = Object.freeze({ weekday: "long", day: "numeric", month: "long", year: "numeric" });

/**
 * @param {Document} document
 * @param {readonly import("../contract.js").Kind[]} kinds
 */
export function mountDaily(document, kinds) {
  const mounted = mountPage(document);
  const levels = Object.fromEntries(Object.entries(mounted.data.levels).map(([kind, pages]) => [kind, candidatesOf(kind, pages)]));
  const page = { ...mounted, kinds, levels };
  const window = document.defaultView;
  if (kinds.length === 0) return;
  let [timer, shown] = [0, ""];
  const refresh = () => {
    const now = new Date();
    const today = localDay(now);
    show(page, today);
    if (shown !== "" && shown !== today) forget(page);
    shown = today;
    // A page may be left open over midnight. A timer that is early comes once more.
    window.clearTimeout(timer);
    timer = window.setTimeout(refresh, untilTomorrow(now));
    return today;
  };
  refresh();
  for (const sign of ["pageshow", "storage", "focus"]) window.addEventListener(sign, refresh);
  document.addEventListener("visibilitychange", refresh);
  part(page, "share").addEventListener("click", () => share(page, refresh()));
}

/** What was copied was another day's. */
function forget(page) {
  part(page, "told").textContent = "";
  const box = part(page, "text");
  if (box !== page.document.activeElement) box.hidden = true;
}

function part({ document }, name) {
  return document.querySelector(`[data-part="${name}"]`);
}

function show(page, today) {
  const { document, kinds, say } = page;
  part(page, "today").textContent = written(today, document.documentElement.lang, LONG);
  for (const kind of kinds) showBoard(page, kind, today);
  // A board may bring its day into the row.
  part(page, "streak").textContent = streakText(page, today);
  const days = Array.from({ length: BEFORE }, (_, index) => later(today, -1 - index));
  showRows(part(page, "days"), days.map((day) => dayRow(page, day)));
  part(page, "share").textContent = say("daily.share");
}

/** Rows that say what they said stay in their place, so that a link in them keeps the focus. */
function showRows(body, rows) {
  const { activeElement } = body.ownerDocument;
  const held = body.contains(activeElement) ? activeElement.href : null;
  for (const old of [...body.children]) {
    if (!rows.some((row) => row.isEqualNode(old))) old.remove();
  }
  rows.forEach((row, index) => {
    const there = body.children[index] ?? null;
    if (!there?.isEqualNode(row)) body.insertBefore(row, there);
  });
  if (held !== null && !body.contains(body.ownerDocument.activeElement)) {
    [...body.querySelectorAll("a")].find(({ href }) => href === held)?.focus();
  }
}

/** The level of a day: the one that this reader was shown, as long as it is known, or the one that all are. */
function found({ levels: all, store }, kind, day, { drawn = true } = {}) {
  const levels = all[kind.name] ?? [];
  const kept = asDaily(store.read(dailyName(day, kind.name)));
  const own = kept && (levels.find(({ id }) => id === kept.id) ?? (drawn ? null : solvedOnce(store, kind, kept.id)));
  const level = own ?? levelOf(levels, day);
  return { level, solved: own || kept?.solved ? kept.solved : null };
}

/** A level that days have no more, as the record of its solve knows it: enough for a link, and too little for a board. */
function solvedOnce(store, kind, id) {
  const record = asRecord(store.read(recordName(kind.name, id)));
  return record && { id, rows: record.rows, cols: record.cols, tier: record.tier, href: `${kind.name}/${askFor("", `#${id}`)}` };
}

/** From now on the level is this reader's for that day, however the catalogue grows. */
function keep({ store }, kind, day, { level, solved }) {
  const name = dailyName(day, kind.name);
  if (solved === null && asDaily(store.read(name))?.id !== level.id) store.write(name, { id: level.id, solved });
}

function showBoard(page, kind, today) {
  const { document, store, say } = page;
  const card = document.querySelector(`a[data-kind="${kind.name}"]`);
  const own = found(page, kind, today);
  card.hidden = own.level === null;
  if (own.level === null) return;
  keep(page, kind, today, own);
  const { solved } = own.solved === null ? takeOver(page, kind, today, own.level) : own;
  const saved = store.read(gameName(kind.name, own.level));
  const game = open(kind, own.level, saved);
  buildStill(card.querySelector("[data-part=board]"), game);
  card.setAttribute("href", own.level.href);
  card.querySelector("[data-part=name]").textContent = levelText(page, own.level);
  card.querySelector("[data-part=detail]").textContent = solved ? standingText(say, solved) : openText(say, game, saved);
}

/** A level that was solved today, before it was shown as the day's, is so from now on. */
function takeOver({ store }, kind, today, { id }) {
  const solved = solvedOn(asRecord(store.read(recordName(kind.name, id))), today);
  if (solved !== null) store.write(dailyName(today, kind.name), { id, solved });
  return { solved };
}

/** What there is to do with a level that is not solved today. */
function openText(say, game, saved) {
  if (game.ui.solved && !isShown(game)) return say("daily.earlier");
  return standing(saved) === "started" ? say("daily.begun") : standingText(say, null);
}

function levelText({ say }, { rows, cols, tier }) {
  return `${say("play.size", { rows, cols })} ${say(`tier.${tier}`)}`;
}

function dayRow(page, day) {
  const { document, kinds, say } = page;
  const line = document.createElement("tr");
  const head = document.createElement("th");
  head.scope = "row";
  head.textContent = written(day, document.documentElement.lang);
  line.append(head);
  for (const kind of kinds) {
    const cell = document.createElement("td");
    const own = found(page, kind, day, { drawn: false });
    if (own.level) cell.append(dayLink(page, kind, day, own));
    else cell.textContent = say("daily.none");
    line.append(cell);
  }
  return line;
}

function dayLink(page, kind, day, own) {
  const { document, say } = page;
  const link = document.createElement("a");
  link.href = own.level.href;
  link.textContent = levelText(page, own.level);
  // A middle click opens it too.
  for (const sign of ["click", "auxclick"]) link.addEventListener(sign, () => keep(page, kind, day, own));
  if (own.solved) {
    const words = document.createElement("span");
    words.className = "standing";
    words.textContent = `\u2713\ufe0e ${standingText(say, own.solved)}`;
    link.append(words);
  }
  return link;
}

function streakText({ document, store, say }, today) {
  const { n, first, last, longest } = streakOf(readDailies(store), today);
  const date = (day) => written(day, document.documentElement.lang);
  if (n === 0) return longest > 0 ? say("daily.longest", { n: longest }) : say("daily.noStreak");
  const now = n === 1 ? say("daily.streak", { n }) : say("daily.streakDates", { n, first: date(first), last: date(last) });
  const stop = stopOf(say);
  return longest > n ? sentences([now, say("daily.longest", { n: longest })], stop) : now;
}

async function share(page, today) {
  const { data, document, kinds, say, store } = page;
  const { location } = document;
  const boards = kinds
    .map((kind) => ({ kind, own: found(page, kind, today) }))
    .filter(({ own }) => own.level !== null)
    .map(({ kind, own }) => ({ name: `${say(`${kind.name}.name`)} ${levelText(page, own.level)}`, solved: own.solved }));
  const { n } = streakOf(readDailies(store), today);
  const text = shareText(say, {
    title: data.title,
    date: written(today, document.documentElement.lang, LONG),
    address: addressFor(data.address, location.pathname, location),
    streak: n > 1 ? say("daily.streak", { n }) : "",
    boards,
  });
  const box = part(page, "text");
  box.value = text;
  const copied = await copyText(document.defaultView, text);
  box.hidden = copied;
  part(page, "told").textContent = say(copied ? "daily.copied" : "daily.copy");
  if (copied) return;
  box.focus();
  box.select();
}
