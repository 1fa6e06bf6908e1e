/**
 * A watch that counts the time in which somebody plays. Pure: the time of day is an argument, in milliseconds.
 *
 * @typedef {object} Watch
 * @property {number} ms counted so far
 * @property {number|null} last when it was looked at last; null while it stands
 */

/** The longest time between two looks that counts as a whole: a machine that was asleep was not played on. */
export const LONGEST = 10_000;

/** After so long without a key, a press or a move of the pointer nobody is taken to be there, in milliseconds. */
export const IDLE = 300_000;

/** @param {number} heard when there was a sign of a player last @param {number} now @returns {boolean} */
export function isIdle(heard, now) {
  return now - heard >= IDLE;
}

/** @param {unknown} ms counted before, whatever a save holds @returns {Watch} one that stands */
export function setWatch(ms) {
  const counted = typeof ms === "number" ? Math.floor(ms) : 0;
  return Object.freeze({ ms: Number.isSafeInteger(counted) && counted > 0 ? counted : 0, last: null });
}

/** Let it run; where it runs already it counts up to now. @param {Watch} watch @param {number} now @returns {Watch} */
export function run({ ms, last }, now) {
  const passed = last === null ? 0 : Math.min(Math.max(now - last, 0), LONGEST);
  return Object.freeze({ ms: ms + passed, last: now });
}

/** Let it stand. @param {Watch} watch @param {number} now @returns {Watch} */
export function stop(watch, now) {
  return watch.last === null ? watch : Object.freeze({ ...run(watch, now), last: null });
}

/** @param {number} ms @returns {string} minutes and seconds, and hours where there are any: `2:05`, `1:00:30` */
export function clockText(ms) {
  const seconds = Math.floor(ms / 1000);
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
