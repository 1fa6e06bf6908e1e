/**
 * A play page at work. This is the only module that listens to events and reaches for storage.
 *
 * Everything it decides is decided elsewhere: `game.js` says what a game becomes, `input.js` what a gesture means,
 * `hand.js` what keys do with what is taken hold of, `panel.js` what the page shows. What is kept here is the game on
 * the screen and the gesture in hand.
 */

import { buildBoard, cellOf, fitBoard } from "#engine/board.js";
import * as games from "#engine/game.js";
import * as hands from "#engine/hand.js";
import { homeOf, showWayHome } from "#engine/home.js";
import * as gestures from "#engine/input.js";
import { carryPlace } from "#engine/languages.js";
import { openPanel } from "#engine/panel.js";
import { onCells } from "#engine/places.js";
import { keepPlace, showContinue, showStanding } from "#engine/shelf.js";
import { gameName, HOME, openStore, storageKey, THEME } from "#engine/store.js";
import { asTheme, nextTheme, showTheme } from "#engine/theme.js";
import { say } from "#engine/words.js";

/**
 * @param {Document} document
 * @param {import("./contract.js").Kind} kind
 */
export function mountPlay(document, kind) {
  const page = mountPage(document);
  const table = {
    ...page,
    kind,
    document,
    window: document.defaultView,
    stage: document.getElementById("stage"),
    panel: openPanel(document, page.data, page.say),
    board: null,
    game: null,
    index: 0,
    gesture: null,
    undrawn: null,
    timer: 0,
  };
  listenToWindow(table);
  listenToButtons(table);
  listenToBoard(table);
  openLevel(table);
}

/**
 * A page that lists levels: marks what was played, and offers to go on with it.
 * @param {Document} document
 * @param {readonly import("./contract.js").Kind[]} kinds those whose boards the page can draw
 */
export function mountShelf(document, kinds) {
  const page = mountPage(document);
  const refresh = () => {
    showStanding(document, page.store, page.say);
    showContinue(document, page.store, kinds, page.say);
  };
  refresh();
  // A page may come back from the browser's own memory with marks from before the game.
  document.defaultView.addEventListener("pageshow", refresh);
  document.defaultView.addEventListener("storage", refresh);
}

/** What every page has: words, storage, and the theme button. @param {Document} document */
export function mountPage(document) {
  const data = JSON.parse(document.getElementById("data").textContent);
  const window = document.defaultView;
  const store = openStore([() => window.localStorage, () => window.sessionStorage], Date.now);
  const speak = (key, values) => say(data.words, key, values, document.documentElement.lang);
  const root = document.documentElement;
  const button = document.getElementById("theme");
  const show = () => {
    const theme = asTheme(store.read(THEME));
    showTheme(root, theme);
    button.querySelector("[data-theme-name]").textContent = speak(`theme.${theme}`);
  };
  button.addEventListener("click", () => {
    const theme = nextTheme(asTheme(root.dataset.theme ?? "system"));
    store.write(THEME, theme);
    showTheme(root, theme);
    button.querySelector("[data-theme-name]").textContent = speak(`theme.${theme}`);
  });
  show();
  const languages = document.getElementById("languages");
  for (const type of ["pointerdown", "focusin", "click"]) {
    languages?.addEventListener(type, () => carryPlace(languages, document.location.hash));
  }
  if (data.root === null) showWayHome(document, store.read(HOME));
  else store.write(HOME, homeOf(document.location.href, data.root));
  return { document, data, store, say: speak };
}

function openLevel(table) {
  const { data, kind, store, window } = table;
  const wanted = window.location.hash.slice(1);
  const found = data.levels.findIndex(({ id }) => id === wanted);
  const focusMoves = table.panel.holdsFocus();
  stopGesture(table);
  table.index = Math.max(found, 0);
  const level = data.levels[table.index];
  table.game = games.open(kind, level, store.read(gameName(kind.name, level.id)));
  table.board = buildBoard(table.stage, level, kind, table.panel.boardLabel(level));
  table.stage.classList.remove("celebrate");
  table.panel.showLevel(table.index);
  fitBoard(table.stage, kind, level, window);
  show(table, wanted !== "" && found === -1 ? table.say("play.missing") : "");
  // The address always names the level on the screen, so that it can be passed on.
  if (found === -1) window.history.replaceState(null, "", `#${level.id}`);
  keepPlace(store, { data, kind, level, index: table.index });
  if (focusMoves) table.board.focus(table.game.ui.cursor);
}

