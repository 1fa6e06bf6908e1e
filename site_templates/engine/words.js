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
