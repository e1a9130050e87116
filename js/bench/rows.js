// What is timed: rows of an operation at a length, each with subjects that do the same work. Ours is the first subject.

import assert from "node:assert/strict";
import { isUtf8, transcode as icuTranscode } from "node:buffer";
import canonicalize from "canonicalize";
import * as ion from "ion-js";
import { jsonrepair } from "jsonrepair";
import { asStream, itemsOf, tokensOf } from "./stream-json.js";
import {
  IonReader,
  NdjsonStream,
  base64Decode,
  base64Encode,
  ionRead,
  ionToJson,
  jsonCanonical,
  jsonCheck,
  jsonEscape,
  jsonReader,
  jsonUnescape,
  jsonValues,
  transcode,
  utf8Repair,
  utf8Validate,
} from "../dist/esm/entry/all.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const fatal = new TextDecoder("utf-8", { fatal: true });
const encode = (text) => encoder.encode(text);
const decode = (bytes) => decoder.decode(bytes);
/** The bytes of a `Buffer` in the encoding of a name, without a second copy. */
const bytesOf = (text, encoding) => Buffer.from(text, encoding);

/** Names of lengths in the tables. */
export const LENGTHS = { 10: "10", 100: "100", 1000: "1 K", 10_000: "10 K", 1_000_000: "1 M" };
const SCRIPTS = {
  HTML: 'The quick brown fox jumps over the <b>lazy</b> dog, and "the dog" says nothing.\n',
  ASCII: "The quick brown fox jumps over the lazy dog, and the dog says nothing at all. ",
  French: "Le caf\u00e9 est pr\u00eat, n'est-ce pas ? ",
  CJK: "\u65e5\u672c\u8a9e\u306e\u6587\u7ae0\u3067\u3059\u3002",
};

/** A flat string of this many code units; a script without surrogates. */
function text(script, length) {
  const unit = SCRIPTS[script];
  return Buffer.from(unit.repeat(Math.ceil(length / unit.length)).slice(0, length)).toString();
}

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

const row = (operation, size, bytes, subjects, goal) => ({ operation, size, bytes, subjects, goal });

/** Rows of an operation on text of some lengths. */
const ofLengths = (operation, script, lengths, make) =>
  lengths.map((length) => {
    const string = text(script, length);
    return row(operation, `${LENGTHS[length]} ${script}`, Buffer.byteLength(string), make(string, encode(string)));
  });

const ALL = [10, 100, 1000, 10_000, 1_000_000];

const strings = () => [
  ...["HTML", "French"].flatMap((script) =>
    ofLengths("`jsonEscape`, string to string", script, script === "HTML" ? ALL : [1000, 1_000_000], (string) => ({
      ours: () => decode(jsonEscape(string)),
      "`JSON.stringify`": () => JSON.stringify(string).slice(1, -1),
    })),
  ),
  ...ofLengths("`jsonEscape`, bytes to bytes", "HTML", ALL, (_, bytes) => ({
    ours: () => jsonEscape(bytes),
    "decode, `JSON.stringify`, encode": () => encode(JSON.stringify(decode(bytes)).slice(1, -1)),
  })),
  ...ofLengths("`jsonUnescape`, string to string", "HTML", ALL, (string) => {
    const escaped = JSON.stringify(string).slice(1, -1);
    return { ours: () => decode(jsonUnescape(escaped)), "`JSON.parse`": () => JSON.parse(`"${escaped}"`) };
  }),
  ...ofLengths("`jsonUnescape`, bytes to bytes", "HTML", ALL, (string) => {
    const escaped = encode(JSON.stringify(string).slice(1, -1));
    return {
      ours: () => jsonUnescape(escaped),
      "decode, `JSON.parse`, encode": () => encode(JSON.parse(`"${decode(escaped)}"`)),
    };
  }),
];

const utf8 = () => [
  ...["ASCII", "French", "CJK"].flatMap((script) =>
    ofLengths("`utf8Validate`", script, script === "ASCII" ? ALL : [1000, 1_000_000], (_, bytes) => ({
      ours: () => utf8Validate(bytes),
      "`TextDecoder`, fatal": () => fatal.decode(bytes).length,
      "`isUtf8` of Node": () => isUtf8(bytes),
    })),
  ),
  ...ofLengths("`utf8Repair`", "French", [100, 1000, 1_000_000], (_, bytes) => {
    const broken = bytes.slice();
    // A lead byte without what follows it, near the end.
    broken[broken.length - 8] = 0xe9;
    return { ours: () => utf8Repair(broken), "`TextDecoder`, `TextEncoder`": () => encode(decode(broken)) };
  }),
];

