// Streams of values so far: of streams, responses and server-sent events.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PartialJson, PartialStream, partialJson, serverSentEvents } from "stringmill/partial";
import { random } from "./random.js";

const encode = (text) => new TextEncoder().encode(text);

async function collect(values) {
  const all = [];
  for await (const value of values) all.push(value);
  return all;
}

/** Lets all that is due run. */
const turn = (time = 0) => new Promise((resolve) => setTimeout(resolve, time));

/** A stream whose pieces a test sends, which knows its reason of cancellation. */
function manual() {
  let controller;
  const it = { reason: undefined, send: (piece) => controller.enqueue(piece), end: () => controller.close(), fail: (error) => controller.error(error) };
  it.stream = new ReadableStream({
    start: (given) => void (controller = given),
    cancel: (reason) => void (it.reason = { reason }),
  });
  return it;
}

test("sources of all kinds, of bytes and strings", async () => {
  const text = '{"a":"h\u00e9","b":[1,2]}';
  const bytes = encode(text);
  async function* pieces() {
    yield '{"a":"h';
    yield text.slice(7);
  }
  const sources = [
    text, new Response(bytes), new Response(text).body, new Blob([bytes]).stream(), [text], [bytes.subarray(0, 8), bytes.subarray(8)], pieces(),
    ReadableStream.from([text.slice(0, 3), text.slice(3)]),
  ];
  for (const source of sources) {
    const stream = partialJson(source, { every: 0 });
    assert.ok(stream instanceof PartialStream && stream.reader instanceof PartialJson);
    assert.deepEqual((await collect(stream)).at(-1), JSON.parse(text));
    assert.deepEqual(await stream.result(), JSON.parse(text));
  }
  assert.deepEqual(await partialJson(new Response(text)).result(), JSON.parse(text));
  assert.deepEqual(await partialJson(Promise.resolve(new Response(text))).result(), JSON.parse(text));
  assert.deepEqual(await collect(serverSentEvents(Promise.resolve(new Response("data: 1\n\n")))), [{ event: "message", data: "1", id: "" }]);
  await assert.rejects(partialJson(new Response(text, { status: 500 })).result(), /status 500/);
  await assert.rejects(collect(partialJson(Promise.reject(new Error("no network")))), /no network/);
  await assert.rejects(partialJson(new Response(null)).result(), { code: "json_value_expected" });
});

test("each change that is seen is one step; what comes while the loop works is one", async () => {
  const source = manual();
  const seen = [];
  const reading = (async () => {
    for await (const value of partialJson(source.stream, { every: 0 })) {
      seen.push(value);
      await turn(5);
    }
  })();
  source.send("[1,");
  await turn(1);
  for (const piece of ["2,", "3,", "4"]) source.send(piece);
  await turn(30);
  assert.deepEqual(seen, [[1], [1, 2, 3]]);
  source.send("]");
  source.end();
  await reading;
  assert.deepEqual(seen.at(-1), [1, 2, 3, 4]);
  assert.equal(seen.length, 3);
});

test("`every` bounds how often values come; the last one comes at once", async () => {
  const source = manual();
  const times = [];
  const reading = (async () => {
    for await (const _ of partialJson(source.stream, { every: 50 })) times.push(performance.now());
  })();
  for (let at = 0; at < 40; at++) {
    source.send(at === 0 ? "[0" : `,${at}`);
    await turn(4);
  }
  assert.ok(times.length >= 2 && times.length <= 8, times.length);
  times.slice(1).forEach((time, at) => assert.ok(time - times[at] > 45, time - times[at]));
  const count = times.length;
  source.send("]");
  source.end();
  const end = performance.now();
  await reading;
  assert.equal(times.length, count + 1);
  assert.ok(times.at(-1) - end < 45);
  // By default a frame: many pieces at once are few values.
  const pieces = Array.from({ length: 3000 }, (_, at) => (at === 0 ? "[0" : `,${at}`));
  const values = await collect(partialJson([...pieces, "]"]));
  assert.equal(values.at(-1).length, 3000);
  assert.ok(values.length < 100, values.length);
});

test("where a page is shown, a frame is one of the display", async () => {
  const source = manual();
  const frames = [];
  globalThis.document = { visibilityState: "visible" };
  globalThis.requestAnimationFrame = (call) => frames.push(call);
  try {
    const seen = [];
    const reading = (async () => {
      for await (const value of partialJson(source.stream)) seen.push(value.length);
    })();
    for (const piece of ["[1,", "2,", "3,"]) {
      source.send(piece);
      await turn(30);
    }
    // The display has not shown the first one.
    assert.deepEqual([seen, frames.length], [[1], 1]);
    frames[0]();
    await turn();
    assert.deepEqual(seen, [1, 3]);
    source.send("4]");
    source.end();
    await reading;
    assert.deepEqual(seen, [1, 3, 4]);
  } finally {
    delete globalThis.document;
    delete globalThis.requestAnimationFrame;
  }
});

