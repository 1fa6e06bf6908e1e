/** Days of the calendar as texts like `2026-11-30`, counted without a clock: a day is where its reader says it is. */

const DAY = 86_400_000;

/** @param {Date} date @returns {string} its day where the reader is */
export function localDay(date) {
  const two = (number) => String(number).padStart(2, "0");
  return `${String(date.getFullYear()).padStart(4, "0")}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** @param {unknown} text @returns {boolean} whether it names a day that there is */
export function isDay(text) {
  return typeof text === "string" && /^\d{4}-\d\d-\d\d$/.test(text) && dayAt(numberOf(text)) === text;
}

/** @param {string} day @returns {number} how many days after 1 January 1970 */
export function numberOf(day) {
  const [year, month, date] = day.split("-").map(Number);
  return Date.UTC(year, month - 1, date) / DAY;
}

/** @param {number} number @returns {string} */
export function dayAt(number) {
  const time = new Date(number * DAY);
  return Number.isNaN(time.getTime()) ? "" : time.toISOString().slice(0, 10);
}

/** @param {string} day @returns {number} 0 for Monday to 6 for Sunday */
export function weekdayOf(day) {
  // The first day of 1970 was a Thursday.
  return (((numberOf(day) + 3) % 7) + 7) % 7;
}

/** @param {string} day @param {number} by how many days later @returns {string} */
export function later(day, by) {
  return dayAt(numberOf(day) + by);
}

/**
 * A day as its language writes it.
 * @param {string} day @param {string} language @param {object} parts as for `Intl.DateTimeFormat`
 * @returns {string}
 */
export function written(day, language, parts = { weekday: "short", day: "numeric", month: "short" }) {
  return new Intl.DateTimeFormat(language, { ...parts, timeZone: "UTC" }).format(new Date(numberOf(day) * DAY));
}

/** @param {Date} date @returns {number} the milliseconds until the next day begins where the reader is */
export function untilTomorrow(date) {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1).getTime() - date.getTime();
}
