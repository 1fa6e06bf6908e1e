/** The links from a page to itself in other languages. No listener is set here. */

/** The events by which a hand, a key or a screen reader comes to a link, before the link is followed or copied. */
export const WAYS_IN = Object.freeze(["pointerdown", "focusin", "click"]);

/**
 * Let the links lead to the same place on the other page, the level above all.
 * @param {Element} list @param {string} hash with its `#`, or nothing
 */
export function carryPlace(list, hash) {
  for (const link of list.querySelectorAll("a")) link.hash = hash;
}
