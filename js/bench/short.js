// Short strings and small messages, ours and the host's own in turn in this process, as tables in Markdown. A cell is the median time
// of the host's own divided by ours: below 1 ours is slower.
//
//   node short.js           all tables
//   node short.js --draft   the same of few strings, for a look at the form of a record
//   node short.js --quick   as a test: results are compared, nothing is timed
//
// Rows are chosen by rule: the words of each list of bench/corpus/words, strings of each length with one character of each kind,
// messages of each length, and the documents that `stringmill-demo shapes` makes. They are drawn at random, and again for each round,
// so that no predictor learns them. simdjson is measured if the folder STRINGMILL_SIMDJSON has it.

import { isUtf8 } from "node:buffer";
import { createRequire } from "node:module";
import canonicalize from "canonicalize";
import * as ion from "ion-js";
import { buffer, decode, documents, encode, isQuick, lists, message, random, ratio, table, word } from "./ratios.js";
import {
  IonReader,
  jsonCanonical,
  jsonCheck,
  jsonEscape,
  jsonUnescape,
  tier,
  utf8Repair,
  utf8Validate,
} from "../dist/esm/entry/all.js";

const { STRINGMILL_SIMDJSON } = process.env;
const simdjson = STRINGMILL_SIMDJSON && createRequire(`${STRINGMILL_SIMDJSON}/`)("simdjson");
const LENGTHS = [3, 6, 10, 15, 20, 30, 45, 64, 120];
const MESSAGES = [20, 50, 70, 100, 200, 350, 500];

/** The character of each kind, and whether the whole string consists of it. */
const KINDS = {
  clean: ["", false],
  accent: ["\u00e9", false],
  emoji: ["\ud83d\ude00", false],
  quote: ['"', false],
  slash: ["/", false],
  "line feed": ["\n", false],
  cyrillic: ["\u0436", true],
  cjk: ["\u8a9e", true],
};

const fatal = new TextDecoder("utf-8", { fatal: true });
const inside = (text) => JSON.stringify(text).slice(1, -1);
const letters = (count) => Array.from({ length: count }, () => String.fromCharCode(97 + random(26))).join("");

/** A string of `length` bytes with the character at a random place. */
function one([character, isWhole], length) {
  const size = Buffer.byteLength(character);
  if (isWhole) return Buffer.from(character.repeat(Math.floor(length / size)) + letters(length % size)).toString();
  const at = random(length - size + 1);
  return Buffer.from(letters(at) + character + letters(length - size - at)).toString();
}

/** What is done with strings: how an input is made of one, and two functions whose results are the same. */
const ON_STRINGS = {
  "`jsonEscape` of bytes, beside decoding, `JSON.stringify` and encoding": [encode, jsonEscape, (bytes) => encode(inside(decode(bytes)))],
  "`jsonEscape` of bytes, beside `JSON.stringify` with `Buffer`": [encode, jsonEscape, (bytes) => Buffer.from(inside(buffer(bytes).toString()))],
  "`jsonEscape` of a string, decoded, beside `JSON.stringify`": [String, (text) => decode(jsonEscape(text)), inside],
  "`jsonEscape` of a string to bytes, beside `JSON.stringify` and encoding": [String, jsonEscape, (text) => encode(inside(text))],
  "`jsonUnescape` of bytes, beside decoding, `JSON.parse` and encoding": [
    (text) => encode(inside(text)),
    jsonUnescape,
    (bytes) => encode(JSON.parse(`"${decode(bytes)}"`)),
  ],
  "`utf8Validate`, beside `TextDecoder` with `fatal`": [encode, utf8Validate, (bytes) => fatal.decode(bytes) !== undefined && bytes.length],
  "`utf8Validate`, beside `isUtf8` of Node": [encode, utf8Validate, (bytes) => isUtf8(bytes) && bytes.length],
  "`utf8Repair`, beside `Buffer`": [encode, utf8Repair, (bytes) => Buffer.from(buffer(bytes).toString())],
  "`utf8Repair`, beside `TextDecoder` and `TextEncoder`": [encode, utf8Repair, (bytes) => encode(decode(bytes))],
  "`jsonCheck` of a string of JSON in bytes, beside decoding and `JSON.parse`": [
    (text) => encode(JSON.stringify(text)),
    (bytes) => jsonCheck(bytes) === undefined,
    (bytes) => JSON.parse(decode(bytes)) !== undefined,
  ],
};