/**
 * Put a game on the screen; save it where it changed.
 * @param {string} message what the page says of it
 * @param {import("./contract.js").Input|null} input what led to it, where the kind may tell of that
 */
function become(table, game, message = "", input = null) {
  const { game: before, kind } = table;
  if (game === before && input === null) return;
  table.game = game;
  const news = input && kind.news ? kind.news(sightOf(before), sightOf(game), input) : null;
  if (game.history === before.history) return news || message ? show(table, message, news) : redraw(table);
  const kept = table.store.write(gameName(kind.name, game.level.id), games.save(game));
  if (game.ui.solved !== before.ui.solved) table.stage.classList.toggle("celebrate", game.ui.solved);
  show(table, kept ? message : table.say("play.unkept"), news);
}

function sightOf(game) {
  return { state: games.present(game), ui: game.ui };
}

/** `news` is what a kind tells of the change; one that tells nothing has the cell read that was changed. */
function show(table, message, news = null) {
  const { game, kind, panel } = table;
  const cells = redraw(table);
  panel.showGame(game, { summary: kind.summary(games.present(game)), touched: cells[game.ui.last], news, message });
}

function redraw({ board, game, kind, panel }) {
  const { state, ui } = sightOf(game);
  const cells = kind.describe(state, ui);
  kind.draw(board.art, state, ui);
  board.setCursor(ui.cursor);
  board.setNames(panel.cellNames(game.level, cells));
  return cells;
}

function listenToWindow(table) {
  const { window } = table;
  window.addEventListener("hashchange", () => {
    // The skip link's place is in the page, not a level.
    if (!table.document.getElementById(window.location.hash.slice(1))) openLevel(table);
  });
  window.addEventListener("pageshow", (event) => {
    // Back from the browser's own memory: another page may have played on.
    if (event.persisted) openLevel(table);
  });
  window.addEventListener("resize", () => fitBoard(table.stage, table.kind, table.game.level, window));
  window.addEventListener("storage", (event) => {
    const name = gameName(table.kind.name, table.game.level.id);
    if (event.key !== storageKey(name) || event.newValue === null) return;
    stopGesture(table);
    const cursor = table.game.ui.cursor;
    table.game = games.moveCursor(games.open(table.kind, table.game.level, table.store.read(name)), cursor);
    show(table, table.say("play.elsewhere"));
  });
}

function listenToButtons(table) {
  const commands = {
    undo: () => go(table, games.undo, "play.undone"),
    redo: () => go(table, games.redo, "play.redone"),
    restart: () => go(table, games.restart, "play.restarted"),
  };
  for (const button of table.document.querySelectorAll("[data-command]")) {
    button.addEventListener("click", () => commands[button.dataset.command]());
  }
  // Whatever moves the focus, a screen reader or a script too, moves the cursor: keys act on the cell that has it.
  table.stage.addEventListener("focusin", (event) => {
    const cell = cellOf(event.target);
    if (cell !== null && cell !== table.game.ui.cursor) moveCursor(table, cell);
  });
  table.stage.addEventListener("keydown", (event) => {
    const { cursor } = table.game.ui;
    const press = { key: event.key, ctrl: event.ctrlKey || event.metaKey, shift: event.shiftKey, alt: event.altKey };
    const answer = gestures.readKey(press, cursor, table.game.level);
    if (answer === null) return;
    if (answer.command) commands[answer.command]();
    else if (answer.walk !== undefined) walk(table, answer.walk, gestures.wayOf(event.key));
    else {
      const next = hands.press(table.game, answer.input);
      if (next === table.game) return;
      become(table, next, "", answer.input);
      table.board.focus(next.ui.cursor);
    }
    event.preventDefault();
  });
  table.stage.addEventListener("focusout", (event) => {
    // Who goes on to something else of the page lets go of what a key took hold of.
    const leaves = event.relatedTarget !== null && !table.stage.contains(event.relatedTarget);
    if (leaves && table.gesture === null) become(table, games.end(table.game));
  });
}

function go(table, change, message) {
  stopGesture(table);
  become(table, change(table.game), table.say(message));
}

