// Rules of JSON beyond RFC 8259.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as stringmill from "stringmill";
import { JsonCheckStream, NdjsonStream, jsonCheck, ndjson } from "stringmill";

const encode = (string) => new TextEncoder().encode(string);

/** Code and place of an error. */
const said = (error) => error && [error.code, error.offset, error.line, error.column];

/** What JsonCheckStream says of a text in pieces of `len` bytes. */
async function streamed(text, options, len) {
  const bytes = encode(text);
  const pieces = Array.from({ length: Math.ceil(bytes.length / len) }, (_, at) => bytes.slice(at * len, (at + 1) * len));
  try {
    for await (const chunk of ReadableStream.from(pieces).pipeThrough(new JsonCheckStream(options))) void chunk;
    return undefined;
  } catch (error) {
    return said(error);
  }
}

const CASES = [
  ['{"a": 1,\n "\\u0061": 2}', "unique-names", ["name_repeated", 10, 2, 2]],
  ['{"a": {"a": 1}, "b": [{"a": 1}, {"a": 1}]}', "unique-names", undefined],
  ["[9007199254740991,\n9007199254740993]", "i-json", ["json_integer_inexact", 19, 2, 1]],
  ['["é\\uFDD0"]', "i-json", ["json_noncharacter", 4, 1, 4]],
  ['{"a": 1, "a": 2}', "i-json", ["name_repeated", 9, 1, 10]],
  ['["é\\u0000"]', "no-nul", ["json_nul", 4, 1, 4]],
  ['["\\u0000"]', "jsonb", ["json_nul", 2, 1, 3]],
  ["[1e131072]", "jsonb", ["json_number_range", 1, 1, 2]],
  ['{"a": 1, "a": ["\\u0000"]}', ["no-nul", "unique-names"], ["name_repeated", 9, 1, 10]],
  ['{"a": 1, "a": ["\\u0000"]}', new Set(["no-nul"]), ["json_nul", 16, 1, 17]],
  ['{"a": 1, "a": 2,}', [], ["json_string_expected", 16, 1, 17]],
];

test("each rule has its code and place, in one piece and in pieces of every length", async () => {
  for (const [text, rules, expected] of CASES) {
    assert.deepEqual(said(jsonCheck(encode(text), { rules })), expected, text);
    for (let len = 1; len <= text.length; len++) assert.deepEqual(await streamed(text, { rules }, len), expected, `${text} in ${len}`);
  }
});

test("a check after one that is refused begins anew, with rules and without", () => {
  for (const [text, rules, expected] of CASES) {
    assert.deepEqual(said(jsonCheck(text, { rules })?.code), said(expected?.[0]));
    assert.equal(jsonCheck('{"a": 1, "b": 2}', { rules }), undefined);
    assert.equal(jsonCheck('{"a": 1, "a": 2}'), undefined);
  }
  const lines = '{"a": 1}\n{"a": 1}\n{"a": 1, "a": 1}\n';
  assert.deepEqual(said(jsonCheck(lines, { lines: true, rules: "unique-names" })), ["name_repeated", 27, 3, 10]);
});

test("names and numbers that are longer than the window", async () => {
  for (const len of [65_533, 65_534, 65_535, 65_536, 131_072, 200_001]) {
    const name = "n".repeat(len);
    const text = `{"${name}": 1,\n "b": 2, "${name}": 3}`;
    const at = text.lastIndexOf(`"${name}`);
    assert.deepEqual(said(jsonCheck(encode(text), { rules: "unique-names" })), ["name_repeated", at, 2, 10], `${len}`);
    assert.equal(jsonCheck(text.replace(`, "n`, `, "m`), { rules: "unique-names" }), undefined);
    for (const piece of [1000, 65_536, 1e6]) {
      const found = await streamed(text, { rules: "unique-names" }, piece);
      assert.deepEqual(found.slice(0, 2), ["name_repeated", at], `${len} in ${piece}`);
      assert.equal(await streamed(text.replace(`, "n`, `, "m`), { rules: "unique-names" }, piece), undefined);
    }
    const number = `[1,\n${"9".repeat(len)}]`;
    assert.deepEqual(said(jsonCheck(encode(number), { rules: "i-json" })), ["json_integer_inexact", 4, 2, 1]);
    const lines = `[1]\n${text.replace("\n", "")}\n{"${name}": 1}\n[2,]\n${number.replace("\n", "")}\n[3]`;
    const rejects = [];
    const options = { rules: ["i-json", "unique-names"], onReject: ({ line, column, code }) => rejects.push([line, column, code]) };
    assert.deepEqual(Array.from(ndjson(encode(lines), options), ({ line }) => line), [1, 3, 6]);
    const column = 1 + text.replace("\n", "").lastIndexOf(`"${name}`);
    assert.deepEqual(rejects, [
      [2, column, "name_repeated"],
      [4, 4, "json_value_expected"],
      [5, 4, "json_integer_inexact"],
    ]);
  }
});

test("a line that breaks a rule is a reject, and the lines after it are records", async () => {
  const text = '{"a": 1}\n{"a": 1, "a": 2}\n{"a": 2}\n["\\u0000"]\n{"a": 1, "a":\n{"b": 1}';
  const bytes = encode(text);
  for (let len = 1; len <= bytes.length; len++) {
    const rejects = [];
    const options = { rules: ["unique-names", "no-nul"], onReject: (bad) => rejects.push(bad) };
    const records = [];
    const pieces = Array.from({ length: Math.ceil(bytes.length / len) }, (_, at) => bytes.slice(at * len, (at + 1) * len));
    for await (const { line } of ReadableStream.from(pieces).pipeThrough(new NdjsonStream(options))) records.push(line);
    assert.deepEqual(records, [1, 3, 6]);
    assert.deepEqual(
      rejects.map(({ line, column, offset, code }) => [line, column, offset, code]),
      [
        [2, 10, 18, "name_repeated"],
        [4, 3, 37, "json_nul"],
        [5, 10, 55, "name_repeated"],
      ],
    );
    assert.match(rejects[0].picture, /\{"a": 1, "a": 2\}\n {3}\| {10}\^\^\^/);
  }
  const records = ndjson(bytes, { rules: "unique-names" });
  assert.equal(records.next().value.line, 1);
  assert.throws(() => records.next(), { code: "name_repeated", line: 2, column: 10, offset: 18 });
  assert.equal(records.next().done, true);
});

test("rules that do not exist are errors at once", () => {
  for (const rules of ["unique", ["i-json", "x"], [undefined]]) {
    const error = { code: "choice_unknown", offset: undefined, message: /^rules is '.*', and not one of unique-names, i-json, no-nul, jsonb$/ };
    assert.throws(() => jsonCheck("1", { rules }), error);
    assert.throws(() => new JsonCheckStream({ rules }), error);
    assert.throws(() => new NdjsonStream({ rules }), error);
    assert.throws(() => ndjson(encode("1"), { rules }).next(), error);
  }
  assert.throws(() => jsonCheck("1", { rules: 5 }), TypeError);
});

test("the last of a million names is a repeated one, and checks after it find nothing", () => {
  const names = (count) => encode(`{${Array.from({ length: count }, (_, at) => `"name ${at}":${at}`).join(",")},"name 5":0}`);
  const many = names(1_000_000);
  assert.equal(jsonCheck(many, { rules: "unique-names" }).offset, many.length - 11);
  assert.equal(jsonCheck(names(4), { rules: "unique-names" }), undefined);
  assert.equal(stringmill.jsonCheck(many), undefined);
});
