/**
 * What is known of the ways between cells, and the lines that show it.
 *
 * A way is named as in a trace, by its two cells with the lower one first: `1-2`, or `1+3` where a bridge lies between.
 */

import { isJoined, stepOn } from "#kinds/tsunagi/rules.js";

/**
 * What the player says: that lines take these ways. Where none can go is not noted on the board.
 * @param {import("./rules.js").TsunagiState} state @returns {import("#engine/contract.js").Claims}
 */
export function claims({ board, lines }) {
  const yes = new Set();
  for (const path of lines) {
    path.forEach((cell, index) => {
      const step = stepOn(board, path, index);
      if (step) yes.add(wayOf(cell, step));
    });
  }
  return { yes, no: new Set() };
}

/**
 * Lines as far as known ways lead on: from where a line has come to, or from either end of one that is not begun. What
 * is known elsewhere on the board waits until a line comes there.
 * @param {import("./rules.js").TsunagiState} state @param {import("#engine/contract.js").Claims} known
 * @returns {readonly import("./rules.js").TsunagiMove[]}
 */
export function put({ board, lines }, { yes }) {
  return lines.flatMap((path, line) => {
    if (isJoined(board, line, path)) return [];
    const begun = path.length > 0 ? [path] : board.pairs[line].map((end) => [end]);
    const [longest] = begun.map((cells) => grown(board, line, cells, yes)).sort((one, other) => other.length - one.length);
    return longest.length > begun[0].length ? [{ line: board.letters[line], cells: longest }] : [];
  });
}

function grown(board, line, path, yes) {
  const cells = [...path];
  while (!isJoined(board, line, cells)) {
    const head = cells.at(-1);
    const step = board.steps[head].find((one) => yes.has(wayOf(head, one)) && !cells.includes(one.to));
    if (!step) break;
    cells.push(...(step.over === -1 ? [step.to] : [step.over, step.to]));
  }
  return cells;
}

function wayOf(from, { to, over }) {
  const [low, high] = from < to ? [from, to] : [to, from];
  return over === -1 ? `${low}-${high}` : `${low}+${high}`;
}
