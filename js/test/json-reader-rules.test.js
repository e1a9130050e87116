// The pull reader with rules beyond RFC 8259, beside jsonCheck with the same rules.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { jsonCheck, jsonReader, jsonValues } from "stringmill";
import { casesOf } from "./vector-cases.js";

const encode = (string) => new TextEncoder().encode(string);
const RULES = ["unique-names", "i-json", "no-nul", "jsonb"];

/** Pieces of `len` bytes. */
function* pieces(bytes, len) {
  for (let at = 0; at < bytes.length; at += len) yield bytes.slice(at, at + len);
}

/** Kinds, offsets and texts of all events, and the error that ends them. */
async function all(reader) {
  const events = [];
  try {
    for await (const { kind, offset, text } of reader) events.push([kind, offset, text]);
  } catch (error) {
    return { events, error };
  }
  return { events, error: undefined };
}

/** The error after the first event and all that it begins are left out. */
async function skipped(reader) {
  try {
    for await (const event of reader) if (event.kind.startsWith("begin")) reader.skip();
  } catch (error) {
    return error;
  }
  return undefined;
}

const place = (error) => error && [error.code, error.offset];

const vectors = JSON.parse(readFileSync(new URL("../../vectors/json_restricted.json", import.meta.url), "utf8"));

test("the vectors of the rules, in one piece and cut into pieces of every length", async () => {
  let refused = 0;
  for (const { group, test, src } of casesOf(vectors)) {
    const rules = RULES.filter((rule) => group[rule.replace("-", "_")]);
    const expected = test.error && [test.error.code, test.error.offset];
    const whole = await all(jsonReader(src, { rules }));
    assert.deepEqual(place(whole.error), expected, test.why);
    refused += expected === undefined ? 0 : 1;
    assert.deepEqual(whole.error?.toJSON(), jsonCheck(src, { rules })?.toJSON(), test.why);
    // Rules add no event, and take none away before the error.
    const plain = await all(jsonReader(src));
    assert.deepEqual(plain.events.slice(0, whole.events.length), whole.events, test.why);
    if (expected === undefined) assert.deepEqual(plain.events.length, whole.events.length);
    assert.deepEqual(place(await skipped(jsonReader(src, { rules }))), expected, `${test.why}, skipped`);
    const lengths = src.length < 200 ? Array.from({ length: src.length }, (_, at) => at + 1) : [1, 7, 256, 1000, 4096];
    for (const len of lengths) {
      const found = await all(jsonReader(pieces(src, len), { rules }));
      const about = `${test.why}, in ${len}`;
      assert.deepEqual(place(found.error), expected, about);
      assert.deepEqual(found.events, whole.events, about);
      assert.deepEqual(place(await skipped(jsonReader(pieces(src, len), { rules }))), expected, `${about}, skipped`);
    }
  }
  assert.ok(refused > 30, `${refused}`);
});

test("of a string, places are in code units", () => {
  const reader = jsonReader('{"é😀": 1,\n "\\u00e9😀": 2}', { rules: "unique-names" });
  assert.throws(() => [...reader], { code: "name_repeated", offset: 12, line: 2, column: 2 });
  assert.throws(() => reader.next(), { code: "name_repeated", offset: 12 });
});

test("a reader with rules after one that was refused, and one without", () => {
  const twice = '{"a": 1, "a": 2}';
  for (let round = 0; round < 3; round++) {
    assert.throws(() => [...jsonReader(twice, { rules: ["no-nul", "unique-names"] })], { code: "name_repeated", offset: 9 });
    assert.equal([...jsonReader('{"a": 1, "b": 2}', { rules: "unique-names" })].length, 4);
    assert.equal([...jsonReader(twice)].length, 4);
    assert.equal([...jsonReader(twice, { rules: [] })].length, 4);
  }
  const lines = { lines: true, rules: new Set(["unique-names"]) };
  assert.equal([...jsonReader('{"a": 1}\n{"a": 2}\n', lines)].length, 6);
  assert.throws(() => [...jsonReader(`{"a": 1}\n${twice}`, lines)], { code: "name_repeated", offset: 18, line: 2, column: 10 });
  const marked = { byteOrderMark: "skip", rules: "unique-names" };
  assert.throws(() => [...jsonReader(encode(`\ufeff${twice}`), marked)], { code: "name_repeated", offset: 12 });
});

test("values before a refused one come, and that one does not", async () => {
  const it = '[{"a": 1}, {"a": 1, "b": {"c": "\\u0000"}}, {"a": 3}]';
  const refused = { code: "json_nul", offset: 32 };
  const values = jsonValues(it, "/*", { rules: "jsonb" });
  assert.deepEqual(values.next().value, { a: 1 });
  assert.throws(() => values.next(), refused);
  assert.equal(values.next().done, true);
  for (let len = 1; len <= it.length; len++) {
    const found = [];
    await assert.rejects(async () => {
      for await (const one of jsonValues(pieces(encode(it), len), "/*/a", { rules: "jsonb" })) found.push(one);
    }, refused);
    // `b` is not at the pointer: it is judged nevertheless.
    assert.deepEqual(found, [1, 1], `${len}`);
  }
});

test("names and numbers that are longer than the window", async () => {
  for (const len of [65_533, 65_536, 131_072, 200_001]) {
    const name = "n".repeat(len);
    const names = encode(`{"${name}": 1,\n "b": 2, "${name}": 3}`);
    const at = names.length - len - 6;
    const number = encode(`[1,\n${"9".repeat(len)}]`);
    for (const piece of [1000, 65_536, 1e6]) {
      for (const [bytes, expected] of [[names, ["name_repeated", at]], [number, ["json_integer_inexact", 4]]]) {
        const { events, error } = await all(jsonReader(pieces(bytes, piece), { rules: "i-json" }));
        assert.deepEqual(place(error), expected, `${len} in ${piece}`);
        assert.ok(events.every(([, offset]) => offset < expected[1]));
        assert.deepEqual(place(await skipped(jsonReader(pieces(bytes, piece), { rules: "i-json" }))), expected);
      }
      const { events } = await all(jsonReader(pieces(names, piece), { rules: "jsonb" }));
      assert.equal(events.length, 5);
    }
  }
});

test("a million names of one object, with the first one again", async () => {
  const bytes = encode(`{${Array.from({ length: 1_000_000 }, (_, at) => `"name ${at}":${at}`).join(",")},"name 0":0}`);
  const reader = jsonReader(pieces(bytes, 100_000), { rules: "unique-names" });
  await assert.rejects(async () => {
    for await (const events of reader.batches()) for (const event of events) void event;
  }, { code: "name_repeated", offset: bytes.length - 11 });
});

test("rules that do not exist are errors at once", () => {
  for (const rules of ["unique", ["i-json", "x"], [undefined]]) {
    const error = { code: "choice_unknown", offset: undefined, message: /^rules is '.*', and not one of unique-names/ };
    assert.throws(() => jsonReader("1", { rules }), error);
    assert.throws(() => jsonReader([encode("1")], { rules }), error);
    assert.throws(() => jsonValues("1", "", { rules }), error);
  }
  assert.throws(() => jsonReader("1", { rules: 5 }), TypeError);
});
