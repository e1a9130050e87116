// Short inputs, which cost fixed amounts more than work, beside the same at the end of a long input, and beside the host.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as stringmill from "stringmill";
import { core } from "../dist/esm/core.js";
import { random } from "./random.js";

const encode = (text) => new TextEncoder().encode(text);
const fatal = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
/** One in this many cases is run, as in the other suites. */
const ONE_IN = Number(process.env.STRINGMILL_ONE_IN ?? 1);
const MOST = 300;

/** A function that gives bytes after this many blanks. */
function after(blanks) {
  const all = new Uint8Array(blanks + MOST + 16).fill(0x20);
  return (bytes) => {
    all.set(bytes, blanks);
    return all.subarray(0, blanks + bytes.length);
  };
}

/** More than a loop over short bytes takes, and more than the window of the module. */
const [FEW, MANY] = [64, (1 << 16) + 7];
const [afterFew, afterMany] = [after(FEW), after(MANY)];

/** Ill-formed UTF-8, characters at the bounds of their lengths, and what JSON escapes or refuses. */
const PIECES = [
  ...["80", "bf", "c0 80", "c1 bf", "c3", "c3 28", "e0 9f bf", "e2 82", "e2 28 a1", "ed a0 80", "ed bf bf"],
  ...["f0 8f bf bf", "f0 9f 98", "f4 90 80 80", "f5 80 80 80", "fe", "ff", "e1 80 c3 a9", "c2 80", "df bf"],
  ...["e0 a0 80", "ec bf bf", "ed 9f bf", "ee 80 80", "ef bb bf", "f0 90 80 80", "f4 8f bf bf", "00", "7f"],
  ...["22", "5c", "5c 6e", "5c 22", "5c 78", "5c 75 30 30 65 39", "5c 75 64 38 33 64", "5c 75 44 38 33 44 5c 75 44 45 30 30", "0a", "2f"],
].map((hex) => hex.split(" ").map((byte) => parseInt(byte, 16)));

/** What an operation returns or throws, without `shift` bytes before. */
function outcome(run, shift = 0) {
  try {
    const made = run();
    if (typeof made === "number") return made - shift;
    const repairs = made.repairs.count > 0 ? [made.repairs.count, made.repairs.first - shift] : [];
    return [Buffer.from(made.bytes.subarray(shift)).toString("hex"), ...repairs];
  } catch (error) {
    if (error.offset === undefined) throw error;
    return [error.code, error.offset - shift, error.message.replace(/ at byte .*/, "")];
  }
}

const withRepairs = (run) => (bytes) => {
  const repairs = {};
  const made = run(bytes, repairs);
  return { bytes: made, repairs };
};
const OPERATIONS = [
  (bytes) => stringmill.utf8Validate(bytes),
  (bytes) => stringmill.utf8Validate(bytes, { final: false }),
  withRepairs((bytes, repairs) => stringmill.utf8Repair(bytes, { repairs })),
  withRepairs((bytes, repairs) => stringmill.utf8Repair(bytes, { repairs, policy: "replace-php" })),
  withRepairs((bytes, repairs) => stringmill.jsonUnescape(bytes, { repairs })),
  withRepairs((bytes, repairs) => stringmill.jsonUnescape(bytes, { repairs, surrogates: "replace" })),
  withRepairs((bytes, repairs) => stringmill.jsonEscape(bytes, { repairs, policy: "visible" })),
  withRepairs((bytes, repairs) => stringmill.jsonEscape(bytes, { repairs })),
];

test("each operation finds the same in short bytes as at the end of long ones, at each length and place", () => {
  let cases = 0;
  for (let length = 0; length <= MOST; length++) {
    for (let at = random(ONE_IN); at <= length; at += ONE_IN) {
      const fill = [[0x61], [0xc3, 0xa9], [0xe6, 0x97, 0xa5]][(length + at) % 3];
      const filled = (count) => Array.from({ length: count - (count % fill.length) }, (_, index) => fill[index % fill.length]);
      // All pieces in bytes that a loop reads, a few in others.
      const pieces = length <= 40 ? PIECES : [PIECES[cases % PIECES.length]];
      for (const piece of pieces) {
        const bytes = Uint8Array.from([...filled(at), ...piece, ...filled(length - at)]);
        const said = Buffer.from(bytes).toString("hex");
        const one = OPERATIONS[cases++ % OPERATIONS.length];
        for (const run of length <= 40 ? OPERATIONS : [one]) {
          assert.deepEqual(outcome(() => run(bytes)), outcome(() => run(afterFew(bytes)), FEW), said);
        }
        assert.deepEqual(outcome(() => one(bytes)), outcome(() => one(afterMany(bytes)), MANY), said);
      }
    }
  }
  assert.ok(cases > 60_000 / ONE_IN);
});

