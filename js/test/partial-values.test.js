// Snapshots, listeners, options and misuse of the reader of the value so far.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { PartialJson, StringmillError } from "stringmill/partial";
import { frozen, said, saidAfter } from "./partial-cases.js";

const encode = (text) => new TextEncoder().encode(text);

/** A reader that has read `pieces`. */
function read(...pieces) {
  const reader = new PartialJson();
  for (const piece of pieces) reader.push(piece);
  return reader;
}

test("snapshots share what did not change, and never change", () => {
  const reader = read('{"done":{"x":[1,2]},"now":{"t":"a');
  const first = frozen(reader.value);
  reader.push("b");
  const second = frozen(reader.value);
  assert.notEqual(second, first);
  assert.equal(second.done, first.done);
  assert.notEqual(second.now, first.now);
  assert.deepEqual([first.now.t, second.now.t], ["a", "ab"]);
  reader.push('"},"list":[{"a":1},{"b":');
  const third = frozen(reader.value);
  assert.equal(third.done, first.done);
  reader.push("2},3");
  const fourth = frozen(reader.value);
  assert.equal(fourth.list[0], third.list[0]);
  assert.notEqual(fourth.list[1], third.list[1]);
  assert.equal(fourth.now, third.now);
  reader.push("]}");
  const last = reader.finish();
  assert.deepEqual(first, { done: { x: [1, 2] }, now: { t: "a" } });
  assert.deepEqual(last, { done: { x: [1, 2] }, now: { t: "ab" }, list: [{ a: 1 }, { b: 2 }, 3] });
  assert.equal(last, reader.value);
});

test("a container that closes without a change keeps its reference", () => {
  const reader = read('[{"a":1 ');
  const [before] = reader.value;
  reader.push("},");
  assert.equal(reader.value[0], before);
  reader.push("2]");
  assert.equal(reader.finish()[0], before);
});

test("`live` is one object that grows", () => {
  const reader = read("[1,");
  const { live } = reader;
  reader.push("2,");
  assert.equal(reader.live, live);
  assert.deepEqual(live, [1, 2]);
  // A snapshot is no longer changed, so what is live becomes another object.
  const { value } = reader;
  assert.equal(value, live);
  reader.push("3,");
  assert.deepEqual([value, reader.live], [[1, 2], [1, 2, 3]]);
});

test("a member `__proto__` is a member, in values, copies and strings in progress", () => {
  for (const text of ['{"__proto__":{"x":1},"y":2,', '{"a":{"__proto__":"x', '{"__proto__":{"__proto__":[']) {
    const reader = new PartialJson();
    for (const character of text) {
      reader.push(character);
      frozen(reader.value);
    }
    const { value } = reader;
    const holder = value.a ?? value;
    assert.ok(Object.hasOwn(holder, "__proto__"));
    assert.equal(Object.getPrototypeOf(holder), Object.prototype);
    assert.equal(value.x, undefined);
  }
  assert.equal({}.x, undefined);
  const names = '{"constructor":1,"toString":2,"hasOwnProperty":3,"0":4,"__proto__":5}';
  assert.deepEqual(read(names).finish(), JSON.parse(names));
  assert.throws(() => new PartialJson({ uniqueNames: true }).push('{"__proto__":1,"__proto__":'), { code: "name_repeated" });
});

test("depth is limited, and depth within the limit takes no stack", () => {
  assert.throws(() => read("[".repeat(10_000)), { code: "limit_depth", number: 702, offset: 1024 });
  const depth = 200_000;
  const reader = new PartialJson({ maxDepth: Infinity });
  reader.push("[".repeat(depth));
  reader.push("]".repeat(depth));
  assert.ok(reader.done);
  assert.throws(() => new PartialJson({ maxDepth: 0 }).push("{"), { code: "limit_depth", offset: 0 });
  assert.equal(saidAfter(["1 "], { maxDepth: 0 }).value, 1);
});

test("limits count units of the input", () => {
  assert.throws(() => new PartialJson({ maxString: 2 }).push('["\u00e9\u00e9\u00e9"'), { code: "limit_string_len", offset: 4 });
  assert.throws(() => new PartialJson({ maxString: 2 }).push(encode('["\u00e9\u00e9"')), { code: "limit_string_len", offset: 4 });
  const reader = new PartialJson({ maxLength: 5 });
  reader.push("[1,2");
  assert.throws(() => reader.push(",3,4]"), { code: "limit_record_len", number: 704, offset: 5 });
  assert.deepEqual(reader.value, [1, 2]);
});

