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

/**
 * How the board is seen at present.
 * @typedef {object} Sight
 * @property {HTMLElement} place
 * @property {Window} window
 * @property {{rows: number, cols: number}} level
 * @property {import("./contract.js").Margin} margin
 * @property {Point} lead the room that numbers take, in pixels
 * @property {number} base the size of the whole board's cells
 * @property {number} cell the size that they have
 * @property {{cell: number, kept: Point}|null} near what the player has zoomed to, for as long as the board is there: a
 *   room may be large enough without, and then not
 */

/** @param {HTMLElement} place with the stage in it @param {Window} window @returns {Frame} */
export function openFrame(place, window) {
  /** @type {Sight} */
  const sight = { place, window, level: { rows: 1, cols: 1 }, margin: NO_MARGIN, lead: NO_LABEL, base: 1, cell: 1, near: null };
  return Object.freeze({
    place,
    lay: (level, kind) => lay(sight, level, kind),
    fit: () => fit(sight),
    setLabels: (labels) => setLabels(sight, labels),
    size: () => ({ cell: sight.cell, base: sight.base }),
    zoom: (size, at, kept) => zoom(sight, size, at, kept),
    under: (at) => under(sight, at),
    middleOf: (cell) => middleOf(sight, cell),
    reveal: (cell) => reveal(sight, cell),
  });
}

function lay(sight, level, kind) {
  const { place } = sight;
  Object.assign(sight, { level, margin: marginOf(kind, level), near: null });
  for (const side of Object.keys(NO_MARGIN)) place.style.setProperty(`--${side}`, String(sight.margin[side]));
  for (const way of ["rows", "cols"]) place.style.setProperty(`--${way}`, String(level[way]));
  label(place, sight.lead === NO_LABEL ? null : level);
  fit(sight);
}

function setLabels(sight, labels) {
  const { place } = sight;
  sight.lead = labels ? LABEL : NO_LABEL;
  place.style.setProperty("--lead-x", `${sight.lead.x}px`);
  place.style.setProperty("--lead-y", `${sight.lead.y}px`);
  label(place, labels ? sight.level : null);
  fit(sight);
}

function fit(sight) {
  if (sight.near !== null && sight.cell > sight.base) sight.near = { cell: sight.near.cell, kept: under(sight, middle(sight)) };
  sight.base = roomFor(sight);
  show(sight, sight.near === null ? sight.base : bound(sight.near.cell, sight.base));
  if (sight.near !== null) scroll(sight, middle(sight), sight.near.kept);
}

function roomFor({ lead, level, margin, place, window }) {
  const room = place.parentElement.getBoundingClientRect();
  // On a wide page the board must also fit in the height; on a narrow one the page may scroll.
  const wide = window.matchMedia("(min-width: 60rem)").matches;
  const height = wide ? Math.max(window.innerHeight - room.top - window.scrollY - 40, 320) : Infinity;
  return cellPixels({ width: room.width - lead.x, height: height - lead.y }, level, margin);
}

function zoom(sight, size, at = middle(sight), kept = under(sight, at)) {
  show(sight, bound(size, sight.base));
  const { base, cell } = sight;
  sight.near = cell > base ? { cell, kept } : null;
  scroll(sight, at, kept);
}

function show(sight, cell) {
  sight.cell = cell;
  const { base, place } = sight;
  const zoomed = cell > base;
  const [least, all] = [whole(sight, base), whole(sight, cell)];
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

/** The room that the whole board takes with cells of a size. */
function whole({ lead, level, margin }, size) {
  return {
    x: lead.x + size * (margin.left + level.cols + margin.right),
    y: lead.y + size * (margin.top + level.rows + margin.bottom),
  };
}

function scroll(sight, at, kept) {
  const { place } = sight;
  const { x, y } = corner(sight);
  place.scrollLeft = scrollFor(kept.x, at.x - x, across(sight));
  place.scrollTop = scrollFor(kept.y, at.y - y, down(sight));
}

function reveal(sight, number) {
  if (sight.cell <= sight.base) return;
  const { place } = sight;
  const { x, y } = placeOf(sight, number);
  place.scrollLeft = scrollToShow(x, across(sight));
  place.scrollTop = scrollToShow(y, down(sight));
}

function under(sight, at) {
  const { x, y } = corner(sight);
  return { x: placeUnder(at.x - x, across(sight)), y: placeUnder(at.y - y, down(sight)) };
}

function middleOf(sight, number) {
  const { lead, place } = sight;
  const { x, y } = placeOf(sight, number);
  const left = scrollFor(x + 0.5, place.scrollLeft, across(sight));
  const top = scrollFor(y + 0.5, place.scrollTop, down(sight));
  const isSeen = left > lead.x && left < place.clientWidth && top > lead.y && top < place.clientHeight;
  const from = corner(sight);
  return isSeen ? { x: from.x + left, y: from.y + top } : null;
}

function corner({ place }) {
  const { left, top } = place.getBoundingClientRect();
  return { x: left + place.clientLeft, y: top + place.clientTop };
}

function middle(sight) {
  const { lead, place } = sight;
  const { x, y } = corner(sight);
  return { x: x + (lead.x + place.clientWidth) / 2, y: y + (lead.y + place.clientHeight) / 2 };
}

function across({ cell, lead, place }) {
  return { scroll: place.scrollLeft, lead: lead.x, cell, size: place.clientWidth };
}

function down({ cell, lead, place }) {
  return { scroll: place.scrollTop, lead: lead.y, cell, size: place.clientHeight };
}

function placeOf({ level, margin }, number) {
  return { x: margin.left + (number % level.cols), y: margin.top + Math.floor(number / level.cols) };
}

/** Numbers as cells are called, from 1. They are spoken with each cell, and stand here for the eye. */
function label(place, level) {
  for (const old of place.querySelectorAll(".labels")) old.remove();
  if (level === null) return;
  const { ownerDocument: document } = place;
  const stage = place.querySelector(".stage");
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
