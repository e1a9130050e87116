// What comes after an error, and what an odd host hands over.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import vm from "node:vm";
import * as stringmill from "stringmill";
import { init } from "stringmill/init";

const encode = (text) => new TextEncoder().encode(text);
const decode = (bytes) => new TextDecoder().decode(bytes);

/** Writes chunks through one buffer, which is filled again after each write. */
async function recordsOf(chunks, options, buffer = new Uint8Array(1 << 10)) {
  const stream = new stringmill.NdjsonStream(options);
  const writer = stream.writable.getWriter();
  const writing = (async () => {
    for (const chunk of chunks) {
      const { written } = new TextEncoder().encodeInto(chunk, buffer);
      await writer.write(buffer.subarray(0, written));
      buffer.fill(0x37);
    }
    await writer.close();
  })();
  writing.catch(() => {});
  const values = [];
  for await (const record of stream.readable) values.push(record);
  await writing;
  return values.map(({ line, offset, value }) => ({ line, offset, value }));
}

test("a line that ends inside a token says so, and has the place that it has alone", () => {
  for (const cut of ['{"a": "te', '{"a": "te\\', '["\\u00e', "[tru", "[1.", "[-"]) {
    const alone = stringmill.jsonCheck(encode(cut));
    for (const end of ["\n", "\r\n"]) {
      const text = encode(`1${end}${cut}${end}{"b": 1}${end}`);
      const rejects = [];
      const records = [...stringmill.ndjson(text, { onReject: (bad) => rejects.push(bad) })];
      assert.deepEqual(records.map((record) => record.line), [1, 3]);
      const [{ line, column, offset, code, reason }] = rejects;
      assert.deepEqual([line, column, offset - end.length - 1, code], [2, alone.column, alone.offset, alone.code]);
      assert.match(reason, /^line ends inside /);
      assert.equal(stringmill.jsonCheck(text, { lines: true }).code, code);
    }
  }
});

test("NdjsonStream keeps no buffer of its producer, wherever the chunks are cut", async () => {
  const text = '{"a":12345}\nnul\n\n{"b":2}\n{"c":3}';
  for (let first = 0; first <= text.length; first++) {
    for (let second = first; second <= text.length; second += 3) {
      const rejects = [];
      const chunks = [text.slice(0, first), text.slice(first, second), text.slice(second)];
      // `slice` of a Buffer makes no copy.
      const buffer = second % 2 === 0 ? Buffer.alloc(1 << 10) : new Uint8Array(1 << 10);
      const found = await recordsOf(chunks, { onReject: (bad) => rejects.push(bad) }, buffer);
      assert.deepEqual(found, [
        { line: 1, offset: 0, value: { a: 12345 } },
        { line: 4, offset: 17, value: { b: 2 } },
        { line: 5, offset: 25, value: { c: 3 } },
      ]);
      assert.deepEqual(rejects.map(({ line, bytes }) => [line, decode(bytes)]), [[2, "nul"]]);
      assert.ok(rejects[0].bytes.buffer.byteLength < 20);
    }
  }
});

test("ndjson of bytes finds what NdjsonStream finds, over many portions", async () => {
  const lines = Array.from({ length: 30_000 }, (_, at) => (at % 1000 === 7 ? "[1," : `{"id":${at}}`));
  lines[20_000] = `"${"x".repeat(200_000)}"`;
  const bytes = encode(lines.join("\n"));
  const rejects = [];
  const found = Array.from(stringmill.ndjson(bytes, { onReject: (bad) => rejects.push(bad) }));
  assert.deepEqual(found.length + rejects.length, lines.length);
  for (const { line, bytes: own } of [...found, ...rejects]) assert.equal(decode(own), lines[line - 1]);
  const streamed = [];
  const stream = new Blob([bytes]).stream().pipeThrough(new stringmill.NdjsonStream({ onReject() {} }));
  for await (const { line, offset } of stream) streamed.push([line, offset]);
  assert.deepEqual(streamed, found.map(({ line, offset }) => [line, offset]));
  assert.throws(() => Array.from(stringmill.ndjson(encode("1\n[\n"))), { code: "json_incomplete", line: 2 });
});

test("records before the first bad line of a chunk are handed on before its error", async () => {
  const stream = new Blob(["1\n2\n[\n4\n"]).stream().pipeThrough(new stringmill.NdjsonStream());
  const found = [];
  await assert.rejects(
    async () => {
      for await (const { value } of stream) found.push(value);
    },
    { code: "json_incomplete", line: 3 },
  );
  assert.deepEqual(found, [1, 2]);
});

