/** A fault as elements: what is wrong and where, the lines around it with a mark below the place, and what would be right. */

import { parted } from "./state.js";

/**
 * @param {object} fault as the server tells it
 * @param {(name: string, properties?: object, ...children: (Node|string)[]) => HTMLElement} make
 * @returns {HTMLElement[]}
 */
export function code(fault, make) {
  const { message, place, hint, lines, boards } = fault;
  return [
    make("h2", { textContent: message, lang: "en" }),
    ...(place === "" ? [] : [make("p", { className: "place", textContent: place })]),
    ...(lines.length === 0 ? [] : [make("pre", { tabIndex: 0 }, ...lines.map((line) => lineOf(line, fault, make)))]),
    ...(boards.length === 0 ? [] : [make("div", { className: "boards", tabIndex: 0 }, ...boards.map((board) => pictureOf(board, fault, make)))]),
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

/** The picture says in words what its boards are; what is marked on them the message and the hint tell too. */
function pictureOf(svg, { message, place }, make) {
  return make("img", { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, alt: `${place}: ${message}` });
}
