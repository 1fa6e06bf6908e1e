/** Say of each board on stdin what the rules of Tsunagi say, for tests in another language. */

import { readFileSync } from "node:fs";

import { label } from "#kinds/tsunagi/labels.js";
import { apply, isSolved, rest, start, violations } from "#kinds/tsunagi/rules.js";

const boards = JSON.parse(readFileSync(0, "utf8"));
const said = boards.map(({ level, moves }) => {
  const state = moves.reduce(apply, start(level));
  const { board, lines } = state;
  const labels = board.letters.map((_, pair) => label(board, pair));
  const judged = { solved: isSolved(state), violations: violations(state), rest: rest(state) };
  return { steps: board.steps, lines, labels, ...judged };
});
process.stdout.write(JSON.stringify(said));
