/**
 * Runs the worker of a site in a browser of which only the parts are there that it asks for, and says what it did.
 * From stdin: `script`, and `cases`, each with what is other than in a good browser: `saveData`, `room` for so many
 * pages, `broken` names that no server gives, `stale` ones that come as they were before unless they are asked for under
 * their hash, `barred` where the browser lets nothing be kept, and `asked`, a page that is opened at last while the
 * server is `down` or `slow`.
 */

import { readFileSync } from "node:fs";
import { createContext, Script } from "node:vm";

const HOME = "https://example.org/a/";

const GOOD = { saveData: false, room: 99, broken: [], stale: [], barred: false, asked: null, server: "up" };

async function run(script, bounds) {
  const { saveData, room, broken, stale, barred, asked, server } = { ...GOOD, ...bounds };
  const stored = new Map();
  const fetched = [];
  const told = [];
  const listeners = {};
  let state = "up";
  let build = "old";
  const cache = {
    match: async (address) => stored.get(String(address.url ?? address))?.clone(),
    keys: async () => [...stored.keys()].map((url) => ({ url })),
    put: async (address, response) => {
      if (stored.size >= room) throw Object.assign(new Error("full"), { name: "QuotaExceededError" });
      stored.set(String(address), response);
    },
  };
  const self = {
    location: new URL("sw.js", HOME),
    navigator: { connection: { saveData } },
    addEventListener: (type, listener) => Object.assign(listeners, { [type]: listener }),
    clients: { matchAll: async () => [{ postMessage: (news) => told.push(news) }] },
  };
  const fetch = async (address) => {
    const name = String(address.url ?? address).slice(HOME.length);
    fetched.push(name);
    if (state === "slow") return new Promise(() => {});
    if (state === "off") throw new TypeError("no network");
    if (stale.includes(name)) return new Response(`before ${name}`);
    return new Response(`${build} ${name.split("?")[0]}`, { status: state === "down" || broken.includes(name) ? 503 : 200 });
  };
  const open = async () => {
    if (barred) throw Object.assign(new Error("forbidden"), { name: "SecurityError" });
    return cache;
  };
  const caches = { open, keys: async () => [], delete: async () => true };
  // Nobody has to wait for the worker's patience.
  const setTimeout = (resolve, _, value) => setImmediate(resolve, value);
  new Script(script).runInContext(createContext({ self, fetch, caches, setTimeout, URL, Response, crypto, Uint8Array }));
  let work;
  const source = { url: `${HOME}play.html` };
  listeners.message({ data: { folder: "" }, source, waitUntil: (promise) => (work = promise) });
  await work;
  const asks = [...fetched];
  [state, build] = [server, "new"];
  let answer = null;
  if (asked !== null) {
    const request = { mode: "navigate", method: "GET", url: HOME + asked };
    listeners.fetch({ request, respondWith: (promise) => (answer = promise) });
    answer = await answer;
    answer = answer.type === "error" ? "error" : `${answer.status} ${await answer.text()}`;
  }
  return { kept: [...stored.keys()].map((address) => address.slice(HOME.length)), fetched: asks, told: told.at(-1), answer };
}

const { script, cases } = JSON.parse(readFileSync(0, "utf8"));
const said = [];
for (const one of cases) said.push(await run(script, one));
console.log(JSON.stringify(said));
