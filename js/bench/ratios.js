// Two functions that find the same, in turn in this process, on inputs that are drawn at random, and again for each round.
// `--draft` draws few of them, for a look at the form of a record; `--quick` compares the results and times nothing.

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";

export const isQuick = process.argv.includes("--quick");
const [STRINGS, ROUNDS] = isQuick || process.argv.includes("--draft") ? [50, 1] : [1000, 15];
const WORDS = new URL("../../bench/corpus/words/", import.meta.url);
const SHAPES = new URL("../../build/shapes/", import.meta.url);

const encoder = new TextEncoder();
const decoder = new TextDecoder();
export const encode = (text) => encoder.encode(text);
export const decode = (bytes) => decoder.decode(bytes);
export const buffer = (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
export const random = (below) => Math.floor(Math.random() * below);

/** The documents that `stringmill-demo shapes` makes, by their names. */
export const documents = new Map(
  (existsSync(SHAPES) ? readdirSync(SHAPES) : [])
    .filter((name) => /json$/.test(name) && !name.endsWith(".ndjson"))
    .map((name) => [name, JSON.parse(readFileSync(new URL(name, SHAPES), "utf8"))]),
);

export const lists = Object.fromEntries(
  readdirSync(WORDS)
    .filter((name) => name.endsWith(".txt"))
    .map((name) => [name.slice(0, -4), readFileSync(new URL(name, WORDS), "utf8").trim().split("\n")]),
);
export const word = (list) => lists[list][random(lists[list].length)];

/** A message of about `length` bytes of JSON. */
export function message(length) {
  const made = { id: random(1e6) };
  const size = () => Buffer.byteLength(JSON.stringify(made));
  for (let at = 0; size() < length; at++) {
    const name = `${word("en-keys")}${at}`;
    made[name] = [() => word("chat"), () => word("fr-names"), () => random(1e5) / 8, () => random(2) === 1, () => [word("titles")]][random(5)]();
    // What is too long ends the message.
    if (size() > length + 20) made[name] = random(100);
  }
  return made;
}

export const median = (all) => all.toSorted((a, b) => a - b)[all.length >> 1];

/** Microseconds of processor time: the clock counts other processes of the machine too. */
function now() {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** Microseconds of a function over all inputs. Results are counted, so that an engine has to make them. */
function time(run, inputs) {
  let length = 0;
  const start = now();
  for (const input of inputs) {
    const made = run(input);
    length += typeof made === "object" ? made.length : Number(made);
  }
  return [now() - start, length];
}

/** The same for bytes of any class. */
const plain = (made) => (made instanceof Uint8Array ? buffer(made).toString("latin1") : made);

/** The ratio of an operation on inputs that `draw` draws. */
export function ratio([prepare, ours, theirs], draw, count = STRINGS) {
  const samples = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    const inputs = Array.from({ length: count }, () => prepare(draw()));
    if (round === 0) for (const input of inputs) assert.deepEqual(plain(ours(input)), plain(theirs(input)));
    for (const subject of [0, 1, 1, 0]) samples[subject].push(time(subject === 0 ? ours : theirs, inputs)[0]);
  }
  return median(samples[1]) / median(samples[0]);
}

const shown = (number) => (isQuick ? "" : number.toFixed(2));

/** A table: a row for each entry of `rows`, a column for each of `columns`; `cell` is a ratio, or `undefined`. */
export function table(title, rows, columns, cell) {
  console.log(`\n${title}\n\n| | ${columns.join(" | ")} |\n|---|${"---:|".repeat(columns.length)}`);
  for (const row of rows) {
    const cells = columns.map((column) => cell(row, column)).map((found) => (found === undefined ? "" : shown(found)));
    console.log(`| ${row} | ${cells.join(" | ")} |`);
  }
}
