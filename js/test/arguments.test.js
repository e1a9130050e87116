// What callers pass: views of all kinds, buffers of all kinds, strings that are not well-formed, and wrong arguments.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as stringmill from "stringmill";
import { StringmillError } from "stringmill";

const encode = (string) => new TextEncoder().encode(string);
const decode = (bytes) => new TextDecoder().decode(bytes);

/** Functions of bytes, each with an input. */
const OF_BYTES = {
  jsonEscape: (data) => stringmill.jsonEscape(data),
  jsonUnescape: (data) => stringmill.jsonUnescape(data),
  utf8Validate: (data) => stringmill.utf8Validate(data),
  utf8Repair: (data) => stringmill.utf8Repair(data),
  base64Encode: (data) => stringmill.base64Encode(data),
  base64Decode: (data) => stringmill.base64Decode(data),
  transcode: (data) => stringmill.transcode(data, { from: "utf-8", to: "utf-16-le" }),
  jsonCheck: (data) => stringmill.jsonCheck(data),
  jsonFormat: (data) => stringmill.jsonFormat(data),
  jsonCanonical: (data) => stringmill.jsonCanonical(data),
  ionToJson: (data) => stringmill.ionToJson(data).bytes,
  jsonToIon: (data) => stringmill.jsonToIon(data).bytes,
  ionRead: (data) => stringmill.ionRead(data),
  jsonReader: (data) => Array.from(stringmill.jsonReader(data), ({ value }) => value),
  jsonValues: (data) => [...stringmill.jsonValues(data, "")],
};
/** Of these, the ones that take chunks too. */
const OF_CHUNKS = ["jsonReader", "jsonValues"];
/** Of these, the ones that take no string. */
const BYTES_ALONE = ["utf8Validate", "utf8Repair", "base64Encode", "transcode"];

test("bytes are views of any kind, at any offset, over buffers of any kind", () => {
  const digits = encode("1234");
  const resizable = new ArrayBuffer(4, { maxByteLength: 16 });
  new Uint8Array(resizable).set(digits);
  const shared = new SharedArrayBuffer(4);
  new Uint8Array(shared).set(digits);
  const within = encode("xx1234yy");
  const views = {
    Buffer: Buffer.from(within).subarray(2, 6),
    "Uint8Array at an offset": within.subarray(2, 6),
    DataView: new DataView(within.buffer, 2, 4),
    Uint16Array: new Uint16Array(digits.slice().buffer),
    ArrayBuffer: digits.slice().buffer,
    "resizable buffer": resizable,
    "view of the length of a resizable buffer": new Uint8Array(resizable),
    SharedArrayBuffer: shared,
    "view of a SharedArrayBuffer": new Uint8Array(shared),
  };
  for (const [name, run] of Object.entries(OF_BYTES)) {
    const expected = run(digits);
    for (const [kind, view] of Object.entries(views)) assert.deepEqual(run(view), expected, `${name} of ${kind}`);
  }
});

test("results are new, and plain arrays of bytes", () => {
  for (const data of [Buffer.from("a"), new Uint8Array(new SharedArrayBuffer(2)), new Uint8Array()]) {
    const made = stringmill.utf8Repair(data);
    assert.equal(Object.getPrototypeOf(made), Uint8Array.prototype);
    assert.ok(made.buffer instanceof ArrayBuffer);
    assert.notEqual(made.buffer, data.buffer);
    structuredClone(made, { transfer: [made.buffer] });
  }
  assert.equal(decode(stringmill.jsonEscape("again")), "again");
});

test("a transferred buffer is a TypeError, and not an empty input", () => {
  const data = encode("1");
  structuredClone(data.buffer, { transfer: [data.buffer] });
  for (const [name, run] of Object.entries(OF_BYTES)) {
    assert.throws(() => run(data), TypeError, name);
    assert.throws(() => run(data.buffer), TypeError, name);
  }
  assert.throws(() => stringmill.jsonEscape("a", { into: data }), TypeError);
});

test("what is neither bytes nor a string is a TypeError that says what it is", () => {
  const wrong = {
    undefined,
    null: null,
    number: 5,
    boolean: true,
    Array: [49],
    Object: {},
    Date: new Date(0),
    symbol: Symbol("a"),
  };
  for (const [name, run] of Object.entries(OF_BYTES)) {
    for (const [kind, data] of Object.entries(wrong)) {
      // An array has chunks.
      if (kind === "Array" && OF_CHUNKS.includes(name)) continue;
      assert.throws(
        () => run(data),
        (error) => error instanceof TypeError && error.message.endsWith(`is ${kind}`),
        `${name} of ${kind}`,
      );
    }
    if (BYTES_ALONE.includes(name)) assert.throws(() => run("1"), { name: "TypeError", message: /is string$/ }, name);
  }
  for (const into of [new ArrayBuffer(8), new DataView(new ArrayBuffer(8)), [], "text"]) {
    assert.throws(() => stringmill.jsonEscape("a", { into }), TypeError);
  }
});

