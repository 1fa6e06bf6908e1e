/** A pointer on the board, from press to release. What it means is decided in `input.js` and by the kind. */

import { withoutGesture } from "#engine/attempts.js";
import { cellOf } from "#engine/board.js";
import * as games from "#engine/game.js";
import * as hands from "#engine/hand.js";
import * as gestures from "#engine/input.js";
import { become, stopGesture } from "#engine/mount/table.js";
import { onCells } from "#engine/places.js";

export function listenToPointer(table) {
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

/** @param {readonly import("../contract.js").Input[]} inputs that name places */
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

/** What the present gesture has drawn was not meant. @param {import("./table.js").Table} table */
export function takeBack(table) {
  const { undrawn } = table;
  stopGesture(table);
  become(table, withoutGesture(table.game, undrawn));
}
