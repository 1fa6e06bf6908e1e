/**
 * What the browser keeps between visits, under names of our own.
 *
 * Pages opened from disk may share their storage with every other local file, so each name starts with the project's.
 * Storage may be full, forbidden or filled with anything; nothing here throws.
 *
 * @typedef {object} Store
 * @property {(name: string) => unknown} read null where there is nothing sound
 * @property {(name: string, value: unknown) => boolean} write false where it could not be kept
 */

const PREFIX = "kotae:";

/**
 * @param {() => Storage} reach gives the storage; reaching for it is what throws where it is forbidden
 * @returns {Store}
 */
export function openStore(reach) {
  return Object.freeze({
    read(name) {
      try {
        return JSON.parse(reach().getItem(PREFIX + name) ?? "null");
      } catch {
        return null;
      }
    },
    write(name, value) {
      try {
        reach().setItem(PREFIX + name, JSON.stringify(value));
        return true;
      } catch {
        return false;
      }
    },
  });
}

/** @param {string} kind @param {string} id @returns {string} the name of a level's saved game */
export function gameName(kind, id) {
  return `${kind}:${id}`;
}

/** The name of the level played last, for the home page. */
export const LAST = "last";

/** The name of the reader's theme. */
export const THEME = "theme";

/** @param {string} name @returns {string} as storage events spell it */
export function storageKey(name) {
  return PREFIX + name;
}
