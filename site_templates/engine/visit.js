/**
 * A position that came from elsewhere, to look at and to play on: it is put on the board in one step of the reader's own
 * game, as an attempt of its own, so that undo leads back and nothing of that game is lost.
 *
 * @typedef {import("./game.js").Game} Game
 */

import { attemptAt, presentAttempt, withAttempts } from "#engine/attempts.js";
import { backTo, leftAttempt, withHistory } from "#engine/game.js";
import * as past from "#engine/history.js";
import { PLACE } from "#engine/steps.js";

/**
 * @param {Game} own @param {readonly import("./contract.js").Move[]} moves from the start
 * @param {number} ms played on the own game's present attempt
 * @returns {Game} in which what stands on the board counts as shown, since nobody knows who found it
 */
export function visit(own, moves, ms) {
  const { kind, level } = own;
  const left = leftAttempt(own, presentAttempt(own).at, ms);
  const begun = past.record(left.history, PLACE, kind.start(level));
  const history = moves.reduce((so, move) => past.extend(so, move, kind.apply(past.present(so), move)), begun);
  const placed = withHistory(left, history, left.ui.last);
  const attempt = attemptAt(history.at, moves.length === 0 ? "" : "shown");
  return withAttempts(placed, Object.freeze([...placed.attempts, attempt]));
}

/** The place in the history at which the own game was left last; null where no position came into it, or none had begun. */
function leftAt({ history: { steps, at } }) {
  const step = steps.slice(0, at).findLastIndex(([first]) => first === PLACE);
  return step > 0 ? step : null;
}

/** @param {Game} game @returns {boolean} whether there is a game of the reader's own to go back to */
export function hasOwn(game) {
  return leftAt(game) !== null;
}

/** Back to before the position; redo leads on to it again. @param {Game} game @returns {Game} */
export function ownGame(game) {
  const at = leftAt(game);
  return at === null ? game : backTo(game, at);
}