test("a byte order mark is refused, with the option in the message, or skipped at the beginning alone", async () => {
  const mark = "\ufeff";
  const refused = stringmill.jsonCheck(encode(`${mark}1`));
  assert.equal(refused.code, "json_byte_order_mark");
  assert.match(refused.remedy, /byteOrderMark: "skip"$/);
  assert.match(refused.picture, /byteOrderMark: "skip"/);
  const skip = { byteOrderMark: "skip" };
  for (const text of [`${mark}[1]`, "[1]"]) {
    assert.equal(stringmill.jsonCheck(text, skip), undefined);
    assert.equal(stringmill.jsonCheck(encode(text), skip), undefined);
    const bytes = encode(text);
    for (let cut = 0; cut <= bytes.length; cut++) {
      const stream = new stringmill.JsonCheckStream(skip);
      const writer = stream.writable.getWriter();
      const wrote = [writer.write(bytes.slice(0, cut)), writer.write(bytes.slice(cut)), writer.close()];
      for await (const chunk of stream.readable) assert.ok(chunk);
      await Promise.all(wrote);
    }
  }
  assert.equal(stringmill.jsonCheck(`${mark}${mark}1`, skip).offset, 1);
  assert.equal(stringmill.jsonCheck(encode(`${mark}${mark}1`), skip).offset, 3);
  assert.equal(stringmill.jsonCheck(encode(`${mark}`), skip).offset, 3);
  assert.equal(stringmill.jsonCheck(encode(`${mark}`), { ...skip, lines: true }), undefined);
  assert.notEqual(stringmill.jsonCheck(Uint8Array.of(0xef, 0xbb), skip), undefined);
  assert.deepEqual(await recordsOf(["\ufeff1\n", "2\n"], skip), [
    { line: 1, offset: 3, value: 1 },
    { line: 2, offset: 5, value: 2 },
  ]);
  assert.throws(() => stringmill.jsonCheck("1", { byteOrderMark: "keep" }), { code: "choice_unknown" });
});

test("after a function that throws at any value, the values after it are those of the document", () => {
  const text = "[1.5, [2.5, x], {a: 3.5}] 4.5 [5.5]";
  for (let at = 1; at <= 5; at++) {
    let calls = 0;
    const decimal = (value) => {
      if (++calls === at) throw new Error("mine");
      return value;
    };
    const reader = new stringmill.IonReader(text, { decimal });
    const seen = [];
    while (reader.next() !== null) {
      const type = reader.type();
      try {
        seen.push(reader.value());
      } catch (error) {
        assert.equal(error.message, "mine");
        assert.equal(reader.type(), type);
        if (type === "list") assert.throws(() => reader.value(), /mine/);
        seen.push("failed");
      }
    }
    const whole = [["1.5", ["2.5", "x"], { a: "3.5" }], "4.5", ["5.5"]];
    whole[at <= 3 ? 0 : at - 3] = "failed";
    assert.deepEqual(seen, whole);
  }
});

test("a stream of Ion whose source fails does not end there, and one reader serves one call at a time", async () => {
  async function* source() {
    yield encode("1 2 ");
    yield encode("3");
    throw new Error("cut");
  }
  const reader = new stringmill.IonStreamReader(source());
  assert.deepEqual([await reader.next(), await reader.next()], ["int", "int"]);
  for (let again = 0; again < 3; again++) await assert.rejects(reader.next(), /cut/);
  const two = new stringmill.IonStreamReader(new Blob(["1 2 3"]).stream());
  const [first, second] = await Promise.allSettled([two.next(), two.next()]);
  assert.deepEqual([first.value, second.reason?.code], ["int", "choice_unknown"]);
  assert.equal(await two.next(), "int");
  await two.cancel();
});

test("lines of errors are right in a stream of Ion through one buffer", async () => {
  const buffer = new Uint8Array(8);
  function* chunks() {
    for (const text of ["1\n2\n3\n\n ", "4 5 6 7 ", "8 9 } 1 "]) {
      buffer.set(encode(text));
      yield buffer;
    }
  }
  await assert.rejects(
    async () => {
      for await (const value of stringmill.ionValues(chunks())) assert.ok(value);
    },
    { line: 5, column: 14, offset: 20 },
  );
});

