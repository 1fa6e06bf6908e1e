/**
 * The stage of a board: the kind's drawing below, an ARIA grid of see-through cells above.
 *
 * The grid carries the names, the one tab stop and the focus ring; the drawing carries the picture and is hidden from
 * assistive technology. No listener is set here.
 *
 * @typedef {object} Board
 * @property {HTMLElement} grid
 * @property {SVGElement} art
 * @property {import("./places.js").Places} places
 * @property {(x: number, y: number) => number|null} placeAt a place by a point of the window
 * @property {(cell: number) => void} setCursor move the tab stop
 * @property {(cell: number) => void} focus
 * @property {(names: readonly string[]) => void} setNames
 * @property {(cells: readonly number[]) => void} setSince those that have changed since the last checkpoint
 * @property {(marks: import("./marks.js").Marks) => boolean} setMarks what is pointed at; whether that is something else
 */

import { CELL } from "#engine/contract.js";
import { drawMarks, NO_MARKS } from "#engine/marks.js";
import { layPlaces, NO_MARGIN } from "#engine/places.js";
import { drawSince } from "#engine/since.js";
import { make } from "#engine/svg.js";

/**
 * @param {HTMLElement} stage emptied and filled
 * @param {import("./contract.js").Level} level
 * @param {import("./contract.js").Kind} kind
 * @param {string} label what the grid is called
 * @returns {Board}
 */
export function buildBoard(stage, level, kind, label) {
  const document = stage.ownerDocument;
  const { rows, cols } = level;
  const places = layPlaces(kind, level);
  const art = buildArt(document, kind.name, level);
  const { grid, cells } = buildGrid(document, rows, cols, label);
  // What can be pressed beside the board lies below it, and is there only where a press means something.
  const beside = kind.beside ? [element(document, "div", { class: "beside" })] : [];
  const since = buildOverlay(document, "since", level);
  const pointer = buildOverlay(document, "marks", level);
  stage.replaceChildren(...beside, art, since, pointer, grid);
  let cursor = 0;
  let called = [];
  let changed = "";
  let marked = NO_MARKS;
  return Object.freeze({
    grid,
    art,
    places,
    placeAt: (x, y) => places.at(grid.getBoundingClientRect(), x, y),
    setCursor(cell) {
      if (cell === cursor) return;
      cells[cursor].tabIndex = -1;
      cells[cell].tabIndex = 0;
      cursor = cell;
    },
    focus: (cell) => cells[cell].focus(),
    setSince(cells) {
      if (changed === String(cells)) return;
      changed = String(cells);
      drawSince(since, level, cells);
    },
    setMarks(marks) {
      if (marks === marked) return false;
      marked = marks;
      drawMarks(pointer, level, marks);
      return true;
    },
    setNames(names) {
      names.forEach((name, cell) => {
        // Only what differs: a screen reader may read a name again each time it is set.
        if (called[cell] !== name) cells[cell].setAttribute("aria-label", name);
      });
      called = names;
    },
  });
}

/**
 * Put a board to look at in a place: the kind's drawing, without cells to press.
 * @param {HTMLElement} place emptied and filled
 * @param {import("./game.js").Game} game
 */
export function buildStill(place, { kind, level, history, ui }) {
  const art = buildArt(place.ownerDocument, kind.name, level);
  place.replaceChildren(art);
  kind.draw(art, history.states[history.at], ui);
}

/** @param {Element} element @returns {number|null} the cell that a grid element stands for */
export function cellOf(element) {
  const cell = element.closest?.("[data-cell]");
  return cell ? Number(cell.dataset.cell) : null;
}

/**
 * The widest whole number of pixels a cell can have in the room there is, so that every line falls on a pixel. A board
 * that is too fine for a finger is still there as a whole, and can be zoomed.
 * @param {{width: number, height: number}} room @param {{rows: number, cols: number}} size
 * @param {import("./contract.js").Margin} margin
 * @returns {number}
 */
export function cellPixels(room, { rows, cols }, { top, right, bottom, left } = NO_MARGIN) {
  const widest = 96;
  const across = room.width / (left + cols + right);
  const down = room.height / (top + rows + bottom);
  return Math.max(2, Math.min(widest, Math.floor(Math.min(across, down))));
}

function buildArt(document, kind, level) {
  // The kind's name as a class is what its style sheet hangs on.
  return buildOverlay(document, `art ${kind}`, level);
}

function buildOverlay(document, name, { rows, cols }) {
  return make(document, "svg", {
    class: name,
    viewBox: `0 0 ${cols * CELL} ${rows * CELL}`,
    "aria-hidden": "true",
    focusable: "false",
  });
}

function buildGrid(document, rows, cols, label) {
  const grid = element(document, "div", { class: "grid", role: "grid", "aria-label": label });
  grid.setAttribute("aria-rowcount", String(rows));
  grid.setAttribute("aria-colcount", String(cols));
  const cells = [];
  for (let row = 0; row < rows; row++) {
    const line = element(document, "div", { role: "row", "aria-rowindex": String(row + 1) });
    for (let col = 0; col < cols; col++) {
      const cell = element(document, "div", { role: "gridcell", "aria-colindex": String(col + 1), tabindex: "-1" });
      cell.dataset.cell = String(cells.length);
      cells.push(cell);
      line.append(cell);
    }
    grid.append(line);
  }
  cells[0].tabIndex = 0;
  return { grid, cells };
}

function element(document, name, attributes) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
