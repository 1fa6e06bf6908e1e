/**
 * What the cells of a board are called. A board has thousands, and a move changes a few: only what is in those is put
 * into words again.
 *
 * @typedef {import("./contract.js").Phrase} Phrase
 */

/**
 * @param {(phrases: readonly Phrase[], cell: number, word: string|null) => string} name
 * @returns {(cells: readonly (readonly Phrase[])[], words: readonly (string|null)[]) => readonly string[]} the name of
 *   each cell by what is in it and the word for its mark, if it has one
 */
export function openNames(name) {
  let [known, marked, names] = [[], [], []];
  return (cells, words) => {
    names = cells.map((phrases, cell) => {
      const same = names.length > cell && words[cell] === marked[cell] && isSame(phrases, known[cell]);
      return same ? names[cell] : name(phrases, cell, words[cell]);
    });
    [known, marked] = [cells, words];
    return names;
  };
}

/** @param {readonly Phrase[]} one @param {readonly Phrase[]} other @returns {boolean} whether they say the same */
export function isSame(one, other) {
  return one.length === other.length && one.every(({ key, values }, index) => key === other[index].key && isEqual(values, other[index].values));
}

function isEqual(one = {}, other = {}) {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}
