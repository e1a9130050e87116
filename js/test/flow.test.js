// Streams as users of streams handle them: back pressure, cancel, abort, a signal, and errors of either side.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as stringmill from "stringmill";
import { core } from "../dist/esm/core.js";

const encode = (string) => new TextEncoder().encode(string);

/** Every stream, with a chunk that it passes on at once. */
const STREAMS = {
  JsonEscapeStream: ["a\n", {}],
  JsonUnescapeStream: ["a\\n", {}],
  Utf8RepairStream: ["abc", {}],
  Utf8ValidateStream: ["abc", undefined],
  Base64EncodeStream: ["abc", {}],
  Base64DecodeStream: ["QUJD", {}],
  TranscodeStream: ["abcd", { from: "utf-8", to: "utf-16-le" }],
  JsonCheckStream: ["[1]", { values: true }],
  JsonFormatStream: ["[1]\n", { lines: true, indent: 0 }],
  JsonItemsStream: ["[1,2,", undefined],
  IonToJsonStream: ["[1]\n", { top: "lines" }],
  JsonToIonStream: ["[1]\n", { lines: true }],
  NdjsonStream: ["[1]\n", {}],
};

const make = (name) => new stringmill[name](STREAMS[name][1]);
const chunkOf = (name) => encode(STREAMS[name][0]);

/** How many handles of the module are in use: a new one gets the lowest free number. */
function nextHandle() {
  core().run((exports) => exports.smill_place());
  const { value } = core();
  core().exports.smill_free(value);
  return value;
}

/** Whether this engine calls `cancel` of a transformer: Node does so since 21.5. */
const HAS_CANCEL = await (async () => {
  let was = false;
  await new TransformStream({ cancel: () => void (was = true) }).readable.cancel();
  return was;
})();

/** Lets everything run that is ready. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

test("every stream of the package is in this list", () => {
  const all = Object.keys(stringmill).filter((name) => name.endsWith("Stream"));
  assert.deepEqual(all.toSorted(), Object.keys(STREAMS).toSorted());
});

for (const name of Object.keys(STREAMS)) {
  test(`${name} takes no chunks that nobody reads`, async () => {
    const stream = make(name);
    const writer = stream.writable.getWriter();
    let written = 0;
    for (let at = 0; at < 10; at++)
      writer.write(chunkOf(name)).then(
        () => written++,
        () => {},
      );
    await settled();
    assert.ok(written <= 1, `${written} chunks are taken`);
    const reader = stream.readable.getReader();
    const { value, done } = await reader.read();
    assert.ok(!done && value !== undefined);
    await settled();
    assert.ok(written <= 3, `${written} chunks are taken after one read`);
    await reader.cancel();
  });

  test(`${name} ends both sides when it is cancelled or aborted, and gives its memory back`, async () => {
    const before = nextHandle();
    const cancelled = make(name);
    const writer = cancelled.writable.getWriter();
    writer.write(chunkOf(name)).catch(() => {});
    const reader = cancelled.readable.getReader();
    await reader.read();
    const reason = new Error("enough");
    await reader.cancel(reason);
    await assert.rejects(writer.write(chunkOf(name)), (error) => error === reason);
    await assert.rejects(writer.closed, (error) => error === reason);

    const aborted = make(name);
    const aborting = aborted.writable.getWriter();
    await aborting.abort(reason);
    await assert.rejects(aborted.readable.getReader().read(), (error) => error === reason);
    if (HAS_CANCEL) assert.equal(nextHandle(), before);
  });

  test(`${name} stops by a signal, and cancels its source`, async () => {
    const controller = new AbortController();
    let cancelled;
    const source = new ReadableStream({
      pull: (it) => it.enqueue(chunkOf(name)),
      cancel: (reason) => {
        cancelled = reason;
      },
    });
    const through = source.pipeThrough(make(name), { signal: controller.signal });
    const reader = through.getReader();
    await reader.read();
    const reason = new Error("stop");
    controller.abort(reason);
    await assert.rejects(
      async () => {
        while (!(await reader.read()).done);
      },
      (error) => error === reason,
    );
    assert.equal(cancelled, reason);
  });

  test(`${name} passes on the error of its source`, async () => {
    const reason = new Error("broken");
    const source = new ReadableStream({ start: (it) => it.error(reason) });
    await assert.rejects(source.pipeThrough(make(name)).getReader().read(), (error) => error === reason);
  });

  test(`${name} takes bytes of any kind, and refuses other chunks`, async () => {
    for (const wrong of ["text", 5, null, undefined, [1]]) {
      const stream = make(name);
      stream.writable
        .getWriter()
        .write(wrong)
        .catch(() => {});
      await assert.rejects(stream.readable.getReader().read(), TypeError);
    }
    const chunk = chunkOf(name);
    const shared = new Uint8Array(new SharedArrayBuffer(chunk.length));
    shared.set(chunk);
    for (const kind of [chunk.buffer, new DataView(chunk.buffer), Buffer.from(chunk), shared]) {
      const stream = make(name);
      stream.writable
        .getWriter()
        .write(kind)
        .catch(() => {});
      const reader = stream.readable.getReader();
      const { value } = await reader.read();
      assert.ok(value !== undefined);
      await reader.cancel();
    }
  });
}

test("a chunk of shared memory is read once: what another thread writes later is not in a record", async () => {
  for (const View of [Uint8Array, Buffer]) {
    const shared = new Uint8Array(new SharedArrayBuffer(8));
    shared.set(encode('["ab"]\n '));
    const stream = new stringmill.NdjsonStream();
    stream.writable
      .getWriter()
      .write(View === Buffer ? Buffer.from(shared.buffer) : shared)
      .catch(() => {});
    const { value } = await stream.readable.getReader().read();
    shared.fill(0x78);
    assert.deepEqual(value.value, ["ab"]);
  }
});

test("a reject of NDJSON has what an error has", async () => {
  const text = '{"a": 1}\n\n{"caf\u00e9": nul}\n{"b": 2}\n';
  const rejects = [];
  const stream = new stringmill.NdjsonStream({ onReject: (bad) => rejects.push(bad) });
  const writer = stream.writable.getWriter();
  writer.write(encode(text)).catch(() => {});
  writer.close();
  const lines = [];
  for await (const record of stream.readable) lines.push(record.line);
  assert.deepEqual(lines, [1, 4]);
  const { code, offset, line, column, remedy, picture, message } = stringmill.jsonCheck(encode(text), {
    lines: true,
  });
  assert.deepEqual([line, column], [3, 13]);
  const [{ bytes, reason, ...reject }, ...others] = rejects;
  assert.deepEqual(others, []);
  assert.deepEqual(reject, { code, offset, line, column, remedy, picture });
  assert.equal(message, `${reason} at byte ${offset} (line 3, column 13)`);
  assert.equal(new TextDecoder().decode(bytes), text.split("\n")[2]);
});
