/** A kind for tests: a board of lamps that all have to be on. */
export const start = ({ grid }) => Object.freeze({ cells: grid.join("") });
export const interpret = (state, ui, input) => (input.type === "tap" ? { turn: input.cell } : null);
export const apply = ({ cells }, { turn }) =>
  Object.freeze({ cells: `${cells.slice(0, turn)}*${cells.slice(turn + 1)}` });
export const violations = () => [];
export const isSolved = ({ cells }) => !cells.includes(".");
