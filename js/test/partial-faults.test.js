// Faults that users of other readers reported in public, each with an input of our own, and the right behaviour.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { PartialJson } from "stringmill/partial";
import { extend, saidAfter } from "./partial-cases.js";

const after = (text, options = {}) => saidAfter([text], options);

/** The values after each character of `text`, of which each contains the one before. */
function values(text, options) {
  const reader = new PartialJson(options);
  const all = [];
  for (let at = 0; at < text.length; at++) {
    reader.push(text[at]);
    const { value } = reader;
    assert.ok(all.at(-1) === undefined || extend(all.at(-1), value), `${text.slice(0, at + 1)}`);
    all.push(value);
  }
  return all;
}

const { cases } = JSON.parse(readFileSync(new URL("../../vectors/partial/reported_faults.json", import.meta.url), "utf8"));

test("the reported faults: values so far, and errors, each with its place and the value before it", () => {
  for (const { where, text, value, error } of cases) {
    for (const pieces of [[text], text.split("")]) {
      const found = saidAfter(pieces, {});
      assert.deepEqual([found.error, found.value], [error, value], `${where}: ${text}`);
    }
  }
  assert.ok(cases.length > 30);
});

test("assistant-ui/assistant-ui#6355: an emoji of two escapes, cut anywhere", () => {
  const texts = values('{"a":"x\\ud83d\\ude00y"}').filter((value) => value?.a !== undefined).map(({ a }) => a);
  assert.deepEqual([...new Set(texts)], ["", "x", "x\u{1F600}", "x\u{1F600}y"]);
});

test("langchain-ai/langchainjs#8068: digits are no numbers before their end", () => {
  const seen = values('{"population":144421610,"x":""}').map((value) => value?.population);
  assert.deepEqual([...new Set(seen)], [undefined, 144421610]);
});

test("ggml-org/llama.cpp#16526, vllm-project/vllm#10398: differences of values only add", () => {
  values('{"query":"caf\\u00e9 \\"x\\"","limit":12,"flags":[true,false,null],"nested":{"a":[{"b":-1.5e3}]}} ');
});

test("uhop/stream-json#75, creationix/jsonparse#13, json-c/json-c#616: characters cut by pieces stay whole", () => {
  const text = '{"a":"h\u00e9 \u6f22 \u{1F600} \\ud83d\\ude00"}';
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at <= bytes.length; at++) {
    const { value } = saidAfter([bytes.subarray(0, at), bytes.subarray(at)], {});
    assert.deepEqual(value, JSON.parse(text));
  }
});

test("vercel/ai#16838, Zoo-Code-Org/Zoo-Code#1221, earendil-works/pi#6284: the beginning of a call is no call", () => {
  // Whole as a value, and not at its end.
  const reader = new PartialJson();
  reader.push('{"path":"a","content":""');
  assert.deepEqual([reader.value, reader.done], [{ path: "a", content: "" }, false]);
  assert.throws(() => reader.finish(), { code: "json_incomplete", offset: 24 });
});

test("LibreChat-AI/agents#280, ollama/ollama#15465: of a cut call the finished members and the place are there", () => {
  const ended = new Map();
  const reader = new PartialJson().on("/*", (value, [name]) => ended.set(name, value));
  reader.push('{"path":"a.txt","mode":"w","content":"half');
  assert.throws(() => reader.finish(), { code: "string_unterminated", offset: 42 });
  assert.deepEqual([...ended], [["path", "a.txt"], ["mode", "w"]]);
});

test("567-labs/instructor#1993, #1552, #1999, vercel/ai#1486: which strings are whole", () => {
  const reader = new PartialJson({ endedStrings: ["/kind"] });
  reader.push('{"kind":"warn');
  assert.deepEqual(reader.value, {});
  reader.push('ing"');
  assert.deepEqual(reader.value, { kind: "warning" });
});

test("waybarrios/vllm-mlx#357, NVIDIA-NeMo/labs-OO-Agents#238: a fence around the text, and none inside", () => {
  const text = '```json\n{"code":"```py\\nx\\n```"}\n```';
  const seen = values(text, { around: "fence" });
  assert.deepEqual(seen.at(-1), { code: "```py\nx\n```" });
  assert.equal(after("```python\n{}\n```", { around: "fence" }).error.code, "json_value_expected");
});

test("vercel/ai: garbage after the value, and a prototype", () => {
  assert.deepEqual(after('{"a":1} garbage').error, { code: "json_trailing", offset: 8 });
  const { value } = after('{"__proto__":{"isAdmin":true}');
  assert.equal(value.isAdmin, undefined);
  assert.ok(Object.hasOwn(value, "__proto__"));
});

test("1jehuang/jcode#609: a second text is an error at its place, and the first stays", () => {
  assert.deepEqual(after('{"a":1}{"b":2}'), { value: { a: 1 }, done: false, error: { code: "json_trailing", offset: 7 } });
});
