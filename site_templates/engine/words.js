/**
 * Sentences with gaps. A word is a string with `{name}` gaps, or one string for each plural form, chosen by `n`.
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
  return text.replace(/\{(\w+)\}/g, (gap, name) => (Object.hasOwn(values, name) ? String(values[name]) : gap));
}

function plural(forms, n, language) {
  return forms[new Intl.PluralRules(language).select(n)] ?? forms.other;
}
