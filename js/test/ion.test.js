// Readers of Ion.

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { IonReader, IonStreamReader, StringmillError, UnknownSymbol, ionRead, ionValues, jsonToIon } from "stringmill";
import { core } from "../dist/esm/core.js";
import { CATALOG, float, transcript } from "./ion-transcript.js";
import { random } from "./random.js";

const encode = (string) => new TextEncoder().encode(string);

function* pieces(bytes, most) {
  for (let at = 0; at < bytes.length;) {
    const len = random(most + 1);
    yield bytes.slice(at, at + len);
    at += len;
  }
}

async function collect(values) {
  const all = [];
  for await (const value of values) all.push(value);
  return all;
}

test("values are plain, and keep what a number would lose", () => {
  const ints = "0 -0 2147483648 9007199254740991 -9007199254740992 9223372036854775808 -0x1_0000000000000000 0b11";
  assert.deepEqual(ionRead(ints), [
    0,
    0,
    2147483648,
    9007199254740991,
    -9007199254740992n,
    9223372036854775808n,
    -0x10000000000000000n,
    3,
  ]);
  assert.deepEqual(ionRead("1 2", { bigint: true }), [1n, 2n]);
  assert.deepEqual(ionRead("1.50 -0.0 5. 12d3 1d-12 0.000001 0.0000001 1_0.5d0 -1.d+99999999999999999999 1d-9223372036854775808"), [
    ..."1.50 -0.0 5 12e3 1e-12 0.000001 1e-7 10.5 -1e+99999999999999999999 1e-9223372036854775808".split(" "),
  ]);
  assert.deepEqual(ionRead("1e0 -0e0 nan +inf -inf"), [1, -0, NaN, Infinity, -Infinity]);
  assert.deepEqual(ionRead("2024T 2024-01T 2024-01-01T 2024-01-01T00:00+00:00 2024-01-01T09:30:15.250-00:00"), [
    ..."2024T 2024-01T 2024-01-01 2024-01-01T00:00Z 2024-01-01T09:30:15.250-00:00".split(" "),
  ]);
  assert.deepEqual(ionRead('null null.int true "a\\u00e9" \'b c\' {{AAEC}} {{"ab"}} [1, (2 x)] a::1'), [
    null,
    null,
    true,
    "a\u00e9",
    "b c",
    Uint8Array.of(0, 1, 2),
    Uint8Array.of(0x61, 0x62),
    [1, [2, "x"]],
    1,
  ]);
  assert.deepEqual(ionRead("$0"), [new UnknownSymbol(0)]);
  assert.deepEqual(ionRead(""), []);
});

test("structs are objects with fields of their own, and refuse a name that comes twice", () => {
  const [it] = ionRead("{__proto__: 1, constructor: 2, $0: 3, '': 4, b: null}");
  assert.deepEqual(Object.entries(it), [
    ["__proto__", 1],
    ["constructor", 2],
    ["$0", 3],
    ["", 4],
    ["b", null],
  ]);
  assert.equal(Object.getPrototypeOf(it), Object.prototype);
  for (const name of ["a", "constructor", "__proto__"]) {
    assert.throws(() => ionRead(`[{${name}: null},\n {${name}: 1, ${name}: 2}]`), { code: "name_repeated", line: 2 });
  }
  assert.deepEqual(ionRead("{a: 1, a: {b: 2}}", { struct: (fields) => fields }), [
    [
      ["a", 1],
      ["a", [["b", 2]]],
    ],
  ]);
});

test("functions of the caller make the values", () => {
  const made = (name) => (...all) => [name, ...all];
  const names = ["null", "decimal", "timestamp", "symbol", "clob", "blob", "list", "sexp", "struct", "annotated"];
  const options = Object.fromEntries(names.map((name) => [name, made(name)]));
  const b = Uint8Array.of(0x62);
  assert.deepEqual(ionRead('null.int 1.0 2024T s {{"b"}} {{Yg==}} [1] (1) {f: x::1} y::z::"t"', options), [
    ["null", "int"],
    ["decimal", "1.0"],
    ["timestamp", "2024T", "year"],
    ["symbol", "s"],
    ["clob", b],
    ["blob", b],
    ["list", [1]],
    ["sexp", [1]],
    ["struct", [["f", ["annotated", ["x"], 1, "int"]]]],
    ["annotated", ["y", "z"], "t", "string"],
  ]);
});

