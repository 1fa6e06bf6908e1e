/** A kind for tests of the engine in which something is taken hold of: a rope is drawn along a row from its peg, cell 0. */

export const rope = Object.freeze({
  name: "rope",
  start: ({ cols }) => Object.freeze({ cols, end: 0 }),
  grip: (state, cell, held) =>
    held === null && cell !== state.end ? null : { cell: state.end, done: state.end === state.cols - 1 },
  interpret(state, ui, { type, cell, key }) {
    if (key === "backspace" && state.end > 0) return { end: state.end - 1 };
    if (type === "tap" && state.end > 0) return { end: 0 };
    if (type !== "drag" || ui.held === null || Math.abs(cell - ui.held.cell) !== 1) return null;
    return { end: cell };
  },
  apply(state, { end }) {
    if (!(end >= 0 && end < state.cols)) throw new RangeError("not a move");
    return end === state.end ? state : Object.freeze({ ...state, end });
  },
  fold: (first, second) => second,
  walk: ({ cols }, cell, way) => (way === "left" ? (cell + cols - 1) % cols : null),
  violations: () => [],
  isSolved: (state) => state.end === state.cols - 1,
});

export const level = Object.freeze({ id: "0123456789", rows: 1, cols: 5, grid: ["....."], rules: {}, tier: "easy" });