test("limits are numbers from 0: others are a RangeError or a TypeError", () => {
  const { jsonCanonical, jsonCheck, jsonReader, ionRead, JsonCheckStream, NdjsonStream, IonReader } = stringmill;
  const takers = {
    maxDepth: [jsonCheck, jsonCanonical, jsonReader, ionRead],
    maxString: [jsonCheck, jsonReader],
    maxLength: [jsonCheck, jsonReader],
    maxValue: [ionRead],
    maxSymbols: [ionRead],
  };
  for (const [name, functions] of Object.entries(takers)) {
    for (const run of functions) {
      for (const value of [NaN, -1, -Infinity]) {
        assert.throws(() => run("1", { [name]: value }), { name: "RangeError", message: new RegExp(`^${name} `) });
      }
      for (const value of ["5", null, 5n, {}]) {
        assert.throws(() => run("1", { [name]: value }), { name: "TypeError", message: new RegExp(`^${name} `) });
      }
    }
  }
  for (const Stream of [JsonCheckStream, NdjsonStream]) {
    assert.throws(() => new Stream({ maxDepth: NaN }), RangeError);
  }
  assert.throws(() => new IonReader("1", { maxDepth: NaN }), RangeError);
  for (const indent of [NaN, -1, 1.5, 65, 255, Infinity]) {
    assert.throws(() => stringmill.jsonFormat("1", { indent }), RangeError);
  }
  assert.throws(() => stringmill.jsonFormat("1", { indent: "  " }), TypeError);
  assert.throws(() => stringmill.jsonFormat("1", { width: NaN }), RangeError);
  assert.equal(jsonCheck("[[1]]", { maxDepth: 2, maxString: Infinity, maxLength: 5 }), undefined);
});

test("names of choices that do not exist are errors when a stream is made", () => {
  const wrong = [
    () => new stringmill.JsonEscapeStream({ profile: "none" }),
    () => new stringmill.JsonEscapeStream({ policy: "none" }),
    () => new stringmill.JsonUnescapeStream({ surrogates: "none" }),
    () => new stringmill.Utf8RepairStream({ policy: "none" }),
    () => new stringmill.Base64EncodeStream({ alphabet: "none" }),
    () => new stringmill.Base64DecodeStream({ whiteSpace: "none" }),
    () => new stringmill.TranscodeStream({ from: "utf-8", to: "none" }),
    () => new stringmill.IonToJsonStream({ onLoss: "none" }),
  ];
  for (const make of wrong) {
    assert.throws(make, (error) => {
      assert.ok(error instanceof StringmillError, String(error));
      assert.ok(error.number >= 900 && error.remedy.length > 0);
      assert.deepEqual([error.offset, error.line, error.column], [undefined, undefined, undefined]);
      return true;
    });
  }
});

test("a lone surrogate of a string is an error with its place, and never another character", () => {
  const { base64Decode, jsonCanonical, jsonCheck, jsonFormat, jsonToIon, jsonUnescape, ionRead, ionToJson } =
    stringmill;
  for (const end of ["\ud800", "\udc00", "\ud800\ud800", "\udc00\ud800", "\ud83c\ud83c\udf75"]) {
    const text = `[\n"${end}"]`;
    const expected = { code: "utf16_surrogate_lone", offset: 3, line: 2, column: 2 };
    const { code, offset, line, column } = jsonCheck(text);
    assert.deepEqual({ code, offset, line, column }, expected);
    for (const run of [jsonCanonical, jsonFormat, jsonToIon, ionRead, ionToJson]) {
      assert.throws(() => run(text), expected, `${run.name} ${JSON.stringify(end)}`);
    }
    assert.throws(() => jsonUnescape(`a\u00e9${end}`), { code: "utf16_surrogate_lone", offset: 2 });
    assert.throws(() => base64Decode(`AAAA${end}`), { offset: 4 });
    // An error before it comes first.
    assert.equal(jsonCheck(`[\n1,,"${end}"]`).code, "json_value_expected");
    const long = " ".repeat(100_000);
    assert.throws(() => jsonCanonical(`${long}"${end}"`), { ...expected, offset: 100_001, line: 1, column: 100_002 });
    assert.equal(jsonCheck(`${long}"${end}"`).offset, 100_001);
  }
});

test("an output that is too short or overlaps the input is an error, and one that fits exactly is not", () => {
  const memory = encode("  hello     \n");
  const data = memory.subarray(2, 7);
  for (const into of [memory, memory.subarray(0, 3), memory.subarray(6), new Uint8Array(memory.buffer, 2, 5)]) {
    assert.throws(() => stringmill.utf8Repair(data, { into }), { code: "ranges_overlap" });
  }
  assert.equal(decode(stringmill.utf8Repair(data, { into: memory.subarray(7) })), "hello");
  assert.equal(decode(stringmill.utf8Repair(data, { into: new Uint8Array(5) })), "hello");
  assert.throws(() => stringmill.utf8Repair(data, { into: new Uint8Array(4) }), { code: "room_short" });
  assert.equal(stringmill.jsonEscape("", { into: new Uint8Array(0) }).length, 0);
  const long = new Uint8Array(200_000).fill(0x61);
  assert.throws(() => stringmill.utf8Repair(long, { into: new Uint8Array(199_999) }), { code: "room_short" });
  assert.equal(stringmill.utf8Repair(long, { into: Buffer.alloc(200_000) }).length, 200_000);
});
