/** Say of each board on stdin what the rules of Tsunagi say, for tests in another language. */

import { readFileSync } from "node:fs";

import { apply, isSolved, start, violations } from "#kinds/tsunagi/rules.js";

const boards = JSON.parse(readFileSync(0, "utf8"));
const said = boards.map(({ level, moves }) => {
  const state = moves.reduce(apply, start(level));
  return { steps: state.board.steps, solved: isSolved(state), violations: violations(state) };
});
process.stdout.write(JSON.stringify(said));
