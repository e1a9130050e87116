// JSON, NDJSON and Ion.

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import * as stringmill from "stringmill";
import { random, text } from "./random.js";

const { ionToJson, jsonCanonical, jsonFormat, jsonToIon } = stringmill;
const encode = (string) => new TextEncoder().encode(string);
const decode = (bytes) => new TextDecoder().decode(bytes);

async function collect(stream) {
  const parts = [];
  for await (const part of stream) parts.push(part);
  return parts;
}

function* pieces(bytes, most) {
  for (let at = 0; at < bytes.length;) {
    const len = random(most + 1);
    yield bytes.slice(at, at + len);
    at += len;
  }
}

const from = (bytes, most) => ReadableStream.from(pieces(bytes, most));

/** A random value of JSON. */
function value(depth) {
  const kind = random(depth > 0 ? 8 : 6);
  if (kind === 0) return null;
  if (kind === 1) return random(2) === 1;
  if (kind === 2) return random(1e9) - 5e8;
  if (kind === 3) return (random(1e9) - 5e8) / 2 ** random(60);
  if (kind < 6) return text(["ascii", "french", "emoji", "controls", "quotes"][random(5)], random(20));
  const items = Array.from({ length: random(6) }, () => value(depth - 1));
  if (kind === 6) return items;
  return Object.fromEntries(items.map((item, at) => [text("french", 1 + random(8)) + at, item]));
}

