/**
 * One level being played: pure transitions from game to game, for any kind.
 *
 * @typedef {import("./contract.js").Kind} Kind
 * @typedef {import("./contract.js").Level} Level
 * @typedef {import("./contract.js").Input} Input
 * @typedef {import("./contract.js").Ui} Ui
 * @typedef {import("./history.js").History} History
 * @typedef {object} Game
 * @property {Kind} kind
 * @property {Level} level
 * @property {History} history
 * @property {Ui} ui
 * @property {History|null} begun the history when the present gesture began, or null outside one
 * @property {boolean} everSolved stays true when a solved level is played again; a board that shows its answer by itself
 *   was not solved
 * @property {readonly Attempt[]} attempts at the level, in the order of their places in the history
 * @property {Help} help the most that the player was told in the present attempt
 * @property {Help|null} mark the least help that it was ever solved with; null until it was
 * @property {readonly number[]} checkpoints by their places in the history, the last one last
 *
 * @typedef {import("./attempts.js").Attempt} Attempt
 * @typedef {import("./attempts.js").Help} Help
 */

import { asHelp, attemptAt, change, isMore, presentAttempt, readAttempts, withAttempts } from "#engine/attempts.js";
import * as past from "#engine/history.js";
import { endsShown, follow, moveBack, movesIn, replay, RESTART, SHOW } from "#engine/steps.js";

/** The save format. A save of another version is left unread. */
export const VERSION = 1;

/**
 * Open a level where the player left it; a save that does not fit is dropped from the first move that does not.
 * @param {Kind} kind @param {Level} level @param {unknown} saved what `save` gave, or anything else
 * @returns {Game}
 */
export function open(kind, level, saved) {
  const fits = isSave(saved);
  const history = fits ? replay(kind, level, saved) : past.begin(kind.start(level));
  const solved = kind.isSolved(past.present(history));
  const ui = Object.freeze({ cursor: 0, before: null, held: null, solved, last: 0, faults: true });
  const everSolved = fits && saved.solved === true;
  const checkpoints = fits ? checkpointsOf(saved, history) : Object.freeze([]);
  const mark = everSolved ? helpOf(saved) : null;
  const game = Object.freeze({ kind, level, history, ui, begun: null, everSolved, mark, checkpoints });
  return noteSolve(withAttempts(game, readAttempts(fits ? saved : {}, history)));
}

/** @param {Game} game @returns {object} a JSON value */
export function save(game) {
  const { steps, at } = game.history;
  const { attempts } = game;
  // Of a level that was solved the list says how; of any other one, what was told so far.
  const mark = game.mark ?? game.help;
  const help = mark === "" ? {} : { help: mark };
  const checkpoints = game.checkpoints.length > 0 ? { checkpoints: game.checkpoints } : {};
  return { v: VERSION, steps, at, solved: game.everSolved, attempts, ...help, ...checkpoints };
}

/** Say how much help a save tells of. @param {unknown} saved @returns {Help} */
export function helpOf(saved) {
  return isSave(saved) ? asHelp(saved.help) : "";
}

/**
 * Say what a save tells without opening the level.
 * @param {unknown} saved
 * @returns {"solved"|"started"|"new"}
 */
export function standing(saved) {
  if (!isSave(saved)) return "new";
  if (saved.solved === true) return "solved";
  return saved.at > 0 ? "started" : "new";
}

/**
 * Let the kind answer an input. A solved board takes none, so that a stray touch cannot spoil it.
 * @param {Game} game @param {Input} input
 * @param {boolean} joined whether the move belongs to the step before it: within a gesture, all but the first do
 * @returns {Game} the same one where nothing changed
 */
export function play(game, input, joined = game.begun !== null && game.history !== game.begun) {
  if (game.ui.solved) return game;
  const state = present(game);
  const move = game.kind.interpret(state, game.ui, input);
  if (move === null) return game;
  const record = () => past.record(game.history, move, game.kind.apply(state, move));
  const played = withHistory(game, joined ? join(game, move) : record(), input.cell);
  const { held } = game.ui;
  return held === null ? played : withUi(played, { held: game.kind.grip(present(played), input.cell, held) });
}

