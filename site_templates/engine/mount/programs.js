/** The level in other programs: links that open it there as it is seen, and its code to copy. */

import { ITSELF } from "#engine/image.js";
import { copyText } from "#engine/mount/clipboard.js";
import { stencilLink } from "#engine/stencil.js";

/** @param {import("./table.js").Table} table */
export function listenToPrograms(table) {
  table.commands.code = () => copyCode(table);
}

/** A level is on the table: what leads away from it, leads to it. @param {import("./table.js").Table} table */
export function showPrograms(table) {
  const { data, document, say } = table;
  const { level } = table.game;
  const itself = data.levels[table.index];
  const part = partOf(document);
  // Stencils are for boards as wide as the level itself.
  const ways = level.cols === itself.cols ? itself.opens.map((way) => data.programs[way]) : [];
  const links = ways.map(({ title }) => linkTo(document, say("play.openIn", { name: title })));
  part("programs").replaceChildren(...links.map(({ item }) => item));
  part("noPrograms").hidden = ways.length > 0;
  const lost = ways.filter(({ whole }) => !whole).map(({ title }) => title);
  const names = lost.reduce((before, after) => (before === "" ? after : say("play.and", { before, after })), "");
  part("lostRules").textContent = say("play.lostRules", { name: names });
  part("lostRules").hidden = names === "";
  part("code").value = itself.code;
  part("codeSaid").textContent = "";
  ways.forEach(({ stencil }, index) => lead(links[index], stencil, level));
}

function linkTo(document, text) {
  const [item, link] = ["li", "a"].map((tag) => document.createElement(tag));
  link.rel = "noopener noreferrer external";
  link.textContent = text;
  item.append(link);
  return { item, link };
}

/** A link that takes a moment to write leads nowhere until then; one that cannot be written is taken away. */
async function lead({ item, link }, stencil, level) {
  const address = await stencilLink(stencil, level);
  if (address === null) item.remove();
  else link.href = address;
}

async function copyCode(table) {
  const { document, say, window } = table;
  const part = partOf(document);
  const box = part("code");
  const copied = await copyText(window, box.value);
  const itself = (table.game.level.image ?? ITSELF) === ITSELF;
  const told = say(copied ? (itself ? "play.codeCopied" : "play.codeCopiedDrawn") : "play.codeCopy");
  part("codeSaid").textContent = told;
  table.panel.hear(told);
  if (copied) return;
  box.focus();
  box.select();
}

function partOf(document) {
  return (name) => document.querySelector(`[data-part=${name}]`);
}
