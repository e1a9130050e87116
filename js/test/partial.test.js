// The reader of the value so far: the vectors, the documents of core/reference, and what must hold at every byte.

import assert from "node:assert/strict";
import { createReadStream, existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import * as stringmill from "stringmill";
import { PartialJson, StringmillError } from "stringmill/partial";
import { bytesOf, extend, finished, frozen, optionsOf, said, saidAfter } from "./partial-cases.js";
import { random } from "./random.js";

const root = new URL("../../", import.meta.url);
const { groups } = JSON.parse(readFileSync(new URL("vectors/partial/json_partial.json", root), "utf8"));
const cases = groups.flatMap((group) => group.cases.map((it) => ({ ...it, options: optionsOf(group), bytes: bytesOf(it.in) })));
const encode = (text) => new TextEncoder().encode(text);

/** The text of bytes, if they are UTF-8. */
function textOf(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** What a reader of bytes says, with the offset in code units. */
function inUnits(outcome, bytes) {
  const { error } = outcome;
  if (error === undefined) return outcome;
  const before = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, error.offset));
  return { ...outcome, error: { ...error, offset: before.length } };
}

test("the vectors: whole, cut in two at each place, and one by one; bytes and strings", () => {
  let count = 0;
  for (const { id, why, bytes, options, steps: _, finish, in: __, ...expected } of cases) {
    const text = options.maxString === undefined && options.maxLength === undefined ? textOf(bytes) : undefined;
    const kinds = text === undefined ? [bytes] : [bytes, text];
    for (const input of kinds) {
      const isText = typeof input === "string";
      const map = (outcome) => (isText ? inUnits(outcome, bytes) : outcome);
      const cuts = [[input], Array.from({ length: input.length }, (_, at) => input.slice(at, at + 1))];
      for (let at = 0; at <= input.length; at++) cuts.push([input.slice(0, at), input.slice(at)]);
      for (const pieces of cuts) {
        const reader = new PartialJson(options);
        assert.deepEqual(saidAfter(pieces, options, reader), map(expected), `${id}: ${why}: ${pieces.length}`);
        if (finish !== undefined) assert.deepEqual(finished(reader), map(finish), `${id}: ${why}: finish`);
      }
      count++;
    }
  }
  assert.ok(count > 300, count);
});

/** Documents of core/reference, valid and damaged, with what its reader says of some of their beginnings. */
async function* documents() {
  const file = new URL("build/partial.ndjson", root);
  assert.ok(existsSync(file), "cargo run -p stringmill-gen -- documents");
  const lines = createInterface({ input: createReadStream(file) });
  let number = 0;
  const oneIn = Number(process.env.STRINGMILL_ONE_IN ?? 1);
  for await (const line of lines) {
    if (number++ % oneIn !== 0) continue;
    const { in: hex, ...expected } = JSON.parse(line);
    yield { number, bytes: new Uint8Array(Buffer.from(hex, "hex")), ...expected };
  }
}

/** Pieces of up to `most` units. */
function* pieces(input, most) {
  for (let at = 0; at < input.length;) {
    const end = at + random(most + 1);
    yield input.slice(at, end);
    at = end;
  }
}

const DEPTH = { maxDepth: 64 };

test("documents of the reference: the same values, errors and ends, whatever the cuts", async () => {
  let count = 0;
  for await (const { number, bytes, beginnings, finish } of documents()) {
    for (const { after, ...expected } of beginnings) {
      const part = bytes.subarray(0, after);
      assert.deepEqual(saidAfter([part], DEPTH), expected, `${number}: ${after}`);
      assert.deepEqual(saidAfter(pieces(part, 1 + random(40)), DEPTH), expected, `${number}: ${after}, cut`);
    }
    const { after: _, ...whole } = beginnings.at(-1);
    for (let at = 0; at <= bytes.length && bytes.length <= 1000; at++) {
      assert.deepEqual(saidAfter([bytes.subarray(0, at), bytes.subarray(at)], DEPTH), whole, `${number}: cut at ${at}`);
    }
    const reader = new PartialJson(DEPTH);
    saidAfter([bytes], DEPTH, reader);
    assert.deepEqual(finished(reader), finish, `${number}: finish`);
    count++;
  }
  assert.ok(count >= 20_000 / (process.env.STRINGMILL_ONE_IN ?? 1), count);
});

/**
 * Reads `input` unit by unit, and asserts at each that the value contains the one before, that old values cannot have
 * changed, that an error is that of `jsonCheck`, and that the end is that of `JSON.parse`.
 */
function readByUnits(input, message) {
  const reader = new PartialJson({ ...DEPTH, uniqueNames: true });
  let before;
  let wasDone = false;
  for (let at = 0; at < input.length && reader.error === undefined; at++) {
    try {
      reader.push(input.slice(at, at + 1));
    } catch (error) {
      assert.ok(error instanceof StringmillError, message);
      // The value stays.
      assert.equal(reader.value, before, message);
    }
    const { value } = reader;
    assert.ok(before === undefined || extend(before, value), `${message}: ${at}`);
    // Nothing may change that is done, and a value that did not change is the same.
    assert.ok(!wasDone || value === before, message);
    assert.equal(reader.value, value, message);
    before = frozen(value);
    wasDone = reader.done;
  }
  const { error, value } = finished(reader);
  const strict = stringmill.jsonCheck(input, { ...DEPTH, rules: "unique-names" });
  assert.deepEqual(error, strict && { code: strict.code, offset: strict.offset }, message);
  if (error === undefined) {
    const text = typeof input === "string" ? input : new TextDecoder().decode(input);
    assert.deepEqual(value, JSON.parse(text), message);
    assert.ok(before === undefined || before === value, message);
  } else if (strict.line !== undefined) {
    assert.deepEqual([reader.error.line, reader.error.column], [strict.line, strict.column], message);
  }
  return { error: error?.code, value };
}

test("every beginning of every document: values grow, never change, and end as jsonCheck and JSON.parse do", async () => {
  const ends = new Map();
  for await (const { number, bytes } of documents()) {
    const { error } = readByUnits(bytes, number);
    ends.set(error, (ends.get(error) ?? 0) + 1);
    const text = number % 4 === 0 ? textOf(bytes) : undefined;
    if (text !== undefined) readByUnits(text, `${number}: text`);
  }
  assert.ok(ends.get(undefined) > 100 && ends.size > 20, [...ends].join(" "));
});

test("every beginning of the corpora", () => {
  let count = 0;
  for (const name of ["json_check", "json_canonical"]) {
    const file = JSON.parse(readFileSync(new URL(`vectors/${name}.json`, root), "utf8"));
    for (const { in: hex, id } of file.groups.flatMap((group) => group.cases)) {
      readByUnits(bytesOf(hex), id);
      count++;
    }
  }
  for (const name of readdirSync(new URL("bench/corpus/json/", root))) {
    readByUnits(new Uint8Array(readFileSync(new URL(`bench/corpus/json/${name}`, root))), name);
    count++;
  }
  const suites = process.env.STRINGMILL_SUITES;
  const folder = suites && join(suites, "json-tests", "test_parsing");
  if (folder && existsSync(folder)) {
    for (const name of readdirSync(folder)) {
      const bytes = new Uint8Array(readFileSync(join(folder, name)));
      // 100,000 brackets are a test of their own.
      if (bytes.length < 20_000) readByUnits(bytes, name);
      count++;
    }
  } else console.log("not run: the suite of JSON parsers (STRINGMILL_SUITES is not set)");
  assert.ok(count > 100, count);
});