test("a catalog has the texts of shared symbol tables", () => {
  const ion = '$ion_symbol_table::{imports: [{name: "t", version: 2, max_id: 3}], symbols: ["own"]} $10 $11 $12 $13';
  assert.deepEqual(ionRead(ion).map(String), ["$10", "$11", "$12", "own"]);
  const catalog = [{ name: "t", version: 2, symbols: ["\u2028\u00e9", null, 'q"'] }];
  assert.deepEqual(ionRead(ion, { catalog }), ["\u2028\u00e9", new UnknownSymbol(11), 'q"', "own"]);
  for (const table of [{ name: "", symbols: [] }, { name: "t", symbols: ["\ud800"] }, { name: "t", version: 0, symbols: [] }]) {
    assert.throws(() => ionRead("1", { catalog: [table] }), { code: "choice_unknown", offset: undefined });
  }
});

test("a reader goes through values, into containers and out of them", () => {
  const reader = new IonReader("a::{id: 17, tags: [x, [1, 2], y], o: {p: [1]}, last: null.list} 5d0 $0");
  assert.equal(reader.type(), null);
  assert.equal(reader.next(), "struct");
  assert.deepEqual([reader.annotations(), reader.fieldName(), reader.depth()], [["a"], null, 0]);
  reader.stepIn();
  assert.equal(reader.next(), "int");
  assert.deepEqual([reader.fieldName(), reader.numberValue(), reader.bigIntValue(), reader.value()], ["id", 17, 17n, 17]);
  assert.equal(reader.next(), "list");
  reader.stepIn();
  assert.equal(reader.next(), "symbol");
  assert.deepEqual([reader.stringValue(), reader.depth(), reader.fieldName()], ["x", 2, null]);
  // The inner list is skipped.
  assert.deepEqual([reader.next(), reader.next(), reader.stringValue()], ["list", "symbol", "y"]);
  assert.deepEqual([reader.next(), reader.next()], [null, null]);
  reader.stepOut();
  assert.equal(reader.next(), "struct");
  assert.deepEqual([reader.value(), reader.value(), reader.type(), reader.fieldName()], [{ p: [1] }, { p: [1] }, "struct", "o"]);
  assert.throws(() => reader.stepIn(), { code: "choice_unknown" });
  assert.equal(reader.next(), "list");
  assert.deepEqual([reader.isNull(), reader.value(), reader.position()], [true, null, 53]);
  assert.throws(() => reader.stepIn(), { code: "choice_unknown" });
  reader.stepOut();
  assert.equal(reader.next(), "decimal");
  assert.deepEqual([reader.decimalValue(), reader.numberValue(), reader.depth()], ["5", 5, 0]);
  assert.throws(() => reader.stringValue(), { code: "choice_unknown" });
  assert.equal(reader.next(), "symbol");
  assert.throws(() => reader.stringValue(), { code: "choice_unknown" });
  assert.deepEqual(reader.symbolValue(), new UnknownSymbol(0));
  assert.deepEqual([reader.next(), reader.next()], [null, null]);
  assert.throws(() => reader.value(), { code: "choice_unknown" });
  assert.throws(() => reader.stepOut(), { code: "choice_unknown" });
});

test("an error comes after the values before it, and has its place", async () => {
  const ion = "1 [2,\n 3, 4.5.6, 7]";
  const reader = new IonReader(ion);
  assert.deepEqual([reader.next(), reader.next()], ["int", "list"]);
  reader.stepIn();
  assert.deepEqual([reader.next(), reader.next(), reader.value()], ["int", "int", 3]);
  for (let again = 0; again < 2; again++) {
    assert.throws(() => reader.next(), { code: "ion_number_end", offset: 13, line: 2, column: 8 });
  }
  assert.throws(() => ionRead(`"\u00e9\u00e9" ${ion}`), { code: "ion_number_end", offset: 18, line: 2 });
  for (let most = 1; most < 30; most++) {
    await assert.rejects(collect(ionValues(pieces(encode(ion), most))), (error) => {
      assert.ok(error instanceof StringmillError);
      assert.deepEqual([error.code, error.offset], ["ion_number_end", 13]);
      return true;
    });
  }
  const long = encode(`${'"line"\n'.repeat(100_000)} 1.5.0`);
  assert.throws(() => ionRead(long), { line: 100_001, column: 5 });
  await assert.rejects(collect(ionValues([long.subarray(0, 300_000), long.subarray(300_000)])), {
    line: 100_001,
    column: 5,
  });
  assert.throws(() => ionRead("[[1]]", { maxDepth: 1 }), { code: "limit_depth" });
  assert.throws(() => ionRead(`"${"a".repeat(1000)}"`, { maxValue: 100 }), { code: "limit_string_len" });
});

