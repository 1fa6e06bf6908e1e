/**
 * The frame that a board is seen in: as a whole, or zoomed and scrolled, with numbers for its rows and columns or
 * without. No listener is set here.
 *
 * @typedef {object} Frame
 * @property {HTMLElement} place
 * @property {(level: import("./contract.js").Level, kind: import("./contract.js").Kind) => void} lay another board is in
 *   it, and seen as a whole
 * @property {() => void} fit the room has changed: what was in the middle stays there
 * @property {(labels: boolean) => void} setLabels
 * @property {() => {cell: number, base: number}} size of the cells as they are, and on the whole board
 * @property {(cell: number, at?: Point, under?: Point) => void} zoom to a size of the cells, about a point of the window;
 *   `under` is the place that is to be there, the one that is there now where it is left out
 * @property {(at: Point) => Point} under the place by a point of the window
 * @property {(cell: number) => Point|null} middleOf a cell in the window, null where it is not seen
 * @property {(cell: number) => void} reveal
 *
 * @typedef {{x: number, y: number}} Point
 */

import { cellPixels } from "#engine/board.js";
import { marginOf, NO_MARGIN } from "#engine/places.js";
import { bound, labelsEvery, placeUnder, scrollFor, scrollToShow } from "#engine/zoom.js";

/** The room that numbers take to the left and above, in pixels. */
const LABEL = Object.freeze({ x: 22, y: 20 });
const NO_LABEL = Object.freeze({ x: 0, y: 0 });

/** A frame is at least so large while its board is larger: one of a single row would be a slit. */
const LEAST = 280;

/** @param {HTMLElement} place with the stage in it @param {Window} window @returns {Frame} */
export function openFrame(place, window) {
  const stage = place.querySelector(".stage");
  let [level, margin, lead] = [{ rows: 1, cols: 1 }, NO_MARGIN, NO_LABEL];
  let [base, cell] = [1, 1];
  // What the player has zoomed to, for as long as the board is there: a room may be large enough without, and then not.
  let near = null;
  const view = {
    x: () => ({ scroll: place.scrollLeft, lead: lead.x, cell, size: place.clientWidth }),
    y: () => ({ scroll: place.scrollTop, lead: lead.y, cell, size: place.clientHeight }),
  };
  const whole = (size) => ({
    x: lead.x + size * (margin.left + level.cols + margin.right),
    y: lead.y + size * (margin.top + level.rows + margin.bottom),
  });

  function show(size) {
    cell = size;
    const zoomed = cell > base;
    const [least, all] = [whole(base), whole(cell)];
    const room = { x: place.parentElement.clientWidth, y: Infinity };
    const seen = (side) => Math.min(all[side], Math.max(least[side], Math.min(LEAST, room[side])));
    place.style.setProperty("--cell", `${cell}px`);
    place.style.setProperty("--base", `${base}px`);
    place.style.setProperty("--scale", String(cell / base));
    place.style.width = zoomed ? `${seen("x")}px` : "";
    place.style.height = zoomed ? `${seen("y")}px` : "";
    place.classList.toggle("is-zoomed", zoomed);
    for (const labels of place.querySelectorAll(".labels")) labels.dataset.every = String(labelsEvery(cell));
  }

  function corner() {
    const { left, top } = place.getBoundingClientRect();
    return { x: left + place.clientLeft, y: top + place.clientTop };
  }

  function middle() {
    const { x, y } = corner();
    return { x: x + (lead.x + place.clientWidth) / 2, y: y + (lead.y + place.clientHeight) / 2 };
  }

  function under(at) {
    const { x, y } = corner();
    return { x: placeUnder(at.x - x, view.x()), y: placeUnder(at.y - y, view.y()) };
  }

  function zoom(size, at = middle(), kept = under(at)) {
    show(bound(size, base));
    near = cell > base ? { cell, kept } : null;
    scroll(at, kept);
  }

  function scroll(at, kept) {
    const { x, y } = corner();
    place.scrollLeft = scrollFor(kept.x, at.x - x, view.x());
    place.scrollTop = scrollFor(kept.y, at.y - y, view.y());
  }

  function fit() {
    if (near !== null && cell > base) near = { cell: near.cell, kept: under(middle()) };
    base = roomFor();
    show(near === null ? base : bound(near.cell, base));
    if (near !== null) scroll(middle(), near.kept);
  }

  function roomFor() {
    const room = place.parentElement.getBoundingClientRect();
    // On a wide page the board must also fit in the height; on a narrow one the page may scroll.
    const wide = window.matchMedia("(min-width: 60rem)").matches;
    const height = wide ? Math.max(window.innerHeight - room.top - window.scrollY - 40, 320) : Infinity;
    return cellPixels({ width: room.width - lead.x, height: height - lead.y }, level, margin);
  }

  return Object.freeze({
    place,
    lay(next, kind) {
      [level, margin] = [next, marginOf(kind, next)];
      for (const side of Object.keys(NO_MARGIN)) place.style.setProperty(`--${side}`, String(margin[side]));
      for (const way of ["rows", "cols"]) place.style.setProperty(`--${way}`, String(level[way]));
      label(place, stage, lead === NO_LABEL ? null : level);
      near = null;
      fit();
    },
    fit,
    setLabels(labels) {
      lead = labels ? LABEL : NO_LABEL;
      place.style.setProperty("--lead-x", `${lead.x}px`);
      place.style.setProperty("--lead-y", `${lead.y}px`);
      label(place, stage, labels ? level : null);
      fit();
    },
    size: () => ({ cell, base }),
    zoom,
    under,
    middleOf(number) {
      const { x, y } = placeOf(number);
      const [left, top] = [scrollFor(x + 0.5, place.scrollLeft, view.x()), scrollFor(y + 0.5, place.scrollTop, view.y())];
      const isSeen = left > lead.x && left < place.clientWidth && top > lead.y && top < place.clientHeight;
      return isSeen ? { x: corner().x + left, y: corner().y + top } : null;
    },
    reveal(number) {
      if (cell <= base) return;
      const { x, y } = placeOf(number);
      place.scrollLeft = scrollToShow(x, view.x());
      place.scrollTop = scrollToShow(y, view.y());
    },
  });

  function placeOf(number) {
    return { x: margin.left + (number % level.cols), y: margin.top + Math.floor(number / level.cols) };
  }
}

/** Numbers as cells are called, from 1. They are spoken with each cell, and stand here for the eye. */
function label(place, stage, level) {
  for (const old of place.querySelectorAll(".labels")) old.remove();
  if (level === null) return;
  const { ownerDocument: document } = place;
  const line = (name, count) => {
    const labels = document.createElement("div");
    labels.className = `labels ${name}`;
    labels.setAttribute("aria-hidden", "true");
    for (let number = 1; number <= count; number++) {
      const text = document.createElement("span");
      text.textContent = String(number);
      labels.append(text);
    }
    return labels;
  };
  stage.before(line("of-corner", 0), line("of-cols", level.cols), line("of-rows", level.rows));
}
