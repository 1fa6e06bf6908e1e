/**
 * A play page at work. This is the only module that listens to events and reaches for storage.
 *
 * Everything it decides is decided elsewhere: `game.js` says what a game becomes, `input.js` what a gesture means,
 * `panel.js` what the page shows. What is kept here is the game on the screen and the gesture in hand.
 */

import { buildBoard, cellOf, cellPixels } from "#engine/board.js";
import * as games from "#engine/game.js";
import { homeOf, showWayHome } from "#engine/home.js";
import * as gestures from "#engine/input.js";
import { carryPlace } from "#engine/languages.js";
import { openPanel } from "#engine/panel.js";
import { showContinue, showStanding } from "#engine/shelf.js";
import { gameName, HOME, LAST, openStore, storageKey, THEME } from "#engine/store.js";
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
  fit(table);
  show(table, wanted !== "" && found === -1 ? table.say("play.missing") : "");
  // The address always names the level on the screen, so that it can be passed on.
  if (found === -1) window.history.replaceState(null, "", `#${level.id}`);
  remember(table);
  if (focusMoves) table.board.focus(table.game.ui.cursor);
}

/** Put a game on the screen; save it where it changed. */
function become(table, game, message = "") {
  if (game === table.game) return;
  const before = table.game;
  table.game = game;
  if (game.history === before.history) return show(table, message);
  const kept = table.store.write(gameName(table.kind.name, game.level.id), games.save(game));
  if (game.ui.solved !== before.ui.solved) table.stage.classList.toggle("celebrate", game.ui.solved);
  show(table, kept ? message : table.say("play.unkept"));
}

function show(table, message) {
  const { board, game, kind, panel } = table;
  const state = games.present(game);
  const cells = kind.describe(state);
  kind.draw(board.art, state, game.ui);
  board.setCursor(game.ui.cursor);
  board.setNames(panel.cellNames(game.level, cells));
  panel.showGame(game, { summary: kind.summary(state), touched: cells[game.ui.last], message });
}

/** Keep where the reader is, and what comes next, for the home page. */
function remember(table) {
  const { data, game, index, kind, store } = table;
  const { level } = game;
  const following = data.levels[index + 1]?.id;
  const next = following ? `${data.page}#${following}` : data.after;
  const fromHome = (href) => href && `${data.folder}${href}`;
  const names = { name: data.name, number: data.first + index };
  const links = { href: fromHome(`${data.page}#${level.id}`), next: fromHome(next) };
  store.write(LAST, { kind: kind.name, level, ...names, ...links });
}

function fit(table) {
  const { game, kind, stage, window } = table;
  const room = stage.parentElement.getBoundingClientRect();
  // On a wide page the board must also fit in the height; on a narrow one the page may scroll.
  const wide = window.matchMedia("(min-width: 60rem)").matches;
  const height = wide ? window.innerHeight - room.top - window.scrollY - 40 : Infinity;
  const pixels = cellPixels({ width: room.width, height: Math.max(height, 320) }, game.level, kind.margin);
  stage.style.setProperty("--cell", `${pixels}px`);
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
  window.addEventListener("resize", () => fit(table));
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
    else if (answer.walk !== undefined) walk(table, answer.walk);
    else {
      const next = games.play(table.game, answer.input);
      if (next === table.game) return;
      become(table, next);
    }
    event.preventDefault();
  });
}

function go(table, change, message) {
  stopGesture(table);
  become(table, change(table.game), table.say(message));
}

function walk(table, cell) {
  moveCursor(table, cell);
  table.board.focus(cell);
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
    for (const point of event.getCoalescedEvents?.() ?? []) follow(table, point);
    follow(table, event);
  });
  window.addEventListener("pointerup", (event) => {
    if (event.pointerId !== table.gesture?.pointer) return;
    const inputs = gestures.release(table.gesture);
    playAll(table, inputs);
    stopGesture(table);
    // A drag ends on another cell than the one that took the focus when it began.
    if (table.board.grid.contains(table.document.activeElement)) table.board.focus(table.game.ui.cursor);
  });
  window.addEventListener("pointercancel", (event) => {
    if (event.pointerId === table.gesture?.pointer) takeBack(table);
  });
  // A screen reader presses without a pointer; such a click counts no presses.
  stage.addEventListener("click", (event) => {
    const cell = cellOf(event.target);
    if (event.detail === 0 && cell !== null) become(table, games.play(table.game, { type: "tap", cell }));
  });
}

function beginGesture(table, event) {
  // A second finger means a pinch: whatever the first one drew was not meant.
  if (table.gesture) takeBack(table);
  if (!event.isPrimary) return;
  const cell = table.board.cellAt(event.clientX, event.clientY);
  if (cell === null || event.button > 2 || event.button === 1) return;
  const point = { x: event.clientX, y: event.clientY, device: event.pointerType, second: event.button === 2 };
  const zoom = table.window.visualViewport?.scale ?? 1;
  table.gesture = gestures.press({ pointer: event.pointerId, cell, zoom, ...point });
  table.undrawn = table.game;
  table.game = games.holdBefore(games.moveCursor(table.game, cell), games.present(table.game));
  if (event.pointerType === "mouse") return;
  table.timer = table.window.setTimeout(() => {
    const { gesture, inputs } = gestures.hold(table.gesture);
    table.gesture = gesture;
    playAll(table, inputs);
  }, gestures.LONG_PRESS);
}

function follow(table, event) {
  const cell = table.board.cellAt(event.clientX, event.clientY);
  const { gesture, inputs } = gestures.drag(
    table.gesture,
    { cell, x: event.clientX, y: event.clientY },
    table.game.level.cols,
  );
  table.gesture = gesture;
  if (inputs.length > 0) table.window.clearTimeout(table.timer);
  playAll(table, inputs);
}

/** The moves of one gesture are one step, from whichever of them is the first to change anything. */
function playAll(table, inputs) {
  let game = table.game;
  for (const input of inputs) {
    const begun = game.history !== table.undrawn.history;
    game = games.play(game, input, begun);
  }
  if (inputs.length > 0) game = games.moveCursor(game, inputs.at(-1).cell);
  become(table, game);
}

function takeBack(table) {
  const { undrawn } = table;
  stopGesture(table);
  become(table, games.holdBefore(undrawn, null));
}

function stopGesture(table) {
  table.window.clearTimeout(table.timer);
  table.gesture = null;
  if (table.game) table.game = games.holdBefore(table.game, null);
}
