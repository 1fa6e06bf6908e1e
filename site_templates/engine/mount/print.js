/** The page from which levels are printed, at work. Which come on which sheet is decided in `sheets.js`. */

import { addressFor } from "#engine/home.js";
import { carryPlace, WAYS_IN } from "#engine/languages.js";
import { leadsWithin, mountPage } from "#engine/mount/page.js";
import { laySheets } from "#engine/paper.js";
import { FIRST, HIGHEST, poolOf, rangeOf, readSettings, sheetsOf, SHOWN, writeSettings } from "#engine/sheets.js";

/** The name in storage of what was chosen last. */
const PRINT = "print";

/** Where letters are written on Letter. */
const LETTER = /-(US|CA|MX|PH|CL|CO)$/i;

const DRAWS = 9999;

/** @param {Document} document */
export function mountPrint(document) {
  const { data, store, say } = mountPage(document);
  const window = document.defaultView;
  const form = document.getElementById("settings");
  const levels = stocked(data.tiers);
  // Where the play pages stand for whoever holds the paper.
  const address = addressFor(data.address, "./", window.location);
  const shop = { data, say, drawings: [...document.getElementById("drawings").content.children], address };
  const paper = LETTER.test(window.navigator.language) ? "letter" : "a4";
  const usual = Object.freeze({ ...FIRST, tier: data.tiers[0].tier, paper });
  const read = () => readSettings(window.location.hash.slice(1), keptSettings(store, usual));
  let present = read();
  const show = (settings, typing = null) => {
    present = settings;
    fill(form, settings, levels, typing);
    const sheets = sheetsOf(levels, settings, data);
    laySheets(document.getElementById("sheets"), sheets, settings, shop);
    form.elements.namedItem("summary").value = summary(sheets, say);
  };
  const take = (settings, typing) => {
    store.write(PRINT, settings);
    window.history.replaceState(null, "", `#${writeSettings(settings)}`);
    show(settings, typing);
  };
  show(present);
  window.addEventListener("hashchange", (event) => {
    if (!leadsWithin(document, event)) show(read());
  });
  form.addEventListener("input", ({ target }) => take(chosenIn(form, present), target));
  // A number that was left empty, or is none, is again what is on the sheets.
  form.addEventListener("change", () => fill(form, present, levels));
  form.addEventListener("submit", (event) => event.preventDefault());
  document.getElementById("anew").addEventListener("click", () => {
    take(Object.freeze({ ...present, order: "draw", draw: 1 + Math.floor(Math.random() * DRAWS) }));
  });
  document.getElementById("print").addEventListener("click", () => window.print());
  const others = document.getElementById("others");
  for (const type of WAYS_IN) others.addEventListener(type, () => carryPlace(others, window.location.hash));
}

/** Every level of the page with its number on the site. */
function stocked(tiers) {
  const all = tiers.flatMap(({ tier, page, first, levels }) =>
    levels.map((level, index) => ({ ...level, tier, page, number: first + index })),
  );
  return all.map((level, drawing) => Object.freeze({ ...level, drawing }));
}

/** What is kept may be anything: it is read like an address. The levels to begin with are another size's. */
function keptSettings(store, usual) {
  const kept = store.read(PRINT);
  if (typeof kept !== "object" || kept === null || !Array.isArray(kept.show)) return usual;
  const isPlain = (value) => ["string", "number"].includes(typeof value);
  const plain = Object.fromEntries(Object.entries(kept).filter(([, value]) => isPlain(value)));
  const text = writeSettings({ ...plain, show: kept.show.filter(isPlain) });
  return Object.freeze({ ...readSettings(text, usual), from: usual.from });
}

/** What the form says; a number that is none yet leaves the one before. */
function chosenIn(form, before) {
  const said = new URLSearchParams();
  for (const name of ["tier", "per", "sheets", "order", "from", "draw", "paper"]) {
    said.set(name, form.elements.namedItem(name).value);
  }
  said.set("show", SHOWN.filter((name) => form.elements.namedItem(name).checked).join(" "));
  return readSettings(said.toString(), before);
}

/** Bring the form to what is chosen, but for the number that is being typed. */
function fill(form, settings, levels, typing = null) {
  const field = (name) => form.elements.namedItem(name);
  const pool = poolOf(levels, settings);
  const { first, last } = rangeOf(pool);
  const most = Math.ceil(pool.length / settings.per);
  const tiers = [...field("tier").options].map(({ value }) => value);
  field("tier").value = tiers.includes(settings.tier) ? settings.tier : tiers.at(-1);
  for (const name of ["per", "order", "paper"]) field(name).value = String(settings[name]);
  for (const name of SHOWN) field(name).checked = settings.show.includes(name);
  const numbers = [
    ["sheets", 1, Math.min(settings.sheets, most), most],
    ["from", first, Math.min(Math.max(settings.from, first), last), last],
    ["draw", 1, settings.draw, HIGHEST],
  ];
  for (const [name, low, value, high] of numbers) {
    Object.assign(field(name), { min: String(low), max: String(high) });
    if (field(name) !== typing) field(name).value = String(value);
  }
  for (const part of form.querySelectorAll("[data-order]")) part.hidden = part.dataset.order !== settings.order;
}

function summary({ boards, answers }, say) {
  const n = boards.reduce((sum, { entries }) => sum + entries.length, 0);
  const told = [say("print.levels", { n }), say("print.pages", { n: boards.length })];
  if (answers.length > 0) told.push(say("print.behind", { n: answers.length }));
  return told.join(" · ");
}
