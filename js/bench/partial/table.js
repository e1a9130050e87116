// Writes the tables of docs/partial.md from the outcomes of run.js and peers.py, which are its arguments.

import { readFileSync, writeFileSync } from "node:fs";

const root = new URL("../../../", import.meta.url);
const read = (path) => JSON.parse(readFileSync(path, "utf8"));
const found = Object.assign({}, ...process.argv.slice(2).map(read));
const { stringmill: ours, "stringmill for Python": ofPython, ...peers } = found;
const { groups } = read(new URL("vectors/partial/json_partial.json", root));
const cases = groups[0].cases.filter(({ id }) => id < 330_100);

/** A value in one form: readers for Python write `1.0` and other spaces. */
function same(outcome) {
  try {
    return JSON.stringify(JSON.parse(outcome));
  } catch {
    return outcome;
  }
}

/** Text as code in a cell. */
function code(text) {
  const shown = text.replaceAll("\n", "⏎").replaceAll("\ufeff", "<BOM>").replaceAll("|", "\\|");
  return shown.includes("`") ? `\`\`\`\` ${shown} \`\`\`\`` : `\`${shown}\``;
}

/** Bytes as text; those that are not UTF-8 as \xNN. */
function textOf({ in: hex }) {
  const bytes = Buffer.concat(hex.map((piece) => Buffer.from(piece, "hex")));
  for (let end = bytes.length; end >= 0; end--) {
    try {
      const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes.subarray(0, end));
      return text + Array.from(bytes.subarray(end), (byte) => `\\x${byte.toString(16)}`).join("");
    } catch {
      // The beginning of a character.
    }
  }
}

const said = (outcome) => (/^[[{"\d]|^(?:true|false|null|-?\d.*)$/.test(outcome) ? code(outcome) : outcome);

function oursOf({ value, done, error }) {
  const shown = value === undefined ? "nothing" : code(JSON.stringify(value));
  return `${shown}${done ? ", done" : ""}${error ? `; \`${error.code}\` at ${error.offset}` : ""}`;
}

/** How a peer's outcome compares with ours: the same value, another, or an error where more text may follow. */
function verdict({ id, value, error }, outcome) {
  if (error !== undefined) return outcome === "error" ? "same" : "accepted";
  if (outcome === "error") return value === undefined ? "same" : "refused";
  const expected = value === undefined ? "nothing" : JSON.stringify(value);
  return same(outcome) === same(expected) ? "same" : "other";
}

function prefixes() {
  const lines = ["| beginning | text so far | stringmill | other readers |", "|---|---|---|---|"];
  for (const it of cases) {
    const outcomes = new Map();
    for (const [name, { values }] of Object.entries(peers)) {
      if (values === undefined) continue;
      const outcome = same(values[it.id]);
      outcomes.set(outcome, [...(outcomes.get(outcome) ?? []), name]);
    }
    const most = [...outcomes].sort(([, a], [, b]) => a.length - b.length);
    const others = most.map(([outcome, names], at) => `${said(outcome)}: ${at === most.length - 1 && names.length > 3 ? `${most.length > 1 ? "the other " : "all "}${names.length}` : names.join(", ")}`);
    const text = textOf(it);
    lines.push(`| ${it.why.replaceAll("\\", "\\\\")} | ${text === "" ? "nothing" : code(text)} | ${oursOf(it)} | ${others.join("; ")} |`);
  }
  return lines;
}

const number = (value) => (value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString("en"));

function summary() {
  const lines = [
    "| reader | version | as the rules | another value | refused, and may continue | accepted, and cannot continue | beginnings refused | values that do not grow | object, ms | string, ms |",
    "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|",
  ];
  for (const [name, row] of Object.entries({ stringmill: ours, "stringmill for Python": ofPython, ...peers })) {
    const count = { same: 0, other: 0, refused: 0, accepted: 0 };
    if (row.values !== undefined) for (const it of cases) count[verdict(it, row.values[it.id])]++;
    const cells = row.values === undefined ? Array(6).fill("") : [...Object.values(count), row.errors, row.broken];
    const costs = [row.object, row.string].map((cost) => number(cost) + (row.isIncremental ? "" : " *"));
    lines.push(`| ${name.startsWith("stringmill") ? `**${name}**` : name} | ${row.version} | ${[...cells, ...costs].join(" | ")} |`);
  }
  return lines;
}

/** Ours, of one object of 8,000 members. */
function wide() {
  const rows = [["no piece", Infinity], ["every 100th piece", 100], ["every 10th piece", 10], ["each piece", 1]];
  return ["| a snapshot after | ms |", "|---|---:|", ...rows.map(([name, each]) => `| ${name} | ${number(ours.wide[each])} |`)];
}

const page = new URL("docs/partial.md", root);
let text = readFileSync(page, "utf8");
for (const [name, lines] of [["readers", summary()], ["prefixes", prefixes()], ["wide", wide()]]) {
  const part = new RegExp(`(<!-- ${name}: [^\\n]*-->\\n)[^]*?(<!-- end of ${name} -->)`);
  if (!part.test(text)) throw new Error(`docs/partial.md has no place for ${name}`);
  text = text.replace(part, (_, begin, end) => `${begin}\n${lines.join("\n")}\n\n${end}`);
}
writeFileSync(page, text);
