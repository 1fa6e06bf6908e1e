// Takes what is kept in a browser, or stands in an address, a line of JSON each from stdin, hands it to the engine as a page
// does, and says of each whether it was good, refused, or at fault. The first line has the levels of each kind; what the
// engine itself writes of them is said first, for the inputs to be made of.
import { readSync, writeSync } from "node:fs";

import { readPlace, writePlace } from "#engine/address.js";
import { presentAttempt } from "#engine/attempts.js";
import { readPlayed } from "#engine/contents.js";
import { readDailies, streakOf } from "#engine/daily.js";
import { asFilter, readFilter } from "#engine/filter.js";
import * as games from "#engine/game.js";
import { imagesOf, turnLevel } from "#engine/image.js";
import { goesOn, openKept } from "#engine/kept.js";
import { drawTimes } from "#engine/plot.js";
import { readPosition, writePosition } from "#engine/position.js";
import { addProgress, readProgress, writeProgress } from "#engine/progress.js";
import { knowsAnswer, readRecords } from "#engine/records.js";
import { keptGames, showContinue, standingOf } from "#engine/shelf.js";
import { changedSince } from "#engine/since.js";
import { solution } from "#engine/solve.js";
import { bestOf, solvedByWeek, timesByTier } from "#engine/stats.js";
import { forgetPlace, gameName, LAST, openStore } from "#engine/store.js";
import { visit } from "#engine/visit.js";
import { setWatch } from "#engine/watch.js";
import { readWay } from "#engine/way.js";
import { leadOn, linkToday, readAsked } from "#engine/whereabouts.js";

const TODAY = "2026-11-30";
const DAY = { day: TODAY, ms: 61_000, moves: 12, help: "" };

const CHANGES = [
  ...[games.undo, games.redo, games.restart],
  ...[games.setCheckpoint, games.returnToCheckpoint, games.dropCheckpoint],
];

const input = lines();
const { levels } = JSON.parse(input());
const names = Object.keys(levels);
const kinds = await Promise.all(names.map(load));

async function load(name) {
  const [rules, view] = await Promise.all([import(`#kinds/${name}/rules.js`), import(`#kinds/${name}/view.js`)]);
  return Object.freeze({ name, ...rules, ...view });
}

/** Reads stdin line by line, each when it is asked for. */
function lines() {
  const block = Buffer.alloc(1 << 16);
  let held = Buffer.alloc(0);
  return () => {
    for (;;) {
      const end = held.indexOf(10);
      if (end !== -1) {
        const line = held.subarray(0, end).toString("utf8");
        held = held.subarray(end + 1);
        return line;
      }
      const size = readSync(0, block, 0, block.length, null);
      if (size === 0) return null;
      held = Buffer.concat([held, block.subarray(0, size)]);
    }
  };
}

