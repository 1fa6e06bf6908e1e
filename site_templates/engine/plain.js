/** What an address says, whoever passed it on. */

/**
 * Some programs that pass an address on write its signs as numbers.
 * @param {string} text of an address @returns {string}
 */
export function plain(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
