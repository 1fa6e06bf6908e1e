/**
 * A game in storage that another tab may write to as well: whoever wrote last is not overwritten without being asked.
 *
 * @typedef {object} Kept
 * @property {() => unknown} read
 * @property {() => unknown} other what stands there, without having read it for good
 * @property {(value: unknown) => "kept"|"unkept"|"elsewhere"} write `unkept` where it will not be there at the next
 *   visit; `elsewhere` where something newer stands there than was read, which then stays
 * @property {(value: unknown) => "kept"|"unkept"} overwrite whatever stands there
 */

/**
 * @param {import("./store.js").Store} store @param {string} name
 * @returns {Kept}
 */
export function openKept(store, name) {
  let known = null;
  const overwrite = (value) => {
    const lasts = store.write(name, value);
    known = store.stamp(name);
    return lasts ? "kept" : "unkept";
  };
  return Object.freeze({
    read() {
      known = store.stamp(name);
      return store.read(name);
    },
    other: () => store.read(name),
    write(value) {
      const there = store.stamp(name);
      return there !== null && (known === null || there > known) ? "elsewhere" : overwrite(value);
    },
    overwrite,
  });
}

/**
 * Say whether one save goes on from another: then whoever had the older one loses nothing by taking the newer.
 * @param {import("./game.js").Game} game that is on the screen
 * @param {import("./game.js").Game} other
 * @returns {boolean}
 */
export function goesOn({ history: mine }, { history: other }) {
  const played = mine.steps.slice(0, mine.at);
  return JSON.stringify(played) === JSON.stringify(other.steps.slice(0, mine.at));
}
