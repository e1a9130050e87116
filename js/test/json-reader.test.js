// The pull reader of JSON beside JSON.parse and jsonCheck, over texts and every cut of a stream.

import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import * as stringmill from "stringmill";
import { jsonCheck, jsonReader, jsonValues } from "stringmill";
import { core } from "../dist/esm/core.js";
import { random, text } from "./random.js";

const encode = (string) => new TextEncoder().encode(string);

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc");

/** Pieces of `len` bytes. */
function* pieces(bytes, len) {
  for (let at = 0; at < bytes.length; at += len) yield bytes.slice(at, at + len);
}

/** A random value, in which objects have different names. */
function value(depth) {
  const kind = random(depth > 0 ? 10 : 6);
  if (kind < 2) return [null, true, false][random(3)];
  if (kind === 2) return random(1e9) - 5e8;
  if (kind === 3) return (random(1e9) - 5e8) / 2 ** random(60);
  if (kind < 6) return text(["ascii", "french", "emoji", "controls", "quotes"][random(5)], random(20));
  const items = Array.from({ length: random(6) }, () => value(depth - 1));
  if (kind < 8) return items;
  return Object.fromEntries(items.map((item, at) => [text(["french", "quotes"][random(2)], 1 + random(8)) + at, item]));
}

/** JSON of a value, at times with white space and all characters escaped. */
function json(of) {
  const made = JSON.stringify(of, null, random(3));
  return random(3) > 0 ? made : made.replace(/[^\x00-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** The events of a value: kind, depth, name, value and path. */
function* eventsOf(of, path = [], name = undefined) {
  const depth = path.length;
  if (of === null || typeof of !== "object") {
    const kind = of === null ? "null" : typeof of;
    yield [kind, depth, name, of, path];
    return;
  }
  const kind = Array.isArray(of) ? "array" : "object";
  yield [`begin-${kind}`, depth, name, undefined, path];
  if (Array.isArray(of)) for (const [at, item] of of.entries()) yield* eventsOf(item, [...path, at]);
  else for (const [key, item] of Object.entries(of)) yield* eventsOf(item, [...path, key], key);
  yield [`end-${kind}`, depth, undefined, undefined, path];
}

const said = (reader, event) => [event.kind, event.depth, event.name, event.value, reader.path()];
const read = (reader) => Array.from(reader, (event) => said(reader, event));

async function readAll(reader) {
  const all = [];
  for await (const event of reader) all.push(said(reader, event));
  return all;
}

const TOKENS = { "begin-object": "{", "end-object": "}", "begin-array": "[", "end-array": "]", string: '"', boolean: "", number: "", null: "n" };

test("events are those of JSON.parse, of bytes, strings and streams", async () => {
  for (let round = 0; round < 400; round++) {
    const of = value(5);
    const it = json(of);
    const bytes = encode(it);
    const expected = [...eventsOf(JSON.parse(it))];
    assert.deepEqual(read(jsonReader(bytes)), expected);
    assert.deepEqual(read(jsonReader(it)), expected);
    assert.deepEqual(await readAll(jsonReader(pieces(bytes, 1 + random(20)))), expected);
    for (const event of jsonReader(it)) assert.ok(it.startsWith(TOKENS[event.kind] || event.text, event.offset), it);
    const decoder = new TextDecoder();
    for (const event of jsonReader(bytes)) {
      assert.ok(decoder.decode(bytes.subarray(event.offset)).startsWith(TOKENS[event.kind] || event.text), it);
    }
  }
});

test("every cut of a stream gives the same events and places", async () => {
  for (const it of ['{"é\\n": [1, -2.5e3, "\\ud83d\\ude00 😀", true], "z": {"": null}, "a": []}', " [[[]], {}]\n", '"é"', "12", "null"]) {
    const bytes = encode(it);
    const expected = Array.from(jsonReader(bytes), ({ kind, offset, name, text }) => [kind, offset, name, text]);
    for (let first = 0; first <= bytes.length; first++) {
      for (let second = first; second <= bytes.length; second++) {
        const found = [];
        const chunks = [bytes.slice(0, first), bytes.slice(first, second), bytes.slice(second)];
        for await (const { kind, offset, name, text } of jsonReader(chunks)) found.push([kind, offset, name, text]);
        assert.deepEqual(found, expected, `${it} cut at ${first} and ${second}`);
      }
    }
  }
});

test("long documents, with more events than a tape has and more bytes than a window", async () => {
  const of = { [text("french", 300)]: Array.from({ length: 3000 }, (_, at) => [at, text(["ascii", "emoji"][at % 2], 40), { at }]), brackets: [] };
  for (let at = 0; at < 5000; at++) of.brackets.push([[]]);
  of.long = text("quotes", 200_000);
  of.deep = JSON.parse("[".repeat(900) + "]".repeat(900));
  const it = JSON.stringify(of);
  const expected = [...eventsOf(of)];
  assert.deepEqual(read(jsonReader(it)), expected);
  assert.deepEqual(await readAll(jsonReader(pieces(encode(it), 10_000))), expected);
  for (const event of jsonReader(it)) assert.ok(it.startsWith(TOKENS[event.kind] || event.text, event.offset));
});

test("numbers are the nearest ones, exact integers, or the text", () => {
  for (const [it, value, integer] of [
    ["0", 0, 0],
    ["-0", -0, -0],
    ["9007199254740991", 9007199254740991, 9007199254740991],
    ["9007199254740993", 9007199254740992, 9007199254740993n],
    ["-18446744073709551616", -18446744073709552000, -18446744073709551616n],
    ["1.0", 1, undefined],
    ["1e2", 100, undefined],
    ["1e400", Infinity, undefined],
    [`1${"0".repeat(400)}`, Infinity, 10n ** 400n],
  ]) {
    const { value: event } = jsonReader(it).next();
    assert.deepEqual([event.kind, event.text, event.value, event.integer], ["number", it, value, integer]);
  }
  const [begin, string] = jsonReader('["1"]');
  assert.deepEqual([begin.integer, string.integer, begin.text, string.text], [undefined, undefined, "[", "1"]);
});

const REFUSED = [
  "",
  " ",
  "[1 2]",
  '{"a": 1,}',
  '{"a" 1}',
  '{"a": tru}',
  '["é", "\\q"]',
  '["\\ud800"]',
  "[01]",
  "[1.]",
  "[[1, 2], [3",
  '{"abc": "de',
  '{"abc',
  "[1]]",
  "[1] 2",
  '["a\nb"]',
  "[nul]",
  "{1: 2}",
];

test("refused texts have the error of jsonCheck after the events before it, and have it again", async () => {
  const texts = [...REFUSED.map(encode), Uint8Array.of(0x5b, 0x22, 0xc3, 0x28, 0x22, 0x5d), encode(`[${"[],".repeat(5000)}x]`)];
  for (const bytes of texts) {
    const expected = jsonCheck(bytes);
    const reader = jsonReader(bytes);
    const before = [];
    const run = () => {
      for (const event of { [Symbol.iterator]: () => ({ next: () => reader.next() }) }) before.push(event.offset);
    };
    assert.throws(run, (error) => {
      assert.deepEqual(error.toJSON(), expected.toJSON());
      return error instanceof SyntaxError;
    });
    assert.ok(before.every((offset) => offset <= expected.offset));
    reader.skip();
    reader.leave();
    assert.throws(() => reader.next(), { code: expected.code, offset: expected.offset });
    reader.return();
    if (bytes.length > 100) continue;
    for (let len = 1; len <= bytes.length; len++) {
      let cancelled = 0;
      const chunks = pieces(bytes, len);
      const stream = { [Symbol.asyncIterator]: () => ({ next: async () => chunks.next(), return: async () => (cancelled++, { done: true }) }) };
      const reader = jsonReader(stream);
      const found = [];
      const error = await (async () => {
        for await (const event of reader) found.push(event.offset);
      })().catch((error) => error);
      const place = ({ code, offset, line, column }) => [code, offset, line, column];
      assert.deepEqual(place(error), place(expected), `${bytes} in ${len}`);
      assert.deepEqual(found, before, `${bytes} in ${len}`);
      assert.equal(cancelled, 1);
      await assert.rejects(reader.next(), { code: expected.code, offset: expected.offset });
    }
  }
  const ill = jsonReader("[\ud800]");
  ill.next();
  assert.throws(() => ill.next(), { code: "utf16_surrogate_lone", offset: 1 });
});

/** The events that are left if one that begins a container is skipped, or its container left. */
function without(events, at, level) {
  const rest = events.slice(at + 1);
  const end = rest.findIndex(([kind, depth]) => kind.startsWith("end") && depth === level);
  return [...events.slice(0, at + 1), ...rest.slice(end + 1)];
}

test("skip and leave go on after the end of the container, wherever it is", async () => {
  const check = async (it, lengths) => {
    const bytes = encode(it);
    const events = [...eventsOf(JSON.parse(it))];
    for (const [at, [kind, depth]] of events.entries()) {
      const isBegin = kind.startsWith("begin");
      const level = isBegin ? depth : depth - 1;
      const expected = { skip: isBegin ? without(events, at, depth) : events, leave: level < 0 ? events : without(events, at, level) };
      for (const method of ["skip", "leave"]) {
        const found = [];
        const reader = jsonReader(bytes);
        for (const event of reader) if (found.push(said(reader, event)) === at + 1) reader[method]();
        assert.deepEqual(found, expected[method], `${method} at ${at} of ${it.slice(0, 100)}`);
        for (const len of lengths) {
          const found = [];
          const reader = jsonReader(pieces(bytes, len));
          for await (const event of reader) if (found.push(said(reader, event)) === at + 1) reader[method]();
          assert.deepEqual(found, expected[method], `${method} at ${at} of ${it.slice(0, 100)} in ${len}`);
        }
      }
    }
  };
  await check('{"é": [1, {"b": ["😀😀", []], "c": {}}, [[2]]], "d": {"e": [3]}, "f": "g"}', [1, 2, 3, 5, 7, 1000]);
  for (let round = 0; round < 30; round++) await check(JSON.stringify([value(3), value(3)]), [1 + random(9)]);
});

test("skip passes over many windows, checks them, and continues at the right place", async () => {
  const long = JSON.stringify(Array.from({ length: 30_000 }, (_, at) => ({ [`é${at}`]: [at, "😀".repeat(at % 9)] })));
  for (const it of [`{"long": ${long}, "next": "é"}`, `[[[${long}], 1], "é"]`]) {
    const index = it.lastIndexOf('"é"');
    for (const [reader, offset] of [[jsonReader(it), index], [jsonReader(encode(it)), encode(it.slice(0, index)).length]]) {
      reader.next();
      reader.next();
      reader.skip();
      const { value: event } = reader.next();
      assert.deepEqual([event.value, event.depth, event.offset], ["é", 1, offset]);
      assert.deepEqual([reader.next().value.depth, reader.next().done], [0, true]);
    }
    const [, , , inString] = jsonReader(`[0, 1, "${"é".repeat(100_000)}"]`);
    assert.equal(inString.value.length, 100_000);
    const skipping = (of) => {
      const reader = jsonReader(of);
      reader.next();
      reader.skip();
      return () => reader.next();
    };
    assert.equal(skipping(it)().done, true);
    const at = it.lastIndexOf(":[") + 1;
    const bad = `${it.slice(0, at)}!${it.slice(at)}`;
    const { code, offset } = jsonCheck(bad);
    assert.throws(skipping(bad), { code, offset });
    assert.throws(skipping(it.slice(0, -1)), { code: "json_incomplete", offset: it.length - 1 });
  }
});

/** The values at a pointer, by its definition. */
function* at(of, [token, ...rest]) {
  if (token === undefined) yield of;
  else if (of !== null && typeof of === "object") {
    for (const [key, item] of Object.entries(of)) if (token === "*" || token === key) yield* at(item, rest);
  }
}

test("jsonValues finds what a pointer says, in texts and streams", async () => {
  const tokensOf = (pointer) =>
    pointer.split("/").slice(1).map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
  const found = async (it, pointer) => {
    const expected = [...at(JSON.parse(it), tokensOf(pointer))];
    const bytes = encode(it);
    assert.deepEqual([...jsonValues(it, pointer)], expected, `${pointer} of ${it.slice(0, 200)}`);
    assert.deepEqual([...jsonValues(bytes, pointer)], expected);
    const streamed = [];
    for await (const one of jsonValues(pieces(bytes, 1 + random(bytes.length > 1000 ? 20_000 : 20)), pointer)) streamed.push(one);
    assert.deepEqual(streamed, expected);
    return expected.length;
  };
  const it = '{"0": 7, "a/b": [{"~": 1, "c": [1, 2]}, {"c": [[3], {"d": 4}], "e": "é"}, 5], "": {"": 6}, "__proto__": {"x": 8}}';
  for (const [pointer, count] of [
    ["", 1], ["/a~1b", 1], ["/a~1b/*", 3], ["/a~1b/0/~0", 1], ["/a~1b/*/c/*", 4], ["/a~1b/1", 1], ["/a~1b/01", 0], ["/a~1b/-", 0],
    ["/", 1], ["//", 1], ["/0", 1], ["/*", 4], ["/*/*", 5], ["/x", 0], ["/0/x", 0], ["/__proto__/x", 1],
  ]) assert.equal(await found(it, pointer), count, pointer);
  const long = { head: [1], items: Array.from({ length: 4000 }, (_, at) => ({ at, text: text("emoji", at % 60), list: [[at]] })), tail: "é" };
  long.items.push(Array.from({ length: 30_000 }, (_, at) => [`é${at}`]));
  for (const pointer of ["/items/*", "/items/3999", "/items/*/text", "/items/4000", "/tail", "", "/*"]) await found(JSON.stringify(long), pointer);
  for (let round = 0; round < 200; round++) await found(json(value(4)), ["", "/*", "/*/*", "/1", "/*/0/*"][random(5)]);
  assert.deepEqual([...jsonValues('{"a": 1, "a": 2}', "/a")], [1, 2]);
  assert.deepEqual([...jsonValues("1 [2]\n3", "", { values: true })], [1, [2], 3]);
  for (const pointer of ["a", "/~2", "/~", "*"]) assert.throws(() => jsonValues("1", pointer), { code: "choice_unknown", offset: undefined });
  const values = jsonValues('[1, [2], x]', "/*");
  assert.deepEqual([values.next().value, values.next().value], [1, [2]]);
  assert.throws(() => values.next(), { code: "json_value_expected", offset: 9 });
  assert.equal(values.next().done, true);
});

test("streams of all kinds", async () => {
  const it = '{"ids": [1, "é", 3]}';
  const bytes = encode(it);
  const expected = [...eventsOf(JSON.parse(it))];
  const sources = {
    "ReadableStream": () => ReadableStream.from(pieces(bytes, 3)),
    "ReadableStream without an iterator": () => {
      const stream = ReadableStream.from(pieces(bytes, 3));
      return { getReader: () => stream.getReader() };
    },
    "async generator": async function* () {
      yield* pieces(bytes, 3);
    },
    "array": () => [...pieces(bytes, 3), new Uint8Array()],
    "stream of Node": () => Readable.from(pieces(Buffer.from(bytes), 3)),
    "Response": () => new Response(bytes),
    "Request": () => new Request("http://localhost", { method: "POST", body: bytes }),
    "Blob": () => new Blob([bytes]),
    "buffers": () => Array.from(pieces(bytes, 3), ({ buffer }) => buffer),
  };
  for (const [name, make] of Object.entries(sources)) {
    assert.deepEqual(await readAll(jsonReader(make())), expected, name);
    const values = [];
    for await (const one of jsonValues(make(), "/ids/*")) values.push(one);
    assert.deepEqual(values, [1, "é", 3], name);
  }
  await assert.rejects(readAll(jsonReader(new Response(null))), { code: "json_value_expected", offset: 0 });
  for (const wrong of [undefined, null, 5, {}, () => {}]) assert.throws(() => jsonReader(wrong), TypeError);
  await assert.rejects(readAll(jsonReader(["text"])), { name: "TypeError", message: /a chunk of the stream must be bytes, and is string/ });
  const failing = async function* () {
    yield encode("[1, ");
    throw new Error("lost");
  };
  const reader = jsonReader(failing());
  await reader.next();
  await reader.next();
  await assert.rejects(reader.next(), { message: "lost" });
  await assert.rejects(reader.next(), { message: "lost" });
});

test("a loop that is left frees the reader and cancels the stream", async () => {
  const handles = () => {
    core().run((exports) => exports.smill_place());
    const { value } = core();
    core().exports.smill_free(value);
    return value;
  };
  const free = handles();
  for (const event of jsonReader("[1, 2]")) {
    assert.ok(handles() > free);
    if (event.value === 1) break;
  }
  assert.equal(handles(), free);
  for (const one of jsonValues("[1, 2]", "/*")) if (one === 1) break;
  assert.equal(handles(), free);
  const loops = [
    async (stream) => {
      for await (const event of jsonReader(stream)) if (event.value === 1) break;
    },
    async (stream) => {
      for await (const one of jsonValues(stream, "/*")) if (one === 1) break;
    },
    async (stream) => {
      for await (const events of jsonReader(stream).batches()) for (const event of events) if (event.value === 1) return;
    },
    (stream) => assert.rejects(readAll(jsonReader(stream, { maxDepth: 0 })), { code: "limit_depth" }),
  ];
  for (const loop of loops) {
    let cancelled = 0;
    const stream = new ReadableStream({
      pull: (controller) => controller.enqueue(encode("[1, 2, ")),
      cancel: () => void cancelled++,
    });
    await loop(stream);
    assert.equal(cancelled, 1);
    assert.equal(stream.locked, false);
    assert.equal(handles(), free);
  }
  const reader = jsonReader("[1, 2]");
  reader.next();
  reader.return();
  reader.skip();
  assert.equal(reader.next().done, true);
  const streamed = jsonReader([encode("[1, 2]")]);
  await streamed.next();
  await streamed.return();
  streamed.skip();
  assert.equal((await streamed.next()).done, true);
  // At the end too.
  assert.equal([...jsonReader("[1, 2]")].length, 4);
  assert.equal(handles(), free);
});

test("batches have all events, and may be left", async () => {
  const it = JSON.stringify(Array.from({ length: 9000 }, (_, at) => [at, "é"]));
  const all = [];
  let batches = 0;
  for await (const events of jsonReader(pieces(encode(it), 10_000)).batches()) {
    batches++;
    for (const event of events) all.push(event.value);
  }
  assert.deepEqual(all, Array.from(jsonReader(it), ({ value }) => value));
  assert.ok(batches < 20);
  const firsts = [];
  for await (const events of jsonReader(pieces(encode("[10, 20, 30, 40]"), 4)).batches()) {
    for (const event of events) {
      firsts.push(event.text);
      break;
    }
  }
  assert.deepEqual(firsts, ["[", "20", "30", "40"]);
  await assert.rejects(async () => {
    for await (const events of jsonReader([encode("[1, 2"), encode(" x]")]).batches()) for (const event of events) void event;
  }, { code: "json_bracket_expected", offset: 6 });
});

test("path and depth are those of the last event after a batch, after skip and after the end", async () => {
  const it = '{"é": {"b": [1, {"c": 2}], "d": {"e": {}}}, "f": [[], 3], "long name": "x"}';
  const bytes = encode(it);
  for (let len = 1; len <= bytes.length; len++) {
    const reader = jsonReader(pieces(bytes, len));
    let last = [];
    for await (const events of reader.batches()) {
      for (const event of events) {
        last = reader.path();
        assert.equal(last.length, event.depth);
      }
      assert.deepEqual(reader.path(), last, `in ${len}`);
    }
    assert.deepEqual(reader.path(), []);
    for (const stop of [1, 4, 9, 16]) {
      const reader = jsonReader(pieces(bytes, len));
      for (let at = 0; at < stop; at++) await reader.next();
      const before = reader.path();
      reader.skip();
      assert.deepEqual(reader.path(), before, `${stop} in ${len}`);
      await reader.return();
      assert.deepEqual(reader.path(), before, `${stop} in ${len}, closed`);
    }
  }
});

test("readers side by side, events that outlive their window, and buffers that are filled again", async () => {
  const it = JSON.stringify(Array.from({ length: 20_000 }, (_, at) => `é ${at}`));
  const [one, other] = [jsonReader(it), jsonReader(encode(it))];
  const kept = [];
  for (const event of one) {
    const { value } = other.next();
    assert.equal(value.text, event.text);
    kept.push(event);
  }
  assert.deepEqual(kept.slice(1, -1).map(({ value }) => value), JSON.parse(it));
  const buffer = new Uint8Array(1000);
  const bytes = encode(it);
  const refilled = async function* () {
    for (let at = 0; at < bytes.length; at += 1000) {
      buffer.fill(0x78).set(bytes.subarray(at, at + 1000));
      yield buffer.subarray(0, Math.min(1000, bytes.length - at));
    }
  };
  const strings = [];
  for await (const event of jsonReader(refilled())) strings.push(event);
  assert.deepEqual(strings.slice(1, -1).map(({ value }) => value), JSON.parse(it));
  const busy = jsonReader(new ReadableStream());
  const waiting = busy.next();
  await assert.rejects(busy.next(), { code: "choice_unknown", message: /at work/ });
  waiting.catch(() => {});
});

test("limits, lines, texts and marks are those of jsonCheck", async () => {
  const all = (input, options) => Array.from(jsonReader(input, options), ({ text }) => text);
  const both = async (it, options) => {
    const expected = jsonCheck(encode(it), options);
    const { code, offset } = expected;
    assert.throws(() => all(encode(it), options), (error) => {
      assert.deepEqual(error.toJSON(), expected.toJSON());
      return true;
    });
    await assert.rejects(readAll(jsonReader(pieces(encode(it), 3), options)), { code, offset });
  };
  await both("[[1]]", { maxDepth: 1 });
  await both('["abcd"]', { maxString: 3 });
  await both('{"abcd": 1}', { maxString: 3 });
  await both("[1, 2, 3]", { maxLength: 5 });
  await both("\ufeff[1]", {});
  await both("[1]\n[2,]\n", { lines: true });
  await both("1 2 ]", { values: true });
  assert.deepEqual(all("[1]\n\n2\n", { lines: true }), ["[", "1", "]", "2"]);
  assert.deepEqual(all('1"2"[]', { values: true }), ["1", "2", "[", "]"]);
  assert.deepEqual(all('["\\ud800"]', { loneSurrogates: true }), ["[", "\ud800", "]"]);
  const skip = { byteOrderMark: "skip" };
  for (const it of ["[1]", "1", ""]) {
    const marked = encode(`\ufeff${it}`);
    const expected = jsonCheck(marked, skip);
    const offsets = async (reader) => {
      const found = [];
      try {
        for await (const event of reader) found.push(event.offset);
      } catch (error) {
        found.push(error.code, error.offset);
      }
      return found;
    };
    const found = await offsets(jsonReader(marked, skip));
    assert.deepEqual(found, expected ? [expected.code, 3] : it === "1" ? [3] : [3, 4, 5]);
    for (const len of [1, 2, 3, 4]) assert.deepEqual(await offsets(jsonReader(pieces(marked, len), skip)), found);
    if (it) assert.equal(jsonReader(`\ufeff${it}`, skip).next().value.offset, 1);
  }
  assert.throws(() => all(Uint8Array.of(0xef, 0xbb), skip), { code: jsonCheck(Uint8Array.of(0xef, 0xbb), skip).code });
  for (const options of [{ maxDepth: -1 }, { maxString: NaN }]) assert.throws(() => jsonReader("1", options), RangeError);
  assert.throws(() => jsonReader("1", { byteOrderMark: "keep" }), { code: "choice_unknown" });
});

test("long strings and numbers come whole, up to the limit", async () => {
  const string = "é€😀".repeat(50_000);
  const digits = "7".repeat(300_000);
  const bytes = encode(`{"${string}": ["${string}", ${digits}]}`);
  const [, begin, found, number] = await (async () => {
    const all = [];
    for await (const event of jsonReader(pieces(bytes, 10_000))) all.push(event);
    return all;
  })();
  assert.ok(begin.name === string && found.value === string && number.text === digits);
  assert.equal(number.integer, BigInt(digits));
  const { code, offset } = jsonCheck(bytes, { maxString: 100_000 });
  await assert.rejects(readAll(jsonReader(pieces(bytes, 10_000), { maxString: 100_000 })), { code, offset });
  assert.equal(code, "limit_string_len");
});

/** A document of about `length` bytes, in one buffer that is filled again. */
const ITEM = '{"id": 12345, "name": "a name with é", "tags": ["a", "b\\n"], "price": 12.5},\n';
async function* generated(length) {
  const block = encode(ITEM.repeat(800));
  yield encode("[\n");
  for (let at = 0; at < length; at += block.length) yield block;
  yield encode("0]");
}

/** The most that the engine keeps on its heap and in array buffers after a collection of garbage, above the beginning. */
class Memory {
  #first = this.#retained();
  most = { heapUsed: 0, arrayBuffers: 0 };

  #retained() {
    collectGarbage();
    return process.memoryUsage();
  }

  look() {
    const { heapUsed, arrayBuffers } = this.#retained();
    this.most.heapUsed = Math.max(this.most.heapUsed, heapUsed - this.#first.heapUsed);
    this.most.arrayBuffers = Math.max(this.most.arrayBuffers, arrayBuffers - this.#first.arrayBuffers);
  }
}

// The whole test is STRINGMILL_JSON_STREAM=2147483648.
test("a long stream needs constant memory", async () => {
  const length = Number(process.env.STRINGMILL_JSON_STREAM ?? 64 << 20);
  const memory = new Memory();
  const every = Math.ceil(length / 32);
  let [events, last, next] = [0, 0, every];
  for await (const batch of jsonReader(generated(length)).batches()) {
    for (const event of batch) {
      if (event.name === "id") events += event.value === 12345 ? 1 : NaN;
      last = event;
    }
    if (last.offset < next) continue;
    memory.look();
    next += every;
  }
  const block = events / 800;
  assert.ok(Number.isInteger(block) && events > length / 100);
  assert.equal(last.offset, 3 + events * encode(ITEM).length);
  let items = 0;
  for await (const item of jsonValues(generated(length), "/*")) {
    items += item.id === 12345 ? 1 : item === 0 ? 0 : NaN;
    if (items % Math.ceil(events / 32) === 0) memory.look();
  }
  assert.equal(items, events);
  const module = core().exports.memory.buffer.byteLength;
  console.log(`${length} bytes, at most: ${JSON.stringify(memory.most)}, module ${module}`);
  assert.ok(module < 4 << 20);
  assert.ok(memory.most.heapUsed < 4 << 20, `${memory.most.heapUsed}`);
  assert.ok(memory.most.arrayBuffers < 4 << 20, `${memory.most.arrayBuffers}`);
});

test("places beyond 2^32 are exact", { skip: process.env.STRINGMILL_JSON_STREAM === undefined }, async () => {
  const blanks = new Uint8Array(64 << 20).fill(0x20);
  const chunks = function* (end) {
    yield encode('["é", ');
    for (let at = 0; at < 65; at++) yield blanks;
    yield encode(end);
  };
  const offsets = [];
  for await (const event of jsonReader(chunks('"é", []]'))) offsets.push(event.offset);
  const base = 7 + 65 * (64 << 20);
  assert.deepEqual(offsets, [0, 1, base, base + 6, base + 7, base + 8]);
  await assert.rejects(readAll(jsonReader(chunks("1 2]"))), { code: "json_bracket_expected", offset: base + 2 });
});

test("a trap ends open readers, and nothing else", async () => {
  const reader = jsonReader(`[${"1,".repeat(100_000)}1]`);
  reader.next();
  assert.throws(() => core().run(() => { throw new WebAssembly.RuntimeError("unreachable"); }), { code: "internal" });
  assert.throws(() => { for (const event of reader) void event; }, { code: "internal" });
  assert.equal([...stringmill.jsonReader("[1]")].length, 3);
});