test("long values, many names and deep nesting", () => {
  const long = "\u00e9".repeat(1_000_000);
  assert.deepEqual(ionRead(`["${long}", {'${long}': 1}]`), [[long, { [long]: 1 }]]);
  const names = Array.from({ length: 10_000 }, (_, at) => `name_${at}`);
  const struct = `{${names.map((name, at) => `${name}:${at}`)}}`;
  const expected = Object.fromEntries(names.map((name, at) => [name, at]));
  assert.deepEqual(ionRead(`${struct} ${struct}`), [expected, expected]);
  let [value] = ionRead("[".repeat(1e6) + "]".repeat(1e6));
  let depth = 0;
  for (; value !== undefined; depth++) [value] = value;
  assert.equal(depth, 1e6);
  // A few bytes for each use of a long symbol: the tape has to stop in between.
  const table = `$ion_symbol_table::{symbols:["${"s".repeat(2_000_000)}"]} `;
  const reader = new IonReader(table + "$10 ".repeat(1000));
  for (let uses = 0; uses < 1000; uses++) {
    assert.equal(reader.next(), "symbol");
    if (uses % 100 === 0) assert.equal(reader.stringValue().length, 2_000_000);
  }
  assert.equal(reader.next(), null);
});

test("a stream gives values one at a time, and stops with the consumer", async () => {
  const items = Array.from({ length: 5000 }, (_, id) => ({ id, tags: ["a", "b"], note: "caf\u00e9 \ud83d\ude00", took: id / 8 }));
  for (const binary of [false, true]) {
    const { bytes } = jsonToIon(encode(JSON.stringify(items)), { binary });
    const options = { decimal: Number };
    assert.deepEqual(ionRead(bytes, options), [items]);
    for (const most of [7, 5000, 1_000_000]) {
      assert.deepEqual(await collect(ionValues(pieces(bytes, most), options)), [items]);
    }
    const stream = ReadableStream.from(pieces(bytes, 5000));
    const reader = new IonStreamReader(stream, options);
    assert.equal(await reader.next(), "list");
    reader.stepIn();
    for (const item of items.slice(0, 3000)) {
      assert.equal(await reader.next(), "struct");
      assert.deepEqual(await reader.value(), item);
    }
    await reader.stepOut();
    assert.equal(await reader.next(), null);
  }
  let given = 0;
  function* endless() {
    for (;;) yield encode(`${given++} `);
  }
  for await (const value of ionValues(endless())) if (value === 100) break;
  assert.ok(given < 200);
});

test("a trap ends open readers, and nothing else", async () => {
  const bytes = encode("1 ".repeat(100_000));
  const reader = new IonReader(bytes);
  const stream = new IonStreamReader(pieces(bytes, 1000));
  const values = ionValues(pieces(bytes, 1000));
  assert.deepEqual([reader.next(), await stream.next(), (await values.next()).value], ["int", "int", 1]);
  const trap = () => {
    throw new WebAssembly.RuntimeError("unreachable");
  };
  assert.throws(() => core().run(trap), { code: "internal" });
  const end = async (next) => {
    for (;;) await next();
  };
  for (const next of [() => reader.next(), () => stream.next(), () => values.next()]) {
    await assert.rejects(end(next), { code: "internal", offset: undefined });
  }
  assert.equal(ionRead(bytes).length, 100_000);
});

/** Documents of tools/agree, with the events that the reader in Rust has found. */
function documents(name) {
  const lines = readFileSync(new URL(`../../build/js/${name}`, import.meta.url), "utf8").trim().split("\n");
  return lines.map((line) => {
    const [hex, events] = line.split("\t");
    return { bytes: Buffer.from(hex, "hex"), events: events.replace(/:table$/, "") };
  });
}

