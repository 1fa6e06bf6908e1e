/** Two plots as SVG, made of attributes and text alone. What they show stands in a table beside them too. */

import { child } from "#engine/svg.js";
import { clockText } from "#engine/watch.js";

/** How wide a plot is, in its own units: about as many as it has pixels on a phone. */
const WIDTH = 336;

/**
 * Bars side by side, each with its number above it.
 * @param {SVGElement} root emptied and filled
 * @param {readonly {name: string, n: number}[]} bars a name that is empty is not written
 */
export function drawBars(root, bars) {
  const [high, foot] = [88, 18];
  const most = Math.max(1, ...bars.map(({ n }) => n));
  const step = WIDTH / bars.length;
  clear(root, high + foot);
  bars.forEach(({ name, n }, index) => {
    const x = index * step;
    const height = (n / most) * (high - 20);
    child(root, "rect", { class: "bar", x: x + 3, y: high - height, width: step - 6, height, rx: 2 });
    if (n > 0) write(root, "count", x + step / 2, high - height - 5, "middle", String(n));
    // The name of a bar ends where the bar does, so that the last one stays on the page.
    if (name) write(root, "axis", x + step - 3, high + 14, "end", name);
  });
  child(root, "path", { class: "ground", d: `M0 ${high}h${WIDTH}` });
}

/**
 * A line for each tier with a dot for each time, from a few seconds on the left to long on the right, each mark twice
 * the one before. A level solved with help is a ring.
 * @param {SVGElement} root emptied and filled
 * @param {readonly {name: string, times: readonly {ms: number, alone: boolean}[]}[]} lines
 */
export function drawTimes(root, lines) {
  const [left, step, top] = [84, 26, 8];
  const all = lines.flatMap(({ times }) => times.map(({ ms }) => Math.max(ms, 1000)));
  const [least, most] = [Math.min, Math.max].map((choose) => all.reduce((one, other) => choose(one, other)));
  const low = Math.floor(Math.log2(least / 15_000));
  const high = Math.max(low + 2, Math.ceil(Math.log2(most / 15_000)));
  const at = (ms) => left + 8 + ((Math.log2(Math.max(ms, 1000) / 15_000) - low) / (high - low)) * (WIDTH - left - 24);
  const bottom = top + lines.length * step;
  clear(root, bottom + 20);
  // Never more names than there is room for.
  const every = Math.ceil((high - low) / 5);
  for (let power = low; power <= high; power += every) {
    const ms = 15_000 * 2 ** power;
    child(root, "path", { class: "rule", d: `M${at(ms)} ${top}V${bottom}` });
    write(root, "axis", at(ms), bottom + 14, "middle", clockText(ms));
  }
  lines.forEach(({ name, times }, index) => {
    const y = top + (index + 0.5) * step;
    write(root, "name", 0, y + 4, "start", name);
    child(root, "path", { class: "ground", d: `M${left} ${y}H${WIDTH}` });
    for (const { ms, alone } of times) child(root, "circle", { class: alone ? "dot" : "ring", cx: at(ms), cy: y, r: 4 });
  });
}

function clear(root, height) {
  root.replaceChildren();
  root.setAttribute("viewBox", `0 0 ${WIDTH} ${height}`);
}

function write(root, name, x, y, anchor, text) {
  child(root, "text", { class: name, x, y, "text-anchor": anchor }).textContent = text;
}
