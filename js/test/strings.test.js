// The operations on bytes and strings, beside those of the host.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as stringmill from "stringmill";
import { random, text } from "./random.js";

const {
  StringmillError,
  base64Decode,
  base64Encode,
  jsonCheck,
  jsonEscape,
  jsonUnescape,
  profiles,
  transcode,
  utf8Repair,
  utf8Validate,
} = stringmill;
const encode = (string) => new TextEncoder().encode(string);
const decode = (bytes) => new TextDecoder().decode(bytes);

/** Lengths around the window of the module, and short ones. */
const LENGTHS = [0, 1, 2, 15, 16, 17, 63, 64, 65, 1000, 65535, 65536, 65537, 200_000];

test("jsonEscape of a string is JSON.stringify without quotes", () => {
  for (const length of LENGTHS) {
    for (const kind of ["ascii", "french", "cjk", "emoji", "quotes", "controls"]) {
      const string = text(kind, length);
      const expected = JSON.stringify(string).slice(1, -1);
      assert.equal(decode(jsonEscape(string)), expected, `${kind} ${length}`);
      assert.equal(decode(jsonEscape(encode(string))), expected, `${kind} ${length}`);
      assert.equal(decode(jsonUnescape(encode(expected))), string, `${kind} ${length}`);
      assert.equal(decode(jsonUnescape(expected)), string, `${kind} ${length}`);
    }
  }
});

test("lone surrogates are as JSON.stringify has them under the policy escape", () => {
  for (const length of [1, 2, 100, 40_000, 70_000]) {
    const string = text("surrogates", length);
    assert.equal(decode(jsonEscape(string, { policy: "escape" })), JSON.stringify(string).slice(1, -1));
    assert.equal(
      decode(jsonEscape(string, { policy: "replace" })),
      JSON.stringify(string.toWellFormed()).slice(1, -1),
    );
  }
});

test("utf8Repair and utf8Validate agree with TextDecoder", () => {
  const fatal = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const replacing = new TextDecoder("utf-8", { ignoreBOM: true });
  for (let round = 0; round < 400; round++) {
    const bytes = Uint8Array.from(
      { length: random(300) },
      () => [0x41, 0xc3, 0xa9, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0x80, 0xed][random(11)],
    );
    const repairs = {};
    const repaired = utf8Repair(bytes, { repairs });
    assert.equal(decode(repaired), replacing.decode(bytes));
    let isWellFormed = true;
    try {
      fatal.decode(bytes);
    } catch {
      isWellFormed = false;
    }
    assert.equal(repairs.count === 0, isWellFormed);
    if (isWellFormed) {
      assert.equal(utf8Validate(bytes), bytes.length);
    } else {
      assert.throws(
        () => utf8Validate(bytes),
        (error) => error.offset === repairs.first,
      );
    }
  }
});

test("base64 agrees with Buffer", () => {
  for (const length of LENGTHS) {
    const bytes = Uint8Array.from({ length }, () => random(256));
    const buffer = Buffer.from(bytes);
    assert.equal(decode(base64Encode(bytes)), buffer.toString("base64"));
    assert.equal(decode(base64Encode(bytes, { alphabet: "url", padded: false })), buffer.toString("base64url"));
    assert.deepEqual(base64Decode(buffer.toString("base64")), bytes);
    assert.deepEqual(
      base64Decode(encode(buffer.toString("base64url")), { alphabet: "url", padding: "forbidden" }),
      bytes,
    );
  }
});

test("transcode agrees with Buffer and TextDecoder", () => {
  for (const length of LENGTHS) {
    for (const kind of ["ascii", "french", "cjk", "emoji"]) {
      const string = text(kind, length);
      const little = transcode(encode(string), { from: "utf-8", to: "utf-16-le" });
      assert.ok(Buffer.from(string, "utf16le").equals(little), `${kind} ${length}`);
      assert.deepEqual(transcode(little, { from: "utf-16-le", to: "utf-8" }), encode(string));
      const big = transcode(encode(string), { from: "utf-8", to: "utf-16-be" });
      assert.ok(Buffer.from(big).swap16().equals(little), `${kind} ${length}`);
      assert.deepEqual(transcode(big, { from: "utf-16-be", to: "utf-8" }), encode(string));
    }
    const bytes = Uint8Array.from({ length }, () => random(256));
    assert.equal(decode(transcode(bytes, { from: "latin-1", to: "utf-8" })), Buffer.from(bytes).toString("latin1"));
  }
});

test("output goes into a given buffer, or is an error if that is too short", () => {
  const into = new Uint8Array(16);
  const done = base64Encode(encode("hello"), { into });
  assert.equal(decode(done), "aGVsbG8=");
  assert.equal(done.buffer, into.buffer);
  assert.throws(() => base64Encode(encode("hello"), { into: into.subarray(0, 7) }), { code: "room_short" });
  const data = encode("abcdef");
  assert.throws(() => jsonEscape(data, { into: data }), { code: "ranges_overlap" });
});

