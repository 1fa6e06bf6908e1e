/**
 * On which page a level is played. A link may be older than the pages: a level is moved to another page where its group
 * has grown or its tier was found anew, and it may be gone. The kind's page `where.html` knows where each level is, or
 * which page knows it.
 *
 * @typedef {readonly (readonly [string, string])[]} Pages each with its name and the ids of its levels, with blanks
 *   between them
 * @typedef {Readonly<Record<string, Readonly<Record<string, number|readonly number[]>>>>} Extent which play pages there are
 *   of each size, as `7x7`, and tier: those up to some number, and behind it the numbers of others
 */

import { plain } from "#engine/plain.js";

/** What stands in front of the id of a level that is nowhere. */
const NOWHERE = ":";

/** The page that knows where the levels of its kind are. */
const WHERE = "where.html";

/** @param {string} id @returns {boolean} whether it is worth looking for */
export function isSought(id) {
  return /^[0-9a-f]{12}$/.test(id);
}

/** @param {Pages} pages @param {string} id @returns {string|null} the name of its page; null where none has it */
export function pageOf(pages, id) {
  return pages.find(([, ids]) => ids.split(" ").includes(id))?.[0] ?? null;
}

/** @param {Extent} extent @param {string} name of a file @returns {boolean} whether there is such a play page */
export function isPage(extent, name) {
  const found = /^(\d+x\d+)-([a-z]+)(?:-([1-9]\d*))?\.html$/.exec(name);
  if (!found || !Object.hasOwn(extent, found[1]) || !Object.hasOwn(extent[found[1]], found[2])) return false;
  // The first page has no number.
  const number = Number(found[3] ?? 1);
  const [through, ...others] = [extent[found[1]][found[2]]].flat();
  return found[3] !== "1" && (number <= through || others.includes(number));
}

/**
 * Where to ask for a level, seen from the folder of its kind.
 * @param {string} page on which it is not, or nothing @param {string} hash of the level's address, with its `#`
 * @returns {string}
 */
export function askFor(page, hash) {
  return `${WHERE}#${page}:${hash.slice(1)}`;
}

/** @param {string} hash of such an address @returns {{page: string, place: string, id: string}} */
export function readAsked(hash) {
  const [, page, place] = /^#(?:([\w-]+\.html)?:)?(.*)$/.exec(plain(hash)) ?? [];
  return { page: page ?? "", place: place ?? "", id: (place ?? "").split("/")[0] };
}

/**
 * Where a page that knows where levels are leads.
 * @param {string} hash of its address
 * @param {{signs: number, pages: Pages, sizes: Extent}} known `signs`: by how many of an id its page is called that knows
 *   the level; none where this is it
 * @returns {string|null} null where the level is nowhere, nor the page that it was looked for on
 */
export function leadOn(hash, { signs, pages, sizes }) {
  const { page, place, id } = readAsked(hash);
  if (signs > 0 && isSought(id)) return `where-${id.slice(0, signs)}.html${hash}`;
  const found = pageOf(pages, id);
  // A page on which it was looked for already is newer than this one: it would ask here again, and so on.
  if (found !== null && found !== page) return `${found}#${place}`;
  return isPage(sizes, page) ? `${page}#${NOWHERE}${id}` : null;
}

/**
 * A link to a level, seen from the site's folder, as the pages stand today.
 * @param {Readonly<Record<string, Extent>>} kinds of the site @param {string} href as `kind/page.html#id`, with an image or
 *   without
 * @returns {string|null} null where the site has no such kind
 */
export function linkToday(kinds, href) {
  const [address, place = ""] = href.split("#");
  const [folder, page] = address.split("/");
  if (!Object.hasOwn(kinds, folder)) return null;
  return isPage(kinds[folder], page) ? href : `${folder}/${askFor("", `#${place}`)}`;
}