for (const name of ["text-documents", "binary-documents"]) {
  test(`random ${name} have the events that they have in Rust`, async () => {
    let whole = 0;
    for (const { bytes, events } of documents(name)) {
      assert.equal(await transcript(new IonReader(bytes, { catalog: CATALOG })), events, bytes.toString("hex"));
      const most = 1 + random(20);
      const stream = new IonStreamReader(pieces(bytes, most), { catalog: CATALOG });
      assert.equal(await transcript(stream), events, `${bytes.toString("hex")} by at most ${most}`);
      if (/(^| )end$/.test(events)) whole++;
    }
    assert.ok(whole > 100);
  });
}

/** The folder of ion-tests; see tools/run conformance. */
const corpus = new URL(
  `${process.env.STRINGMILL_SUITES ?? "../../../shared"}/ion-tests/iontestdata/`,
  import.meta.url,
);
/** Text in other encodings than UTF-8 is refused. */
const NOT_UTF8 = ["good/utf16.ion", "good/utf32.ion"];
const skip = !existsSync(corpus) && "ion-tests are not here";

/** A value as a text that is the same for values that are the same in the data model of Ion, and only for those. */
const typed = {
  bigint: true,
  null: (type) => `null.${type}`,
  decimal: (text) => `decimal ${text}`,
  timestamp: (text) => `timestamp ${text}`,
  symbol: (text) => `symbol ${JSON.stringify(text instanceof UnknownSymbol ? text.sid && "unknown" : text)}`,
  clob: (bytes) => `clob ${bytes}`,
  blob: (bytes) => `blob ${bytes}`,
  list: (items) => `[${items.map(same)}]`,
  sexp: (items) => `(${items.map(same)})`,
  struct: (fields) => `{${fields.map(([name, value]) => `${same(name)}:${same(value)}`).sort()}}`,
  annotated: (annotations, value) => `${annotations.map(same).join("::")}::${same(value)}`,
};

function same(value) {
  if (typeof value === "bigint") return `int ${value}`;
  if (typeof value === "number") return float(value);
  return value instanceof UnknownSymbol ? "$0" : String(value);
}

test("the files of ion-tests have the verdict of their folder", { skip }, async () => {
  let files = 0;
  for (const file of readdirSync(corpus, { recursive: true }).filter((name) => /\.(ion|10n)$/.test(name))) {
    const isGood = file.startsWith("good") && !NOT_UTF8.includes(file);
    const bytes = readFileSync(new URL(file, corpus));
    const verdict = async (read) => {
      try {
        await read();
        return true;
      } catch (error) {
        assert.ok(error instanceof StringmillError && error.offset !== undefined, `${file}: ${error}`);
        return false;
      }
    };
    assert.equal(await verdict(() => ionRead(bytes, typed)), isGood, file);
    assert.equal(await verdict(() => collect(ionValues(pieces(bytes, 9), typed))), isGood, file);
    files++;
  }
  assert.ok(files > 500);
});

for (const [folder, isSame] of [
  ["good/equivs", true],
  ["good/non-equivs", false],
]) {
  test(`values of ion-tests in ${folder} are ${isSame ? "the same" : "different"}`, { skip }, () => {
    let compared = 0;
    const place = new URL(`${folder}/`, corpus);
    for (const file of readdirSync(place, { recursive: true }).filter((name) => /\.(ion|10n)$/.test(name))) {
      const reader = new IonReader(readFileSync(new URL(file, place)), typed);
      for (let type = reader.next(); type !== null; type = reader.next()) {
        assert.ok(type === "list" || type === "sexp", file);
        const embedded = reader.annotations().includes("embedded_documents");
        reader.stepIn();
        const all = [];
        while (reader.next() !== null) {
          const annotations = reader.annotations();
          const value = reader.value();
          const plain = embedded ? ionRead(value, typed).map(same).join(" ") : same(value);
          const text = typeof value === "string" && reader.type() === "string" && !embedded ? `"${plain}"` : plain;
          all.push(annotations.length === 0 ? text : typed.annotated(annotations, text));
        }
        reader.stepOut();
        for (const [at, one] of all.entries()) {
          for (const other of all.slice(at + 1)) {
            assert.equal(one === other, isSame, `${file}: ${one} and ${other}`);
            compared++;
          }
        }
      }
    }
    assert.ok(compared > 100);
  });
}
