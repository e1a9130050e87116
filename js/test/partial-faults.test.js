// Faults that users of other readers reported in public, each with an input of our own, and the right behaviour.

import assert from "node:assert/strict";
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

/** Where a fault was reported, a text so far, and the value so far. */
const VALUES = [
  ["pydantic/jiter#207", '["str\\', ["str"]],
  ["pydantic/jiter#207", '["str\\u', ["str"]],
  ["pydantic/jiter#146", '{"float":1', {}],
  ["pydantic/jiter#146", '{"float":1.', {}],
  ["pydantic/jiter#272", '["tw\\u00', ["tw"]],
  ["pydantic/jiter#82, #100", '["a","b', ["a", "b"]],
  ["vercel/ai#15865, #16230", '{"a":"\\u12', { a: "" }],
  ["assistant-ui/assistant-ui#5524", '{"k":"v","a":[-', { k: "v", a: [] }],
  ["run-llama/llama_index#20881", '{"a": "hel', { a: "hel" }],
  ["run-llama/llama_index#22580", '[1, "b', [1, "b"]],
  ["langchain-ai/langchain#29065", '{"a": "one", "b": "two\\', { a: "one", b: "two" }],
  ["langchain-ai/langchainjs#9511", '{"a":"ab\\u00e', { a: "ab" }],
  ["langchain-ai/langchainjs#9511", '{"a":"ab\\', { a: "ab" }],
  ["anthropics/anthropic-sdk-typescript#1059", "[1, 2", [1]],
  ["anthropics/anthropic-sdk-typescript#1059", '{"foo": 1', {}],
  ["anthropics/anthropic-sdk-python#1930, #794", '{"text":"cut by the limit of tok', { text: "cut by the limit of tok" }],
  ["josdejong/jsonrepair#109", '{"s \\ud', {}],
  ["josdejong/jsonrepair#121, #130", '{"a":"one, two: three, four', { a: "one, two: three, four" }],
  ["mangiucugna/json_repair#139", '[{"foo":"bar","foo', [{ foo: "bar" }]],
  ["mangiucugna/json_repair#139", '{"foo":', {}],
  ["mangiucugna/json_repair#109", '{"key":"val\\n123,', { key: "val\n123," }],
  ["1000ship/incomplete-json-parser#3, #4", '{"a":"\\n\\u00e9', { a: "\n\u00e9" }],
  ["BoundaryML/baml#4882", '{"a":"\\u2705 do', { a: "\u2705 do" }],
  ["oven-sh/bun#42488", '{"a":"\\u', { a: "" }],
  ["oven-sh/bun#42488", "[1e-", []],
  ["ItzCrazyKns/Vane#1176", "", undefined],
];

test("values so far", () => {
  for (const [where, text, value] of VALUES) {
    const { value: found, error } = after(text);
    assert.deepEqual([found, error], [value, undefined], `${where}: ${text}`);
  }
});

/** The same for texts that are refused, with the code and the offset; the value stays. */
const ERRORS = [
  ["pydantic/jiter#162", '[{"a":"bar":2}', "json_comma_expected", 11, [{ a: "bar" }]],
  ["pydantic/jiter#162, sgl-project/sglang#31974", "[1,2}", "json_bracket_expected", 4, [1]],
  ["anthropics/anthropic-sdk-typescript#986, #996", '{"name":"App\\Http"}', "escape_unknown", 12, { name: "App" }],
  ["openclaw/openclaw#88226", '{"path":"C:\\users"}', "escape_hex", 11, { path: "C:" }],
  ["josdejong/jsonrepair#170", '{"a":"b"\\', "json_comma_expected", 8, { a: "b" }],
  ["earendil-works/pi#2981", '{"a":"one\ntwo","b":1}', "control_unescaped", 9, { a: "one" }],
  ["beenotung/best-effort-json-parser#4", '{"a":"x\u0001', "control_unescaped", 7, { a: "x" }],
  ["ItzCrazyKns/Vane#959, waybarrios/vllm-mlx#357", "```json\n{}", "json_value_expected", 0, undefined],
];

test("errors, each with its place and the value before it", () => {
  for (const [where, text, code, offset, value] of ERRORS) {
    for (const pieces of [[text], text.split("")]) {
      const found = saidAfter(pieces, {});
      assert.deepEqual([found.error, found.value], [{ code, offset }, value], `${where}: ${text}`);
    }
  }
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
