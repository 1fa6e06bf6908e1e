// Reads boards with mines from stdin and writes what the browser's rules say of each.
import { readFileSync } from "node:fs";

import { apply, isSolved, MINE, start, violations } from "../../kinds/toy/kotae_toy/page/rules.js";

const cases = JSON.parse(readFileSync(0, "utf8"));
const said = cases.map(({ rows, cols, grid, mines }) => {
  const open = start({ id: "", rows, cols, grid, rules: {}, tier: "easy", title: "" });
  const state = mines.reduce((before, cell) => apply(before, { cell, mark: MINE }), open);
  return { violations: violations(state), solved: isSolved(state) };
});
process.stdout.write(JSON.stringify(said));
