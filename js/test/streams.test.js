// Operations as streams: the same bytes and places as on the whole input, whatever the pieces.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as stringmill from "stringmill";
import { core } from "../dist/esm/core.js";
import { random, text } from "./random.js";

const { base64Decode, base64Encode, jsonCheck, jsonEscape, jsonUnescape, transcode, utf8Repair } = stringmill;
const encode = (string) => new TextEncoder().encode(string);

/** The input in pieces of up to `most` bytes, some of them empty. */
async function* pieces(bytes, most) {
  for (let at = 0; at < bytes.length;) {
    const len = random(most + 1);
    yield bytes.slice(at, at + len);
    at += len;
  }
}

async function collect(stream) {
  const parts = [];
  for await (const part of stream) parts.push(part);
  return new Uint8Array(Buffer.concat(parts));
}

const through = (bytes, most, stream) => collect(ReadableStream.from(pieces(bytes, most)).pipeThrough(stream));

const messy = Uint8Array.from(
  { length: 3000 },
  () => [0x41, 0x22, 0xc3, 0xa9, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0x80, 0xed][random(12)],
);

test("streams write what the functions write", async () => {
  for (const most of [1, 7, 100, 5000]) {
    const string = text("emoji", 2000) + text("controls", 2000);
    const bytes = encode(string);
    const escaped = jsonEscape(bytes, { profile: "ascii" });
    assert.deepEqual(await through(bytes, most, new stringmill.JsonEscapeStream({ profile: "ascii" })), escaped);
    assert.deepEqual(await through(escaped, most, new stringmill.JsonUnescapeStream()), bytes);
    const repair = new stringmill.Utf8RepairStream({ policy: "visible" });
    const repairs = {};
    assert.deepEqual(await through(messy, most, repair), utf8Repair(messy, { policy: "visible", repairs }));
    assert.deepEqual(repair.repairs, repairs);
    assert.deepEqual(await through(messy, most, new stringmill.Base64EncodeStream()), base64Encode(messy));
    assert.deepEqual(await through(base64Encode(messy), most, new stringmill.Base64DecodeStream()), messy);
    const units = transcode(bytes, { from: "utf-8", to: "utf-16-be" });
    assert.deepEqual(
      await through(bytes, most, new stringmill.TranscodeStream({ from: "utf-8", to: "utf-16-be" })),
      units,
    );
    assert.deepEqual(
      await through(units, most, new stringmill.TranscodeStream({ from: "utf-16-be", to: "utf-8" })),
      bytes,
    );
    assert.deepEqual(await through(bytes, most, new stringmill.Utf8ValidateStream()), bytes);
  }
});

test("an error in a stream has the place and picture of the whole input", async () => {
  const json = encode(`{\n${'  "name": "caf\u00e9",\n'.repeat(300)}  "bad": nul,\n  "x": 1 }`);
  const expected = jsonCheck(json);
  for (const most of [200, 5000, 100_000]) {
    await assert.rejects(through(json, most, new stringmill.JsonCheckStream()), (error) => {
      const { code, offset, line, column } = error;
      assert.deepEqual(
        { code, offset, line, column },
        {
          code: expected.code,
          offset: expected.offset,
          line: expected.line,
          column: expected.column,
        },
      );
      if (most === 100_000) assert.equal(error.picture, expected.picture);
      return true;
    });
  }
  await assert.rejects(through(encode("[1, 2"), 3, new stringmill.JsonCheckStream()), {
    code: "json_incomplete",
    offset: 5,
  });
  const units = Uint8Array.of(0x41, 0, 0, 0xd8, 0x41, 0);
  const transcoding = (bytes) =>
    through(bytes, 3, new stringmill.TranscodeStream({ from: "utf-16-le", to: "utf-8" }));
  await assert.rejects(transcoding(units), { code: "utf16_surrogate_lone", offset: 1, line: undefined });
  await assert.rejects(transcoding(units.subarray(0, 1)), { code: "length_excessive" });
});

test("streams run side by side", async () => {
  const inputs = Array.from({ length: 20 }, (_, at) => encode(text("controls", 100 * at)));
  const outputs = await Promise.all(inputs.map((bytes) => through(bytes, 10, new stringmill.JsonEscapeStream())));
  assert.deepEqual(
    outputs,
    inputs.map((bytes) => jsonEscape(bytes)),
  );
});

test("chunks of other types are refused", async () => {
  await assert.rejects(
    collect(ReadableStream.from(["text"]).pipeThrough(new stringmill.Utf8RepairStream())),
    TypeError,
  );
});

test("a long stream needs constant memory", async () => {
  const block = encode(text("quotes", 50_000));
  const blocks = 1500;
  let sent = 0;
  const source = new ReadableStream({
    pull(controller) {
      if (sent++ === blocks) controller.close();
      else controller.enqueue(block);
    },
  });
  const { memory } = core().exports;
  const { length: escaped } = jsonEscape(block);
  let pages, length = 0, ahead = 0;
  for await (const part of source.pipeThrough(new stringmill.JsonEscapeStream())) {
    length += part.length;
    ahead = Math.max(ahead, sent - length / escaped);
    if (sent < blocks / 2) pages = memory.buffer.byteLength;
  }
  assert.equal(length, blocks * escaped);
  assert.equal(memory.buffer.byteLength, pages);
  assert.ok(ahead < 5, `${ahead} blocks are ahead of the reader`);
});
