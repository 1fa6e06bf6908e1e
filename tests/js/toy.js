/** The smallest kind there can be, for tests of the engine: a row of lamps that all have to be on. */

export const toy = Object.freeze({
  name: "toy",
  start: (level) => Object.freeze({ size: level.rows * level.cols, on: Object.freeze([]) }),
  interpret(state, ui, input) {
    if (input.type === "key" && input.key !== " ") return null;
    if (input.type === "drag" && state.on.includes(input.cell)) return null;
    return { turn: input.cell };
  },
  apply(state, { turn }) {
    if (!(turn >= 0 && turn < state.size)) throw new RangeError("not a move");
    const on = state.on.includes(turn) ? state.on.filter((cell) => cell !== turn) : [...state.on, turn];
    return Object.freeze({ ...state, on: Object.freeze(on) });
  },
  violations: () => [],
  isSolved: (state) => state.on.length === state.size,
});

export const level = Object.freeze({ id: "0123456789", rows: 1, cols: 3, grid: ["..."], rules: {}, tier: "easy" });
