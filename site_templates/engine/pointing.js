/** What the page says of a hint, for the eye and for the ear. */

import { sentences, stopOf } from "#engine/words.js";

/** So many cells are named one by one. */
const NAMED = 6;

/**
 * @param {{data: {techniques: readonly string[]}, game: import("./game.js").Game, say: Function}} table
 * @param {import("./hint.js").Hint} hint
 * @returns {{seen: string, aloud: string}} who does not see the marks hears where they are
 */
export function sayHint({ data, game, say }, hint) {
  const parts = told(data, hint, say);
  const stop = stopOf(say);
  return { seen: sentences(parts, stop), aloud: sentences([...parts, sayCells(game.level, hint.look, say)], stop) };
}

/**
 * @param {import("./contract.js").Level} level @param {readonly number[]} look one cell at least
 * @param {(key: string, values?: object) => string} say
 * @returns {string} a sentence that names the cells
 */
export function sayCells(level, look, say) {
  const cells = look.slice(0, NAMED).map((cell) => nameCell(level, cell, say));
  const { length: n } = look.slice(NAMED);
  const all = n > 0 ? [...cells, say("play.hintMore", { n })] : cells;
  return say("play.hintCells", { cells: all.reduce((before, after) => say("play.and", { before, after })) });
}

function told({ techniques }, { sort, technique, look }, say) {
  if (sort === "wrong") return [say("play.hintWrong", { n: look.length })];
  if (technique === 0) return [say("play.hintAnswer"), say("play.hintAgain")];
  const name = `technique.${techniques[technique - 1]}`;
  const step = say("play.hintStep", { name: say(`${name}.name`), why: say(`${name}.why`) });
  return [step, say(sort === "told" ? "play.hintOut" : "play.hintAgain")];
}

function nameCell({ cols }, cell, say) {
  return say("play.hintCell", { row: Math.floor(cell / cols) + 1, col: (cell % cols) + 1 });
}