/**
 * Add a move to the present step: in place of the last one where the kind folds the two into one, so that a line which
 * is drawn to and fro is one move, and one that is drawn back to where it began none.
 * @returns {History}
 */
function join({ kind, history, begun }, move) {
  const step = history.steps[history.at - 1];
  const whole = (step && kind.fold?.(step.at(-1), move)) ?? null;
  if (whole === null) return past.extend(history, move, kind.apply(past.present(history), move));
  const earlier = step.slice(0, -1);
  const ground = earlier.reduce(kind.apply, history.states[history.at - 1]);
  const state = kind.apply(ground, whole);
  return begun !== null && state === begun.states[begun.at] ? begun : past.replace(history, whole, state);
}

/** Clear the board; where it was solved another attempt begins. @param {Game} game @returns {Game} */
export function restart(game) {
  if (!past.canUndo(game.history)) return game;
  const cleared = withHistory(game, past.record(game.history, RESTART, game.kind.start(game.level)), game.ui.last);
  const { solved, help } = presentAttempt(game);
  if (!solved && !game.ui.solved) return cleared;
  // Who has let the answer be shown and never solved it still knows it.
  const next = attemptAt(cleared.history.at, solved ? "" : help);
  return withAttempts(cleared, Object.freeze([...cleared.attempts, next]));
}

/** Note how long an attempt was played that was left. @param {Game} game @param {number} at @param {number} ms @returns {Game} */
export function leftAttempt(game, at, ms) {
  return withAttempts(game, change(game.attempts, at, { ms }));
}

/**
 * Set a checkpoint: what changes from here on looks different until it is dropped. Those that undo has passed go.
 * @param {Game} game @returns {Game} the same one where the last checkpoint is here already, or nothing is left to try
 */
export function setCheckpoint(game) {
  const { checkpoints, history, ui } = game;
  if (ui.solved || lastCheckpoint(game) === history.at) return game;
  const before = checkpoints.filter((at) => at < history.at);
  return Object.freeze({ ...game, checkpoints: Object.freeze([...before, history.at]) });
}

/**
 * Go back to the last checkpoint, as a step that can be undone. The checkpoint stays.
 * @param {Game} game @returns {Game}
 */
export function returnToCheckpoint(game) {
  const { history, ui } = game;
  const to = lastCheckpoint(game);
  if (to === undefined || history.states[to] === present(game)) return game;
  return withHistory(game, past.record(history, moveBack(to), history.states[to]), ui.last);
}

/** The last checkpoint goes; what was played since stays. @param {Game} game @returns {Game} */
export function dropCheckpoint(game) {
  const last = lastCheckpoint(game);
  if (last === undefined) return game;
  return Object.freeze({ ...game, checkpoints: Object.freeze(game.checkpoints.filter((at) => at !== last)) });
}

/** @param {Game} game @returns {import("./contract.js").State|null} the board at the last checkpoint */
export function checkpoint(game) {
  return game.history.states[lastCheckpoint(game)] ?? null;
}

/** One that undo has passed lies ahead, and counts again only when redo has reached it. @returns {number|undefined} */
function lastCheckpoint({ checkpoints, history }) {
  return checkpoints.filter((at) => at <= history.at).at(-1);
}

/**
 * Note that the player was told something in the present attempt.
 * @param {Game} game @param {Help} help @returns {Game}
 */
export function helped(game, help) {
  if (!isMore(help, game.help)) return game;
  return withAttempts(game, change(game.attempts, presentAttempt(game).at, { help }));
}

/**
 * Make the moves of a hint, as one step.
 * @param {Game} game @param {readonly import("./contract.js").Move[]} moves @param {number} cell where it is
 * @returns {Game}
 */
export function put(game, moves, cell) {
  const { kind } = game;
  const add = (history, move) => {
    const state = kind.apply(past.present(history), move);
    return history === game.history ? past.record(history, move, state) : past.extend(history, move, state);
  };
  return withHistory(helped(game, "hints"), moves.reduce(add, game.history), cell);
}

/**
 * Let the board show more of its answer: all of it is one step.
 * @param {Game} game @param {readonly import("./contract.js").Move[]} moves @param {number} cell where it is
 * @param {boolean} anew whether the board is cleared first
 * @returns {Game}
 */
