import assert from "node:assert/strict";
import { test } from "node:test";

import * as games from "#engine/game.js";
import * as hands from "#engine/hand.js";
import { describe, draw, margin, news, summary } from "#kinds/tsunagi/view.js";
import { CROSS, drag, levelOf, open, SMALL, tap } from "./boards.js";

const said = (phrase) => [phrase.key, ...Object.values(phrase.values ?? {})].join(" ");
const name = (game, cell) => describe(games.present(game), game.ui)[cell].map(said).join(", ");
const left = (game) => summary(games.present(game)).map(said);
const sight = (game) => ({ state: games.present(game), ui: game.ui });
const told = (was, now, input = { type: "tap", cell: 0 }) => news(sight(was), sight(now), input).map(said);
const toward = (cell) => ({ type: "drag", cell, from: 0, last: 0, second: false });

test("tsunagi cells say what is in them, where it goes, and their walls", () => {
  const game = drag(open(["AaBA", ".b#B"], { walls: "0-4,1-5" }), 0, 1);
  assert.equal(name(game, 0), "cell.end A, cell.right, cell.wallDown");
  assert.equal(name(game, 1), "cell.passed A, cell.left, cell.loose, cell.wallDown");
  assert.equal(name(game, 2), "cell.end B");
  assert.equal(name(game, 4), "cell.empty, cell.wallUp");
  assert.equal(name(game, 5), "cell.waypoint B, cell.wallUp");
  assert.equal(name(game, 6), "cell.blocked");
  const across = drag(open(["A.B", "...", "A.B"], { walls: "3-4" }), 0, 1, 4);
  assert.equal(name(across, 1), "cell.line A, cell.downLeft");
  assert.equal(name(across, 4), "cell.line A, cell.up, cell.loose, cell.wallLeft");
  assert.equal(name(across, 3), "cell.empty, cell.wallRight");
});

test("tsunagi ends say when they are joined", () => {
  const game = drag(open(SMALL), 0, 3, 6);
  assert.equal(name(game, 0), "cell.end A, cell.down, cell.joined");
  assert.equal(name(game, 6), "cell.end A, cell.up, cell.joined");
  assert.equal(name(game, 3), "cell.line A, cell.upDown");
});

test("tsunagi bridges say who goes over and who under", () => {
  assert.equal(name(open(CROSS), 12), "cell.bridge, cell.uncrossed");
  const over = drag(open(CROSS), 10, 11, 12, 13);
  assert.equal(name(over, 12), "cell.bridge, cell.over A");
  assert.equal(name(drag(over, 2, 7), 12), "cell.bridge, cell.over A");
  assert.equal(name(drag(over, 2, 7, 12, 17), 12), "cell.bridge, cell.over A, cell.under B");
  assert.equal(name(over, 13), "cell.line A, cell.left, cell.loose");
});

test("tsunagi cell in hand says so", () => {
  assert.equal(name(hands.take(open(SMALL), 0), 0), "cell.end A, cell.held");
});

test("tsunagi line beside itself is said where it is", () => {
  const game = drag(open(["A...", "....", "...A"], { touch: false }), 0, 1, 5, 4);
  assert.equal(name(game, 4), "cell.line A, cell.right, cell.loose, cell.touch");
  assert.equal(name(game, 5), "cell.line A, cell.upLeft");
  assert.deepEqual(left(game), ["summary.open 1", "summary.touches 1", "summary.noTouch 1"]);
});

test("tsunagi summary counts pairs, and what is left once all are joined", () => {
  const game = drag(open(SMALL), 0, 3, 6);
  assert.deepEqual(left(game), ["summary.open 1"]);
  assert.deepEqual(left(drag(game, 2, 5, 8)), ["summary.gaps 3"]);
  const bridge = drag(open(["A+A", "B.B"]), 0, 1, 2);
  assert.deepEqual(left(drag(bridge, 3, 4, 5)), ["summary.bridges 1"]);
});

test("tsunagi summary tells the switches from the start, and a waypoint that is left out", () => {
  const game = open(["A.A", ".a."], { fill: false, touch: false, wrap: true });
  const switches = ["summary.mayGap 1", "summary.noTouch 1", "summary.wraps 1"];
  assert.deepEqual(left(game), ["summary.open 1", ...switches]);
  assert.deepEqual(left(drag(game, 0, 2)), ["summary.missed 1", ...switches]);
});

test("tsunagi news tell of taking up and letting go", () => {
  const game = open(SMALL);
  const held = hands.take(game, 0);
  assert.deepEqual(told(game, held), ["news.taken A"]);
  assert.deepEqual(told(held, games.end(held)), ["news.released A"]);
  assert.deepEqual(told(game, game), []);
});

test("tsunagi news tell of what a line joins, cuts and gives back, and not of a plain step", () => {
  const first = drag(open(SMALL), 2, 1, 4);
  const held = hands.take(first, 0);
  const step = hands.go(held, 3);
  assert.deepEqual(told(held, step), []);
  const cut = hands.go(step, 4);
  assert.deepEqual(told(step, cut), ["news.cut B"]);
  assert.deepEqual(told(cut, hands.go(cut, 3)), ["news.back B"]);
  assert.deepEqual(told(step, hands.go(step, 6)), ["news.joined A"]);
  assert.deepEqual(told(first, tap(first, 2)), ["news.cleared B"]);
  assert.deepEqual(told(held, hands.go(held, 1)), ["news.cleared B"]);
});

