// Writes the links of boards by their stencils, as a page does, each board with its own.
import { readFileSync } from "node:fs";

import { stencilLink } from "#engine/stencil.js";

const cases = JSON.parse(readFileSync(0, "utf8"));
const links = await Promise.all(cases.map(([stencil, level]) => stencilLink(stencil, level)));
process.stdout.write(JSON.stringify(links));
