/**
 * On which page a level is played. A link may be older than the pages: a level is moved to another page where its group
 * has grown or its tier was found anew, and it may be gone.
 *
 * @typedef {readonly (readonly [string, string])[]} Pages each with its address and the ids of its levels, or how those
 *   begin, with blanks between them
 */

/** @param {Pages} pages @param {string} id @returns {string|null} the address of its page; null where none has it */
export function pageOf(pages, id) {
  const has = (ids) => ids.split(" ").some((known) => known !== "" && id.startsWith(known));
  return pages.find(([, ids]) => has(ids))?.[0] ?? null;
}

/**
 * A link to a level, seen from the site's folder, as the pages stand today.
 * @param {Pages} pages of the whole site @param {string} href as `kind/page.html#id`, with an image or without
 * @returns {string|null} null where its level is gone
 */
export function linkToday(pages, href) {
  const [address, place = ""] = href.split("#");
  const [folder] = address.split("/");
  const kinds = pages.filter(([name]) => name.startsWith(`${folder}/`));
  // Ids that are known by how they begin may be two levels': the page that the link names counts first.
  const first = kinds.filter(([name]) => name === address);
  const page = pageOf([...first, ...kinds], place.split("/")[0]);
  return page && `${page}#${place}`;
}
