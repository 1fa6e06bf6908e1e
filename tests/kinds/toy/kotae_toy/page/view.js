/** A board of Mines as SVG, and what its cells are called. */

import { CELL } from "#engine/contract.js";
import { child } from "#engine/svg.js";
import { FREE, HIDDEN, isNumber, MINE, violations } from "#kinds/toy/rules.js";

/**
 * @param {SVGElement} root @param {import("./rules.js").MinesState} state
 * @param {import("#engine/contract.js").Ui} ui
 */
export function draw(root, state, ui) {
  const { board, marks } = state;
  const wrong = new Set(toldOf(state, ui).flatMap(({ cells }) => cells));
  root.replaceChildren();
  for (let cell = 0; cell < marks.length; cell++) {
    const [x, y] = [(cell % board.cols) * CELL, Math.floor(cell / board.cols) * CELL];
    const [cx, cy] = [x + CELL / 2, y + CELL / 2];
    child(root, "rect", { class: isNumber(board, cell) ? "known" : "cover", x, y, width: CELL, height: CELL });
    if (isNumber(board, cell)) {
      child(root, "text", { class: "number", x: cx, y: cy, dy: "0.35em" }).textContent = board.numbers[cell];
    }
    if (marks[cell] === MINE) child(root, "circle", { class: "mine", cx, cy, r: 9 });
    if (marks[cell] === FREE) child(root, "circle", { class: "free", cx, cy, r: 2.5 });
    if (wrong.has(cell)) child(root, "circle", { class: "wrong", cx, cy, r: 13 });
  }
  root.classList.toggle("is-solved", ui.solved);
}

/** The numbers that cannot be met, where the player wants to be told of them. */
function toldOf(state, ui) {
  return ui.faults === false ? [] : violations(state);
}

/** @param {import("./rules.js").MinesState} state @param {import("#engine/contract.js").Ui} ui */
export function describe(state, ui) {
  const held = { [HIDDEN]: "cell.hidden", [MINE]: "cell.mine", [FREE]: "cell.free" };
  const names = [...state.marks].map((mark, cell) =>
    isNumber(state.board, cell)
      ? [{ key: "cell.number", values: { number: state.board.numbers[cell] } }]
      : [{ key: held[mark] }],
  );
  for (const { cells } of toldOf(state, ui)) names[cells[0]].push({ key: "cell.wrong" });
  return names;
}

/** @param {import("./rules.js").MinesState} state @param {import("#engine/contract.js").Ui} ui */
export function summary(state, ui) {
  return [
    { key: "summary.mines", values: { n: [...state.marks].filter((mark) => mark === MINE).length } },
    { key: "summary.wrong", values: { n: toldOf(state, ui).length } },
  ].filter(({ values }) => values.n > 0);
}
