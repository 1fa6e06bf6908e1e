/** What a watched page shows over itself: what is at fault, that work is going on, and what became of a page. */

import { code } from "./code.js";
import { countOf } from "./state.js";

/** How long work goes on before the page says so, in milliseconds. */
const PATIENCE = 600;

/**
 * @param {{document: Document, folder: URL, words: object, language: string, told: object}} page
 * @returns {{show: Function, lose: Function, note: Function}}
 */
export function mountPanel({ document, folder, words, language, told }) {
  const host = document.createElement("div");
  const root = host.attachShadow({ mode: "open" });
  host.lang = language;
  const home = new URL("..", folder);
  const make = (name, properties = {}, ...children) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  };
  const say = (key, values = {}) => {
    const entry = words[key];
    const form = typeof entry === "string" ? entry : entry[new Intl.PluralRules(language).select(values.n)] ?? entry.other;
    return form.replace(/\{(\w+)\}/g, (gap, name) => String(values[name] ?? gap));
  };

  const title = make("h1", { id: "title" });
  const lead = make("p", { className: "lead" });
  const list = make("ol");
  const more = make("p", { className: "lead" });
  const close = make("button", { type: "button", textContent: say("close") });
  const dialog = make("dialog", {}, make("div", { className: "head" }, title, close), lead, list, more);
  dialog.setAttribute("aria-labelledby", "title");
  const open = make("button", { type: "button", className: "badge wrong", hidden: true });
  const work = make("p", { className: "badge", role: "status", hidden: true });
  const lost = make("p", { className: "badge", role: "status", hidden: true });
  const noted = make("span");
  const dismiss = make("button", { type: "button", textContent: say("dismiss") });
  const note = make("p", { className: "badge", role: "status", hidden: true }, noted, dismiss);
  const fold = make("button", { type: "button", className: "fold", textContent: "✕", ariaLabel: say("fold") });
  const drafts = make("p", { className: "badge drafts", hidden: true });
  root.append(dialog, make("section", { className: "corner", ariaLabel: say("watch") }, note, lost, work, drafts, open));

  let faults = "";
  let led = "";
  let working = 0;
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => {
    open.hidden = faults === "";
  });
  open.addEventListener("click", () => unfold());
  dismiss.addEventListener("click", () => {
    note.hidden = true;
  });
  fold.addEventListener("click", () => {
    drafts.hidden = true;
  });

  function unfold() {
    open.hidden = true;
    if (!dialog.open) dialog.showModal();
  }

  function showFaults(news) {
    const failed = told.failed ?? [];
    const all = news.faults.length > 0 ? news.faults : failed;
    const now = all.length > 0 ? JSON.stringify(all) : "";
    if (now === faults) return;
    faults = now;
    list.replaceChildren(...all.map((fault) => make("li", {}, ...code(fault, make), ...linkTo(fault.draft, say("whole")))));
    const n = countOf({ faults: all, more: news.more });
    title.textContent = say("faults", { n });
    lead.textContent = say(told.failed ? "failed" : told.bare ? "nothing" : "stands");
    more.textContent = news.more > 0 ? say("more", { n: news.more }) : "";
    open.textContent = say("open", { faults: title.textContent });
    if (all.length > 0 && all.every(({ draft }) => isHere(draft))) open.hidden = false;
    else if (now !== "") unfold();
    else {
      dialog.close();
      open.hidden = true;
    }
  }

  /** Whether this page is the draft at that address, and so tells itself what is wrong. */
  function isHere(draft) {
    return Boolean(draft) && new URL(draft, home).pathname === location.pathname;
  }

  function linkTo(draft, textContent) {
    return draft ? [make("a", { href: new URL(draft, home), textContent })] : [];
  }

  /** The way from what was changed last to all about it. */
  function showDrafts({ changed }) {
    const other = changed.filter(({ href }) => !isHere(href));
    const links = other.flatMap(({ href, title }) => linkTo(href, say("draft", { what: title })));
    const now = JSON.stringify(other);
    if (now === led) return;
    led = now;
    drafts.replaceChildren(...links, fold);
    drafts.hidden = other.length === 0;
  }

  function showWork({ busy, left }) {
    clearTimeout(working);
    const text = busy || left > 0 ? (left > 0 ? say("solving", { n: left }) : say("starting")) : "";
    const show = () => {
      work.textContent = text;
      work.hidden = text === "";
    };
    // What is over in a moment nobody has to read.
    if (text === "" || !work.hidden || told.bare) show();
    else working = setTimeout(show, PATIENCE);
  }

  const ready = dress(root, new URL("panel.css", folder)).then(() => document.body.append(host));
  return {
    show: (news) => ready.then(() => {
      showFaults(news);
      showWork(news);
      showDrafts(news);
    }),
    lose: (isLost) => {
      lost.textContent = isLost ? say("lost") : "";
      lost.hidden = !isLost;
    },
    note: ({ key, what }) => {
      noted.textContent = say(key, { what });
      note.hidden = false;
    },
  };
}

async function dress(root, address) {
  const sheet = new CSSStyleSheet();
  try {
    await sheet.replace(await (await fetch(address)).text());
  } catch {
    // Plain words will do.
  }
  root.adoptedStyleSheets = [sheet];
}
