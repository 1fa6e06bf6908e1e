/**
 * Watches the site behind a page: hears of every change, and shows the page as it is now with the game and the place on
 * the page where they were. The server of a live rebuild puts it into pages; no built page has it.
 */

import { mountPanel } from "./panel.js";
import { stepFor } from "./state.js";

/** Where a page leaves what the one after it takes up. */
const KEPT = "kotae-watch";

/** How long a connection may be gone before the page says so, in milliseconds. */
const PATIENCE = 3000;

const element = document.querySelector("script[data-watch]");
const folder = new URL(".", element.src);
const home = new URL("..", folder);
const told = JSON.parse(element.dataset.watch);
const language = document.documentElement.lang || "en";
const panel = mountPanel({ document, folder, words: told.words, language, told });

let shown = told;
let version = told.version;
let source = null;
let looking = false;
let news = null;
let lost = 0;

function connect() {
  if (source !== null || document.visibilityState === "hidden") return;
  source = new EventSource(new URL("events", folder));
  source.addEventListener("message", ({ data }) => hear(JSON.parse(data)));
  source.addEventListener("error", () => {
    lost ||= setTimeout(() => panel.lose(true), PATIENCE);
  });
}

/** A browser has few connections for one server, so a page that is not seen gives its own back. */
function disconnect() {
  source?.close();
  source = null;
  found();
}

function found() {
  clearTimeout(lost);
  lost = 0;
  panel.lose(false);
}

async function hear(told) {
  found();
  panel.show(told);
  news = told;
  if (looking) return;
  looking = true;
  try {
    while (versionOf(news) !== version) {
      const answer = await ask("look");
      if (answer === null) return;
      const looked = await answer.json();
      if (looked.version === undefined) return;
      version = looked.version || versionOf(news);
      await take(looked);
    }
  } finally {
    looking = false;
  }
}

/** The author's pages follow the layouts also where these are no site. */
function versionOf(news) {
  return told.author ? news.desk : news.version;
}

async function ask(what) {
  const query = new URLSearchParams({ path: told.path, level: location.hash.slice(1) });
  try {
    const answer = await fetch(new URL(`${what}?${query}`, folder));
    return answer.ok ? answer : null;
  } catch {
    return null;
  }
}

async function take(looked) {
  const step = stepFor(shown, looked);
  if (step === "style") await dress(looked);
  if (step === "go") leave(new URL(looked.go, home), looked);
  if (step === "reload") leave(location.href, {});
}

/** Change the page's style in its place. A sheet of the script's own is no inline style, which the policy would refuse. */
async function dress(looked) {
  const answer = await ask("style");
  if (answer === null) return;
  const sheet = new CSSStyleSheet();
  await sheet.replace(await answer.text());
  document.adoptedStyleSheets = [sheet];
  document.querySelector("style").disabled = true;
  shown = { ...shown, print: looked.print };
}

function leave(address, { gone, other }) {
  const note = gone !== undefined ? { key: "gone", what: gone } : other !== undefined ? { key: "other" } : null;
  const { scrollX, scrollY } = window;
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({ note, scrollX, scrollY }));
  } catch {
    // It is only the place on the page.
  }
  history.replaceState(null, "", address);
  location.reload();
}

function takeUp() {
  let kept = null;
  try {
    kept = JSON.parse(sessionStorage.getItem(KEPT));
    sessionStorage.removeItem(KEPT);
  } catch {
    return;
  }
  if (kept === null) return;
  if (kept.note) panel.note(kept.note);
  const scroll = () => window.scrollTo({ left: kept.scrollX, top: kept.scrollY, behavior: "instant" });
  scroll();
  // Boards are drawn by then.
  if (document.readyState !== "complete") window.addEventListener("load", scroll, { once: true });
}

/** A worker of an earlier site on this port would go on giving pages of its own. */
async function dismissWorkers() {
  try {
    for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister();
  } catch {
    // There are none where the browser allows none.
  }
}

takeUp();
dismissWorkers();
connect();
document.addEventListener("visibilitychange", () => (document.visibilityState === "hidden" ? disconnect() : connect()));
window.addEventListener("pagehide", disconnect);
window.addEventListener("pageshow", connect);
