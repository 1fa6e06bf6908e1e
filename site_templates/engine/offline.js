/** What a page says of the pages that are kept for use without a network. No listener is set here. */

/**
 * @typedef {object} Kept what the site's worker reports
 * @property {string} home the path of the site's folder @property {string} folder of the language
 * @property {"kept"|"part"|"saving"|"full"|"large"} state
 * @property {number} kept how many pages of the language are kept @property {number} n of how many
 * @property {number} size of all of them, in bytes
 */

/** @param {{protocol: string}} location @returns {boolean} whether a server gave the page: from disk nothing is kept */
export function isServed({ protocol }) {
  return protocol === "https:" || protocol === "http:";
}

/**
 * A worker tells every page of its host, those of other languages and of other sites too.
 * @param {unknown} told @param {{home: string, folder: string}} page @returns {boolean} whether it is of this one's language
 */
export function isTold(told, { home, folder }) {
  return told?.home === home && told.folder === folder;
}

/** @param {Kept} told @param {(key: string, values: object) => string} say @returns {string} nothing while nothing is kept */
export function keptText({ state, kept, n, size }, say) {
  if (kept === 0) return "";
  const values = { kept, n, size: Math.max(1, Math.round(size / 100_000)) / 10 };
  if (state === "kept") return say("offline.kept", values);
  if (state === "saving") return say("offline.saving", values);
  if (state === "large") return say("offline.large", values);
  return state === "full" ? say("offline.full", values) : say("offline.part", values);
}
