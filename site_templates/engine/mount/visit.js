/** Positions in addresses: one that the address brings, and the link to the one on the screen. */

import { writePlace } from "#engine/address.js";
import * as games from "#engine/game.js";
import { copyText } from "#engine/mount/clipboard.js";
import { become, show, stopGesture } from "#engine/mount/table.js";
import { readPosition, spells, writePosition } from "#engine/position.js";
import { hasOwn, ownGame, visit } from "#engine/visit.js";

/** @param {import("./table.js").Table} table after every other part has said what follows a change */
export function listenToVisits(table) {
  const { commands, document, kind } = table;
  const rest = table.changed;
  table.changed = () => {
    rest();
    showVisit(table);
  };
  commands.link = () => copyLink(table);
  commands.ownGame = () => {
    stopGesture(table);
    become(table, ownGame(table.game), table.say("play.ownBack"));
    table.board.focus(table.game.ui.cursor);
  };
  document.querySelector("[data-command=link]").hidden = !spells(kind);
}

/**
 * Put the position of an address on the board, in front of the reader's own game, which stays in storage as it is.
 * @param {import("./table.js").Table} table with that game on it @param {string} position or nothing
 * @returns {string} the key of what to tell of it, or nothing
 */
export function openPosition(table, position) {
  table.looked = null;
  const { clock, game: own, kind } = table;
  if (position === "") return "";
  const found = readPosition(kind, own.level, position);
  if (found === null) return "play.positionBad";
  if (writePosition(kind, own.level, games.present(own)) === position) return "";
  table.game = visit(own, found.moves, clock.ms());
  clock.take(null);
  table.looked = { history: table.game.history, checkpoints: table.game.checkpoints, help: table.game.help };
  const { kept } = table;
  // Who only looks has played nothing: it is kept from the first move on.
  table.kept = Object.freeze({ ...kept, write: (value) => (isLooking(table) ? "kept" : kept.write(value)) });
  return hasOwn(table.game) ? "play.position" : "play.positionNew";
}

/** @returns {boolean} whether what the address brought is on the board as it came */
export function isLooking({ game, looked }) {
  return Boolean(looked) && ["history", "checkpoints", "help"].every((name) => game[name] === looked[name]);
}

/** What of the page follows from where the game stands: the address, the way back, and no link to what was before. */
export function showVisit(table) {
  const { document, game, looked, window } = table;
  document.querySelector("[data-part=linkText]").hidden = true;
  document.querySelector("[data-command=ownGame]").hidden = !hasOwn(game);
  if (!looked || isLooking(table)) return;
  table.looked = null;
  window.history.replaceState(null, "", writePlace(game.level));
}

async function copyLink(table) {
  const { document, kind, say, window } = table;
  stopGesture(table);
  const { level } = table.game;
  const [here, start] = [games.present(table.game), kind.start(level)].map((state) => writePosition(kind, level, state));
  const begun = here !== start;
  const address = window.location.href.replace(/#.*$/, "") + writePlace({ ...level, position: begun ? here : "" });
  const copied = await copyText(window, address);
  const box = document.querySelector("[data-part=linkText]");
  box.value = address;
  show(table, say(copied ? (begun ? "play.linked" : "play.linkedLevel") : "play.linkCopy"));
  box.hidden = copied;
  if (copied) return;
  box.focus();
  box.select();
}
