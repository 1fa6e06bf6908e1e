/**
 * Undo and redo without limit, as a list of states.
 *
 * A step is what one undo takes back: one move, or all the moves of one drag. Histories are frozen; every function
 * gives a new one.
 *
 * @typedef {import("./contract.js").State} State
 * @typedef {import("./contract.js").Move} Move
 * @typedef {object} History
 * @property {readonly State[]} states `states[0]` is the start; `states[i + 1]` is what `steps[i]` leads to
 * @property {readonly (readonly Move[])[]} steps
 * @property {number} at how many steps count at present; those after it can be redone
 */

/** @param {State} state @returns {History} */
export function begin(state) {
  return Object.freeze({ states: Object.freeze([state]), steps: Object.freeze([]), at: 0 });
}

/**
 * @param {readonly State[]} states @param {readonly (readonly Move[])[]} steps @param {number} at
 * @returns {History} of all this, which is frozen
 */
export function whole(states, steps, at) {
  steps.forEach(Object.freeze);
  return make(states, steps, at);
}

/** @param {History} history @returns {State} */
export function present(history) {
  return history.states[history.at];
}

/**
 * Add a step of one move. What could have been redone is gone.
 * @param {History} history @param {Move} move @param {State} state what the move leads to
 * @returns {History}
 */
export function record(history, move, state) {
  return make(
    [...history.states.slice(0, history.at + 1), state],
    [...history.steps.slice(0, history.at), Object.freeze([move])],
    history.at + 1,
  );
}

/**
 * Add a move to the present step, so that one undo takes back both.
 * @param {History} history @param {Move} move @param {State} state
 * @returns {History}
 */
export function extend(history, move, state) {
  if (history.at === 0) return record(history, move, state);
  const last = history.at - 1;
  return make(
    [...history.states.slice(0, history.at), state],
    [...history.steps.slice(0, last), Object.freeze([...history.steps[last], move])],
    history.at,
  );
}

/**
 * Put another move in place of the last one of the present step.
 * @param {History} history which has a step to undo @param {Move} move @param {State} state what the step leads to then
 * @returns {History}
 */
export function replace(history, move, state) {
  const last = history.at - 1;
  return make(
    [...history.states.slice(0, history.at), state],
    [...history.steps.slice(0, last), Object.freeze([...history.steps[last].slice(0, -1), move])],
    history.at,
  );
}

/** @param {History} history @returns {boolean} */
export function canUndo(history) {
  return history.at > 0;
}

/** @param {History} history @returns {boolean} */
export function canRedo(history) {
  return history.at < history.steps.length;
}

/** @param {History} history @returns {History} */
export function undo(history) {
  return canUndo(history) ? make(history.states, history.steps, history.at - 1) : history;
}

/** @param {History} history @returns {History} */
export function redo(history) {
  return canRedo(history) ? make(history.states, history.steps, history.at + 1) : history;
}

/** Go back to an earlier state; redo leads on from there. @param {History} history @param {number} at @returns {History} */
export function backTo(history, at) {
  return at < history.at ? make(history.states, history.steps, at) : history;
}

/** @returns {History} */
function make(states, steps, at) {
  return Object.freeze({ states: Object.freeze(states), steps: Object.freeze(steps), at });
}
