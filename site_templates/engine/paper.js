/** Sheets as they are printed: a head, boards in their places, and what is written by them. No listener is set here. */

/**
 * @typedef {object} Shop what a page has to print with
 * @property {object} data the page's data
 * @property {readonly SVGElement[]} drawings of each level the board, then its answer
 * @property {string} address of the folder that play pages stand in, or nothing where only this computer knows it
 * @property {(key: string, values?: object) => string} say
 */

/**
 * Show sheets in a list, those of answers last.
 * @param {HTMLElement} list emptied and filled
 * @param {{boards: readonly import("./sheets.js").Sheet[], answers: readonly import("./sheets.js").Sheet[]}} sheets
 * @param {import("./sheets.js").Settings} settings
 * @param {Shop} shop
 */
export function laySheets(list, { boards, answers }, { paper, show }, shop) {
  const n = boards.length + answers.length;
  // A line for authors is there only where somebody is named, and one for what holds on a board alone likewise.
  const named = boards.some(({ entries }) => entries.some(({ level }) => level.author));
  const told = boards.some(({ entries }) => entries.some(({ level }) => level.told));
  const shown = [...show.filter((name) => name !== "authors" || named), ...(told ? ["told"] : [])];
  const lay = (sheet, index) => {
    const solved = index >= boards.length;
    const ways = { show: solved ? [] : shown, solved, count: n > 1 ? shop.say("print.sheet", { number: index + 1, n }) : "" };
    const made = element(list, "section", `sheet${solved ? " sheet-answers" : ""}`);
    made.dataset.paper = paper;
    made.setAttribute("aria-label", ways.count || shop.say("print.preview"));
    made.append(head(list, sheet, ways, shop), places(list, sheet, ways, shop));
    return made;
  };
  list.replaceChildren(...[...boards, ...answers].map(lay));
}

function head(list, { entries }, { show, solved, count }, { data, say }) {
  const tiers = new Set(entries.map(({ level }) => level.tier));
  const tier = tiers.size === 1 ? say(`tier.${[...tiers][0]}`) : "";
  const detail = [say("play.size", { rows: data.rows, cols: data.cols }), tier].filter(Boolean).join(" · ");
  const top = element(list, "header", "sheet-head");
  const line = element(list, "p", "sheet-line");
  line.append(
    element(list, "span", "sheet-name", solved ? say("print.answersOf", { kind: data.name }) : data.name),
    element(list, "span", "sheet-detail", detail),
    element(list, "span", "sheet-count", count),
  );
  top.append(line);
  if (show.includes("rules")) top.append(element(list, "p", "sheet-rules", data.rules));
  return top;
}

function places(list, { across, down, entries }, ways, shop) {
  const { rows, cols } = shop.data;
  const grid = element(list, "div", "places");
  const vary = !ways.solved && new Set(entries.map(({ level }) => level.tier)).size > 1;
  for (const [name, value] of Object.entries({ across, down, rows, cols })) grid.style.setProperty(`--${name}`, String(value));
  for (const name of ["authors", "told", "links"]) grid.classList.toggle(`with-${name}`, ways.show.includes(name));
  for (const entry of entries) {
    const room = element(list, "div", "place");
    room.append(place(list, entry, { ...ways, vary }, shop));
    grid.append(room);
  }
  return grid;
}

function place(list, { number, level }, { show, solved, vary }, shop) {
  const { data, drawings, say } = shop;
  const figure = element(list, "figure", "place-inside");
  const caption = element(list, "figcaption", "place-head");
  caption.append(element(list, "span", "place-number", String(number)));
  if (show.includes("titles")) caption.append(element(list, "span", "place-title", level.title));
  if (vary) caption.append(element(list, "span", "place-tier", say(`tier.${level.tier}`)));
  const author = level.author && say("site.by", { author: level.author });
  const board = element(list, "div", `board drawing ${data.kind}`);
  board.append(drawings[2 * level.drawing + Number(solved)].cloneNode(true));
  figure.append(caption);
  if (show.includes("authors")) figure.append(element(list, "p", "place-author", author));
  if (show.includes("told")) figure.append(element(list, "p", "place-told", level.told));
  figure.append(board);
  if (show.includes("links")) figure.append(link(list, level, shop));
  return figure;
}

/** Where a level is played: its address, or where nobody else could follow that, its place on the site and its id. */
function link(list, { tier, number, page, id }, { data, address, say }) {
  const below = element(list, "p", "place-link");
  if (address) {
    const whole = `${address}${page}#${id}`;
    const way = element(list, "a", "place-way", whole.replace(/^https?:\/\//, ""));
    way.setAttribute("href", whole);
    below.append(way);
    return below;
  }
  const size = say("play.size", { rows: data.rows, cols: data.cols });
  below.textContent = `${say("print.place", { kind: data.name, size, tier: say(`tier.${tier}`), number })} · ${id}`;
  return below;
}

function element({ ownerDocument: document }, name, className, text = "") {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}
