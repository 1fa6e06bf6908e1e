// Reads boards with stones from stdin and writes what the browser's rules say of each.
import { readFileSync } from "node:fs";

import { apply, EMPTY, isSolved, start, violations } from "#kinds/binairo/rules.js";

const cases = JSON.parse(readFileSync(0, "utf8"));
const said = cases.map(({ rows, cols, board, unique }) => {
  const grid = Array.from({ length: rows }, () => EMPTY.repeat(cols));
  const open = start({ id: "", rows, cols, grid, rules: { unique_lines: unique }, tier: "easy", title: "" });
  const stones = [...board.join("")].map((mark, cell) => [cell, mark]);
  const state = apply(open, { set: stones });
  return { violations: violations(state), solved: isSolved(state) };
});
process.stdout.write(JSON.stringify(said));