test("buffers and arrays of another realm are bytes, and what looks like one is not", () => {
  const made = vm.runInNewContext(
    "({ buffer: Uint8Array.of(91, 93).buffer, array: Uint8Array.of(91, 93), shared: new SharedArrayBuffer(2), into: new Uint8Array(9) })",
  );
  assert.equal(stringmill.jsonCheck(made.buffer), undefined);
  assert.equal(stringmill.jsonCheck(made.array), undefined);
  assert.equal(stringmill.jsonEscape(made.shared).length, 12);
  assert.equal(decode(stringmill.jsonEscape("a\n", { into: made.into })), "a\\n");
  assert.throws(() => stringmill.jsonCheck({ byteLength: 2, [Symbol.toStringTag]: "ArrayBuffer" }), TypeError);
});

test("an error crosses threads by toJSON", () => {
  const error = stringmill.jsonCheck("[1,]");
  const { code, offset, picture, message } = structuredClone(error.toJSON());
  assert.deepEqual({ code, offset, picture, message }, { code: error.code, offset: 3, picture: error.picture, message: error.message });
  assert.equal(JSON.parse(JSON.stringify(error)).remedy, error.remedy);
});

test("an unknown profile or option is named, with those that exist", () => {
  assert.throws(() => stringmill.jsonEscape("a", { profile: "jason" }), /'jason', and not one of json, .*php/);
  assert.throws(() => stringmill.jsonEscape("a", { profile: "php:fast" }), /php are 'fast', and not some of .*hex-tag/);
});

test("memory depends on the input, not on the limit that the caller allows", async () => {
  for (const maxDepth of [2 ** 36, 2 ** 53, Infinity]) {
    const { readable, writable } = new stringmill.JsonCheckStream({ maxDepth });
    const written = new Response(new Blob(["[]"])).body.pipeTo(writable);
    assert.equal(await new Response(readable).text(), "[]");
    await written;
    assert.equal((await recordsOf(["[1]\n", "[2]\n"], { maxDepth })).length, 2);
    assert.equal([...stringmill.ndjson(encode("[1]\n[2]\n"), { maxDepth })].length, 2);
    assert.equal(stringmill.jsonCheck("[]", { maxDepth }), undefined);
    assert.equal(decode(stringmill.jsonCanonical("[]", { maxDepth })), "[]");
    assert.deepEqual(stringmill.ionRead("[]", { maxDepth }), [[]]);
  }
  assert.equal(stringmill.jsonCheck("[[1]]", { maxDepth: 1 }).code, "limit_depth");
});

test("a check goes as deep as it is allowed, in one piece and in pieces of any length", async () => {
  for (const depth of [1, 63, 64, 65, 1023, 1024, 1025, 5000, 300_000]) {
    // Arrays and objects, so that a level which is not kept is one of the wrong kind.
    const opens = Array.from({ length: depth }, (_, at) => (at % 3 === 0 ? '{"":' : "["));
    const closes = opens.map((open) => (open === "[" ? "]" : "}")).reverse();
    const text = encode(`${opens.join("")}1${closes.join("")}`);
    const tooDeep = opens.join("").length - opens[depth - 1].length;
    assert.equal(stringmill.jsonCheck(text, { maxDepth: depth }), undefined);
    assert.equal(stringmill.jsonCheck(text, { maxDepth: depth - 1 }).offset, tooDeep);
    for (const length of [7, 64, 4096]) {
      if (depth > 5000 && length < 4096) continue;
      const pieces = Array.from({ length: Math.ceil(text.length / length) }, (_, at) =>
        text.subarray(length * at, length * (at + 1)),
      );
      const checked = (maxDepth) => {
        const { readable, writable } = new stringmill.JsonCheckStream({ maxDepth });
        const written = ReadableStream.from(pieces).pipeTo(writable);
        return Promise.all([new Response(readable).bytes(), written]).then(([bytes]) => bytes);
      };
      assert.deepEqual(await checked(Infinity), text);
      assert.deepEqual(await checked(depth), text);
      await assert.rejects(checked(depth - 1), { code: "limit_depth", offset: tooDeep });
    }
  }
});

test("init takes a module of this package alone", () => {
  const read = (name) => new WebAssembly.Module(readFileSync(new URL(`../dist/${name}.wasm`, import.meta.url)));
  assert.equal(init(read("all-scalar")), undefined);
  assert.throws(() => init({}), TypeError);
  assert.throws(() => init(new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0))), TypeError);
});
