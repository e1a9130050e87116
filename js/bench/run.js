// Ours and its peers in turn in one process; prints medians, and how many times as fast ours is.
//
//   node run.js           all rows
//   node run.js --quick   as a test: results are compared, nothing is timed

import assert from "node:assert/strict";
import canonicalize from "canonicalize";
import * as ion from "ion-js";
import { jsonrepair } from "jsonrepair";
import { asStream } from "./stream-json.js";
import {
  jsonCanonical,
  jsonCheck,
  jsonEscape,
  jsonUnescape,
  ionRead,
  ionToJson,
  tier,
  utf8Repair,
  utf8Validate,
  IonReader,
  NdjsonStream,
} from "../dist/esm/entry/all.js";

const quick = process.argv.includes("--quick");
const ROUNDS = 15;
const encoder = new TextEncoder(),
  decoder = new TextDecoder();
const fatal = new TextDecoder("utf-8", { fatal: true });

/** A record as services log them. */
const record = (at) => ({
  time: new Date(1.7e12 + 997 * at).toISOString(),
  level: ["info", "warn", "error"][at % 3],
  id: at * 7919,
  path: `/api/v1/items/${at % 977}`,
  user: { name: `user-${at % 313}`, roles: ["reader", "writer"] },
  took: (at % 1000) / 7,
  ok: at % 5 !== 0,
  note: 'said "hello" to the caf\u00e9\n',
});

const records = Array.from({ length: quick ? 300 : 20_000 }, (_, at) => record(at));
const ndjson = encoder.encode(records.map((it) => `${JSON.stringify(it)}\n`).join(""));
const document = records.slice(0, 300);
const documentBytes = encoder.encode(JSON.stringify(document));
const text = "The quick brown fox jumps over the lazy dog, and <b>the dog</b> says nothing. ".repeat(13_000);
const short = text.slice(0, 30),
  middle = text.slice(0, 1000);
const [shortBytes, middleBytes, textBytes] = [short, middle, text].map((it) => encoder.encode(it));
const french = encoder.encode("Le caf\u00e9 est pr\u00eat, n'est-ce pas ? ".repeat(30_000));
const cjk = encoder.encode("\u65e5\u672c\u8a9e\u306e\u6587\u7ae0\u3067\u3059\u3002".repeat(40_000));
const ionText = records
  .slice(0, 2000)
  .map((it) => ion.dumpText(it))
  .join("\n");
const ionBytes = encoder.encode(ionText);
const ionBinary = ion.dumpBinary(...records.slice(0, 2000));

/** Reads every value, and the name of each field. Two functions, because an engine specialises each for its reader. */
function readAll(reader) {
  let found = 0;
  for (let type = reader.next(), depth = 0; ; type = reader.next()) {
    if (type === null) {
      if (depth-- === 0) return found;
      reader.stepOut();
      continue;
    }
    if (reader.fieldName() !== null) found++;
    if (type === "struct" || type === "list") {
      reader.stepIn();
      depth++;
    } else if (reader.value() !== null) found++;
  }
}

/** The same by ion-js. */
function ionJsReadsAll(data) {
  const reader = ion.makeReader(data);
  let found = 0;
  for (let type = reader.next(), depth = 0; ; type = reader.next()) {
    if (type === null) {
      if (depth-- === 0) return found;
      reader.stepOut();
      continue;
    }
    if (reader.fieldName() !== null) found++;
    if (type.isContainer) {
      reader.stepIn();
      depth++;
    } else if (reader.value() !== null) found++;
  }
}

async function recordsOf(stream) {
  let count = 0;
  for await (const it of stream) count += it === undefined ? 0 : 1;
  return count;
}

const chunks = () => {
  const parts = [];
  for (let at = 0; at < ndjson.length; at += 1 << 16) parts.push(ndjson.subarray(at, at + (1 << 16)));
  return parts;
};

const times = (count, run) => () => {
  for (let at = 0; at < count; at++) run();
};