test("an error is a SyntaxError with code, place, remedy and picture", () => {
  assert.throws(
    () => utf8Validate(Buffer.from("caf\xe9 men\n", "latin1")),
    (error) => {
      assert.ok(error instanceof SyntaxError && error instanceof StringmillError);
      const { name, code, number, offset, line, column } = error;
      assert.deepEqual(
        { name, code, number, offset, line, column },
        { name: "StringmillError", code: "utf8_missing_continuation", number: 103, offset: 3, line: 1, column: 4 },
      );
      assert.match(error.message, /^ill-formed UTF-8: .* at byte 3 \(line 1, column 4\)$/);
      assert.match(error.picture, /\n 1 \| caf\\xE9 men\n {3}\| {4}\^{4}\n/);
      assert.ok(error.remedy.length > 0);
      return true;
    },
  );
});

test("offsets in a string are indices of it", () => {
  for (const prefix of ["", "x", "é", "日本語", "😀".repeat(40_000)]) {
    assert.throws(() => jsonUnescape(`${prefix}\\q`), { code: "escape_unknown", offset: prefix.length });
    const lone = `${prefix}\ud800!`;
    assert.throws(() => jsonEscape(lone), { code: "utf16_surrogate_lone", offset: prefix.length });
  }
  assert.throws(() => jsonEscape("a\nb😀\ud800"), { line: 2, column: 3, offset: 5 });
  const bytes = Buffer.from("a\nb😀\ud800", "utf16le");
  bytes.writeUInt16LE(0xd800, 10);
  assert.throws(() => transcode(bytes, { from: "utf-16-le", to: "utf-8" }), { line: 2, column: 3, offset: 5 });
});

test("offsets and repairs beyond the window count from the beginning", () => {
  const bytes = new Uint8Array(300_000).fill(0x61);
  bytes[200_000] = 0xff;
  bytes[250_000] = 0xc3;
  const repairs = {};
  utf8Repair(bytes, { repairs });
  assert.deepEqual(repairs, { count: 2, first: 200_000 });
  assert.throws(() => utf8Validate(bytes), { offset: 200_000, line: 1, column: 200_001 });
});

test("choices that do not exist are errors", () => {
  assert.throws(() => jsonEscape(encode("a"), { profile: "none" }), { code: "profile_unknown", offset: undefined });
  assert.throws(() => jsonEscape(encode("a"), { profile: "php:none" }), { code: "profile_option_unknown" });
  assert.throws(() => jsonEscape(encode("a"), { policy: "none" }), { code: "choice_unknown" });
  assert.throws(() => jsonEscape("a", { policy: "replace-php" }), { code: "choice_unknown" });
  assert.throws(() => transcode(encode("a"), { from: "latin-1", to: "utf-16-le" }), { code: "choice_unknown" });
  assert.throws(() => transcode(encode("a"), { from: "utf-16-le", to: "utf-8" }), { code: "length_excessive" });
});

test("names of choices are those of spec/operations.toml", async () => {
  const spec = readFileSync(new URL("../../spec/operations.toml", import.meta.url), "utf8");
  const choices = await import("../dist/esm/strings.js");
  const lists = {
    ill_formed: choices.ILL_FORMED,
    ill_formed_utf16: choices.ILL_FORMED_UTF16,
    lone_surrogates: choices.LONE_SURROGATES,
    base64_alphabet: choices.ALPHABETS,
    base64_padding: choices.PADDINGS,
    trailing_bits: choices.TRAILING_BITS,
    white_space: choices.WHITE_SPACES,
  };
  for (const [id, names] of Object.entries(lists)) {
    const [, rows] = new RegExp(`id = "${id}"\\nnames = \\[([^\\]]*)\\]`).exec(spec);
    assert.deepEqual(
      Array.from(rows.matchAll(/name = "([^"]*)"/g), ([, name]) => name),
      [...names],
      id,
    );
  }
  assert.ok(profiles().php.includes("unescaped-slashes"));
});

test("jsonCheck agrees with JSON.parse", () => {
  const pieces = [
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    '"a"',
    '"\\n"',
    "1",
    "-0",
    "1e5",
    "01",
    "true",
    "nul",
    " ",
    "\n",
    "\\",
  ];
  for (let round = 0; round < 5000; round++) {
    const json = Array.from({ length: 1 + random(8) }, () => pieces[random(pieces.length)]).join("");
    let isJson = true;
    try {
      JSON.parse(json);
    } catch {
      isJson = false;
    }
    assert.equal(jsonCheck(json) === undefined, isJson, json);
    assert.equal(jsonCheck(encode(json)) === undefined, isJson, json);
  }
  const error = jsonCheck('{\n "a": 1,\n}');
  assert.deepEqual([error.code, error.offset, error.line, error.column], ["json_string_expected", 11, 3, 1]);
  assert.equal(jsonCheck("{}\n[]\n", { lines: true }), undefined);
  assert.equal(jsonCheck("[[]]", { maxDepth: 1 }).code, "limit_depth");
});