export function show(game, moves, cell, anew = false) {
  const { kind, level } = game;
  const begins = !endsShown(game.history) || anew;
  const history = begins ? past.record(game.history, SHOW, present(game)) : game.history;
  const all = anew ? [RESTART, ...moves] : moves;
  const add = (so, move) => past.extend(so, move, follow(kind, level, so, move));
  return withHistory(helped(game, "shown"), all.reduce(add, history), cell);
}

/** @param {Game} game @returns {boolean} whether what is on the board was shown last, and not played */
export function isShown(game) {
  return endsShown(game.history);
}

/** Go back by several steps, which can be redone. @param {Game} game @param {number} at @returns {Game} */
export function backTo(game, at) {
  return withHistory(game, past.backTo(game.history, at), game.ui.last);
}

/** Whether what breaks a rule is pointed out. @param {Game} game @param {boolean} faults @returns {Game} */
export function showFaults(game, faults) {
  return withUi(game, { faults });
}

/** @param {Game} game @returns {Game} */
export function undo(game) {
  return withHistory(game, past.undo(game.history), game.ui.last);
}

/** @param {Game} game @returns {Game} */
export function redo(game) {
  return withHistory(game, past.redo(game.history), game.ui.last);
}

/** @param {Game} game @returns {import("./contract.js").State} */
export function present(game) {
  return past.present(game.history);
}

/** @param {Game} game @param {number} cell @returns {Game} */
export function moveCursor(game, cell) {
  return withUi(game, { cursor: cell });
}

/**
 * A gesture begins: until it has ended its moves are one step, and the kind can see the board as it was before.
 * @param {Game} game @param {import("./contract.js").Grip|null} held what it takes hold of @returns {Game}
 */
export function begin(game, held = null) {
  const begun = Object.freeze({ ...game, begun: game.history });
  return withUi(begun, { before: present(game), held });
}

/** The gesture has ended, and nothing is in hand. @param {Game} game @returns {Game} */
export function end(game) {
  if (game.begun === null) return game;
  return withUi(Object.freeze({ ...game, begun: null }), { before: null, held: null });
}

/** @returns {Game} */
function withUi(game, changes) {
  return Object.freeze({ ...game, ui: Object.freeze({ ...game.ui, ...changes }) });
}

/** @param {Game} game @param {History} history @param {number} last the cell played last @returns {Game} */
export function withHistory(game, history, last) {
  if (history === game.history) return game;
  const solved = game.kind.isSolved(past.present(history));
  const ui = Object.freeze({ ...game.ui, solved, last });
  // Who undoes beyond a checkpoint and plays on from there has left the way that it stood on.
  const stands = (at) => history.states[at] === game.history.states[at];
  const checkpoints = Object.freeze(game.checkpoints.filter(stands));
  const attempts = Object.freeze(game.attempts.filter(({ at }) => stands(at)));
  return noteSolve(withAttempts({ ...game, history, ui, checkpoints }, attempts));
}

/** An attempt is solved once; what is told after that takes nothing from it. @returns {Game} */
function noteSolve(game) {
  const { at, help, solved } = presentAttempt(game);
  if (!game.ui.solved || endsShown(game.history) || solved) return game;
  const mark = game.mark === null || isMore(game.mark, help) ? help : game.mark;
  return withAttempts({ ...game, everSolved: true, mark }, change(game.attempts, at, { solved: true }));
}

/**
 * How many moves led to what is on the board: since it was cleared last, and without those taken back.
 * @param {Game} game @returns {number}
 */
export function countMoves({ history }) {
  return movesIn(history);
}

/** @returns {readonly number[]} those of a save that stand in the history, in its order */
function checkpointsOf({ checkpoints }, { states }) {
  if (!Array.isArray(checkpoints)) return Object.freeze([]);
  const sound = checkpoints.filter((at, index) => Number.isInteger(at) && at in states && !(at <= checkpoints[index - 1]));
  return Object.freeze(sound);
}

/** @param {unknown} value @returns {boolean} whether it is a save of this version */
export function isSave(value) {
  return (
    typeof value === "object" &&
    value !== null &&
    value.v === VERSION &&
    Number.isInteger(value.at) &&
    value.at >= 0 &&
    Array.isArray(value.steps) &&
    value.steps.every(Array.isArray)
  );
}
