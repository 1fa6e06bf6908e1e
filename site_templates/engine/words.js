/**
 * Sentences with gaps. A word is a string with `{name}` gaps, or one string for each plural form, chosen by `n`. Numbers
 * are written as the language writes them.
 *
 * @typedef {Readonly<Record<string, string|Readonly<Record<string, string>>>>} Words
 */

/**
 * @param {Words} words @param {string} key
 * @param {Readonly<Record<string, string|number>>} values
 * @param {string} language
 * @returns {string}
 */
export function say(words, key, values = {}, language = "en") {
  const entry = Object.hasOwn(words, key) ? words[key] : key;
  const text = typeof entry === "string" ? entry : plural(entry, Number(values.n), language);
  return text.replace(/\{(\w+)\}/g, (gap, name) => (Object.hasOwn(values, name) ? written(values[name], language) : gap));
}

/**
 * One sentence after the other, empty ones left out.
 * @param {readonly string[]} told each with its full stop or without
 * @param {string} stop what the language sets between two sentences: its full stop, and a blank if it has one there
 * @returns {string}
 */
export function sentences(told, stop) {
  const mark = stop.trim();
  const bare = (text) => (text.endsWith(mark) ? text.slice(0, -mark.length) : text);
  const some = told.filter(Boolean);
  return some.map((text, index) => (index < some.length - 1 ? bare(text) : text)).join(stop);
}

/**
 * What a page's language sets between two sentences, as `sentences` takes it.
 * @param {(key: string, values?: object) => string} say
 * @returns {string}
 */
export function stopOf(say) {
  return say("play.then", { before: "", after: "" });
}

function plural(forms, n, language) {
  return forms[new Intl.PluralRules(language).select(n)] ?? forms.other;
}

/** How each language writes numbers: to find out takes far longer than to write one, and a board has thousands. */
const writers = new Map();

function written(value, language) {
  if (typeof value !== "number") return String(value);
  if (!writers.has(language)) writers.set(language, new Intl.NumberFormat(language));
  return writers.get(language).format(value);
}