/** A function for each reader, because an engine specialises each. */
const forEach = (make) => [make(), make(), make(), make()];

/** Reads all values. Types are texts in ours, and objects in ion-js. */
const [values, ionJsValues, textValues, ionJsTextValues] = forEach(() => (reader) => {
  const isContainer = (type) => type === "struct" || type === "list" || type.isContainer === true;
  let found = 0;
  for (let type = reader.next(), depth = 0; ; type = reader.next()) {
    if (type === null) {
      if (depth-- === 0) return found;
      reader.stepOut();
    } else if (isContainer(type)) {
      reader.stepIn();
      depth++;
    } else if (reader.fieldName() !== null && reader.value() !== null) found++;
  }
});

/** Looks for one field, as the manual does. */
const [field, ionJsField] = forEach(() => (reader) => {
  let found = 0;
  while (reader.next() !== null) {
    reader.stepIn();
    while (reader.next() !== null) if (reader.fieldName() === "id") found += reader.numberValue();
    reader.stepOut();
  }
  return found;
});

const binary = (value) => ion.dumpBinary(value);
const json = (value) => encode(JSON.stringify(value));
/** The same for messages, which are values. */
const ON_MESSAGES = {
  "`jsonCheck` of bytes; decoding, `JSON.parse`": [json, (bytes) => jsonCheck(bytes) === undefined, (bytes) => JSON.parse(decode(bytes)) !== undefined],
  "`jsonCheck` of a string; `JSON.parse`": [JSON.stringify, (text) => jsonCheck(text) === undefined, (text) => JSON.parse(text) !== undefined],
  ...(simdjson && {
    "`jsonCheck` of a string; `isValid` of simdjson": [JSON.stringify, (text) => jsonCheck(text) === undefined, simdjson.isValid],
  }),
  "`jsonCanonical`; decoding, `JSON.parse`, canonicalize, encoding": [
    json,
    jsonCanonical,
    (bytes) => encode(canonicalize(JSON.parse(decode(bytes)))),
  ],
  "`IonReader`, text, all values; ion-js": [
    ion.dumpText,
    (text) => textValues(new IonReader(text)),
    (text) => ionJsTextValues(ion.makeReader(text)),
  ],
  "`IonReader`, binary, all values; ion-js": [
    binary,
    (bytes) => values(new IonReader(bytes)),
    (bytes) => ionJsValues(ion.makeReader(bytes)),
  ],
  "`IonReader`, binary, one field; ion-js": [binary, (bytes) => field(new IonReader(bytes)), (bytes) => ionJsField(ion.makeReader(bytes))],
};

console.log(`\nnode ${process.versions.node}, tier ${tier()}, ${isQuick ? "nothing is timed" : "times as fast as the host's own"}`);
for (const [operation, work] of Object.entries(ON_STRINGS)) {
  table(`${operation}, by the bytes of a string`, Object.keys(KINDS), LENGTHS, (kind, length) =>
    Buffer.byteLength(KINDS[kind][0]) > length ? undefined : ratio(work, () => one(KINDS[kind], length)),
  );
  table(`${operation}, words of a list`, Object.keys(lists), ["times"], (list) => ratio(work, () => word(list)));
}
table("messages, by their bytes as JSON", Object.keys(ON_MESSAGES), MESSAGES, (operation, length) =>
  ratio(ON_MESSAGES[operation], () => message(length)),
);

if (documents.size > 0) {
  const work = Object.entries(ON_MESSAGES).filter(([operation]) => operation.startsWith("`json"));
  table("documents of `stringmill-demo shapes`", [...documents.keys()], work.map(([operation]) => operation), (name, operation) =>
    ratio(ON_MESSAGES[operation], () => documents.get(name), 10),
  );
}
