/** What a pair is called on the page. Codes, moves and saves keep its letter. */

/** Boards of more pairs number them, as beyond the capitals letters look alike, C and c, and sound alike. */
const LETTERED = 26;

/**
 * @param {{letters: readonly string[]}} board @param {number} pair
 * @returns {string} the letter of a pair, or its number from 1 on a board of many
 */
export function label({ letters }, pair) {
  return letters.length > LETTERED ? String(pair + 1) : letters[pair];
}