function memory(content = {}) {
  const kept = new Map(Object.entries(content));
  return {
    get length() {
      return kept.size;
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
  };
}

function storeOf(content) {
  const [lasting, passing] = [memory(content), memory()];
  return openStore([() => lasting, () => passing], () => 1_000);
}

function must(holds, what) {
  if (!holds) throw new Error(what);
}

const plain = (value) => JSON.stringify(value);

/** The level of an input that begins with its kind, number and image, and what is left of the input. */
function chosen(text) {
  const [head] = text.split("\n", 1);
  const [name, number, image] = head.split(" ");
  const kind = kinds.find((one) => one.name === name);
  const level = levels[name][Number(number)];
  return { kind, level: turnLevel(kind, level, image), rest: text.slice(head.length + 1) };
}

/** Whatever is on a page of a level is asked of the game, and what is saved of it is the same game again. */
function checkGame(game) {
  const { kind, level } = game;
  const state = games.present(game);
  kind.violations(state);
  must(kind.describe(state, game.ui).length === level.rows * level.cols, "a cell is not described");
  kind.summary(state, game.ui);
  changedSince(game);
  games.countMoves(game);
  presentAttempt(game);
  const saved = JSON.parse(plain(games.save(game)));
  const again = games.open(kind, level, saved);
  must(plain(games.present(again)) === plain(state), "a game that was saved is another one");
  must(plain(games.save(again)) === plain(saved), "a game is saved in another way the second time");
  must(goesOn(game, again), "a game does not go on from its own save");
}

const targets = {
  /** A level's save, as storage has it. */
  games(text) {
    const { kind, level, rest } = chosen(text);
    const name = gameName(kind.name, level);
    const store = storeOf({ [`kotae:${name}`]: rest });
    const kept = openKept(store, name);
    const saved = kept.read();
    games.standing(saved);
    games.helpOf(saved);
    knowsAnswer(saved);
    standingOf(keptGames(store)(name));
    must(Number.isFinite(setWatch(saved?.ms).ms), "no time");
    const game = games.open(kind, level, saved);
    checkGame(game);
    // Another change for each input: all of them would take several times as long.
    checkGame(CHANGES[rest.length % CHANGES.length](game));
    kept.write(games.save(game));
    return game.history.steps.length > 0;
  },
  /** What stands behind the # of a page's address. */
  addresses(text) {
    const { kind, level: itself, rest } = chosen(text);
    const { id, image, position } = readPlace(`#${rest}`);
    writePlace({ id, image, position });
    const level = imagesOf(itself).includes(image) ? turnLevel(kind, itself, image) : itself;
    readAsked(`#${rest}`);
    leadOn(`#${rest}`, { signs: 0, pages: [["5x5-easy.html", itself.id]], sizes: { "5x5": { easy: 1 } } });
    readFilter(`#${rest}`, { size: ["5x5"], tier: ["easy"], played: ["new"] });
    const found = readPosition(kind, level, position);
    if (found === null) return false;
    const written = writePosition(kind, level, found.state);
    const again = readPosition(kind, level, written);
    must(plain(again?.state) === plain(found.state), "a position is another one when it is passed on");
    checkGame(visit(games.open(kind, level, null), found.moves, 5));
    return true;
  },
  /** A file of all that was played, brought from elsewhere. */
  progress(text) {
    const read = readProgress(text);
    if (read.wrong) return false;
    const store = storeOf({});
    addProgress(store, read.entries);
    addProgress(store, read.entries);
    const { entries, faults } = readProgress(writeProgress(store));
    must(faults.length === 0, "a file of our own is not understood");
    must(entries.length === new Set(read.entries.map(({ name }) => name)).size, "something is lost");
    const records = readRecords(store);
    for (const name of names) {
      bestOf(records, name);
      const times = timesByTier(records, name).map(({ tier, times }) => ({ name: tier, times }));
      if (times.length > 0) drawTimes(paper().card, times);
      readPlayed(store, name);
    }
    solvedByWeek(records, TODAY, 12);
    streakOf(readDailies(store), TODAY);
    for (const kind of kinds) for (const level of levels[kind.name]) standingOf(keptGames(store)(gameName(kind.name, level)));
    return entries.length > 0;
  },
  /** What the home page and the lists of levels find in storage. */
  home(text) {
    const [name, ...rest] = text.split("\n");
    const store = storeOf({ [`kotae:${name}`]: rest.join("\n") });
    asFilter(store.read(name), { size: ["5x5"], tier: ["easy"], played: ["new"] });
    const last = store.read(LAST);
    if (last?.kind && last?.level?.grid) store.write(gameName(String(last.kind), last.level), { v: 1, steps: [], at: 1 });
    const pages = Object.fromEntries(names.map((kind) => [kind, { "5x5": { easy: 2 } }]));
    const page = paper();
    showContinue(page, store, kinds, (key) => key, { home: "/", pages });
    forgetPlace(store, names[0], levels[names[0]][0].id);
    if (typeof last?.href === "string") linkToday(pages, last.href);
    return page.card.hidden === false;
  },
};

/** As much of a document as the board of the home page takes. */
function paper() {
  const element = () => {
    const made = { dataset: {}, style: {}, classList: { add() {}, remove() {}, toggle() {} }, hidden: true, children: [], attributes: {} };
    const nothing = () => made;
    Object.assign(made, { querySelector: () => element(), querySelectorAll: () => [], closest: () => null });
    Object.assign(made, { setAttribute: nothing, removeAttribute: nothing, toggleAttribute: nothing, getAttribute: () => null });
    Object.assign(made, { append: nothing, replaceChildren: nothing, remove: nothing, insertBefore: nothing, prepend: nothing });
    made.ownerDocument = { createElementNS: element, createElement: element };
    return made;
  };
  const card = element();
  return { card, querySelector: (selector) => (selector === "[data-part=continue]" ? card : element()), querySelectorAll: () => [] };
}

/** Games as people leave them: begun, with a hint, solved, begun anew, with checkpoints, and with the answer shown. */
function played(kind, level) {
  const start = kind.start(level);
  const { beats } = solution(kind, start, start, readWay(level.way));
  const some = beats.slice(0, 6);
  const begun = some.reduce((game, moves) => games.put(game, moves, 0), games.open(kind, level, null));
  const back = games.returnToCheckpoint(games.put(games.setCheckpoint(games.undo(begun)), some.at(-1), 0));
  const shown = games.show(begun, beats.flat(), 0, true);
  const solved = beats.reduce((game, moves) => games.put(game, moves, 0), games.open(kind, level, null));
  return [begun, games.undo(begun), back, shown, solved, games.restart(solved), games.restart(shown)];
}

function* own() {
  const store = storeOf({});
  for (const kind of kinds) {
    for (const [number, itself] of levels[kind.name].entries()) {
      const head = `${kind.name} ${number} identity`;
      for (const [index, game] of played(kind, itself).entries()) {
        const saved = { ...games.save(game), ms: 5_000 };
        yield ["games", `${head}\n${plain({ at: 5, value: saved })}`];
        store.write(gameName(kind.name, itself), saved);
        if (index > 4) continue;
        const position = writePosition(kind, itself, games.present(game));
        yield ["addresses", `${head}\n${writePlace({ ...itself, position }).slice(1)}`];
      }
      for (const image of imagesOf(itself).slice(0, 3)) yield ["addresses", `${head}\n${writePlace({ id: itself.id, image }).slice(1)}`];
      store.write(`solved/${kind.name}:${itself.id}`, { rows: itself.rows, cols: itself.cols, tier: itself.tier, ...DAY });
      store.write(`day/${TODAY}:${kind.name}`, { id: itself.id, solved: DAY });
      const href = `${kind.name}/5x5-easy.html#${itself.id}`;
      const { way, images, ...level } = itself;
      const last = { kind: kind.name, level, number: 1, home: "/", href, next: href };
      yield ["home", `${LAST}\n${plain({ at: 5, value: last })}`];
      yield ["home", `filter/${kind.name}\n${plain({ at: 5, value: { size: "5x5", tier: "easy", played: "new" } })}`];
    }
  }
  yield ["addresses", `${names[0]} 0 identity\nsize=5x5&tier=easy`];
  const lines = writeProgress(store).split("\n");
  for (let at = 1; at < lines.length; at += 3) yield ["progress", [lines[0], ...lines.slice(at, at + 3)].join("\n")];
}

function say(value) {
  let rest = Buffer.from(`${plain(value)}\n`);
  while (rest.length > 0) rest = rest.subarray(writeSync(1, rest));
}

say([...own()]);
for (let line = input(); line !== null; line = input()) {
  const [target, text] = JSON.parse(line);
  try {
    say({ good: targets[target](text) });
  } catch (error) {
    say({ fault: String(error?.stack ?? error).slice(0, 600) });
  }
}
