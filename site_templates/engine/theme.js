/** Light, dark, or what the system says: the order of the button, and how the page shows it. */

const THEMES = Object.freeze(["system", "light", "dark"]);

/** @param {unknown} value @returns {string} a theme, whatever storage held */
export function asTheme(value) {
  return THEMES.includes(value) ? value : THEMES[0];
}

/** @param {string} theme @returns {string} */
export function nextTheme(theme) {
  return THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
}

/** @param {HTMLElement} root @param {string} theme */
export function showTheme(root, theme) {
  if (theme === "system") delete root.dataset.theme;
  else root.dataset.theme = theme;
}
