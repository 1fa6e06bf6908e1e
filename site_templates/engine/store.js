/**
 * What the browser keeps between visits, under names of our own.
 *
 * Pages opened from disk may share their storage with every other local file, so each name starts with the project's.
 * Storage may be full, forbidden or filled with anything; nothing here throws.
 *
 * @typedef {object} Store
 * @property {(name: string) => unknown} read null where there is nothing sound
 * @property {(name: string, value: unknown, at?: number) => boolean} write as of now or of another time; false where it could not be kept for the next visit
 * @property {() => readonly string[]} names of all that is kept, in order
 * @property {(name: string) => number|null} stamp when what is read was written, null where there is nothing sound
 */

const PREFIX = "kotae:";

/**
 * A store over several places, of which the first is the lasting one. Each keeps when it was written, and the newest is
 * read: right after a reload of a page from disk a browser may hand out its lasting storage as it was some time ago.
 * @param {readonly (() => Storage)[]} places each gives a storage; reaching for one is what throws where it is forbidden
 * @param {() => number} now
 * @returns {Store}
 */
export function openStore(places, now) {
  const newest = (name) => {
    const kept = places.map((reach) => attempt(() => JSON.parse(reach().getItem(PREFIX + name)), null)).filter(isKept);
    const latest = Math.max(...kept.map(({ at }) => at));
    return kept.find(({ at }) => at === latest) ?? null;
  };
  return Object.freeze({
    read: (name) => newest(name)?.value ?? null,
    stamp: (name) => newest(name)?.at ?? null,
    names() {
      const all = places.flatMap((reach) => attempt(() => keysOf(reach()), []));
      return [...new Set(all)].filter((key) => key.startsWith(PREFIX)).map((key) => key.slice(PREFIX.length)).sort();
    },
    // A clock may have been set back: what is written now is newer than what is there all the same.
    write(name, value, at = Math.max(now(), (newest(name)?.at ?? 0) + 1)) {
      const text = JSON.stringify({ at, value });
      const [lasts] = places.map((reach) =>
        attempt(() => {
          reach().setItem(PREFIX + name, text);
          return true;
        }, false),
      );
      return lasts;
    },
  });
}

function keysOf(storage) {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index)).filter((key) => key !== null);
}

function isKept(entry) {
  return typeof entry === "object" && entry !== null && Number.isFinite(entry.at) && "value" in entry;
}

function attempt(action, otherwise) {
  try {
    return action();
  } catch {
    return otherwise;
  }
}

/**
 * The name of a level's saved game: each of its images has a game of its own.
 * @param {string} kind @param {{id: string, image?: string}} level as its image shows it
 * @returns {string}
 */
export function gameName(kind, { id, image }) {
  return image ? `${kind}:${id}/${image}` : `${kind}:${id}`;
}

/** The name of the level played last, for the home page. */
export const LAST = "last";

/** A level that is no more is not one to go on with. @param {Store} store @param {string} kind @param {string} id */
export function forgetPlace(store, kind, id) {
  const last = store.read(LAST);
  if (last?.kind === kind && last.level?.id === id) store.write(LAST, null);
}

/** The name of the folder that the site stands in, for the page that is shown where nothing is. */
export const HOME = "home";

/** The name of the reader's theme. */
export const THEME = "theme";

/** The name of what the reader looks for among the levels of a kind. @param {string} kind @returns {string} */
export function filterName(kind) {
  return `filter/${kind}`;
}

/** The name of whether the reader wants to see the time. */
export const TIME = "time";

/** The name of whether mistakes are pointed out. */
export const FAULTS = "faults";

/** The name of whether rows and columns have their numbers beside the board. */
export const LABELS = "labels";

/** The name of whether the page is laid out for the left hand. */
export const HAND = "hand";

/** @param {string} name @returns {string} as storage events spell it */
export function storageKey(name) {
  return PREFIX + name;
}
