/** Say of each board on stdin what the rules of Tsunagi say, for tests in another language. */

import { readFileSync } from "node:fs";

import { apply, isSolved, rest, start, violations } from "#kinds/tsunagi/rules.js";

const boards = JSON.parse(readFileSync(0, "utf8"));
const said = boards.map(({ level, moves }) => {
  const state = moves.reduce(apply, start(level));
  const { board, lines } = state;
  return { steps: board.steps, lines, solved: isSolved(state), violations: violations(state), rest: rest(state) };
});
process.stdout.write(JSON.stringify(said));
