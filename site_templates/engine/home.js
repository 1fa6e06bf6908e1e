/**
 * Where the site stands. A page knows it by its own address. The page for what is missing is shown at any depth, and
 * knows it only from what another page of the site has kept. No listener is set here.
 */

/**
 * @param {string} address of a page
 * @param {string} root the way from it to the site's folder: `../` once or more, or nothing
 * @returns {string} the path of the folder, ending in a slash
 */
export function homeOf(address, root) {
  return new URL(`./${root}`, address).pathname;
}

/**
 * Where whoever is told of a page finds it: what is on a disk is nowhere.
 * @param {string} known the address that the site says, or nothing
 * @param {string} way to it from the page in hand
 * @param {Location} location of that page, which tells where a server gives it
 * @returns {string} or nothing
 */
export function addressFor(known, way, { protocol, href }) {
  return known || (protocol.startsWith("http") ? new URL(way, href).href : "");
}

/**
 * Let every `[data-home]` lead to the first page, in the language whose folder it names, where the page in hand is below it.
 * @param {Document} document @param {unknown} home what storage holds, which may be anything
 */
export function showWayHome(document, home) {
  if (!isAbove(home, document.location.pathname)) return;
  for (const link of document.querySelectorAll("[data-home]")) {
    link.setAttribute("href", `${home}${link.dataset.home}index.html`);
    link.hidden = false;
  }
  for (const note of document.querySelectorAll("[data-part=lost]")) note.hidden = true;
}

/** @returns {boolean} whether a path of this host is a folder above another; two slashes would begin another host */
export function isAbove(home, path) {
  return typeof home === "string" && /^\/(?!\/)(.*\/)?$/.test(home) && path.startsWith(home);
}
