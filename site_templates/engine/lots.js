/** A draw that chance has no part in: each id gets a lot, the same one for the same draw wherever it is drawn. */

import { hashOf } from "#engine/hash.js";

/**
 * A hash of the text, stirred until neighbouring draws have nothing in common.
 * @param {string|number} draw a day, or a number @param {string} id
 * @returns {number} a whole number below 2 to the power of 32
 */
export function lotOf(draw, id) {
  let hash = hashOf(`${draw} ${id}`);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
