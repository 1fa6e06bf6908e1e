/** The links from a page to itself in other languages. No listener is set here. */

/**
 * Let the links lead to the same place on the other page, the level above all.
 * @param {Element} list @param {string} hash with its `#`, or nothing
 */
export function carryPlace(list, hash) {
  for (const link of list.querySelectorAll("a")) link.hash = hash;
}
