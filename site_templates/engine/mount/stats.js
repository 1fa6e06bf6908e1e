/** The statistics page at work. What it shows is counted in `stats.js`, and its file is read in `progress.js`. */

import { localDay, written } from "#engine/days.js";
import { mountPage } from "#engine/mount/page.js";
import { drawBars, drawTimes } from "#engine/plot.js";
import { addProgress, readProgress, writeProgress } from "#engine/progress.js";
import { readRecords } from "#engine/records.js";
import { bestOf, solvedByWeek, timesByTier } from "#engine/stats.js";
import { clockText } from "#engine/watch.js";
import { sentences, stopOf } from "#engine/words.js";

const WEEKS = 12;

/** How many numbers of lines are told. */
const TOLD = 5;

/** @param {Document} document */
export function mountStats(document) {
  const page = mountPage(document);
  const window = document.defaultView;
  const part = (name) => document.querySelector(`[data-part="${name}"]`);
  const refresh = () => show(page, part);
  refresh();
  window.addEventListener("pageshow", refresh);
  window.addEventListener("storage", refresh);
  part("export").addEventListener("click", () => save(page, part));
  part("import").addEventListener("change", async (event) => {
    const [file] = event.target.files;
    if (!file) return;
    part("told").textContent = await take(page, file);
    // The same file can be chosen again.
    event.target.value = "";
    refresh();
  });
}

function show({ document, store, say }, part) {
  const records = readRecords(store);
  const language = document.documentElement.lang;
  const total = records.reduce((sum, { ms }) => sum + ms, 0);
  const days = new Set(records.map(({ day }) => day)).size;
  const any = records.length > 0;
  const told = [say("stats.levels", { n: records.length }), say("stats.days", { n: days }), say("stats.total", { time: clockText(total) })];
  part("summary").textContent = any ? told.join(" · ") : "";
  part("empty").hidden = any;
  for (const name of ["byWeek", "helpNote"]) part(name).hidden = !any;
  const weeks = solvedByWeek(records, localDay(new Date()), WEEKS);
  const named = weeks.map(({ day, n }) => ({ n, name: written(day, language, { day: "numeric", month: "short" }) }));
  // On a plot there is room for every third name.
  drawBars(part("weeks"), named.map(({ name, n }, index) => ({ n, name: index % 3 === 2 ? name : "" })));
  fill(part("weekTable"), named.map(({ name, n }) => [name, String(n)]));
  for (const section of document.querySelectorAll("section[data-kind]")) showKind(section, records, say);
}

function showKind(section, records, say) {
  const { kind } = section.dataset;
  const lines = timesByTier(records, kind).map(({ tier, times }) => ({ name: say(`tier.${tier}`), times }));
  section.hidden = lines.length === 0;
  if (section.hidden) return;
  drawTimes(section.querySelector("[data-part=times]"), lines);
  const time = (ms) => (ms === null ? "–" : clockText(ms));
  const rows = bestOf(records, kind).map(({ rows, cols, tier, n, ms, middle, moves }) => [
    [say("play.size", { rows, cols }), say(`tier.${tier}`)],
    String(n),
    time(ms),
    time(middle),
    moves === null ? "–" : String(moves),
  ]);
  fill(section.querySelector("table"), rows);
}

function fill(table, rows) {
  const { ownerDocument: document } = table;
  const lines = rows.map((texts) => {
    const line = document.createElement("tr");
    texts.forEach((text, index) => {
      const cell = document.createElement(index === 0 ? "th" : "td");
      if (index === 0) cell.scope = "row";
      cell.append(...[text].flat().flatMap((part, place) => (place === 0 ? [part] : [" ", second(document, part)])));
      line.append(cell);
    });
    return line;
  });
  table.tBodies[0].replaceChildren(...lines);
}

/** What stands below the first part of a cell where there is no room beside it. */
function second(document, text) {
  const part = document.createElement("span");
  part.textContent = text;
  return part;
}

/** The file is made here and goes nowhere but to the reader. */
function save({ document, store, say }, part) {
  const url = URL.createObjectURL(new Blob([writeProgress(store)], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `kotae-${localDay(new Date())}.txt`;
  link.click();
  document.defaultView.setTimeout(() => URL.revokeObjectURL(url), 60_000);
  part("told").textContent = say("stats.exported", { file: link.download });
}

/** @returns {Promise<string>} what to tell of a file */
async function take({ store, say }, file) {
  const read = readProgress(await file.text().catch(() => ""));
  if (read.wrong === "newer") return say("stats.newer", { file: file.name });
  if (read.wrong) return say("stats.other", { file: file.name });
  const { taken, had, unkept } = addProgress(store, read.entries);
  const { faults } = read;
  const lines = faults.slice(0, TOLD).join(", ") + (faults.length > TOLD ? ", …" : "");
  const said = [
    say("stats.taken", { n: taken }),
    had > 0 ? say("stats.had", { n: had }) : "",
    faults.length > 0 ? say("stats.faults", { n: faults.length, lines }) : "",
    unkept > 0 ? say("stats.noRoom", { n: unkept }) : "",
  ];
  return sentences(said, stopOf(say));
}
