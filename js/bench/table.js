// The table of docs/javascript.md, made of the newest record of `tools/run bench-js --record`.
//
//   node table.js           writes the table
//   node table.js --check   fails if the page has another one

import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const ROOT = new URL("../../", import.meta.url);
export const PAGE = new URL("docs/javascript.md", ROOT);
const RECORDS = new URL("bench/records/", ROOT);
const HEAD = "| Operation | Input | Beside | MB/s | Ours | Ours without SIMD |\n|---|---|---|---:|---:|---:|\n";

/** The newest record whose name ends so, as a path from the root; `undefined` if there is none. */
export function newest(suffix) {
  const found = readdirSync(RECORDS).flatMap((machine) =>
    readdirSync(new URL(`${machine}/`, RECORDS))
      .filter((name) => name.endsWith(suffix))
      .map((name) => ({ name, path: `bench/records/${machine}/${name}` })),
  );
  return found.toSorted((a, b) => (a.name < b.name ? -1 : 1)).at(-1)?.path;
}

/** The figures of a record, one object for each operation, input and peer. */
export function figures(record) {
  const found = new Map();
  for (const line of record.split("\n")) {
    const [tier, operation, size, beside, theirs, ours, times, goal] = line.split(" | ");
    if (goal === undefined || tier === "tier") continue;
    const key = [operation, size, beside].join(" | ");
    const entry = found.get(key) ?? { operation, size, beside, goal };
    entry[tier] = { theirs: Number(theirs), ours: Number(ours), times: Number(times) };
    found.set(key, entry);
  }
  return [...found.values()];
}

const grouped = (number) => number.toLocaleString("en-US", { maximumFractionDigits: number < 10 ? 1 : 0 });
const shown = ({ ours, times }) => `${grouped(ours)} (${times < 10 ? times.toFixed(2) : grouped(times)})`;

/** The lines of the table. A cell that repeats the one above is empty. */
export function table(record) {
  let last = {};
  const lines = figures(record).map((entry) => {
    const { operation, size, beside, simd128, scalar } = entry;
    const isSame = last.operation === operation;
    const cells = [isSame ? "" : operation, isSame && last.size === size ? "" : size, beside];
    last = entry;
    return `| ${[...cells, grouped(simd128.theirs), shown(simd128), shown(scalar)].join(" | ")} |\n`;
  });
  return HEAD + lines.join("");
}

/** The page with the table of this record. */
export function withTable(page, path, record) {
  const start = page.indexOf(HEAD);
  if (start < 0) throw new Error("the page has no table with the head of table.js");
  const end = page.indexOf("\n\n", start) + 1;
  const named = page.slice(end).replace(/bench\/records\/[\w-]+\/[\w-]+-js\.txt/g, path);
  return page.slice(0, start) + table(record) + named;
}

/** The page with a section between two markers. */
export function between(page, made, [begin, end]) {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`the page has not the markers ${begin} and ${end}`);
  return `${page.slice(0, from + begin.length)}\n${made}${page.slice(to)}`;
}

/** Writes the page, or with --check fails if it differs. */
export function written(page) {
  if (page === readFileSync(PAGE, "utf8")) return;
  if (process.argv.includes("--check")) {
    console.error(`docs/javascript.md has not the figures of the newest record: run node ${process.argv[1]}`);
    process.exit(1);
  }
  writeFileSync(PAGE, page);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = newest("-js.txt");
  if (path === undefined) throw new Error("no record: run tools/run bench-js --record");
  written(withTable(readFileSync(PAGE, "utf8"), path, readFileSync(new URL(path, ROOT), "utf8")));
}
