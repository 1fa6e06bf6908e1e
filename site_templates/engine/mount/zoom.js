/** Two fingers, a wheel, keys and buttons that bring a board nearer. What they lead to is worked out in `zoom.js`. */

import { takeBack } from "#engine/mount/pointer.js";
import { bound, isFine, mostOf, pinchOf, stepped, wheelFactor, zoomPhrase } from "#engine/zoom.js";

/** A wheel has come to rest after so long without a turn, in milliseconds. */
const REST = 500;

/** @param {import("./table.js").Table} table */
export function listenToZoom(table) {
  const { commands, frame, window } = table;
  listenToFingers(table);
  const wheel = { timer: 0 };
  frame.place.addEventListener("wheel", (event) => zoomByWheel(table, event, wheel), { passive: false });
  window.addEventListener("resize", () => {
    frame.fit();
    showZoom(table);
  });
  // Who has zoomed the page itself needs two fingers to get about it, on the board too, which may be all that is seen.
  const { visualViewport } = window;
  const follow = () => frame.place.classList.toggle("on-zoomed-page", isPageZoomed(window));
  visualViewport?.addEventListener("resize", follow);
  follow();
  const step = (way) => () => {
    const { cell, base } = frame.size();
    const held = frame.place.contains(table.document.activeElement) ? table.game.ui.cursor : null;
    zoom(table, stepped(cell, base, way), (held !== null && frame.middleOf(held)) || undefined);
    if (held !== null) frame.reveal(held);
    tell(table);
  };
  Object.assign(commands, {
    nearer: step(1),
    farther: step(-1),
    whole() {
      zoom(table, frame.size().base);
      tell(table);
    },
  });
}

/** Bring the buttons to what the board is: they are there where it is too fine, or zoomed. @param {import("./table.js").Table} table */
export function showZoom({ frame, panel, window }) {
  const { cell, base } = frame.size();
  const touch = window.matchMedia("(pointer: coarse)").matches;
  panel.showZoom({ any: isFine(base, touch) || cell > base, least: cell <= base, most: cell >= mostOf(base) });
}

function zoom(table, size, at, under) {
  table.frame.zoom(size, at, under);
  showZoom(table);
}

/** Say how near the board is: once, when that has come to rest. */
function tell({ frame, panel, say }) {
  const { key, values } = zoomPhrase(frame.size());
  panel.hear(say(key, values));
}

function zoomByWheel(table, event, wheel) {
  // Without a key the wheel scrolls: the frame where it is zoomed, else the page.
  if (!event.ctrlKey && !event.metaKey) return;
  event.preventDefault();
  const { cell } = table.frame.size();
  zoom(table, cell * wheelFactor(event), { x: event.clientX, y: event.clientY });
  const { window } = table;
  window.clearTimeout(wheel.timer);
  wheel.timer = window.setTimeout(() => tell(table), REST);
}

function listenToFingers(table) {
  const { frame, window } = table;
  const fingers = new Map();
  const state = { pinch: null, due: 0 };
  const begin = () => {
    if (table.gesture) takeBack(table);
    const { x, y, spread } = pinchOf([...fingers.values()]);
    state.pinch = { under: frame.under({ x, y }), spread, cell: frame.size().cell };
  };
  const follow = () => {
    state.due = 0;
    if (state.pinch === null || fingers.size !== 2) return;
    const { x, y, spread } = pinchOf([...fingers.values()]);
    const { cell, under } = state.pinch;
    zoom(table, bound((cell * spread) / state.pinch.spread, frame.size().base), { x, y }, under);
  };
  frame.place.parentElement.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "touch" || isPageZoomed(window)) return;
    if (event.isPrimary) fingers.clear();
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (fingers.size === 2) begin();
  });
  window.addEventListener("pointermove", (event) => {
    if (!fingers.has(event.pointerId)) return;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    // Each finger tells of itself, and a frame is drawn once for both.
    if (state.pinch !== null && state.due === 0) state.due = window.requestAnimationFrame(follow);
  });
  for (const sign of ["pointerup", "pointercancel"]) {
    window.addEventListener(sign, (event) => {
      if (!fingers.has(event.pointerId)) return;
      window.cancelAnimationFrame(state.due);
      follow();
      fingers.delete(event.pointerId);
      // Two fingers that only moved the board have brought it no nearer.
      if (state.pinch !== null && state.pinch.cell !== frame.size().cell) tell(table);
      state.pinch = null;
      if (fingers.size === 2) begin();
    });
  }
}

function isPageZoomed({ visualViewport }) {
  return (visualViewport?.scale ?? 1) > 1.01;
}
