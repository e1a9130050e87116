// The tables of `jsonReader` in docs/javascript.md, between markers, made of the newest record of `tools/run bench-js --reading --record`.
//
//   node reading-table.js           writes them
//   node reading-table.js --check   fails if the page has others

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { PAGE, ROOT, between, newest, written } from "./table.js";

const TIERS = { simd128: "with SIMD", scalar: "without SIMD" };

/** The text between the markers: the tables of a record, each with its title, for each tier. */
export function section(path, record) {
  const blocks = record.slice(record.indexOf("\nnode ")).trim().split("\n\n");
  const lines = blocks.map((block) => {
    const tier = /^node [\d.]+, tier (\w+)/.exec(block)?.[1];
    if (tier !== undefined) return `#### The pull reader ${TIERS[tier]}`;
    return block.startsWith("|") ? block : `${block[0].toUpperCase()}${block.slice(1)}:`;
  });
  return `${lines.join("\n\n")}\n\nRecord: \`${path}\`.\n`;
}

/** The page with this section. */
export const withSection = (page, made) => between(page, made, ["<!-- reading: begin -->", "<!-- reading: end -->"]);

/** The section of the newest record. */
export function newestSection() {
  const path = newest("-js-reading.txt");
  if (path === undefined) throw new Error("no record: run tools/run bench-js --reading --record");
  return section(path, readFileSync(new URL(path, ROOT), "utf8"));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) written(withSection(readFileSync(PAGE, "utf8"), newestSection()));
