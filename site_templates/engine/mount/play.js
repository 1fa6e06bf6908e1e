/**
 * A play page at work. Only the modules of this folder listen to events and reach for storage.
 *
 * Everything they decide is decided elsewhere: `game.js` says what a game becomes, `input.js` what a gesture means,
 * `hand.js` what keys do with what is taken hold of, `panel.js` what the page shows.
 */

import { readPlace, writePlace } from "#engine/address.js";
import { buildBoard } from "#engine/board.js";
import * as games from "#engine/game.js";
import { imagesOf, ITSELF, turnLevel } from "#engine/image.js";
import { openKept } from "#engine/kept.js";
import { openClock } from "#engine/mount/clock.js";
import { listenToHints, openHints } from "#engine/mount/hints.js";
import { listenToImages, showImage } from "#engine/mount/images.js";
import { listenToKeys } from "#engine/mount/keys.js";
import { mountOffers } from "#engine/mount/offer.js";
import { leadsWithin, mountPage } from "#engine/mount/page.js";
import { listenToPointer } from "#engine/mount/pointer.js";
import { listenToPrograms, showPrograms } from "#engine/mount/programs.js";
import { repeatWhileHeld } from "#engine/mount/repeat.js";
import { listenToSettings } from "#engine/mount/settings.js";
import { go, nameCells, openTable, show, stopGesture } from "#engine/mount/table.js";
import { listenToTabs } from "#engine/mount/tabs.js";
import { listenToVisits, openPosition, showVisit } from "#engine/mount/visit.js";
import { listenToZoom, showZoom } from "#engine/mount/zoom.js";
import { gameName } from "#engine/store.js";
import { askFor, isSought } from "#engine/whereabouts.js";

/**
 * @param {Document} document
 * @param {import("../contract.js").Kind} kind
 */
export function mountPlay(document, kind) {
  const page = mountPage(document);
  // Where the level is on another page, nothing is to be played on this one.
  if (leadsElsewhere(page)) return;
  mountOffers(page);
  const table = openTable(page, kind);
  table.clock = openClock(table);
  table.reopen = () => openLevel(table);
  listenToWindow(table);
  listenToTabs(table, (game, saved) => {
    table.game = game;
    table.clock.take(saved);
    openHints(table);
    showVisit(table);
  });
  listenToHints(table);
  listenToImages(table);
  listenToVisits(table);
  listenToPrograms(table);
  listenToButtons(table);
  listenToKeys(table);
  listenToPointer(table);
  listenToZoom(table);
  listenToSettings(table);
  openLevel(table);
}

/** A link may be older than the pages: the level that it names is asked for where all are known. @returns {boolean} */
function leadsElsewhere({ data, document: { location } }) {
  const { id } = readPlace(location.hash);
  const isElsewhere = isSought(id) && !data.levels.some((level) => level.id === id);
  if (isElsewhere) location.replace(askFor(data.page, location.hash));
  return isElsewhere;
}

/** What the address names, or the first level of the page, or the level itself in place of an image that it has not. */
function readAddress({ data, kind, window }) {
  const { id, image, position } = readPlace(window.location.hash);
  const found = data.levels.findIndex((level) => level.id === id);
  const index = Math.max(found, 0);
  const itself = data.levels[index];
  if (found === -1) return { index, level: itself, position: "", fault: id === "" ? "" : "play.missing" };
  if (!imagesOf(itself).includes(image)) return { index, level: itself, position: "", fault: "play.imageMissing" };
  return { index, level: turnLevel(kind, itself, image), position, fault: "" };
}

function openLevel(table) {
  const { kind, store, window } = table;
  const { index, level, position, fault } = readAddress(table);
  const focusMoves = table.panel.holdsFocus();
  stopGesture(table);
  table.clock.leave();
  table.index = index;
  table.kept = openKept(store, gameName(kind.name, level));
  const saved = table.kept.read();
  table.game = games.open(kind, level, saved);
  table.clock.open(saved);
  const spoilt = isSpoilt(table, saved) ? "play.spoilt" : "";
  const told = openPosition(table, position) || fault || spoilt;
  table.panel.showChoice(false);
  openHints(table);
  table.board = buildBoard(table.stage, level, kind, table.panel.boardLabel(level));
  table.stage.classList.remove("celebrate");
  nameCells(table);
  table.panel.showLevel(index);
  table.frame.lay(level, kind);
  showZoom(table);
  const seen = showImage(table);
  showPrograms(table);
  show(table, told && table.say(told), [], told === "" && seen !== "" ? seen : undefined);
  showVisit(table);
  // The address always names what is on the screen, so that it can be passed on.
  const address = writePlace({ ...level, position: table.looked ? position : "" });
  if (address !== window.location.hash) window.history.replaceState(null, "", address);
  if (focusMoves) table.board.focus(table.game.ui.cursor);
}

/** @returns {boolean} whether a part of what is kept of the level, or all of it, is nothing that can be played on */
function isSpoilt({ game, kind, store }, saved) {
  if (games.isSave(saved)) return saved.steps.length > game.history.steps.length;
  return store.names().includes(gameName(kind.name, game.level));
}

function listenToWindow(table) {
  const { window } = table;
  window.addEventListener("hashchange", (event) => {
    if (!leadsWithin(table.document, event) && !leadsElsewhere(table)) openLevel(table);
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
