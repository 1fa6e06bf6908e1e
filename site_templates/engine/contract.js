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
 * @property {string} [way] how it is solved, for hints: see `way.js`
 * @property {readonly string[]} [images] the names of its verified images, itself first
 * @property {string} [image] which image of its level it is, where it is not itself: see `image.js`
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
 * @property {Grip|null} held what the player has in hand: a pointer that is down, or the keys
 * @property {boolean} solved
 * @property {number} last the cell played last, where a celebration starts
 * @property {boolean} [faults] false where a player wants to find out alone what is wrong: then what breaks a rule is
 *   neither drawn nor told
 *
 * What a kind lets a player take hold of and draw with. Beside these it may hold what the kind needs to know.
 * @typedef {object} Grip
 * @property {number} cell where it is now; the cursor goes with it
 * @property {boolean} [done] nothing is left to do with it: keys let go of it
 *
 * What a player did, free of devices. `tap` is the plain press, `mark` the second one (right button or long press),
 * `drag` comes once for each cell that a drag reaches, the first one included; `from` is where it began, `last` the cell
 * before this one, and `second` says whether the right button drags. Keys that lead what they hold drag it. `key` is a
 * key that the engine has no use for.
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
 * What is known of a puzzle, or what a board says of it, as places that are answered yes and places answered no. A place
 * is named as in a trace, with numbers for its cells: `12`, or `12-13` for one that lies between two.
 * @typedef {{yes: ReadonlySet<string>, no: ReadonlySet<string>}} Claims
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
 * @property {(state: State, ui: Ui) => readonly (readonly Phrase[])[]} describe what is in each cell
 * @property {(state: State, ui: Ui) => readonly Phrase[]} summary what is still to do, and what is wrong
 * @property {Margin|((level: Level) => Margin)} [margin] none where it is left out; a board that is only looked at is
 *   shown without
 * @property {(level: Level, row: number, col: number) => number|null} [beside] the cell that a place of the margin stands
 *   for; rows and columns go on beyond the board, from -1 downward and from the last one upward
 * @property {(level: Level, from: number, to: number) => readonly number[]} [between] the cells that a pointer passed
 *   which left the board over one cell and came back over another, without the first; a straight way where it is left out
 * @property {(state: State, cell: number, way: "up"|"right"|"down"|"left", held: Grip|null) => number|null} [walk] where
 *   an arrow leads, if not to the next cell as far as the edge
 * @property {(state: State, cell: number, held: Grip|null) => Grip|null} [grip] what a press on a cell takes hold of; or,
 *   where something is held, how it is held after a move. Drags and keys draw with it, and all of it is one step
 * @property {(first: Move, second: Move) => Move|null} [fold] two moves of one gesture as one that does what the second
 *   one leads to on the board as it was before both; null where they stay two
 * @property {(was: Sight, now: Sight, input: Input) => readonly Phrase[]} [news] what to tell of a change, where it is
 *   more or less than what is in the cell now; also of an input by keys that changed nothing
 * @property {(state: State) => readonly string[]} [placed] what the player has put in each cell, in any words: where it
 *   differs from what was there at a checkpoint, the cell is marked. The first phrase of `describe` where it is left out
 * @property {(state: State) => Claims} [claims] what the player has put on the board. Without it and `put` there are no
 *   hints
 * @property {(state: State, known: Claims) => readonly Move[]} [put] what shows on the board all that can be shown of what
 *   is known and is not there yet; none where nothing is missing. All claims on the board are true, and what is there
 *   stays: knowing more leads to the same moves or further ones. With the whole answer known they solve the board
 * @property {(turned: Level, seen: {own: string, to: readonly number[]}) => Level} [turn] an image of a level, in which the
 *   cells stand already where they do in it, with what else changes: its letters, and the rules that name cells. `to` has
 *   for each cell of the level the one of the image, `own` what the image's name has after its `+`
 * @property {(own: string) => boolean} [exchanges] whether in such an image a place that was answered yes is answered no
 * @property {string} [letters] those in which a board is spelt, the commonest first. Without them and the two that follow
 *   no position can be passed on
 * @property {(state: State) => string} [spell] what the player has put on the board; the first letter at the end may be
 *   missing
 * @property {(start: State, text: string) => readonly Move[]} [unspell] the moves from the start that put it there; throws
 *   a RangeError for what is no such text
 * @property {boolean} [longPress] whether a long press is the second button's; true where it is left out
 *
 * @typedef {{state: State, ui: Ui}} Sight
 */

/** The width of a cell in the units of a board's drawing. */
export const CELL = 32;
