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

/** How long a page holds still that is being left by a link, in milliseconds at most: some pages take their time. */
const LEAVING = 120_000;

/** The same where nobody knows what for: a letter that is begun, or a download, leaves it where it was. */
const GOING = 5000;

/** How soon a link counts as what a page is left by, in milliseconds. */
const SOON = 1000;

/** How long until the server is asked again where it did not answer, in milliseconds. */
const AGAIN = 2000;

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
let again = 0;
let pressed = -Infinity;
let held = -Infinity;

function connect() {
  if (source !== null || document.visibilityState === "hidden") return;
  source = new EventSource(new URL("events", folder));
  source.addEventListener("message", ({ data }) => hear(JSON.parse(data)));
  source.addEventListener("error", () => {
    lost ||= setTimeout(() => panel.lose(true), PATIENCE);
    // A browser tries again by itself, but not after an answer that is none, or where loading was stopped.
    if (source?.readyState !== EventSource.CLOSED) return;
    source = null;
    clearTimeout(again);
    again = setTimeout(connect, AGAIN);
  });
}

/** A browser has few connections for one server, so a page that is not seen gives its own back. */
function disconnect() {
  source?.close();
  source = null;
  clearTimeout(again);
  found();
}

function found() {
  clearTimeout(lost);
  lost = 0;
  panel.lose(false);
}

function hear(told) {
  found();
  panel.show(told);
  news = told;
  look();
}

async function look() {
  if (looking) return;
  looking = true;
  try {
    while (versionOf(news) !== version) {
      const looked = await ask("look", (answer) => answer.json());
      if (looked === null) {
        // Of one that is not seen the next news will tell.
        if (document.visibilityState !== "hidden") setTimeout(look, AGAIN);
        return;
      }
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

async function ask(what, read) {
  const query = new URLSearchParams({ path: told.path, level: location.hash.slice(1) });
  try {
    const answer = await fetch(new URL(`${what}?${query}`, folder));
    return answer.ok ? await read(answer) : null;
  } catch {
    return null;
  }
}

async function take(looked) {
  const step = stepFor(shown, looked);
  if (step === "style") await dress(looked);
  if (step === "go" || step === "reload") await stayed();
  if (step === "go") leave(new URL(looked.go, home), looked);
  if (step === "reload") leave(location.href, {});
}

/** Whether a link leads to another page in this tab. @param {HTMLAnchorElement} link */
function leads(link) {
  return /^https?:$/.test(link.protocol) && !link.hasAttribute("download") && ["", "_self"].includes(link.target);
}

/** Over when nobody is on the way to another page: to load this one again would take them back to it. */
async function stayed() {
  while (performance.now() < held) await new Promise((done) => setTimeout(done, SOON));
}

/** Change the page's style in its place. A sheet of the script's own is no inline style, which the policy would refuse. */
async function dress(looked) {
  const style = await ask("style", (answer) => answer.text());
  if (style === null) return;
  const sheet = new CSSStyleSheet();
  await sheet.replace(style);
  document.adoptedStyleSheets = [sheet];
  document.querySelector("style").disabled = true;
  shown = { ...shown, print: looked.print };
}

function leave(address, { gone, other }) {
  const note = gone !== undefined ? { key: "gone", what: gone } : other !== undefined ? { key: "other" } : null;
  const { scrollX, scrollY } = window;
  try {
    const path = new URL(address, location.href).pathname;
    sessionStorage.setItem(KEPT, JSON.stringify({ path, note, scrollX, scrollY }));
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
  // Somebody may have gone to another page at that very moment.
  if (kept?.path !== location.pathname) return;
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
window.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  if (link && !event.defaultPrevented && leads(link)) pressed = performance.now();
});
window.addEventListener("beforeunload", () => {
  const now = performance.now();
  held = now + (now - pressed < SOON ? LEAVING : GOING);
});
window.addEventListener("keydown", ({ key }) => {
  // It stops what is being loaded.
  if (key === "Escape") held = -Infinity;
});
window.addEventListener("pagehide", disconnect);
window.addEventListener("pageshow", connect);
