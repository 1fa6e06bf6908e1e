/** Keys and the focus on the board. What they mean is decided in `input.js` and `hand.js`, and by the kind. */

import { cellOf } from "#engine/board.js";
import * as games from "#engine/game.js";
import * as hands from "#engine/hand.js";
import * as gestures from "#engine/input.js";
import { become, moveCursor } from "#engine/mount/table.js";

/** @param {import("./table.js").Table} table */
export function listenToKeys(table) {
  // Whatever moves the focus, a screen reader or a script too, moves the cursor: keys act on the cell that has it.
  table.stage.addEventListener("focusin", (event) => {
    const cell = cellOf(event.target);
    if (cell !== null && cell !== table.game.ui.cursor) moveCursor(table, cell);
  });
  table.stage.addEventListener("keydown", (event) => {
    const { cursor } = table.game.ui;
    const { key, shiftKey: shift, altKey: alt, repeat } = event;
    const press = { key, ctrl: event.ctrlKey || event.metaKey, shift, alt, repeat };
    const answer = gestures.readKey(press, cursor, table.game.level);
    if (answer === null) return;
    const isKinds = answer.yields && hands.usesKey(table.game, answer.input.key);
    const command = isKinds ? undefined : table.commands[answer.command];
    if (command) {
      if (!answer.spent) command();
    } else if (answer.walk !== undefined) walk(table, answer.walk, gestures.wayOf(event.key));
    else {
      const next = hands.press(table.game, answer.input);
      if (next === table.game) return;
      become(table, next, "", answer.input);
      focus(table, next.ui.cursor);
    }
    event.preventDefault();
  });
  // Undo and redo are at hand wherever the focus is on the page, as anywhere else.
  table.document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || !(event.ctrlKey || event.metaKey)) return;
    // Beneath a dialog nothing moves, wherever in it the focus is, or on nothing at all.
    if (table.document.querySelector("dialog[open]") !== null) return;
    const press = { key: event.key, ctrl: true, shift: event.shiftKey, alt: event.altKey };
    const answer = gestures.readKey(press, table.game.ui.cursor, table.game.level);
    if (!answer?.command) return;
    table.commands[answer.command]();
    event.preventDefault();
  });
  table.stage.addEventListener("focusout", (event) => {
    // Who goes on to something else of the page lets go of what a key took hold of.
    const leaves = event.relatedTarget !== null && !table.stage.contains(event.relatedTarget);
    if (leaves && table.gesture === null) become(table, games.end(table.game));
  });
}

function walk(table, cell, way) {
  const { held } = table.game.ui;
  const to = hands.aim(table.game, cell, way);
  const next = hands.go(table.game, to);
  // What is in hand draws by single steps, and where it cannot go the kind may say why.
  if (held !== null && way === null) return;
  if (held !== null) become(table, next, "", { type: "drag", cell: to, from: held.cell, last: held.cell, second: false });
  else moveCursor(table, to);
  focus(table, next.ui.cursor);
}

/** Where the keys are is always seen. */
function focus({ board, frame }, cell) {
  frame.reveal(cell);
  board.focus(cell);
}
