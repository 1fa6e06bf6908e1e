/** A fault as elements: what is wrong and where, the lines around it with a mark below the place, and what would be right. */

import { parted } from "./state.js";

/**
 * @param {object} fault as the server tells it
 * @param {(name: string, properties?: object, ...children: (Node|string)[]) => HTMLElement} make
 * @param {Function} say
 * @returns {HTMLElement[]}
 */
export function code(fault, make, say) {
  const { message, place, hint, lines, boards } = fault;
  return [
    make("h2", { textContent: message, lang: "en" }),
    ...(place === "" ? [] : [make("p", { className: "place", textContent: place })]),
    ...(lines.length === 0 ? [] : [make("pre", { tabIndex: 0 }, ...lines.map((line) => lineOf(line, fault, make)))]),
    ...(boards.length === 0 ? [] : [make("div", { className: "boards" }, ...boards.map((board) => figure(board, make, say)))]),
    ...(hint === "" ? [] : [make("p", { className: "hint", textContent: hint, lang: "en" })]),
  ];
}

function lineOf([number, text], { line, column }, make) {
  const isWrong = number === line;
  const parts = isWrong && column > 0 ? parted(text, column) : [text, "", ""];
  const marked = parts[1] === "" ? [] : [make("mark", { textContent: parts[1] })];
  const counted = make("span", { className: "number", textContent: String(number).padStart(4) });
  return make("span", { className: isWrong ? "line wrong" : "line" }, counted, parts[0], ...marked, parts[2], "\n");
}

function figure({ svg, caption, n }, make, say) {
  const told = say(caption, { n });
  const image = make("img", { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, alt: told });
  return make("figure", {}, image, make("figcaption", { textContent: told }));
}
