/**
 * What the address of a play page says behind its `#`: the level on the screen, and where that is not all, the image
 * and the position: `0123abcd`, `0123abcd/rotate90`, `0123abcd/identity/A4x0k2m1`.
 *
 * @typedef {object} Place
 * @property {string} id of a level
 * @property {string} image
 * @property {string} position as `position.js` writes it, or nothing
 */

import { ITSELF } from "#engine/image.js";
import { plain } from "#engine/plain.js";

/** @param {string} hash as an address has it, or nothing @returns {Place} */
export function readPlace(hash) {
  const [id = "", image = "", position = ""] = plain(hash.slice(1)).split("/");
  return { id, image: image || ITSELF, position };
}

/** @param {{id: string, image?: string, position?: string}} place @returns {string} with its `#` */
export function writePlace({ id, image = ITSELF, position = "" }) {
  const parts = position === "" && image === ITSELF ? [id] : [id, image, position];
  return `#${parts.filter(Boolean).join("/")}`;
}