const encodings = () => [
  ...ofLengths("`base64Encode`, bytes to bytes", "French", [100, 1000, 1_000_000], (_, bytes) => {
    const buffer = Buffer.from(bytes);
    return { ours: () => base64Encode(bytes), "`Buffer`": () => bytesOf(buffer.toString("base64"), "latin1") };
  }),
  ...ofLengths("`base64Encode`, bytes to string", "French", [100, 1000, 1_000_000], (_, bytes) => {
    const buffer = Buffer.from(bytes);
    return { ours: () => decode(base64Encode(bytes)), "`Buffer`": () => buffer.toString("base64") };
  }),
  ...ofLengths("`base64Decode`, string to bytes", "French", [100, 1000, 1_000_000], (_, bytes) => {
    const base64 = Buffer.from(bytes).toString("base64");
    return { ours: () => base64Decode(base64), "`Buffer`": () => bytesOf(base64, "base64") };
  }),
  ...ofLengths("`transcode`, UTF-8 to UTF-16", "French", [100, 1000, 1_000_000], (_, bytes) => {
    const buffer = Buffer.from(bytes);
    return {
      ours: () => transcode(bytes, { from: "utf-8", to: "utf-16-le" }),
      "`Buffer`": () => bytesOf(buffer.toString(), "utf16le"),
      "`transcode` of Node": () => icuTranscode(buffer, "utf8", "utf16le"),
    };
  }),
  ...ofLengths("`transcode`, UTF-16 to UTF-8", "French", [100, 1000, 1_000_000], (string) => {
    const buffer = Buffer.from(string, "utf16le");
    return {
      ours: () => transcode(buffer, { from: "utf-16-le", to: "utf-8" }),
      "`Buffer`": () => bytesOf(buffer.toString("utf16le"), "utf8"),
      "`transcode` of Node": () => icuTranscode(buffer, "utf16le", "utf8"),
    };
  }),
];

async function countOf(stream) {
  let count = 0;
  for await (const it of stream) count += it === undefined ? 0 : 1;
  return count;
}

function chunksOf(bytes) {
  const parts = [];
  for (let at = 0; at < bytes.length; at += 1 << 16) parts.push(bytes.subarray(at, at + (1 << 16)));
  return parts;
}

/** How many names and scalars a value has. */
function countOfValue(value) {
  if (value === null || typeof value !== "object") return 1;
  let count = 0;
  for (const name in value) count += countOfValue(value[name]) + (Array.isArray(value) ? 0 : 1);
  return count;
}

/** The same of events, all of them with their names and values. */
async function countOfEvents(batches) {
  let count = 0;
  for await (const events of batches) {
    for (const event of events) count += (event.name === undefined ? 0 : 1) + (event.value === undefined ? 0 : 1);
  }
  return count;
}

async function countOfTokens(tokens) {
  let count = 0;
  for await (const { name } of tokens) if (name.endsWith("Value") || name === "keyValue") count++;
  return count;
}

/** The sum of a field of each item. */
async function sumOf(items, took) {
  let sum = 0;
  for await (const item of items) sum += took(item);
  return sum;
}

const reading = (records) => {
  const bytes = encode(JSON.stringify(records));
  const parsed = () => JSON.parse(decode(bytes));
  const sum = () => parsed().reduce((sum, { took }) => sum + took, 0);
  return [
    row("`jsonReader`, all names and values", "array of records", bytes.length, {
      ours: () => countOfEvents([jsonReader(bytes)]),
      "`JSON.parse`, walked": () => countOfValue(parsed()),
    }),
    row("`jsonReader` of a stream, all names and values", "array of records", bytes.length, {
      ours: () => countOfEvents(jsonReader(chunksOf(bytes)).batches()),
      "stream-json": () => countOfTokens(tokensOf(chunksOf(bytes))),
    }),
    row("`jsonValues` of a stream, each record", "array of records", bytes.length, {
      ours: () => sumOf(jsonValues(chunksOf(bytes), "/*"), ({ took }) => took),
      "stream-json": () => sumOf(itemsOf(chunksOf(bytes)), ({ value }) => value.took),
      "`JSON.parse`": sum,
    }),
    row("`jsonValues`, one field of each record", "array of records", bytes.length, {
      ours: () => sumOf(jsonValues(bytes, "/*/took"), (took) => took),
      "`JSON.parse`": sum,
    }),
  ];
};