test("two loops over one stream see its values, and the result is the same", async () => {
  const source = manual();
  const stream = partialJson(source.stream, { every: 0 });
  const loops = Promise.all([collect(stream), collect(stream), stream.result()]);
  for (const piece of ["[1,", "2", "]"]) {
    source.send(piece);
    await turn();
  }
  source.end();
  const [first, second, result] = await loops;
  assert.deepEqual([first.at(-1), second.at(-1), result], [[1, 2], [1, 2], [1, 2]]);
});

test("an error of the text comes after the value before it, and cancels the source", async () => {
  const source = manual();
  const stream = partialJson(source.stream, { every: 0 });
  source.send('{"a":"x"');
  source.send(" oops");
  const seen = [];
  await assert.rejects(
    async () => {
      for await (const value of stream) seen.push(value);
    },
    { code: "json_comma_expected", offset: 9 },
  );
  assert.deepEqual(seen.at(-1), { a: "x" });
  await turn();
  assert.equal(source.reason.reason.code, "json_comma_expected");
  await assert.rejects(stream.result(), { code: "json_comma_expected" });
  assert.ok(!stream.reader.done);
});

test("a stream that ends too soon or fails is an error, not a result", async () => {
  for (const text of ['{"a":"x', "[1", "", "[1]]"]) {
    await assert.rejects(collect(partialJson([text])), { name: "StringmillError" });
    await assert.rejects(partialJson([text]).result(), { name: "StringmillError" });
  }
  const source = manual();
  const stream = partialJson(source.stream, { every: 0 });
  const reading = collect(stream);
  source.send("[1,");
  await turn();
  source.fail(new Error("connection lost"));
  await assert.rejects(reading, /connection lost/);
  await assert.rejects(stream.result(), /connection lost/);
  assert.deepEqual(stream.reader.value, [1]);
});

test("leaving the loop, `cancel` and a signal end the source", async () => {
  const left = manual();
  left.send("[1,");
  for await (const value of partialJson(left.stream)) {
    assert.deepEqual(value, [1]);
    break;
  }
  await turn();
  assert.equal(left.reason.reason.name, "AbortError");
  let returned = 0;
  const iterable = { [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}), return: () => (returned++, Promise.resolve({ done: true })) }) };
  const stream = partialJson(iterable);
  const reading = collect(stream);
  await turn();
  stream.cancel(new Error("enough"));
  await assert.rejects(reading, /enough/);
  assert.equal(returned, 1);
  // A response that arrives after that is not read.
  const late = manual();
  const waiting = partialJson(turn(5).then(() => late.stream));
  const never = waiting.result();
  waiting.cancel();
  await assert.rejects(never, { name: "AbortError" });
  await turn(10);
  assert.equal(late.reason?.reason.name, "AbortError");
  const controller = new AbortController();
  const signalled = manual();
  const aborted = collect(partialJson(signalled.stream, { signal: controller.signal }));
  await turn();
  controller.abort();
  await assert.rejects(aborted, { name: "AbortError" });
  await assert.rejects(partialJson(["1"], { signal: AbortSignal.abort() }).result(), { name: "AbortError" });
});

/** Pieces of up to `most` bytes. */
function cut(bytes, most) {
  const pieces = [];
  for (let at = 0; at < bytes.length;) {
    const end = at + 1 + random(most);
    pieces.push(bytes.slice(at, end));
    at = end;
  }
  return pieces;
}

test("server-sent events by their standard, whatever the cuts", async () => {
  const text =
    "\ufeff: a comment\r\nevent: first\r\ndata: one\r\ndata:two\r\nid: 7\r\n\r\n" +
    "data\n\ndata:  h\u00e9 \u{1F600}\nretry: 9\nunknown: x\n\r" + "data:\rdata: x\r\revent: none\n\nid\ndata: last\n\ndata: cut";
  const expected = [
    { event: "first", data: "one\ntwo", id: "7" },
    { event: "message", data: "", id: "7" },
    { event: "message", data: " h\u00e9 \u{1F600}", id: "7" },
    { event: "message", data: "\nx", id: "7" },
    { event: "message", data: "last", id: "" },
  ];
  const bytes = encode(text);
  assert.deepEqual(await collect(serverSentEvents([bytes])), expected);
  assert.deepEqual(await collect(serverSentEvents([text.slice(1)])), expected);
  for (let at = 0; at <= bytes.length; at++) {
    assert.deepEqual(await collect(serverSentEvents([bytes.slice(0, at), bytes.slice(at)])), expected, at);
  }
  for (let round = 0; round < 50; round++) {
    assert.deepEqual(await collect(serverSentEvents(cut(bytes, 1 + random(9)))), expected);
  }
});

test("a long line of server-sent events in small pieces is read in linear time", async () => {
  const bytes = encode(`data: ${"x".repeat(400_000)}\n\n`);
  const pieces = [];
  for (let at = 0; at < bytes.length; at += 16) pieces.push(bytes.subarray(at, at + 16));
  const [{ data }] = await collect(serverSentEvents(pieces));
  assert.equal(data.length, 400_000);
});

test("leaving the loop over events cancels the response", async () => {
  const source = manual();
  source.send(encode("data: 1\n\n"));
  for await (const { data } of serverSentEvents(source.stream)) {
    assert.equal(data, "1");
    break;
  }
  await turn();
  assert.notEqual(source.reason, undefined);
});
