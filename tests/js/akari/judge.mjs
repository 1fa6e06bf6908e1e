// Reads boards with bulbs from stdin and writes what the browser's rules say of each.
import { readFileSync } from "node:fs";

import { apply, BULB, isSolved, start, violations } from "#kinds/akari/rules.js";

const cases = JSON.parse(readFileSync(0, "utf8"));
const said = cases.map(({ rows, cols, grid, bulbs }) => {
  const board = start({ id: "", rows, cols, grid, rules: {}, tier: "easy", title: "" });
  const state = apply(board, { set: bulbs.map((cell) => [cell, BULB]) });
  return { violations: violations(state), solved: isSolved(state) };
});
process.stdout.write(JSON.stringify(said));