/** The canonical form by its definition: names sorted by code units, and everything else as JSON.stringify. */
function canonical(of) {
  if (Array.isArray(of)) return `[${of.map(canonical).join(",")}]`;
  if (of === null || typeof of !== "object") return JSON.stringify(of);
  return `{${Object.keys(of)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(of[name])}`)
    .join(",")}}`;
}

test("jsonFormat writes what JSON.stringify writes", () => {
  for (let round = 0; round < 500; round++) {
    const it = value(5);
    const json = JSON.stringify(it);
    const format = (options) => JSON.parse(decode(jsonFormat(json, options)));
    assert.deepEqual(format(), it);
    assert.equal(decode(jsonFormat(JSON.stringify(it, null, 3), { indent: 0 })), `${json}\n`);
    assert.equal(decode(jsonFormat(json, { indent: 1 })), `${JSON.stringify(it, null, 1)}\n`);
    assert.equal(decode(jsonFormat(json, { indent: "\t" })), `${JSON.stringify(it, null, "\t")}\n`);
  }
  assert.equal(decode(jsonFormat("1\n[2, 3]\n", { lines: true, indent: 0 })), "1\n[2,3]\n");
  assert.throws(() => jsonFormat(`[${"1,".repeat(100_000)}]`), {
    code: "json_value_expected",
    offset: 200_001,
    line: 1,
  });
});

test("jsonCanonical sorts by code units and writes the numbers of JavaScript", () => {
  for (let round = 0; round < 1000; round++) {
    const it = value(5);
    assert.equal(decode(jsonCanonical(JSON.stringify(it, null, random(3)))), canonical(it));
  }
  const long = Array.from({ length: 20_000 }, () => value(2));
  assert.equal(decode(jsonCanonical(encode(JSON.stringify(long)))), canonical(long));
  assert.throws(() => jsonCanonical('{"a": 1, "a": 2}'), { code: "name_repeated", offset: 9, column: 10 });
  assert.throws(() => jsonCanonical(`${" ".repeat(100_000)}{"é": 1,}`), {
    code: "json_string_expected",
    offset: 100_008,
  });
  assert.throws(() => jsonCanonical("[[1]]", { maxDepth: 1 }), { code: "limit_depth" });
});

test("jsonCanonical refuses integers that change as a 64-bit float, or rounds them if asked to", () => {
  const spaces = " ".repeat(100_000);
  for (const before of ["", spaces]) {
    const text = `${before}[1, 9007199254740993]`;
    const offset = before.length + 4;
    assert.throws(() => jsonCanonical(text), { code: "canonical_integer", number: 816, offset });
    assert.throws(() => jsonCanonical(text, { roundIntegers: false }), { code: "canonical_integer", offset });
    assert.equal(decode(jsonCanonical(text, { roundIntegers: true })), "[1,9007199254740992]");
    assert.equal(decode(jsonCanonical(`${before}[9007199254740992, 9007199254740993.0]`)), "[9007199254740992,9007199254740992]");
  }
});

test("NdjsonStream gives records, and bad lines with the reason", async () => {
  const lines = Array.from({ length: 3000 }, (_, at) => {
    if (at % 97 === 5) return '{"a": tru}';
    if (at % 97 === 20) return "";
    if (at % 97 === 50) return '["caf\u00e9", ';
    return JSON.stringify(value(3));
  });
  const bytes = encode(lines.join("\n"));
  for (const most of [50, 1000, 1_000_000]) {
    const rejects = [];
    const records = await collect(
      from(bytes, most).pipeThrough(new stringmill.NdjsonStream({ onReject: (bad) => rejects.push(bad) })),
    );
    const seen = new Set();
    for (const { line, offset, bytes: found, value: read } of records) {
      seen.add(line);
      assert.equal(decode(found), lines[line - 1]);
      assert.deepEqual(read, JSON.parse(lines[line - 1]));
      assert.equal(
        offset,
        Buffer.byteLength(
          lines
            .slice(0, line - 1)
            .map((it) => `${it}\n`)
            .join(""),
        ),
      );
      if (line > 300) break;
    }
    for (const { line, bytes: found, code, reason } of rejects) {
      assert.equal(decode(found), lines[line - 1]);
      assert.throws(() => JSON.parse(lines[line - 1]));
      assert.equal(code, lines[line - 1].includes("tru}") ? "json_literal_unknown" : "json_incomplete");
      assert.ok(reason.length > 5);
    }
    const isJson = (it) => {
      try {
        JSON.parse(it);
        return true;
      } catch {
        return false;
      }
    };
    assert.equal(records.length, lines.filter(isJson).length);
    assert.equal(rejects.length, lines.filter((it) => it !== "" && !isJson(it)).length);
  }
});

test("without onReject a bad line is an error of the stream, with its place", async () => {
  const stream = from(encode('{"a": 1}\n{"b": 2\n{"c": 3}\n'), 100).pipeThrough(new stringmill.NdjsonStream());
  await assert.rejects(collect(stream), (error) => {
    assert.deepEqual([error.code, error.line, error.column, error.offset], ["json_incomplete", 2, 8, 16]);
    return true;
  });
});

test("items of an array become records", async () => {
  const items = Array.from({ length: 3000 }, () => value(3));
  const json = encode(JSON.stringify(items, null, 2));
  const stream = from(json, 3000)
    .pipeThrough(new stringmill.JsonItemsStream())
    .pipeThrough(new stringmill.NdjsonStream());
  assert.deepEqual(
    (await collect(stream)).map((record) => record.value),
    items,
  );
});

test("Ion to JSON lists the losses, and typed JSON restores the Ion", async () => {
  const ion = "user::{id: 0x11, at: 2024-01-01, s: (a b), d: 1.50}";
  const { bytes, losses } = ionToJson(ion);
  assert.equal(decode(bytes), '{"id":17,"at":"2024-01-01","s":["a","b"],"d":1.50}\n');
  assert.deepEqual(
    losses.map(({ name, count, first }) => [name, count, first]),
    [
      ["annotations", 1, 6],
      ["symbol", 2, 37],
      ["sexp", 1, 36],
      ["decimal", 1, 46],
      ["timestamp", 1, 21],
    ],
  );
  assert.throws(() => ionToJson(ion, { onLoss: "refuse" }), { code: "convert_loss" });
  assert.throws(() => ionToJson("{a: 1,\n b: 1.5.0}"), { code: "ion_number_end", offset: 14, line: 2, column: 8 });
  const typed = ionToJson(ion.replace("0x11", "17"), { typed: true });
  assert.deepEqual(typed.losses, []);
  const again = jsonToIon(typed.bytes, { typed: true, binary: true });
  assert.deepEqual(again.bytes.slice(0, 4), Uint8Array.of(0xe0, 1, 0, 0xea));
  assert.deepEqual(ionToJson(again.bytes, { typed: true }).bytes, typed.bytes);
});

test("JSON goes to Ion and back, whole and as streams", async () => {
  const items = Array.from({ length: 2000 }, () => value(4));
  const json = encode(items.map((it) => `${JSON.stringify(it)}\n`).join(""));
  for (const binary of [false, true]) {
    const { bytes: ion } = jsonToIon(json, { lines: true, binary });
    const back = ionToJson(ion, { top: "lines" });
    assert.deepEqual(
      decode(back.bytes)
        .split("\n")
        .slice(0, -1)
        .map((line) => JSON.parse(line)),
      items,
    );
    const stream = new stringmill.IonToJsonStream({ top: "lines" });
    const streamed = from(json, 5000)
      .pipeThrough(new stringmill.JsonToIonStream({ lines: true, binary }))
      .pipeThrough(stream);
    assert.ok(Buffer.concat(await collect(streamed)).equals(back.bytes));
    assert.deepEqual(
      stream.losses.map(({ name, count }) => [name, count]),
      back.losses.map(({ name, count }) => [name, count]),
    );
  }
});

/** The folder of ion-tests; see tools/run conformance. */
const corpus = new URL(
  `${process.env.STRINGMILL_SUITES ?? "../../../shared"}/ion-tests/iontestdata/`,
  import.meta.url,
);
/** Text in other encodings than UTF-8 is refused. */
const NOT_UTF8 = ["good/utf16.ion", "good/utf32.ion"];

test(
  "the files of ion-tests have the verdict of their folder",
  { skip: !existsSync(corpus) && "ion-tests are not here" },
  () => {
    let files = 0;
    for (const file of readdirSync(corpus, { recursive: true }).filter((name) => /\.(ion|10n)$/.test(name))) {
      const isGood = file.startsWith("good") && !NOT_UTF8.includes(file);
      const bytes = readFileSync(new URL(file, corpus));
      for (const typed of [false, true]) {
        let error;
        try {
          ionToJson(bytes, { top: "lines", typed });
        } catch (thrown) {
          error = thrown;
        }
        assert.equal(error === undefined, isGood, `${file}: ${error}`);
        assert.ok(error === undefined || error instanceof stringmill.StringmillError);
      }
      files++;
    }
    assert.ok(files > 500);
  },
);