test("an error leaves the value of the text before it, and comes again", () => {
  const reader = read('{"a":["x",');
  const { value } = reader;
  assert.throws(() => reader.push("1}"), (error) => {
    assert.ok(error instanceof StringmillError && error instanceof SyntaxError);
    assert.deepEqual([error.code, error.number, error.offset, error.line, error.column], ["json_bracket_expected", 310, 11, 1, 12]);
    assert.equal(error.message, "expected a comma or a closing bracket at code unit 11 (line 1, column 12)");
    assert.match(error.remedy, /comma/);
    return true;
  });
  assert.equal(reader.value, value);
  assert.ok(!reader.done && reader.error !== undefined);
  for (const again of [() => reader.push("]"), () => reader.finish()]) assert.throws(again, reader.error);
});

test("a value so far is no result: only `finish` gives one, and only of a whole text", () => {
  // The beginning of a call whose content would be written to a file.
  const reader = read('{"path":"a.txt","content":"half of');
  assert.deepEqual(reader.value, { path: "a.txt", content: "half of" });
  assert.ok(!reader.done);
  assert.throws(() => reader.finish(), { code: "string_unterminated", offset: 34 });
  assert.deepEqual(reader.value, { path: "a.txt", content: "half of" });
  // A number at the end may have more digits: only `finish` knows.
  const number = read(" 12");
  assert.deepEqual([number.value, number.done], [undefined, false]);
  assert.equal(number.finish(), 12);
  assert.deepEqual([number.value, number.done], [12, true]);
  assert.equal(number.finish(), 12);
});

test("listeners hear each value once, when it has ended, inner values first", () => {
  const heard = [];
  const reader = new PartialJson();
  for (const at of ["", "/items", "/items/*", "/items/*/id", "/items/1/id", "/a~1b"]) {
    reader.on(at, (value, path) => heard.push([at, path.join("."), value]));
  }
  reader.push('{"items":[{"id":"a');
  assert.deepEqual(heard, []);
  reader.push('b"},{"id":1');
  assert.deepEqual(heard, [["/items/*/id", "items.0.id", "ab"], ["/items/*", "items.0", { id: "ab" }]]);
  const [item] = reader.value.items;
  assert.equal(heard[1][2], item);
  heard.length = 0;
  reader.push('}],"a/b":null}');
  assert.deepEqual(heard.map(([at, path]) => `${at} ${path}`), [
    "/items/*/id items.1.id", "/items/1/id items.1.id", "/items/* items.1", "/items items", "/a~1b a/b", " ",
  ]);
  const top = new PartialJson().on("", (value) => heard.push(value));
  top.push("1");
  top.finish();
  assert.equal(heard.at(-1), 1);
});

test("listeners hear what was read before an error, and may throw", () => {
  const heard = [];
  const reader = new PartialJson().on("/*", (value) => heard.push(value));
  assert.throws(() => reader.push("[1,2,x"), { code: "json_value_expected", offset: 5 });
  assert.deepEqual(heard, [1, 2]);
  let calls = 0;
  const throwing = new PartialJson().on("/*", () => {
    if (++calls === 1) throw new Error("mine");
  });
  assert.throws(() => throwing.push("[1,2,"), /mine/);
  assert.equal(throwing.error, undefined);
  throwing.push("3]");
  assert.equal(calls, 3);
  assert.deepEqual(throwing.finish(), [1, 2, 3]);
});

test("text listeners hear the characters of a string, whole characters alone", () => {
  for (const kind of [(text) => Array.from({ length: text.length }, (_, at) => text[at]), (text) => Array.from(encode(text), (byte) => Uint8Array.of(byte))]) {
    const heard = [];
    const reader = new PartialJson().onText("/a/*", (text, path) => heard.push([text, path.join(".")]));
    for (const piece of kind('{"a":["h\u00e9\\ud83d\\ude00\\n","\u{1F600}", 1],"b":"no"}')) reader.push(piece);
    const of = (path) => heard.filter(([, at]) => at === path).map(([text]) => text);
    assert.deepEqual(of("a.0"), ["h", "\u00e9", "\u{1F600}", "\n"]);
    assert.deepEqual(of("a.1").join(""), "\u{1F600}");
    assert.equal(heard.length, of("a.0").length + of("a.1").length);
  }
});

