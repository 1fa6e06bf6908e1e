/**
 * A play page at work. Only the modules of this folder listen to events and reach for storage.
 *
 * Everything they decide is decided elsewhere: `game.js` says what a game becomes, `input.js` what a gesture means,
 * `hand.js` what keys do with what is taken hold of, `panel.js` what the page shows.
 */

import { buildBoard } from "#engine/board.js";
import * as games from "#engine/game.js";
import { openKept } from "#engine/kept.js";
import { openClock } from "#engine/mount/clock.js";
import { listenToHints, openHints } from "#engine/mount/hints.js";
import { listenToKeys } from "#engine/mount/keys.js";
import { mountOffers } from "#engine/mount/offer.js";
import { mountPage } from "#engine/mount/page.js";
import { listenToPointer } from "#engine/mount/pointer.js";
import { repeatWhileHeld } from "#engine/mount/repeat.js";
import { listenToSettings } from "#engine/mount/settings.js";
import { go, nameCells, openTable, show, stopGesture } from "#engine/mount/table.js";
import { listenToTabs } from "#engine/mount/tabs.js";
import { listenToZoom, showZoom } from "#engine/mount/zoom.js";
import { gameName } from "#engine/store.js";

/**
 * @param {Document} document
 * @param {import("../contract.js").Kind} kind
 */
export function mountPlay(document, kind) {
  const page = mountPage(document);
  mountOffers(page);
  const table = openTable(page, kind);
  table.clock = openClock(table);
  listenToWindow(table);
  listenToTabs(table, (game, saved) => {
    table.game = game;
    table.clock.take(saved);
    openHints(table);
  });
  listenToHints(table);
  listenToButtons(table);
  listenToKeys(table);
  listenToPointer(table);
  listenToZoom(table);
  listenToSettings(table);
  openLevel(table);
}

function openLevel(table) {
  const { data, kind, store, window } = table;
  const wanted = window.location.hash.slice(1);
  const found = data.levels.findIndex(({ id }) => id === wanted);
  const focusMoves = table.panel.holdsFocus();
  stopGesture(table);
  table.clock.leave();
  table.index = Math.max(found, 0);
  const level = data.levels[table.index];
  table.kept = openKept(store, gameName(kind.name, level.id));
  const saved = table.kept.read();
  table.game = games.open(kind, level, saved);
  table.clock.open(saved);
  table.panel.showChoice(false);
  openHints(table);
  table.board = buildBoard(table.stage, level, kind, table.panel.boardLabel(level));
  table.stage.classList.remove("celebrate");
  nameCells(table);
  table.panel.showLevel(table.index);
  table.frame.lay(level, kind);
  showZoom(table);
  show(table, wanted !== "" && found === -1 ? table.say("play.missing") : "");
  // The address always names the level on the screen, so that it can be passed on.
  if (found === -1) window.history.replaceState(null, "", `#${level.id}`);
  if (focusMoves) table.board.focus(table.game.ui.cursor);
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
}

function listenToButtons(table) {
  Object.assign(table.commands, {
    undo: () => go(table, games.undo, "play.undone"),
    redo: () => go(table, games.redo, "play.redone"),
    restart: () => go(table, games.restart, "play.restarted"),
    checkpoint: () => go(table, games.setCheckpoint, "play.checkpointSet"),
    back: () => go(table, games.returnToCheckpoint, "play.checkpointBack"),
    drop: () => go(table, games.dropCheckpoint, "play.checkpointDropped"),
  });
  for (const button of table.document.querySelectorAll("[data-command]")) {
    const act = () => table.commands[button.dataset.command]?.();
    if ("repeat" in button.dataset) repeatWhileHeld(table.window, button, act);
    else button.addEventListener("click", act);
  }
}