test("tsunagi news tell of bridges and edges on the way", () => {
  const held = hands.take(drag(open(CROSS), 10, 11), 11);
  assert.deepEqual(told(held, hands.go(held, 13)), ["news.over A"]);
  const under = hands.take(drag(open(CROSS), 2, 7), 7);
  assert.deepEqual(told(under, hands.go(under, 17)), ["news.under B"]);
  const ring = hands.take(open(["A..", "...", "..A"], { wrap: true }), 0);
  assert.deepEqual(told(ring, hands.go(ring, 2)), ["news.edge A"]);
});

test("tsunagi news tell why a line cannot go on", () => {
  const why = (grid, from, to, rules) => {
    const held = hands.take(open(grid, rules), from);
    return told(held, hands.go(held, to), toward(to));
  };
  assert.deepEqual(why(SMALL, 0, 0), ["news.rim"]);
  assert.deepEqual(why(SMALL, 0, 1, { walls: "0-1" }), ["news.wall"]);
  assert.deepEqual(why(["A#A", "..."], 0, 1), ["news.blocked"]);
  assert.deepEqual(why(["AB.", ".BA"], 0, 1), ["news.otherEnd B"]);
  assert.deepEqual(why(["Ab.", "BBA"], 0, 1), ["news.otherWaypoint B"]);
  assert.deepEqual(why(SMALL, 0, 8), ["news.otherEnd B"]);
  assert.deepEqual(why(SMALL, 0, 5), ["news.noWay"]);
});

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789abcdefghijklmnopqrstuvwxyz"];
/** So many pairs, a row for each, with a waypoint of the third between its ends. */
const many = (count) => LETTERS.slice(0, count).map((letter) => `${letter}${letter === "C" && count < 36 ? "c" : "."}${letter}`);

test("tsunagi pairs of a large board are numbers, said as they are seen", () => {
  const numbered = open(many(27));
  assert.equal(name(numbered, 6), "cell.end 3");
  assert.equal(name(numbered, 7), "cell.waypoint 3");
  assert.equal(name(numbered, 78), "cell.end 27");
  assert.equal(name(drag(numbered, 48, 49), 49), "cell.line 17, cell.left, cell.loose");
  const held = hands.take(numbered, 48);
  assert.deepEqual(told(numbered, held), ["news.taken 17"]);
  assert.deepEqual(told(held, games.end(held)), ["news.released 17"]);
  assert.deepEqual(told(held, hands.go(held, 51), toward(51)), ["news.otherEnd 18"]);
  assert.deepEqual(told(numbered, drag(numbered, 48, 49, 50)), ["news.joined 17"]);
  assert.equal(name(open(many(26)), 48), "cell.end Q");
  const most = open(many(62));
  assert.equal(name(most, 6), "cell.end 3");
  assert.equal(name(most, 3 * 38), "cell.end 39");
  const crossed = drag(open([...many(26), "0.0", "1+1", "..."]), 81, 82, 83);
  assert.equal(name(crossed, 82), "cell.bridge, cell.over 28");
});

/** Something that SVG can be drawn on, which keeps what was drawn. */
function sheet(tag = "svg") {
  const element = { tag, children: [], attributes: {}, textContent: "", classList: { toggle: () => {} } };
  return Object.assign(element, {
    ownerDocument: { createElementNS: (_, kind) => sheet(kind) },
    setAttribute: (key, value) => (element.attributes[key] = value),
    append: (one) => element.children.push(one),
    replaceChildren: () => (element.children = []),
  });
}

const under = (element) => [element, ...element.children.flatMap(under)];
const ofClass = (root, key) => under(root).filter(({ attributes }) => (attributes.class ?? "").split(" ").includes(key));
const drawnOn = (game) => {
  const root = sheet();
  draw(root, games.present(game), game.ui);
  return root;
};
const written = (root, key) => ofClass(root, key).map(({ children }) => children.at(-1).textContent);

test("tsunagi ends are letters on discs and waypoints small ones in rings, or both are numbers", () => {
  const few = drawnOn(open(many(4)));
  assert.deepEqual(written(few, "end"), ["A", "A", "B", "B", "C", "C", "D", "D"]);
  assert.deepEqual(written(few, "waypoint"), ["c"]);
  assert.deepEqual(ofClass(few, "waypoint")[0].children.map(({ tag }) => tag), ["circle", "text"]);
  const numbered = drawnOn(open(many(27)));
  assert.deepEqual(written(numbered, "waypoint"), ["3"]);
  assert.deepEqual(written(numbered, "end").slice(16, 20), ["9", "9", "10", "10"]);
  assert.deepEqual(written(numbered, "wide"), written(numbered, "end").slice(18));
  const most = drawnOn(open(many(62)));
  assert.deepEqual(written(most, "waypoint"), []);
  assert.deepEqual(written(most, "end").at(-1), "62");
});

test("tsunagi loose end has a hole, but none over what is written in a ring", () => {
  const holes = (game) => ofClass(drawnOn(game), "loose").map(({ attributes }) => attributes.class);
  const game = open(["AaAB", "...B"]);
  assert.deepEqual(holes(drag(game, 0, 4)), ["loose", "loose is-gone"]);
  assert.deepEqual(holes(drag(game, 0, 1)), ["loose is-gone", "loose is-gone"]);
  assert.deepEqual(holes(drag(game, 0, 1, 5)), ["loose", "loose is-gone"]);
});

test("tsunagi margin is there only where edges join", () => {
  assert.deepEqual(margin(levelOf(SMALL)), { top: 0, right: 0, bottom: 0, left: 0 });
  assert.ok(margin(levelOf(SMALL, { wrap: true })).left > 0);
});
