/** Boards of Tsunagi drawn by hand, and a hand that draws on them, for the tests of its scripts. */

import * as games from "#engine/game.js";
import * as rules from "#kinds/tsunagi/rules.js";
import * as view from "#kinds/tsunagi/view.js";

export const tsunagi = Object.freeze({ name: "tsunagi", ...rules, ...view });

export const PLAIN = Object.freeze({ wrap: false, fill: true, touch: true, walls: "" });

export const levelOf = (grid, more = {}) =>
  Object.freeze({ id: "0123456789", rows: grid.length, cols: grid[0].length, grid, rules: { ...PLAIN, ...more } });

export const open = (grid, more) => games.open(tsunagi, levelOf(grid, more), null);

export const lines = (game) => games.present(game).lines.map((path) => [...path]);

/** Press on the first cell, lead the pointer over the rest, and let go. */
export function drag(game, ...cells) {
  const [from] = cells;
  const held = tsunagi.grip(games.present(game), from, null);
  const pressed = games.begin(game, held);
  const step = (so, cell, index) =>
    games.play(so, { type: "drag", cell, from, last: cells[Math.max(index - 1, 0)], second: false });
  return games.end(cells.reduce(step, pressed));
}

export const tap = (game, cell) => games.play(game, { type: "tap", cell });
export const mark = (game, cell) => games.play(game, { type: "mark", cell });
export const key = (game, cell, name) => games.play(game, { type: "key", key: name, cell });

/** Two pairs at the corners of three rows. */
export const SMALL = Object.freeze(["A.B", "...", "A.B"]);

/** A bridge in the middle: A goes over it, B under. */
export const CROSS = Object.freeze(["..B..", ".....", "A.+.A", ".....", "..B.."]);
