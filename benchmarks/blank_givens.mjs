// Greedy blanking of finished grids, one fresh count of the stand-in per given, in the order that each grid names.
// Run in the stand-ins' folder:  node blank_givens.mjs binairo.mjs grids.jsonl  -> a line a grid, JSON
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [, , standIn, grids] = process.argv;
const { countSolutions } = await import(pathToFileURL(path.resolve(standIn)).href);
const cap = Number(process.env.CAP ?? 60) * 1000;
const runs = Number(process.env.RUNS ?? 3);

/** The cells of the givens that are left, null where a count did not end. */
function blank(grid, order) {
  const cells = grid.map((row) => [...row]);
  const cols = cells[0].length;
  const kept = [];
  for (const cell of order) {
    const row = cells[Math.floor(cell / cols)];
    const given = row[cell % cols];
    row[cell % cols] = '.';
    const result = countSolutions(cells.map((line) => line.join('')), 2, performance.now() + cap);
    if (result.timeout) return null;
    if (result.count !== 1) {
      row[cell % cols] = given;
      kept.push(cell);
    }
  }
  return kept;
}

const all = fs.readFileSync(grids, 'utf8').trim().split('\n').map(JSON.parse);
const warm = new Set();
for (const { id, grid, order } of all) {
  if (!warm.has(grid.length)) blank(grid, order); // so that no grid pays for the compiler, or for a dictionary
  warm.add(grid.length);
  const times = [];
  let kept = null;
  do {
    const start = performance.now();
    kept = blank(grid, order);
    times.push(performance.now() - start);
  } while (kept && times.length < runs);
  times.sort((a, b) => a - b);
  console.log(JSON.stringify({ id, ms: times[Math.floor(times.length / 2)], kept }));
}
