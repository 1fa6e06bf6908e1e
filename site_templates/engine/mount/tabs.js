/** The same level in two tabs: the newer game is seen in both, and nothing is overwritten without being asked for. */

import * as games from "#engine/game.js";
import { goesOn } from "#engine/kept.js";
import { show, stopGesture } from "#engine/mount/table.js";
import { isLooking } from "#engine/mount/visit.js";
import { gameName, storageKey } from "#engine/store.js";

/** @param {import("./table.js").Table} table @param {(game: import("../game.js").Game, saved: unknown) => void} take another game */
export function listenToTabs(table, take) {
  const { commands, window } = table;
  window.addEventListener("storage", (event) => {
    const name = gameName(table.kind.name, table.game.level);
    if (event.key !== storageKey(name) || event.newValue === null) return;
    stopGesture(table);
    const other = games.open(table.kind, table.game.level, table.store.read(name));
    // A position from a link is put on whatever the own game is.
    if (isLooking(table)) return table.reopen();
    if (!goesOn(table.game, other)) return ask(table);
    const same = other.history.at === table.game.history.at && goesOn(other, table.game);
    takeOther();
    // Another tab that was only left has kept nothing but its time.
    if (!same) show(table, table.say("play.elsewhere"));
  });
  const takeOther = () => {
    const cursor = table.game.ui.cursor;
    table.panel.showChoice(false);
    const saved = table.kept.read();
    take(games.moveCursor(games.open(table.kind, table.game.level, saved), cursor), saved);
  };
  Object.assign(commands, {
    takeOther() {
      stopGesture(table);
      takeOther();
      show(table, table.say("play.tookOther"));
      table.board.focus(table.game.ui.cursor);
    },
    keepThis() {
      stopGesture(table);
      table.panel.showChoice(false);
      const kept = table.kept.overwrite(table.saved());
      table.panel.showUnkept(kept === "unkept");
      show(table, kept === "kept" ? table.say("play.keptThis") : "");
      table.board.focus(table.game.ui.cursor);
    },
  });
}

function ask(table) {
  table.panel.showChoice(true);
  show(table, table.say("play.two"));
}
