/** A text for the clipboard, where there is one. */

/** @param {Window} window @param {string} text @returns {Promise<boolean>} whether it lies there; a page from disk may have none */
export async function copyText({ navigator }, text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
