/**
 * What a watched page does when the site has changed. Pure: nothing here touches the page.
 *
 * @typedef {object} Shown the page that is on the screen
 * @property {string} [print] the fingerprint of all of it; none where it is no page of the site
 * @property {string} [rest] the same without its style
 * @property {boolean} [bare] it stands in for a page that could not be made
 *
 * @typedef {object} Looked how that page stands now
 * @property {string} [print] @property {string} [rest]
 * @property {string} [go] where what it showed stands now
 * @property {string} [gone] what is no more
 *
 * @typedef {"stay"|"style"|"reload"|"go"} Step
 */

/** @param {Shown} shown @param {Looked} looked @returns {Step} */
export function stepFor(shown, looked) {
  if (shown.bare) return "reload";
  if (looked.go !== undefined) return shown.print === undefined && looked.gone !== undefined ? "stay" : "go";
  if (looked.print === shown.print) return "stay";
  return looked.rest !== "" && looked.rest === shown.rest ? "style" : "reload";
}

/**
 * A line with the character at fault apart from the others.
 * @param {string} text @param {number} column from 1, in characters
 * @returns {readonly [string, string, string]} what is before it, itself, and what is after it
 */
export function parted(text, column) {
  const letters = Array.from(text);
  return [letters.slice(0, column - 1).join(""), letters[column - 1] ?? " ", letters.slice(column).join("")];
}

/** @param {{faults: readonly object[], more: number}} news @returns {number} */
export function countOf({ faults, more }) {
  return faults.length + more;
}