function walk(table, cell, way) {
  const { held } = table.game.ui;
  const to = hands.aim(table.game, cell, way);
  const next = hands.go(table.game, to);
  // What is in hand draws by single steps, and where it cannot go the kind may say why.
  if (held !== null && way === null) return;
  if (held !== null) become(table, next, "", { type: "drag", cell: to, from: held.cell, last: held.cell, second: false });
  else moveCursor(table, to);
  table.board.focus(next.ui.cursor);
}

function moveCursor(table, cell) {
  table.game = games.moveCursor(table.game, cell);
  table.board.setCursor(cell);
}

function listenToBoard(table) {
  const { stage, window } = table;
  stage.addEventListener("contextmenu", (event) => event.preventDefault());
  stage.addEventListener("pointerdown", (event) => beginGesture(table, event));
  window.addEventListener("pointermove", (event) => {
    if (event.pointerId !== table.gesture?.pointer) return;
    // A button may have been let go where nobody could tell this page.
    if (event.pointerType === "mouse" && event.buttons === 0) letGo(table);
    else follow(table, event);
  });
  window.addEventListener("pointerup", (event) => {
    if (event.pointerId !== table.gesture?.pointer) return;
    playAll(table, gestures.release(table.gesture));
    letGo(table);
  });
  window.addEventListener("pointercancel", (event) => {
    if (event.pointerId === table.gesture?.pointer) takeBack(table);
  });
  // A screen reader presses without a pointer; such a click counts no presses.
  stage.addEventListener("click", (event) => {
    const cell = cellOf(event.target);
    if (event.detail !== 0 || cell === null) return;
    become(table, hands.touch(table.game, cell), "", { type: "tap", cell });
  });
}

function beginGesture(table, event) {
  // A second finger means a pinch: whatever the first one drew was not meant.
  if (table.gesture) takeBack(table);
  if (!event.isPrimary) return;
  const { board, kind } = table;
  const place = board.placeAt(event.clientX, event.clientY);
  if (place === null || event.button > 2 || event.button === 1) return;
  const point = { x: event.clientX, y: event.clientY, device: event.pointerType, second: event.button === 2 };
  const zoom = table.window.visualViewport?.scale ?? 1;
  table.gesture = gestures.press({ pointer: event.pointerId, cell: place, zoom, ...point });
  table.undrawn = games.end(table.game);
  const cell = board.places.cellOf(place);
  const held = point.second ? null : hands.gripOf(table.undrawn, cell);
  become(table, games.begin(games.moveCursor(table.undrawn, cell), held));
  if (event.pointerType === "mouse" || kind.longPress === false) return;
  table.timer = table.window.setTimeout(() => {
    const { gesture, inputs } = gestures.hold(table.gesture);
    table.gesture = gesture;
    playAll(table, inputs);
  }, gestures.LONG_PRESS);
}

/** All that a pointer did since its last event: a fast one reports several places at once. */
function follow(table, event) {
  const { places, placeAt } = table.board;
  const inputs = [...(event.getCoalescedEvents?.() ?? []), event].flatMap(({ clientX: x, clientY: y }) => {
    const found = gestures.drag(table.gesture, { cell: placeAt(x, y), x, y }, places.cols, places.beyond);
    table.gesture = found.gesture;
    return found.inputs;
  });
  if (inputs.length > 0) table.window.clearTimeout(table.timer);
  playAll(table, inputs);
}

/** @param {readonly import("./contract.js").Input[]} inputs that name places */
function playAll(table, inputs) {
  const named = onCells(table.board.places, inputs);
  if (named.length === 0) return;
  const game = named.reduce((so, input) => games.play(so, input), table.game);
  const { cell } = game.ui.held ?? named.at(-1);
  const input = game.history === table.game.history ? null : named.at(-1);
  become(table, games.moveCursor(game, cell), "", input);
}

function letGo(table) {
  stopGesture(table);
  // A drag ends on another cell than the one that took the focus when it began.
  if (table.board.grid.contains(table.document.activeElement)) table.board.focus(table.game.ui.cursor);
}

function takeBack(table) {
  const { undrawn } = table;
  stopGesture(table);
  become(table, undrawn);
}

function stopGesture(table) {
  table.window.clearTimeout(table.timer);
  table.gesture = null;
  if (table.game) become(table, games.end(table.game));
}