/** Rows: name, bytes of a round, subjects. Each subject of a row does the same work. */
const rows = [
  [
    "JSON.stringify of 30 characters, string to string",
    2000 * 30,
    {
      ours: times(2000, () => decoder.decode(jsonEscape(short))),
      "JSON.stringify": times(2000, () => JSON.stringify(short)),
    },
  ],
  [
    "1,000 characters, string to string",
    500 * 1000,
    {
      ours: times(500, () => decoder.decode(jsonEscape(middle))),
      "JSON.stringify": times(500, () => JSON.stringify(middle)),
    },
  ],
  [
    "1 MB, string to string",
    text.length,
    {
      ours: () => decoder.decode(jsonEscape(text)),
      "JSON.stringify": () => JSON.stringify(text),
    },
  ],
  [
    "30 bytes to bytes",
    2000 * 30,
    {
      ours: times(2000, () => jsonEscape(shortBytes)),
      "TextDecoder, JSON.stringify, TextEncoder": times(2000, () =>
        encoder.encode(JSON.stringify(decoder.decode(shortBytes))),
      ),
    },
  ],
  [
    "1,000 bytes to bytes",
    500 * 1000,
    {
      ours: times(500, () => jsonEscape(middleBytes)),
      "TextDecoder, JSON.stringify, TextEncoder": times(500, () =>
        encoder.encode(JSON.stringify(decoder.decode(middleBytes))),
      ),
    },
  ],
  [
    "1 MB of bytes to bytes",
    textBytes.length,
    {
      ours: () => jsonEscape(textBytes),
      "TextDecoder, JSON.stringify, TextEncoder": () => encoder.encode(JSON.stringify(decoder.decode(textBytes))),
    },
  ],
  [
    "1 MB unescaped",
    textBytes.length,
    {
      ours: () => jsonUnescape(textBytes),
      "JSON.parse, TextEncoder": () => encoder.encode(JSON.parse(`"${decoder.decode(textBytes)}"`)),
    },
  ],
  ...[
    ["ASCII", textBytes],
    ["French", french],
    ["CJK", cjk],
  ].map(([name, bytes]) => [
    `validate 1 MB of UTF-8, ${name}`,
    bytes.length,
    {
      ours: () => utf8Validate(bytes),
      "TextDecoder fatal": () => fatal.decode(bytes),
    },
  ]),
  [
    "repair 1 MB of UTF-8, French",
    french.length,
    {
      ours: () => utf8Repair(french),
      "TextDecoder, TextEncoder": () => encoder.encode(decoder.decode(french)),
    },
  ],
  [
    "check NDJSON",
    ndjson.length,
    {
      ours: () => assert.equal(jsonCheck(ndjson, { lines: true }), undefined),
      "stream-json": () => recordsOf(asStream(chunks())),
      "JSON.parse of lines": () => {
        for (const line of decoder.decode(ndjson).split("\n")) if (line !== "") JSON.parse(line);
      },
    },
  ],
  [
    "records of NDJSON",
    ndjson.length,
    {
      ours: () => recordsOf(ReadableStream.from(chunks()).pipeThrough(new NdjsonStream())),
      "stream-json": () => recordsOf(asStream(chunks())),
    },
  ],
  [
    "canonical JSON of a text of 80 KB",
    documentBytes.length,
    {
      ours: () => jsonCanonical(documentBytes),
      canonicalize: () => encoder.encode(canonicalize(JSON.parse(decoder.decode(documentBytes)))),
      "canonicalize of a value": () => canonicalize(document),
    },
  ],
  [
    "check JSON of 80 KB",
    documentBytes.length,
    {
      ours: () => jsonCheck(documentBytes),
      "JSON.parse": () => JSON.parse(decoder.decode(documentBytes)),
      jsonrepair: () => jsonrepair(decoder.decode(documentBytes)),
    },
  ],
  [
    "Ion text to JSON, beside a reader of values",
    ionBytes.length,
    {
      ours: () => ionToJson(ionBytes, { top: "lines" }),
      "ion-js reader": () => ionJsReadsAll(ionText),
    },
  ],
  [
    "Ion text, value by value",
    ionBytes.length,
    {
      ours: () => readAll(new IonReader(ionBytes)),
      "ion-js reader of a string": () => ionJsReadsAll(ionText),
      "ion-js reader of bytes": () => ionJsReadsAll(ionBytes),
    },
  ],
  [
    "Ion text, all values",
    ionBytes.length,
    {
      ours: () => ionRead(ionBytes),
      "ion-js loadAll": () => ion.loadAll(ionText),
    },
  ],
  [
    "binary Ion, value by value",
    ionBinary.length,
    {
      ours: () => readAll(new IonReader(ionBinary)),
      "ion-js reader": () => ionJsReadsAll(ionBinary),
    },
  ],
];

function compare() {
  assert.equal(decoder.decode(jsonEscape(text)), JSON.stringify(text).slice(1, -1));
  assert.deepEqual(jsonUnescape(textBytes), textBytes);
  assert.equal(decoder.decode(jsonCanonical(documentBytes)), canonicalize(document));
  const json = decoder.decode(ionToJson(ionBytes, { top: "lines" }).bytes);
  assert.deepEqual(
    json
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
    records.slice(0, 2000),
  );
  for (const data of [ionBytes, ionBinary]) {
    assert.deepEqual(ionRead(data), records.slice(0, 2000));
    assert.equal(readAll(new IonReader(data)), ionJsReadsAll(data));
  }
}

const median = (all) => all.toSorted((a, b) => a - b)[all.length >> 1];

compare();
console.log(
  `node ${process.versions.node}, tier ${tier()}, ${quick ? "nothing is timed" : "MB/s, median of rounds in turn"}`,
);
for (const [name, bytes, subjects] of rows) {
  const all = Object.fromEntries(Object.keys(subjects).map((subject) => [subject, []]));
  for (let round = 0; round < (quick ? 1 : ROUNDS + 3); round++) {
    for (const [subject, run] of Object.entries(subjects)) {
      const start = process.hrtime.bigint();
      await run();
      if (round >= 3) all[subject].push(Number(process.hrtime.bigint() - start));
    }
  }
  if (quick) continue;
  const [ours, ...peers] = Object.keys(subjects);
  console.log(`${name}: ours ${((bytes * 1000) / median(all[ours])).toFixed(0)}`);
  for (const peer of peers) {
    const ratio = median(all[peer].map((time, round) => time / all[ours][round]));
    console.log(
      `  ${peer} ${((bytes * 1000) / median(all[peer])).toFixed(0)}: ours is ${ratio.toPrecision(2)} times as fast`,
    );
  }
}
