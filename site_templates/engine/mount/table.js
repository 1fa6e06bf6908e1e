/**
 * The game on the screen: what every part of a play page shares, and the one way to change it.
 *
 * @typedef {object} Table
 * @property {Document} document
 * @property {Window} window
 * @property {object} data the page's data
 * @property {import("../store.js").Store} store
 * @property {(key: string, values?: object) => string} say
 * @property {import("../contract.js").Kind} kind
 * @property {HTMLElement} stage
 * @property {import("../frame.js").Frame} frame that the stage is seen in
 * @property {ReturnType<typeof import("../panel.js").openPanel>} panel
 * @property {Record<string, () => void>} commands what the buttons and keys of the page do, by name
 * @property {import("../board.js").Board|null} board
 * @property {import("../game.js").Game|null} game
 * @property {number} index which of the page's levels it is
 * @property {import("../input.js").Gesture|null} gesture
 * @property {import("../game.js").Game|null} undrawn the game as it was when the gesture began
 * @property {number} timer of a long press
 * @property {import("../marks.js").Marks} marks what is pointed at
 * @property {ReturnType<typeof import("../names.js").openNames>|null} names what its cells are called
 * @property {() => void} changed what else has to follow when the game has changed
 * @property {import("../kept.js").Kept|null} kept the game in storage
 * @property {Clock|null} clock
 * @property {object|null} looked what an address brought, as long as nothing has changed: see `visit.js`
 * @property {() => void} reopen put on the table anew what the address names
 * @property {() => object} saved the game as it is kept, with its time
 *
 * @typedef {object} Clock
 * @property {(saved: unknown) => void} open a level is on the table
 * @property {(saved: unknown) => void} take the same level is on it as another tab has kept it
 * @property {() => void} leave it is no more, or the page ends
 * @property {() => number} ms the time played on it
 * @property {(game: import("../game.js").Game, before: import("../game.js").Game) => void} follow a change of the game
 */

import { openFrame } from "#engine/frame.js";
import * as games from "#engine/game.js";
import { homeOf } from "#engine/home.js";
import { goesOn } from "#engine/kept.js";
import { markWords, NO_MARKS } from "#engine/marks.js";
import { openNames } from "#engine/names.js";
import { openPanel } from "#engine/panel.js";
import { ofLevel } from "#engine/records.js";
import { keepPlace } from "#engine/shelf.js";
import { changedSince } from "#engine/since.js";

/** @returns {Table} with no level on it */
export function openTable(page, kind) {
  const { document } = page;
  const table = {
    ...page,
    kind,
    window: document.defaultView,
    stage: document.getElementById("stage"),
    frame: openFrame(document.getElementById("frame"), document.defaultView),
    panel: openPanel(document, page.data, page.say),
    commands: {},
    board: null,
    game: null,
    index: 0,
    gesture: null,
    undrawn: null,
    timer: 0,
    kept: null,
    clock: null,
    saved: () => ({ ...games.save(table.game), ms: table.clock.ms(), of: ofLevel(table.game.level, page.data.first + table.index) }),
    marks: NO_MARKS,
    names: null,
    looked: null,
    reopen: () => {},
    changed: () => {},
  };
  return table;
}

/**
 * Put a game on the screen; save it where it changed.
 * @param {Table} table
 * @param {import("../game.js").Game} game
 * @param {string} message what the page says of it
 * @param {import("../contract.js").Input|null} input what led to it, where the kind may tell of that
 * @param {{marks?: import("../marks.js").Marks, aloud?: string}} more what to point at, and what to say aloud in place of
 *   the message
 */
export function become(table, game, message = "", input = null, { marks, aloud } = {}) {
  const { data, document, game: before, index, kind, store } = table;
  if (game === before && input === null && !marks) return;
  table.game = game;
  // What was pointed at is so only until something changes.
  if (marks || game.history !== before.history) table.marks = marks ?? NO_MARKS;
  const news = input && kind.news ? kind.news(sightOf(before), sightOf(game), input) : null;
  const same = game.history === before.history && game.help === before.help && game.checkpoints === before.checkpoints;
  if (same) return news || message ? show(table, message, news, aloud) : redraw(table);
  table.clock.follow(game, before);
  const kept = keep(table);
  // Only a level that was played is one to go on with, not each that was looked at.
  const home = homeOf(document.location.href, data.root);
  if (game.history !== before.history) keepPlace(store, { data, home, kind, level: game.level, index });
  if (game.ui.solved !== before.ui.solved) table.stage.classList.toggle("celebrate", game.ui.solved);
  const two = kept === "elsewhere";
  if (two) table.panel.showChoice(true);
  table.panel.showUnkept(kept === "unkept");
  // What to choose comes before all else. That nothing can be kept has a line of its own, and is heard once.
  show(table, two ? table.say("play.two") : message, news, two ? undefined : aloud);
  table.changed();
}

/** Keep the game; what another tab has kept meanwhile stays, unless this game has gone on from it. */
function keep(table) {
  const { game, kept } = table;
  const done = kept.write(table.saved());
  if (done !== "elsewhere") return done;
  const whole = goesOn(games.open(game.kind, game.level, kept.other()), game);
  if (whole) table.panel.showChoice(false);
  return whole ? kept.overwrite(table.saved()) : done;
}

function sightOf(game) {
  return { state: games.present(game), ui: game.ui };
}

/** `news` is what a kind tells of the change; one that tells nothing has the cell read that was changed. */
export function show(table, message, news = null, aloud = undefined) {
  const { game, kind, panel } = table;
  const cells = redraw(table);
  panel.showGame(game, { summary: kind.summary(games.present(game), game.ui), touched: cells[game.ui.last], news, message, aloud });
}

/** Draw the game as it is, with what is pointed at. @param {Table} table */
export function redraw({ board, frame, game, kind, marks, names }) {
  const { state, ui } = sightOf(game);
  const cells = kind.describe(state, ui);
  const since = changedSince(game);
  for (const cell of since) cells[cell] = [...cells[cell], { key: "play.since" }];
  kind.draw(board.art, state, ui);
  board.setSince(since);
  board.setCursor(ui.cursor);
  const [pointed] = [marks.wrong, marks.made, marks.look].find((cells) => cells.length > 0) ?? [];
  if (board.setMarks(marks) && pointed !== undefined) frame.reveal(pointed);
  board.setNames(names(cells, markWords(marks, cells.length)));
  return cells;
}

/** A level is on the table: what its cells are called is put into words anew. @param {Table} table */
export function nameCells(table) {
  const { game, panel, say } = table;
  const marked = (name, word) => (word === null ? name : say("play.and", { before: name, after: say(word) }));
  table.names = openNames((phrases, cell, word) => marked(panel.cellName(game.level, phrases, cell), word));
}

/** Do what a button or a key of the page says: what was in hand is let go of first. */
export function go(table, change, message) {
  stopGesture(table);
  become(table, change(table.game), table.say(message));
}

/** Move the tab stop without a word. */
export function moveCursor(table, cell) {
  table.game = games.moveCursor(table.game, cell);
  table.board.setCursor(cell);
}

/** Whatever a pointer or a key had in hand is let go of. */
export function stopGesture(table) {
  table.window.clearTimeout(table.timer);
  table.gesture = null;
  if (table.game) become(table, games.end(table.game));
}