test("well-formed text of each length has the verdict and the bytes of the host", () => {
  const words = ["a", "z ", "\u00e9", "\u0436", "\u65e5", "\ud83d\ude00", '"', "\\", "/", "\n", "\u0001"];
  for (let length = 0; length <= MOST; length++) {
    for (let round = 0; round < 20; round += ONE_IN) {
      const text = Array.from({ length }, () => words[random(1 + random(words.length))]).join("");
      const bytes = encode(text);
      const string = JSON.stringify(text);
      const inside = encode(string.slice(1, -1));
      assert.equal(stringmill.utf8Validate(bytes), bytes.length);
      assert.deepEqual(stringmill.utf8Repair(bytes), bytes);
      assert.deepEqual(stringmill.jsonEscape(bytes), inside);
      assert.deepEqual(stringmill.jsonEscape(text), inside);
      assert.deepEqual(stringmill.jsonUnescape(inside), bytes);
      assert.equal(stringmill.jsonCheck(string), undefined);
      assert.equal(stringmill.jsonCheck(encode(string)), undefined);
    }
  }
});

test("any short bytes have the verdict of TextDecoder", () => {
  for (let count = 0; count < 100_000 / ONE_IN; count++) {
    const bytes = Uint8Array.from({ length: random(36) }, () => [random(128), 0x80 | random(64), 0xc0 | random(64), 0xe0 | random(16)][random(4)]);
    if (count % 2 === 0) bytes.fill(0x61, 0, Math.max(0, bytes.length - 4));
    let length = -1;
    try {
      length = fatal.decode(bytes) === undefined ? 0 : bytes.length;
    } catch {}
    const found = outcome(() => stringmill.utf8Validate(bytes));
    assert.equal(typeof found === "number" ? found : -1, length, Buffer.from(bytes).toString("hex"));
  }
});

/** What an error says, all of it. */
const said = (error) => error?.toJSON();

test("jsonCheck of one document after another finds what a checker of its own finds", () => {
  const documents = ['{"a":[1,-2.5e3,true,null,{"b":"\u00e9\\u00e9\\n"}],"c":""}', '["\\ud83d\\ude00", "\ud83d\ude00"]\n', "[[[[1]]]]", "1", '"text"', "\n\n{}\n[1]\n2\n"];
  const bad = [..."\"\\{}[],:0e.-\0\n \ufffd", "\\ud800", "nul", "\ud83d\ude00"].map(encode);
  let cases = 0;
  for (const document of documents) {
    const bytes = encode(document);
    for (let at = 0; at <= bytes.length; at++) {
      for (const piece of [...bad, undefined, Uint8Array.of(0xff), Uint8Array.of(0xe2, 0x82)]) {
        const given = piece === undefined ? bytes.subarray(0, at) : Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at + 1)]);
        for (const options of [{}, { lines: true }, { values: true, loneSurrogates: true }, { byteOrderMark: "skip" }]) {
          const own = said(stringmill.jsonCheck(given, { ...options, maxDepth: 1024 }));
          assert.deepEqual(said(stringmill.jsonCheck(given, options)), own, `${JSON.stringify(options)} ${given}`);
          cases++;
        }
      }
    }
  }
  assert.ok(cases > 5000);
});

test("a checker that is used again ends with its instance, and options are refused each time", () => {
  assert.equal(stringmill.jsonCheck("[1]"), undefined);
  const { generation } = core();
  assert.throws(() => core().run(() => { throw new WebAssembly.RuntimeError("unreachable"); }), { code: "internal" });
  assert.equal(core().generation, generation + 1);
  for (let again = 0; again < 3; again++) {
    assert.equal(stringmill.jsonCheck("[1]"), undefined);
    assert.equal(stringmill.jsonCheck("[1").code, "json_incomplete");
    assert.throws(() => stringmill.jsonCheck("[1]", { byteOrderMark: "other" }), { code: "choice_unknown" });
    assert.throws(() => stringmill.jsonCheck("[1]", { maxDepth: -1 }), RangeError);
    assert.throws(() => stringmill.jsonCheck(5), TypeError);
  }
});
