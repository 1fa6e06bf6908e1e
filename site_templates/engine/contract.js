/**
 * What the engine and a kind promise each other.
 *
 * A kind is two modules. `rules.js` is pure: it never sees the document, the clock or storage. `view.js` draws a
 * state and names its cells. Everything else (history, gestures, keys, saving, the page) is the engine's and knows
 * no kind.
 *
 * Cells are numbered row by row from the top left, starting at 0.
 *
 * @typedef {object} Level
 * @property {string} id stays the same however the catalogue grows
 * @property {number} rows
 * @property {number} cols
 * @property {readonly string[]} grid one string a row, in the kind's own letters
 * @property {Readonly<Record<string, unknown>>} rules the level's switches
 * @property {string} tier
 * @property {string} title may be empty
 * @property {string} author may be empty
 *
 * What undo restores, and nothing else. Frozen; made by `start` and `apply` only.
 * @typedef {Readonly<object>} State
 *
 * A change of the board as a JSON value, so that a game can be saved and replayed.
 * @typedef {object|string|number|readonly unknown[]} Move
 *
 * What is on the screen but not in the game.
 * @typedef {object} Ui
 * @property {number} cursor the cell that the keyboard is on
 * @property {State|null} before the state when the present gesture began, or null outside one
 * @property {boolean} solved
 * @property {number} last the cell played last, where a celebration starts
 *
 * What a player did, free of devices. `tap` is the plain press, `mark` the second one (right button or long press),
 * `drag` comes once for each cell that a drag reaches, the first one included; `from` is where it began, `last` the cell
 * before this one, and `second` says whether the right button drags. `key` is a key that the engine has no use for.
 * @typedef {{type: "tap"|"mark", cell: number}
 *   | {type: "drag", cell: number, from: number, last: number, second: boolean}
 *   | {type: "key", key: string, cell: number}} Input
 *
 * A rule that the state breaks now; what is merely unfinished is no violation.
 * @typedef {{rule: string, cells: readonly number[]}} Violation
 *
 * A sentence of the kind's words with its values.
 * @typedef {{key: string, values?: Readonly<Record<string, string|number>>}} Phrase
 *
 * Room beside the board, in cells, for what a kind draws outside of it: to the left of 0, above 0, and past the last
 * column and row.
 * @typedef {{top: number, right: number, bottom: number, left: number}} Margin
 *
 * @typedef {object} Kind
 * @property {string} name
 * @property {(level: Level) => State} start
 * @property {(state: State, ui: Ui, input: Input) => Move|null} interpret null where the input means nothing
 * @property {(state: State, move: Move) => State} apply throws a RangeError for what is no move on this board
 * @property {(state: State) => readonly Violation[]} violations
 * @property {(state: State) => boolean} isSolved by the rules alone
 * @property {(root: SVGElement, state: State, ui: Ui) => void} draw idempotent; a cell is CELL units wide
 * @property {(state: State) => readonly (readonly Phrase[])[]} describe what is in each cell
 * @property {(state: State) => readonly Phrase[]} summary what is still to do, and what is wrong
 * @property {Margin} [margin] none where it is left out; a board that is only looked at is shown without
 */

/** The width of a cell in the units of a board's drawing. */
export const CELL = 32;
