// The pull reader of JSON beside JSON.parse, and beside stream-json for streams: how many times as fast ours is, below 1 slower; and
// the memory that each takes for one long document. Tables in Markdown.
//
//   node reading.js           all tables
//   node reading.js --draft   the same of few texts, for a look at the form of a record
//   node reading.js --quick   as a test: results are compared, nothing is timed
//
// Messages and documents are those of short.js. Memory is that of a process of its own for each subject, which reads a generated
// array of records: what `process.memoryUsage()` says above its beginning, at each chunk of the input.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { core } from "../dist/esm/core.js";
import { jsonReader, jsonValues, tier } from "../dist/esm/entry/all.js";
import { decode, documents, encode, isQuick, message, ratio, table } from "./ratios.js";
import { itemsOf, tokensOf } from "./stream-json.js";

const MESSAGES = [20, 50, 70, 100, 200, 350, 500, 2000];
const json = (value) => encode(JSON.stringify(value));

/** How many names and values other than containers there are. */
function countOfValue(value) {
  if (value === null || typeof value !== "object") return 1;
  let count = 0;
  for (const name in value) count += countOfValue(value[name]) + (Array.isArray(value) ? 0 : 1);
  return count;
}

function countOfEvents(events) {
  let count = 0;
  for (const event of events) count += (event.name === undefined ? 0 : 1) + (event.value === undefined ? 0 : 1);
  return count;
}

/** How many values the outermost container has. */
function countOfFirst(reader) {
  let count = 0;
  for (const event of reader) {
    if (event.depth !== 1 || event.kind.startsWith("end")) continue;
    count++;
    reader.skip();
  }
  return count;
}

const lengthOf = (value) => Object.keys(value).length;

const ON_BYTES = {
  "`jsonReader`, all names and values; decoding, `JSON.parse`, walked": [
    json,
    (bytes) => countOfEvents(jsonReader(bytes)),
    (bytes) => countOfValue(JSON.parse(decode(bytes))),
  ],
  "`jsonReader`, containers skipped; decoding, `JSON.parse`": [
    json,
    (bytes) => countOfFirst(jsonReader(bytes)),
    (bytes) => lengthOf(JSON.parse(decode(bytes))),
  ],
  "`jsonReader` with `unique-names`; decoding, `JSON.parse`, walked": [
    json,
    (bytes) => countOfEvents(jsonReader(bytes, { rules: "unique-names" })),
    (bytes) => countOfValue(JSON.parse(decode(bytes))),
  ],
  "`jsonValues`, the whole value; decoding, `JSON.parse`": [
    json,
    (bytes) => lengthOf([...jsonValues(bytes, "")][0]),
    (bytes) => lengthOf(JSON.parse(decode(bytes))),
  ],
};

const RECORD = { id: 12345, name: "a name with \u00e9", tags: ["a", "b\n"], price: 12.5 };
const BLOCK = encode(`${JSON.stringify(RECORD)},\n`.repeat(800));

/** Chunks of an array of records, of which `length` bytes are whole blocks. */
function* chunks(length) {
  yield encode("[");
  for (let at = 0; at < length; at += BLOCK.length) yield BLOCK;
  yield encode("0]");
}

/** What reads a stream: each finds as many records, and calls `look` now and then. */
const ON_STREAMS = {
  "`jsonReader`, batches": async (input, look) => {
    let count = 0;
    for await (const events of jsonReader(input).batches()) {
      for (const event of events) count += event.name === "id" && event.value === RECORD.id ? 1 : 0;
      look();
    }
    return count;
  },
  "`jsonValues`, each record": async (input, look) => {
    let count = 0;
    for await (const { id } of jsonValues(input, "/*")) if ((count += id === RECORD.id ? 1 : 0) % 800 === 0) look();
    return count;
  },
  "stream-json, tokens": async (input, look) => {
    let count = 0;
    for await (const { name, value } of tokensOf(input)) if (name === "numberValue" && value === `${RECORD.id}` && ++count % 800 === 0) look();
    return count;
  },
  "stream-json, each record": async (input, look) => {
    let count = 0;
    for await (const { value } of itemsOf(input)) if ((count += value.id === RECORD.id ? 1 : 0) % 800 === 0) look();
    return count;
  },
  "`JSON.parse` of all chunks": async (input, look) => {
    const parts = [];
    for await (const chunk of input) parts.push(chunk);
    look();
    const all = JSON.parse(decode(Buffer.concat(parts)));
    look();
    return all.filter((item) => item.id === RECORD.id).length;
  },
};