const json = (records) => {
  const ndjson = encode(records.map((it) => `${JSON.stringify(it)}\n`).join(""));
  const document = records.slice(0, 300);
  const bytes = encode(JSON.stringify(document));
  const lines = () => {
    let count = 0;
    for (const line of decode(ndjson).split("\n")) if (line !== "" && JSON.parse(line) !== undefined) count++;
    return count;
  };
  return [
    row("`jsonCheck` of JSON", "65 KB", bytes.length, {
      ours: () => jsonCheck(bytes) === undefined,
      "`JSON.parse`": () => JSON.parse(decode(bytes)) !== undefined,
      jsonrepair: () => jsonrepair(decode(bytes)) !== undefined,
    }),
    row(
      "`jsonCheck` of NDJSON",
      "records",
      ndjson.length,
      {
        ours: () => jsonCheck(ndjson, { lines: true }) === undefined && records.length,
        "stream-json": () => countOf(asStream(chunksOf(ndjson))),
        "`JSON.parse` of lines": lines,
      },
      { "stream-json": 10 },
    ),
    row("`NdjsonStream`", "records", ndjson.length, {
      ours: () => countOf(ReadableStream.from(chunksOf(ndjson)).pipeThrough(new NdjsonStream())),
      "stream-json": () => countOf(asStream(chunksOf(ndjson))),
    }),
    row(
      "`jsonCanonical`",
      "65 KB",
      bytes.length,
      {
        ours: () => jsonCanonical(bytes),
        "`JSON.parse`, canonicalize": () => encode(canonicalize(JSON.parse(decode(bytes)))),
        "canonicalize of a value": () => encode(canonicalize(document)),
      },
      { "`JSON.parse`, canonicalize": 3 },
    ),
  ];
};

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

/** A function for each reader, because an engine specialises each. */
const forEach = (make) => [make(), make()];

/** The loop of the manual: one field of each record. */
const [idsOf, ionJsIdsOf] = forEach(() => (reader) => {
  const ids = [];
  while (reader.next() !== null) {
    reader.stepIn();
    while (reader.next() !== null) if (reader.fieldName() === "id") ids.push(reader.numberValue());
    reader.stepOut();
  }
  return ids.length;
});

const [countOfAll, ionJsCountOfAll] = forEach(() => (reader) => {
  let count = 0;
  while (reader.next() !== null) count++;
  return count;
});

const ofIon = (records) => {
  const string = records.map((it) => ion.dumpText(it)).join("\n");
  const bytes = encode(string);
  const binary = ion.dumpBinary(...records);
  return [
    row(
      "`IonReader`, text, all values and names",
      "records",
      bytes.length,
      { ours: () => readAll(new IonReader(bytes)), "ion-js": () => ionJsReadsAll(string) },
      { "ion-js": 5 },
    ),
    row("`ionRead`, text, as objects", "records", bytes.length, {
      ours: () => ionRead(bytes),
      "ion-js `loadAll`": () => ion.loadAll(string).length,
    }),
    row("`IonReader`, binary, all values and names", "records", binary.length, {
      ours: () => readAll(new IonReader(binary)),
      "ion-js": () => ionJsReadsAll(binary),
    }),
    row("`IonReader`, binary, one field of each record", "records", binary.length, {
      ours: () => idsOf(new IonReader(binary)),
      "ion-js": () => ionJsIdsOf(ion.makeReader(binary)),
    }),
    row("`IonReader`, binary, `next()` alone", "records", binary.length, {
      ours: () => countOfAll(new IonReader(binary)),
      "ion-js": () => ionJsCountOfAll(ion.makeReader(binary)),
    }),
    row("`IonReader`, binary, the first record", "records", binary.length, {
      ours: () => new IonReader(binary).next() !== null,
      "ion-js": () => ion.makeReader(binary).next() !== null,
    }),
    row("`ionToJson`, text", "records", bytes.length, {
      ours: () => ionToJson(bytes, { top: "lines" }).bytes,
      "ion-js, reading alone": () => ionJsReadsAll(string),
    }),
  ];
};

/** Subjects whose results are not the same kind of thing. */
const INCOMPARABLE = ["ion-js `loadAll`", "ion-js, reading alone", "`TextDecoder`, fatal", "`isUtf8` of Node"];

/** All rows; with few records, where nothing is timed. */
export function rows(quick) {
  const records = Array.from({ length: quick ? 300 : 5000 }, (_, at) => record(at));
  return [...strings(), ...utf8(), ...encodings(), ...json(records), ...reading(records), ...ofIon(records.slice(0, 2000))];
}

/** Fails unless the subjects of a row find the same. */
export async function compare({ operation, size, subjects }) {
  const [, ...peers] = Object.keys(subjects);
  const ours = await subjects.ours();
  for (const peer of peers.filter((name) => !INCOMPARABLE.includes(name))) {
    const theirs = await subjects[peer]();
    const isBytes = ours instanceof Uint8Array;
    if (isBytes) assert.ok(Buffer.from(ours).equals(theirs), `${operation} ${size} ${peer}`);
    else assert.equal(theirs, typeof theirs === "boolean" ? Boolean(ours) : ours, `${operation} ${size} ${peer}`);
  }
}
