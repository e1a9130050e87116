// The first tables of docs/javascript.md, between markers, made of the newest record of `tools/run bench-js --short --record`.
//
//   node short-table.js           writes them
//   node short-table.js --check   fails if the page has others

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { PAGE, ROOT, between, newest, written } from "./table.js";

const [BEGIN, END] = ["<!-- short: begin -->", "<!-- short: end -->"];
/** Below this the page lists a row as a loss. */
const LOSS = 0.97;
const TIERS = { simd128: "with SIMD", scalar: "without SIMD" };

/** The tables of a record: for each its tier, its title, and its cells by row and column. */
export function tables(record) {
  const found = [];
  let tier = "";
  for (const block of record.split("\n\n")) {
    const lines = block.trim().split("\n");
    tier = /, tier (\w+),/.exec(lines.at(-1))?.[1] ?? tier;
    if (!lines[0].startsWith("| |")) {
      if (tier !== "") found.push({ tier, title: lines.at(-1), columns: [], rows: [] });
      continue;
    }
    const cells = (line) => line.split(" | ").map((cell) => cell.replace(/^\| ?| ?\|$/g, "").trim());
    const [head, , ...rows] = lines.map(cells);
    Object.assign(found.at(-1), { columns: head.slice(1), rows: rows.map(([name, ...all]) => [name, all.map(number)]) });
  }
  return found.filter(({ rows }) => rows.length > 0);
}

const number = (cell) => (cell === "" ? undefined : Number(cell));
const isKnown = (value) => value !== undefined;
const two = (value) => value.toFixed(2);
/** The lowest and the highest of some figures. */
const range = (values) => {
  const [low, high] = [Math.min(...values), Math.max(...values)].map(two);
  return values.length === 0 ? "" : low === high ? low : `${low} to ${high}`;
};
const table = (head, lines) =>
  [head, head.map((_, at) => (at === 0 ? "---" : "---:")), ...lines].map((cells) => `| ${cells.join(" | ")} |\n`).join("");

/** For each operation on strings the range over their kinds, for each length and for the words of lists. */
function strings(all) {
  const by = all.filter(({ title }) => title.endsWith(", by the bytes of a string"));
  const lines = by.map(({ title, columns, rows }) => {
    const operation = title.replace(", by the bytes of a string", "");
    const words = all.find((other) => other.title === `${operation}, words of a list`);
    const ranges = columns.map((_, at) => range(rows.map(([, cells]) => cells[at]).filter(isKnown)));
    return [operation, ...ranges, range((words?.rows ?? []).flatMap(([, cells]) => cells))];
  });
  return table(["bytes", ...(by[0]?.columns ?? []), "words of lists"], lines);
}

/** The rows below {@link LOSS}, with the range of their figures. */
function losses(all) {
  const lines = all.flatMap(({ title, columns, rows }) => {
    const lost = rows.flatMap(([name, cells]) => columns.flatMap((column, at) => (cells[at] < LOSS ? [[name, column, cells[at]]] : [])));
    if (lost.length === 0) return [];
    const names = [...new Set(lost.map(([name]) => name))];
    const where = names.length === rows.length && rows.length > 1 ? "all rows" : names.join(", ");
    return [`- ${title}: ${range(lost.map(([, , value]) => value))} in ${lost.length} of ${rows.length * columns.length}: ${where}.\n`];
  });
  return lines.length === 0 ? "None.\n" : lines.join("");
}

/** The text between the markers. */
export function section(path, record) {
  const all = tables(record);
  const parts = Object.entries(TIERS).map(([tier, words]) => {
    const of = all.filter((one) => one.tier === tier);
    const whole = (title) => {
      const one = of.find((other) => other.title === title);
      return one === undefined ? "" : table(["", ...one.columns], one.rows.map(([name, cells]) => [name, ...cells.map(two)]));
    };
    return [
      `### Short strings and messages ${words}\n`,
      "Strings of each length, and words of lists; lowest to highest over kinds of text:\n",
      strings(of),
      "Messages, by their bytes as JSON:\n",
      whole("messages, by their bytes as JSON"),
      "Documents that `stringmill-demo shapes` makes:\n",
      whole("documents of `stringmill-demo shapes`"),
      `Below ${LOSS}, ${words}:\n`,
      losses(of),
    ].join("\n");
  });
  return `${parts.join("\n")}\nRecord: \`${path}\`.\n`;
}

/** The page with this section. */
export const withSection = (page, made) => between(page, made, [BEGIN, END]);

/** The section of the newest record, or that there is none. */
export function newestSection() {
  const path = newest("-js-short.txt");
  return path === undefined ? "No record of short strings is kept yet.\n" : section(path, readFileSync(new URL(path, ROOT), "utf8"));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) written(withSection(readFileSync(PAGE, "utf8"), newestSection()));
