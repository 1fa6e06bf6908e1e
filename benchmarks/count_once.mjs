// Counting answers to two by a stand-in that meets each board once: boards marked `warm` only make what their size needs.
// Run in the stand-ins' folder:  node count_once.mjs binairo.mjs boards.jsonl  -> a line a timed board, JSON
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [, , standIn, file] = process.argv;
const { countSolutions } = await import(pathToFileURL(path.resolve(standIn)).href);
const cap = Number(process.env.CAP ?? 60) * 1000;
const count = (board) => countSolutions(board.grid, 2, performance.now() + cap);

const boards = fs.readFileSync(file, 'utf8').trim().split('\n').map(JSON.parse);
const small = boards.filter((board) => board.warm).slice(0, 1);
for (let again = 0; again < 30; again++) small.forEach(count); // so that no board pays for the compiler

const tooLong = new Map();
for (const board of boards) {
  const sort = `${board.rows}/${board.difficulty}`;
  const skipped = (tooLong.get(sort) ?? 0) >= 2; // such boards would take all day
  const start = performance.now();
  const result = skipped ? null : count(board);
  const seconds = (performance.now() - start) / 1000;
  if (result?.timeout) tooLong.set(sort, (tooLong.get(sort) ?? 0) + 1);
  if (board.warm) continue;
  console.log(JSON.stringify({ id: board.id, t: skipped ? null : seconds, n: !result || result.timeout ? -1 : result.count }));
}
