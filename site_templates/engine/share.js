/** A text to pass on: what was played today and how it went, and nothing of how a level is solved. */

import { clockText } from "#engine/watch.js";

/** A square for each way a level can stand, with its words. */
const STANDING = Object.freeze({
  open: ["\u2b1c", "daily.open"],
  "": ["\u{1f7e9}", null],
  hints: ["\u{1f7e8}", "daily.hints"],
  shown: ["\u{1f7e7}", "daily.shown"],
});

/**
 * How a level of the day went.
 * @param {(key: string, values?: object) => string} say
 * @param {import("./daily.js").Daily["solved"]} solved null where it is open
 * @returns {string}
 */
export function standingText(say, solved) {
  const [, help] = STANDING[solved?.help ?? "open"];
  if (solved === null) return say(help);
  const took = say("daily.took", { time: clockText(solved.ms), n: solved.moves });
  return help === null ? took : say("play.and", { before: took, after: say(help) });
}

/**
 * @param {(key: string, values?: object) => string} say
 * @param {{title: string, date: string, address: string, streak: string,
 *   boards: readonly {name: string, solved: import("./daily.js").Daily["solved"]}[]}} of
 * @returns {string}
 */
export function shareText(say, { title, date, address, streak, boards }) {
  const lines = boards.map(({ name, solved }) => {
    const [square] = STANDING[solved?.help ?? "open"];
    return `${square} ${say("daily.line", { name, standing: standingText(say, solved) })}`;
  });
  return [`${title} · ${date}`, ...lines, streak, address].filter(Boolean).join("\n");
}