test("strings in part or not at all, by path", () => {
  const reader = new PartialJson({ endedStrings: ["/kind", "/items/*/url"] });
  reader.push('{"kind":"err');
  assert.deepEqual(reader.value, {});
  reader.push('or","text":"so f');
  assert.deepEqual(reader.value, { kind: "error", text: "so f" });
  reader.push('ar","items":[{"url":"http');
  assert.deepEqual(reader.value.items, [{}]);
  reader.push('://x","name":"y');
  assert.deepEqual(reader.value.items, [{ url: "http://x", name: "y" }]);
});

test("pieces are bytes of any kind or strings, and not both", () => {
  const bytes = encode('{"\u00e9":"\u{1F600}"}');
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  for (const piece of [bytes, bytes.buffer, new DataView(bytes.buffer), Buffer.from(bytes), shared, shared.buffer]) {
    assert.deepEqual(read(piece).finish(), { "\u00e9": "\u{1F600}" });
  }
  for (const wrong of [1, null, undefined, {}, [1]]) assert.throws(() => read(wrong), TypeError);
  assert.throws(() => read("[", encode("1]")), /bytes after strings/);
  assert.throws(() => read(encode("["), "1]"), /strings after bytes/);
  const finished = read("1");
  finished.finish();
  assert.throws(() => finished.push("2"), TypeError);
  for (const wrong of [{ maxDepth: -1 }, { maxString: NaN }, { maxLength: "9" }]) assert.throws(() => new PartialJson(wrong), RangeError);
  assert.throws(() => new PartialJson({ around: "prose" }), /refuse, fence, text/);
  assert.throws(() => new PartialJson({ endedStrings: ["kind"] }), SyntaxError);
  assert.throws(() => new PartialJson().on("items/*", () => {}), SyntaxError);
});

test("a piece may end inside a pair of surrogates; a surrogate alone is an error", () => {
  const reader = read('["a\ud83d');
  assert.deepEqual(reader.value, ["a"]);
  reader.push("\ude00");
  assert.deepEqual(reader.value, ["a\u{1F600}"]);
  assert.deepEqual(said(reader).error, undefined);
  for (const [text, offset] of [['["a\ud83d"', 3], ['["\ude00', 2], ['["\ud83d\ud83d', 2], ["[\ud83d1", 1], ['["\\\ud83d1', 3], ["[tr\ude00", 3]]) {
    assert.deepEqual(saidAfter([...Array.from({ length: text.length }, (_, at) => text[at])], {}).error, { code: "utf16_surrogate_lone", offset }, text);
  }
  assert.throws(() => read('"\ud83d').finish(), { code: "utf16_surrogate_lone", offset: 1 });
});

test("text around the value is counted in units of the input", () => {
  const text = "R\u00e9ponse\u00a0: {\"a\":[1]} \u2014 voil\u00e0";
  assert.deepEqual(saidAfter([text], { around: "text" }), { value: { a: [1] }, done: true, skipped: { before: 9, after: 6 } });
  assert.deepEqual(saidAfter([encode(text)], { around: "text" }).skipped, { before: 11, after: 9 });
  // Ill-formed text after the value is skipped too.
  const cut = new Uint8Array([...encode("{} "), 0xff, 0xf0, 0x9f]);
  for (let at = 0; at <= cut.length; at++) {
    const reader = new PartialJson({ around: "text" });
    reader.push(cut.subarray(0, at));
    reader.push(cut.subarray(at));
    assert.deepEqual([reader.finish(), reader.skipped], [{}, { before: 0, after: 3 }]);
  }
});

test("the table of errors has all that the scanner names", () => {
  const source = (name) => readFileSync(new URL(`../src/partial/${name}.ts`, import.meta.url), "utf8");
  const named = new Set([...["scanner", "reader", "utf8"].map(source).join("").matchAll(/"((?:utf8|utf16|json|surrogate|string|control|escape|number|limit|name)_[a-z_]+)"/g)].map(([, name]) => name));
  const rows = new Set([...source("error-rows").matchAll(/^ {2}(\w+): /gm)].map(([, name]) => name));
  assert.deepEqual([...named].sort(), [...rows].sort());
});

test("the example of docs/partial.md", () => {
  const page = readFileSync(new URL("../../docs/partial.md", import.meta.url), "utf8");
  const [, example] = /^```js\n(.*?)^```$/ms.exec(page);
  let checked = 0;
  const check = (found, expected) => {
    assert.deepEqual(found, expected);
    checked++;
  };
  const program = example.replace(/^import .*$/m, "").replace(/^(reader\..*); \/\/ (\{.*\}).*$/gm, "check($1, $2);");
  new Function("PartialJson", "check", program)(PartialJson, check);
  assert.equal(checked, 4);
});
