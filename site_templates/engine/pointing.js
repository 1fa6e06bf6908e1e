/** What the page says of a hint, for the eye and for the ear. */

/** So many cells are named one by one. */
const NAMED = 6;

/**
 * @param {{data: {techniques: readonly string[]}, game: import("./game.js").Game, say: Function}} table
 * @param {import("./hint.js").Hint} hint
 * @returns {{seen: string, aloud: string}} who does not see the marks hears where they are
 */
export function sayHint({ data, game, say }, hint) {
  const parts = sentences(data, hint, say);
  const cells = hint.look.slice(0, NAMED).map((cell) => nameCell(game.level, cell, say));
  const { length: n } = hint.look.slice(NAMED);
  const all = n > 0 ? [...cells, say("play.hintMore", { n })] : cells;
  const where = say("play.hintCells", { cells: all.reduce((before, after) => say("play.and", { before, after })) });
  return { seen: parts.join(" "), aloud: [...parts, where].join(" ") };
}

function sentences({ techniques }, { sort, technique, look }, say) {
  if (sort === "wrong") return [say("play.hintWrong", { n: look.length })];
  if (technique === 0) return [say("play.hintAnswer"), say("play.hintAgain")];
  const name = `technique.${techniques[technique - 1]}`;
  const step = say("play.hintStep", { name: say(`${name}.name`), why: say(`${name}.why`) });
  return [step, say(sort === "told" ? "play.hintOut" : "play.hintAgain")];
}

function nameCell({ cols }, cell, say) {
  return say("play.hintCell", { row: Math.floor(cell / cols) + 1, col: (cell % cols) + 1 });
}