/** The length of a stream with a name; those of gigabytes have no string, and stream-json needs minutes for them. */
const STREAMS = isQuick ? { "1 MB": 1e6 } : { "100 MB": 1e8, "2 GB": 2 ** 31 };
const isRun = (subject, length) => length < 1e9 || subject.startsWith("`json");

/** The most of each kind of memory above the beginning, in bytes, and the processor time in microseconds. */
async function memoryOf(subject, length) {
  const first = process.memoryUsage();
  const most = { heapUsed: 0, arrayBuffers: 0, both: 0, rss: 0 };
  const look = () => {
    const { heapUsed, arrayBuffers, rss } = process.memoryUsage();
    const above = { heapUsed: heapUsed - first.heapUsed, arrayBuffers: arrayBuffers - first.arrayBuffers, rss: rss - first.rss };
    for (const [kind, value] of Object.entries({ ...above, both: above.heapUsed + above.arrayBuffers })) most[kind] = Math.max(most[kind], value);
  };
  const start = process.cpuUsage();
  const count = await ON_STREAMS[subject](chunks(length), look);
  const { user, system } = process.cpuUsage(start);
  assert.equal(count, 800 * Math.ceil(length / BLOCK.length), subject);
  return { ...most, module: core().exports.memory.buffer.byteLength, time: user + system };
}

/** Runs a subject in a process of its own. */
function measured(subject, length) {
  const arguments_ = [fileURLToPath(import.meta.url), "--memory", subject, String(length)];
  return JSON.parse(execFileSync(process.execPath, arguments_, { encoding: "utf8" }));
}

const mega = (bytes) => (bytes / 1e6).toFixed(1);

function streams() {
  const rows = Object.entries(STREAMS).flatMap(([size, length]) =>
    Object.keys(ON_STREAMS).filter((subject) => isRun(subject, length)).map((subject) => ({ size, length, subject })),
  );
  console.log("\none document from a stream, in MB: the most above the beginning, and MB/s\n");
  console.log("| | document | `heapUsed` | `arrayBuffers` | both | module | `rss` | MB/s |\n|---|---|---:|---:|---:|---:|---:|---:|");
  for (const { size, length, subject } of rows) {
    const found = measured(subject, length);
    const ours = subject.startsWith("`json") ? mega(found.module) : "";
    const cells = [mega(found.heapUsed), mega(found.arrayBuffers), mega(found.both), ours, mega(found.rss), (length / found.time).toFixed(0)];
    console.log(`| ${subject} | ${size} | ${(isQuick ? cells.map(() => "") : cells).join(" | ")} |`);
  }
}

if (process.argv[2] === "--memory") {
  console.log(JSON.stringify(await memoryOf(process.argv[3], Number(process.argv[4]))));
} else {
  console.log(`\nnode ${process.versions.node}, tier ${tier()}, ${isQuick ? "nothing is timed" : "times as fast as the host's own"}`);
  const operations = Object.keys(ON_BYTES);
  table("messages, by their bytes as JSON", MESSAGES, operations, (length, operation) =>
    ratio(ON_BYTES[operation], () => message(length), 200),
  );
  const names = [...documents.keys()];
  if (names.length > 0) {
    table("documents of `stringmill-demo shapes`", names, operations, (name, operation) =>
      ratio(ON_BYTES[operation], () => documents.get(name), 10),
    );
  }
  streams();
}
