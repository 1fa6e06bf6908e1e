/**
 * The links to a board in other programs, written from the letters of its grid by the stencils that its page has.
 *
 * @typedef {{of: "title"|"author", written: Readonly<Record<string, string>>}} Said
 * @typedef {{pieces: Readonly<Record<string, string>>, between: string, points: [number, number]|null}} Drawn
 * @typedef {{before: string, parts: readonly (string|Said|Drawn)[], packed: boolean}} Stencil as the pipeline makes it
 */

/**
 * @param {Stencil} stencil @param {import("./contract.js").Level} level
 * @returns {string} what follows the beginning of the link, before it is packed
 */
export function stencilText({ parts }, level) {
  return parts
    .map((part) => {
      if (typeof part === "string") return part;
      return "pieces" in part ? drawn(part, level) : said(level[part.of], part.written);
    })
    .join("");
}

/** @param {Drawn} part */
function drawn({ pieces, between, points }, { grid, cols }) {
  return Array.from(grid.join("").matchAll(longestOf(pieces)), ({ 0: text, index }) => {
    if (points === null) return pieces[text];
    const [first, row] = points;
    return `"${first + Math.floor(index / cols) * row + (index % cols)}":${pieces[text]}`;
  }).join(between);
}

function said(text, written) {
  const words = text.split(/\s+/).filter(Boolean).join(" ");
  return words.replace(longestOf(written), (piece) => written[piece]);
}

/** @param {Record<string, string>} pieces at least one */
function longestOf(pieces) {
  const longestFirst = Object.keys(pieces).sort((one, other) => other.length - one.length);
  return new RegExp(longestFirst.map((text) => text.replace(/[^\w]/g, "\\$&")).join("|"), "g");
}

/**
 * @param {Stencil} stencil @param {import("./contract.js").Level} level
 * @returns {Promise<string|null>} the whole link; null where the browser cannot pack it
 */
export async function stencilLink(stencil, level) {
  const text = stencilText(stencil, level);
  if (!stencil.packed) return stencil.before + text;
  const packed = await deflated(text);
  return packed === null ? null : stencil.before + btoa(String.fromCharCode(...packed));
}

/** @returns {Promise<Uint8Array|null>} the text deflated without a header */
async function deflated(text) {
  try {
    const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch {
    // Browsers before 2023 have no such stream.
    return null;
  }
}
