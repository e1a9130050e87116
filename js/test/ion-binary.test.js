// Binary Ion in memory, read lazily, beside the reader that checks skipped values too.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { IonReader, ionRead, jsonToIon } from "stringmill";
import { core } from "../dist/esm/core.js";
import { CATALOG, transcript } from "./ion-transcript.js";
import { random } from "./random.js";

const MARKER = [0xe0, 0x01, 0x00, 0xea];
const hex = (bytes) => Buffer.from(bytes).toString("hex");
const encode = (string) => new TextEncoder().encode(string);
/** One in this many cases is run, as in the other suites. */
const ONE_IN = Number(process.env.STRINGMILL_ONE_IN ?? 1);

/** Fails unless both readers find the same, in all values or up to an error. */
async function same(bytes, options = {}) {
  const checked = await transcript(new IonReader(bytes, { ...options, checkSkipped: true }));
  assert.equal(await transcript(new IonReader(bytes, options)), checked, `${hex(bytes)} ${JSON.stringify(options)}`);
  return checked;
}

/** Random documents of tools/agree, every second one damaged. */
const documents = readFileSync(new URL("../../build/js/binary-documents", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => Buffer.from(line.split("\t")[0], "hex"));

/** Values of all types, with local symbols, annotations, padding and a second table. */
const EVERYTHING = [
  ...MARKER,
  ...[0xee, 0x8e, 0x81, 0x83, 0xdb, 0x87, 0xb9, 0x82, 0x69, 0x64, 0x82, 0xc3, 0xa9, 0x82, 0x6f, 0x6b],
  ...[0xde, 0x9d, 0x8a, 0x21, 0x11, 0x8b, 0x71, 0x0c, 0x80, 0x01, 0xff, 0x8c, 0xe3, 0x81, 0x8a, 0x11],
  ...[0x8a, 0x48, 0x3f, 0xf8, 0, 0, 0, 0, 0, 0, 0x8b, 0x53, 0xc2, 0x00, 0x96],
  ...[0x6a, 0xc0, 0x0f, 0xe8, 0x81, 0x82, 0x89, 0x8a, 0x8b, 0xc2, 0x05],
  ...[0xe9, 0x81, 0x83, 0xd6, 0x86, 0x71, 0x03, 0x87, 0xb1, 0x80],
  ...[0xb6, 0xc2, 0x31, 0x05, 0xa1, 0x00, 0x9f, 0x0f, 0x71, 0x02, 0x71, 0x0d],
];

test("random documents have the same values and errors as where skipped values are checked", async () => {
  for (const bytes of documents) await same(bytes, { catalog: CATALOG });
});

test("each byte changed to each other one, and each cut, is found or read the same", async () => {
  const outcomes = new Set();
  assert.match(await same(Uint8Array.from(EVERYTHING)), /end$/);
  for (let at = 0; at <= EVERYTHING.length; at++) {
    await same(Uint8Array.from(EVERYTHING.slice(0, at)));
    for (let byte = at % ONE_IN; byte < 256; byte += ONE_IN) {
      const found = await same(Uint8Array.from(EVERYTHING.with(Math.min(at, EVERYTHING.length - 1), byte)));
      outcomes.add(/!\d+:(\w+)$/.exec(found)?.[1]);
    }
  }
  for (const code of ["ion_binary_type", "ion_binary_length", "ion_binary_annotations", "ion_symbol_id", "utf8_impossible_byte"]) {
    assert.ok(outcomes.has(code), code);
  }
});

/** A byte of a scalar: one that ends a VarUInt, or is a sign or a bound, more often than others. */
const byteOf = () => [random(256), 0x80 | random(32), 0xc0 | random(16), random(4), 0x8f, 0xff][random(6)];

test("scalars of any bytes have the same text", async () => {
  const outcomes = { right: 0, wrong: 0 };
  for (let count = 0; count < 60_000 / ONE_IN; count++) {
    const code = 2 + random(9);
    const body = Array.from({ length: random(14) }, byteOf);
    // Most random timestamps are wrong in the first bytes.
    if (code === 6 && random(4) > 0) {
      const fields = [[0x80, 0xc0, 0x9e, 0x01][random(4)], 0x0f, 0xd0 | random(16), 0x80 | random(14), 0x80 | random(33)];
      body.unshift(...[...fields, 0x80 | random(25), 0x80 | random(61), 0x80 | random(61)].slice(0, 3 + random(6)));
      body.splice(13);
    }
    const found = await same(Uint8Array.of(...MARKER, (code << 4) | body.length, ...body));
    outcomes[found.endsWith(" end") ? "right" : "wrong"]++;
  }
  assert.ok(outcomes.right > 10_000 / ONE_IN && outcomes.wrong > 10_000 / ONE_IN, JSON.stringify(outcomes));
});

test("strings of each length and ill-formed place are decoded or refused", async () => {
  const ill = [[0x80], [0xc0, 0x80], [0xc3], [0xe2, 0x82], [0xed, 0xa0, 0x80], [0xf0, 0x9f, 0x98], [0xf4, 0x90, 0x80, 0x80], [0xff]];
  const well = ["", "\u00e9", "\u20ac", "\ud83d\ude00", "\ufeff", "\0"].map((text) => Array.from(encode(text)));
  for (let length = 0; length < 64; length++) {
    for (let at = 0; at <= length; at += 1 + random(ONE_IN)) {
      for (const piece of [...ill, ...well]) {
        const text = [...Array(at).fill(0x61), ...piece, ...Array(length - at).fill(0x7a)];
        const found = await same(Uint8Array.of(...MARKER, 0x8e, 0x80 | text.length, ...text));
        assert.equal(found.includes("!"), ill.includes(piece), `${hex(piece)} at ${at} of ${length}`);
      }
    }
  }
});

test("limits are those of the other reader", async () => {
  for (const bytes of documents.slice(0, 4000 / ONE_IN)) {
    const limits = { maxDepth: random(4), maxValue: random(60), maxSymbols: random(6), maxSymbolBytes: random(30), maxImports: random(2) };
    const names = Object.keys(limits).filter(() => random(3) === 0);
    await same(bytes, { catalog: CATALOG, ...Object.fromEntries(names.map((name) => [name, limits[name]])) });
  }
  for (const name of ["maxDepth", "maxImports"]) assert.throws(() => new IonReader(Uint8Array.from(MARKER), { [name]: -1 }), RangeError);
});

/** Does the same steps with two readers; the error of the first one, if it fails. `walk` chooses a step by a number. */
function together(lazy, checked) {
  for (let steps = 0; steps < 100; steps++) {
    const step = random(8);
    const run = (reader) => {
      if (step < 4) return reader.next();
      if (step === 4) return reader.type() !== null && !reader.isNull() && /list|sexp|struct/.test(reader.type()) && reader.stepIn();
      if (step === 5) return reader.depth() > 0 && reader.stepOut();
      if (reader.type() === null) return null;
      if (step === 6) return [reader.fieldName(), reader.annotations(), reader.position(), reader.depth(), reader.isNull()];
      return reader.value();
    };
    let found;
    try {
      found = run(lazy);
    } catch (error) {
      // A step out of turn, such as into a container that value() has read.
      if (error.offset === undefined) {
        assert.throws(() => run(checked), { code: error.code, offset: undefined });
        continue;
      }
      if (error.code === "name_repeated") {
        assert.throws(() => run(checked), { code: error.code, offset: error.offset });
        continue;
      }
      assert.throws(() => lazy.next(), error);
      return error;
    }
    try {
      assert.deepEqual(found, run(checked));
    } catch (error) {
      // The other reader stops earlier, at an error that this one has skipped.
      if (error instanceof assert.AssertionError) throw error;
      assert.notEqual(error.offset, undefined);
      return undefined;
    }
  }
  return undefined;
}

test("steps in any order find the same, and an error is the first one of the input", async () => {
  let errors = 0;
  for (const bytes of documents.slice(0, 4000)) {
    const options = { catalog: CATALOG, struct: random(2) ? undefined : (fields) => fields };
    const error = together(new IonReader(bytes, options), new IonReader(bytes, { ...options, checkSkipped: true }));
    if (error === undefined) continue;
    errors++;
    assert.throws(() => ionRead(bytes, { catalog: CATALOG, struct: () => 0 }), { code: error.code, offset: error.offset, picture: error.picture });
  }
  assert.ok(errors > 100, String(errors));
});

test("what is skipped is not checked, unless an option says so", () => {
  // A list with ill-formed text, a list with a symbol that no table has, and an int after both.
  const bytes = Uint8Array.of(...MARKER, 0xb3, 0x82, 0xff, 0xff, 0xb2, 0x71, 0x7f, 0x21, 0x05);
  const error = { code: "utf8_impossible_byte", offset: 6 };
  const past = new IonReader(bytes);
  assert.deepEqual([past.next(), past.next(), past.next(), past.value(), past.next()], ["list", "list", "int", 5, null]);
  const inside = new IonReader(bytes);
  inside.next();
  inside.stepIn();
  assert.equal(inside.next(), "string");
  inside.stepOut();
  assert.equal(inside.next(), "list");
  inside.stepIn();
  assert.equal(inside.next(), "symbol");
  // The error is the first one of the input, in what was skipped, and it stays.
  const steps = [() => inside.symbolValue(), () => inside.symbolValue(), () => inside.next(), () => inside.stepOut()];
  for (const step of steps) assert.throws(step, error);
  const checked = new IonReader(bytes, { checkSkipped: true });
  assert.equal(checked.next(), "list");
  checked.stepIn();
  assert.throws(() => checked.next(), error);
  // A length that exceeds its container is an error in any case.
  const long = new IonReader(Uint8Array.of(...MARKER, 0xb3, 0x21, 0x05, 0x82, 0x61, 0x61));
  assert.deepEqual([long.next(), long.stepIn(), long.next()], ["list", undefined, "int"]);
  assert.throws(() => long.next(), { code: "ion_binary_length" });
});

test("tables of imports, and IDs beyond 2^53", async () => {
  const found = [];
  for (const max of [[5], [0x40, 0, 0, 0, 0, 0, 0, 0]]) {
    const struct = [0x84, 0x81, 0x74, 0x85, 0x21, 0x01, 0x88, 0x20 | max.length, ...max];
    const imports = [0x86, 0xbe, 0x80 | (struct.length + 2), 0xde, 0x80 | struct.length, ...struct];
    const body = [0x81, 0x83, 0xde, 0x80 | imports.length, ...imports];
    const head = [...MARKER, 0xee, 0x80 | body.length, ...body];
    for (const id of [[0x0a], [0x0e], [0x0f], [0x3f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], [0x7f, 0, 0, 0, 0, 0, 0, 0]]) {
      found.push(await same(Uint8Array.of(...head, 0x70 | id.length, ...id), { catalog: CATALOG }));
      found.push(await same(Uint8Array.of(...head, 0xde, 0x80 | (id.length + 3), 0x20, 0x80, 0x8b, 0x70 | id.length, ...id)));
    }
  }
  assert.ok(found.some((line) => line.includes("symbol:$")) && found.some((line) => line.includes("!")));
});

test("memory of the module is taken only for what it reads, and the input may not change its length", () => {
  const { bytes } = jsonToIon(JSON.stringify([{ id: 1, name: "caf\u00e9" }, { id: 2, name: "b" }]), { binary: true });
  const before = core().exports.memory.buffer.byteLength;
  for (let count = 0; count < 20_000; count++) {
    const reader = new IonReader(bytes);
    reader.next();
    reader.stepIn();
    reader.next();
    assert.equal(reader.type(), "struct");
  }
  assert.equal(core().exports.memory.buffer.byteLength, before);
  const reader = new IonReader(bytes);
  reader.next();
  structuredClone(bytes, { transfer: [bytes.buffer] });
  assert.throws(() => reader.next(), TypeError);
});

test("memory that other threads can change is read by the module", async () => {
  const shared = new Uint8Array(new SharedArrayBuffer(EVERYTHING.length));
  shared.set(EVERYTHING);
  assert.equal(await transcript(new IonReader(shared)), await same(Uint8Array.from(EVERYTHING)));
});
