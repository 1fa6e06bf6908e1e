/**
 * How near a board is seen: the sizes that its cells may have, and what stays under a finger when they change. Pure.
 *
 * Sizes are in pixels. A board is zoomed when its cells are larger than those of the whole board, its `base`; then it is
 * seen through a frame and scrolled in it. A place is a number of cells from the edge of the board's margin.
 */

/** The size from which a cell is large enough: for a fingertip, and for a pointer. */
const ENOUGH = Object.freeze({ finger: 44, pointer: 24 });

/** A button or a key makes cells so much larger; every board can be brought as near as the second number says. */
const STEP = 1.5;
const NEAR = 2.5;
const LARGEST = 96;

/** The least size of a label's place, and between how many lines labels may stand. */
const LABELLED = 17;
const EVERY = Object.freeze([1, 5, 10]);

/** @param {number} base @param {boolean} touch @returns {boolean} whether the whole board is too fine to play on */
export function isFine(base, touch) {
  return base < (touch ? ENOUGH.finger : ENOUGH.pointer);
}

/** @param {number} base @returns {number} the largest size of a cell */
export function mostOf(base) {
  return Math.max(LARGEST, base * NEAR);
}

/** @param {number} cell @param {number} base @returns {number} the nearest size that a cell may have */
export function bound(cell, base) {
  // What is hardly larger is meant to be the whole.
  return cell < base * 1.02 ? base : Math.min(cell, mostOf(base));
}

/** @param {number} cell @param {number} base @param {1|-1} way @returns {number} the next size, nearer or farther */
export function stepped(cell, base, way) {
  return bound(Math.round(way > 0 ? cell * STEP : cell / STEP), base);
}

/**
 * What is said of how near a board is.
 * @param {{cell: number, base: number}} size @returns {import("./contract.js").Phrase}
 */
export function zoomPhrase({ cell, base }) {
  if (cell <= base) return { key: "play.zoomedWhole" };
  const key = cell >= mostOf(base) ? "play.zoomedMost" : "play.zoomed";
  return { key, values: { percent: Math.round((100 * cell) / base) } };
}

/** @returns {number} the place that is seen at a point of the frame, `lead` pixels of which are not the board's */
export function placeUnder(at, { scroll, lead, cell }) {
  return (scroll + at - lead) / cell;
}

/** @returns {number} how far to scroll so that a place is seen at a point of the frame */
export function scrollFor(place, at, { lead, cell }) {
  return place * cell + lead - at;
}

/**
 * How far to scroll so that a cell is seen, with a bit of what is around it.
 * @param {number} place of the cell's near edge @param {{scroll: number, lead: number, cell: number, size: number}} view
 *   `size` is how much is seen, with the lead
 * @returns {number} as it is where the cell is seen already
 */
export function scrollToShow(place, { scroll, lead, cell, size }) {
  const around = Math.max(0, Math.min(cell, (size - lead - cell) / 2));
  const near = place * cell - around;
  const far = lead + (place + 1) * cell + around - size;
  return scroll > near ? near : Math.max(scroll, far);
}

/** @param {readonly {x: number, y: number}[]} fingers two @returns {{x: number, y: number, spread: number}} their middle */
export function pinchOf([one, other]) {
  // Fingers side by side are never nearer to each other than they are wide.
  const spread = Math.max(24, Math.hypot(one.x - other.x, one.y - other.y));
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, spread };
}

/** @param {{deltaY: number, deltaMode: number}} wheel @returns {number} by how much it makes cells larger */
export function wheelFactor({ deltaY, deltaMode }) {
  const pixels = deltaMode === 0 ? deltaY : deltaY * 16;
  return Math.exp(-Math.max(-40, Math.min(40, pixels)) * 0.01);
}

/** @param {number} cell @returns {number} that each so many rows and columns have a number beside them */
export function labelsEvery(cell) {
  return EVERY.find((lines) => lines * cell >= LABELLED) ?? EVERY.at(-1);
}
