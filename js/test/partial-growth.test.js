// The work of the reader of the value so far grows with the text and the snapshots, and not faster. Work is counted, not timed: how
// often V8 enters each block of the programs, and how many members are copied.

import assert from "node:assert/strict";
import { Session } from "node:inspector/promises";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";

// V8 loses counts where it forgets code between two looks, at times of its own choice.
for (const flag of ["--no-flush-bytecode", "--no-lazy-feedback-allocation"]) setFlagsFromString(flag);
const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
const { PartialJson } = await import("stringmill/partial");

/** How often blocks of the reader were entered since the last call. */
async function steps() {
  const { result } = await session.post("Profiler.takePreciseCoverage");
  let sum = 0;
  for (const { url, functions } of result) {
    if (!url.includes("/dist/esm/partial/")) continue;
    for (const { ranges } of functions) for (const { count } of ranges) sum += count;
  }
  return sum;
}

/** Steps and copies of reading `text` in pieces of `size`, with a snapshot at every `each`th. */
async function work(text, { size = 20, each = 1, ...options } = {}) {
  await steps();
  const reader = new PartialJson({ maxDepth: 2000, ...options });
  let count = 0;
  for (let at = 0; at < text.length; at += size) {
    reader.push(text.slice(at, at + size));
    if (++count % each === 0) reader.value;
  }
  reader.finish();
  return { steps: await steps(), copied: reader.copied, pieces: count };
}

const encode = (text) => new TextEncoder().encode(text);
const edit = (at) => ({ line: at, text: `the quick brown f\u00f4x jumps\n over "${at}"` });
const TEXTS = {
  "edits of a file": (size) => JSON.stringify({ path: "a", edits: Array.from({ length: size }, (_, at) => edit(at)) }),
  "one string": (size) => JSON.stringify({ text: "lorem ipsum ".repeat(6 * size) }),
  "members": (size) => JSON.stringify(Object.fromEntries(Array.from({ length: 4 * size }, (_, at) => [`n${at}`, at]))),
  "numbers": (size) => JSON.stringify(Array.from({ length: 8 * size }, (_, at) => at)),
  "escapes": (size) => `["${"\\u00e9\\ud83d\\ude00\\n".repeat(3 * size)}"]`,
  "one number": (size) => `[${"9".repeat(64 * size)}]`,
  "white space": (size) => `[${" \n".repeat(32 * size)}]`,
};

for (const [name, make] of Object.entries(TEXTS)) {
  test(`${name}: twice the text is twice the work`, async () => {
    for (const kind of [encode, String]) {
      for (const size of [1, 20, 4096]) {
        const [small, large] = [make(500), make(1000)];
        // Cold and warm code is counted alike; a first run makes what is made once.
        await work(kind(small), { size, each: 1e9 });
        const once = await work(kind(small), { size, each: 1e9 });
        const twice = await work(kind(large), { size, each: 1e9 });
        const growth = twice.steps / once.steps / (large.length / small.length);
        assert.ok(growth < 1.15, `${size}: ${once.steps} and ${twice.steps} steps`);
        assert.ok(once.steps > small.length, `${once.steps} steps`);
        assert.ok(once.steps < 40 * small.length + 200 * once.pieces, `${size}: ${once.steps} steps of ${small.length} units`);
        assert.equal(twice.copied, 0);
      }
    }
  });
}

test("deep values: each level once", async () => {
  const nested = (depth) => "[".repeat(depth) + "]".repeat(depth);
  await work(nested(500));
  const [once, twice] = [await work(nested(500), { each: 1e9 }), await work(nested(1000), { each: 1e9 })];
  assert.ok(twice.steps < 2.05 * once.steps, `${once.steps} and ${twice.steps}`);
});

test("a snapshot costs the width of the open containers that changed, and not what is in them", async () => {
  const text = TEXTS["edits of a file"](330);
  const { copied, pieces } = await work(text);
  // The object, its list of up to 330, and the edit in progress.
  assert.ok(copied < pieces * (2 + 330 + 2), copied);
  const { copied: rarely } = await work(text, { each: 100 });
  assert.ok(rarely < copied / 80, rarely);
  // One growing string in a small object: a snapshot is one member, whatever the length.
  const string = await work(TEXTS["one string"](1000));
  assert.ok(string.copied <= string.pieces, `${string.copied} of ${string.pieces}`);
  // Without a visible change there is nothing to copy.
  const reader = new PartialJson();
  reader.push('{"a":[1,2,3],"b":"x');
  assert.equal(reader.value, reader.value);
  const before = reader.copied;
  reader.push("\\u00");
  assert.equal(reader.value, reader.value);
  assert.equal(reader.copied, before);
});

test("8,000 members: no copy without a snapshot, and `live` is none", async () => {
  const text = TEXTS.members(2000);
  const pieces = Array.from({ length: Math.ceil(text.length / 16) }, (_, at) => text.slice(16 * at, 16 * at + 16));
  const reader = new PartialJson();
  let ended = 0;
  reader.on("/*", () => ended++);
  const { live: none } = reader;
  assert.equal(none, undefined);
  reader.push(pieces[0]);
  const { live } = reader;
  for (const piece of pieces.slice(1)) {
    reader.push(piece);
    assert.equal(reader.live, live);
  }
  assert.equal(reader.finish(), live);
  assert.equal(Object.keys(live).length, 8000);
  assert.equal(ended, 8000);
  assert.equal(reader.copied, 0);
});

test("the text is not kept: short strings of long pieces leave nothing else in memory", async () => {
  const { runInNewContext } = await import("node:vm");
  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc");
  /** Bytes in use. Buffers are given back some time after a collection. */
  const used = async () => {
    for (let round = 0; round < 3; round++) {
      gc();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    const { heapUsed, external, arrayBuffers } = process.memoryUsage();
    return heapUsed + external + arrayBuffers;
  };
  const filler = " ".repeat(1 << 20);
  for (const kind of [String, encode]) {
    const reader = new PartialJson();
    reader.push(kind("["));
    const before = await used();
    for (let at = 0; at < 60; at++) reader.push(kind(`{"name ${at} of 60":"a string of thirty characters",\n${filler}"b":12},`));
    const grown = (await used()) - before;
    // The pieces were 60 MB.
    assert.ok(grown < 15 << 20, `${grown} bytes`);
    assert.equal(reader.live.length, 60);
  }
});
