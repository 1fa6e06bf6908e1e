/** FNV-1a of 32 bits. @param {string} text @returns {number} a whole number below 2 to the power of 32 */
export function hashOf(text) {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ letter.codePointAt(0), 0x01000193);
  return hash >>> 0;
}
