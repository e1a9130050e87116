// Runs every case of vectors/ and build/vectors/ of the operations that the package offers, on the tier of
// STRINGMILL_TIER.
// Prints for each operation how many cases passed, as vectors/README.md asks.

import { existsSync, readFileSync, readdirSync } from "node:fs";
import * as stringmill from "stringmill";
import { runAll } from "./vector-cases.js";

const ROOT = new URL("../../", import.meta.url);

/** The files of vectors, those that tools/sweeps writes too. */
function* files() {
  for (const folder of [new URL("vectors/", ROOT), new URL("build/vectors/", ROOT)]) {
    if (!existsSync(folder)) throw new Error(`${folder.pathname} is missing: run tools/run js vectors`);
    for (const name of readdirSync(folder).toSorted()) {
      if (name.endsWith(".json")) yield JSON.parse(readFileSync(new URL(name, folder), "utf8"));
    }
  }
}

for (const [operation, { all, failures }] of Object.entries(runAll(stringmill, files()))) {
  for (const failure of failures.slice(0, 20)) console.log(`FAILED: ${failure}`);
  if (failures.length > 0) process.exitCode = 1;
  console.log(`${operation} ${all - failures.length}/${all} skipped 0 (${stringmill.tier()})`);
}
