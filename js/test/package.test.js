// The package: its entries, its size, and what happens when memory or the module fails.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { brotliCompressSync } from "node:zlib";
import * as stringmill from "stringmill";
import { core } from "../dist/esm/core.js";
import { hasVectors } from "../dist/esm/simd.js";

const decode = (bytes) => new TextDecoder().decode(bytes);
const dist = new URL("../dist/", import.meta.url);

const here = { cwd: new URL("..", import.meta.url), encoding: "utf8", stdio: "pipe" };

/** What a program prints that Node runs in the folder of the package. */
const printed = (program, ...options) => execFileSync(process.execPath, [...options, "-e", program], here).trim();

test("every entry works: ESM and CJS, assets and inline, all and strings alone", () => {
  const use = `.then((it) => {
    let thrown;
    try { it.utf8Validate(Uint8Array.of(0xFF)); } catch (error) { thrown = error instanceof it.StringmillError; }
    console.log(new TextDecoder().decode(it.jsonEscape("a\\t")), thrown, it.tier());
  })`;
  for (const entry of ["stringmill", "stringmill/strings", "stringmill/inline", "stringmill/strings/inline"]) {
    // What is part of the program text does not look at the environment.
    const tier = entry.endsWith("inline") && hasVectors() ? "simd128" : stringmill.tier();
    const expected = `a\\t true ${tier}`;
    assert.equal(printed(`import("${entry}")${use}`), expected, entry);
    assert.equal(printed(`Promise.resolve(require("${entry}"))${use}`), expected, entry);
  }
});

test("works in a worker, and where code cannot be made from strings", async () => {
  const program = 'import("stringmill").then((it) => console.log(new TextDecoder().decode(it.jsonEscape("a\\t"))))';
  assert.equal(printed(program, "--disallow-code-generation-from-strings"), "a\\t");
  const source = `
    import { parentPort } from "node:worker_threads";
    import { tier } from "${new URL("esm/entry/all.js", dist)}";
    parentPort.postMessage(tier());`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`));
  const found = await new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));
  assert.equal(found, stringmill.tier());
});

test("STRINGMILL_TIER forces a tier, and a tier that is not there is an error", () => {
  const tier = (name) =>
    execFileSync(process.execPath, ["-p", 'require("stringmill").tier()'], {
      ...here,
      env: { ...process.env, STRINGMILL_TIER: name },
    }).trim();
  assert.equal(tier("scalar"), "scalar");
  assert.throws(() => tier("avx2"));
});

/** Kilobytes of files as a server sends them. */
const compressed = (files) =>
  brotliCompressSync(Buffer.concat(files.map((file) => readFileSync(file)))).length / 1000;

/** A program and all that it imports. */
function programs(file, found = new Set()) {
  if (found.has(file.href)) return found;
  found.add(file.href);
  for (const [, name] of readFileSync(file, "utf8").matchAll(/^(?:import|export) (?:[^;]* from )?"(\.[^"]+)"/gm)) {
    programs(new URL(name, file), found);
  }
  return found;
}

test("what a page loads is small", () => {
  const sizes = {};
  for (const name of ["all", "strings"]) {
    const files = Array.from(programs(new URL(`esm/entry/${name}-web.js`, dist)), (href) => new URL(href));
    assert.ok(files.length > 5);
    for (const tier of ["simd128", "scalar"]) {
      sizes[`${name}-${tier}`] = compressed([new URL(`${name}-${tier}.wasm`, dist), ...files]);
    }
  }
  console.log(sizes);
  const manual = readFileSync(new URL("../../docs/javascript.md", import.meta.url), "utf8");
  const said = /(\d+) kB compressed with SIMD, (\d+) without, of (\d+) and (\d+) \|/.exec(manual).slice(1).map(Number);
  const found = [sizes["strings-simd128"], sizes["strings-scalar"], sizes["all-simd128"], sizes["all-scalar"]];
  for (const [at, size] of found.entries()) assert.ok(Math.abs(said[at] / size - 1) < 0.03, `the manual says ${said}, found ${found}`);
  assert.ok(sizes["all-simd128"] < 300 && sizes["all-scalar"] < 300);
  assert.ok(sizes["strings-simd128"] < 80 && sizes["strings-scalar"] < 80);
});

test("stringmill/partial is small, needs no module of WebAssembly, and works as ESM and CJS", () => {
  const files = Array.from(programs(new URL("esm/partial/index.js", dist)), (href) => new URL(href));
  assert.ok(files.length > 8);
  const size = compressed(files);
  console.log({ partial: size });
  // As files, with all spaces and names; the tests of bundlers hold the size of what a page has.
  assert.ok(size < 10, size);
  for (const file of files) assert.doesNotMatch(readFileSync(file, "utf8"), /WebAssembly|core\.js|^(?:const .*= )?await /m);
  const use = `.then(({ PartialJson, StringmillError }) => {
    const reader = new PartialJson();
    reader.push('{"a":"b');
    let thrown;
    try { reader.push("\\n"); } catch (error) { thrown = error instanceof StringmillError; }
    console.log(JSON.stringify(reader.value), thrown);
  })`;
  for (const load of ['import("stringmill/partial")', 'Promise.resolve(require("stringmill/partial"))']) {
    assert.equal(printed(load + use), '{"a":"b"} true');
  }
});

test("a trap ends open streams, and nothing else", async () => {
  const stream = new stringmill.Utf8RepairStream();
  const writer = stream.writable.getWriter();
  assert.throws(
    () =>
      core().run(() => {
        throw new WebAssembly.RuntimeError("unreachable");
      }),
    { code: "internal" },
  );
  assert.equal(decode(stringmill.jsonEscape("\n")), "\\n");
  writer.write(Uint8Array.of(0x61)).catch(() => {});
  await assert.rejects(stream.readable.getReader().read(), { code: "internal" });
  const next = new stringmill.Utf8RepairStream();
  const writing = next.writable.getWriter();
  writing.write(Uint8Array.of(0xff));
  writing.close();
  assert.deepEqual((await next.readable.getReader().read()).value, Uint8Array.of(0xef, 0xbf, 0xbd));
});

test("refused memory is an error, and the next call works", () => {
  const { memory } = core().exports;
  const { generation } = core();
  memory.grow(65536 - memory.buffer.byteLength / 65536);
  const json = new Uint8Array(4 << 20).fill(0x20);
  json[0] = 0x31;
  assert.throws(() => stringmill.jsonCanonical(json), { code: "memory_refused", offset: undefined });
  assert.equal(core().generation, generation + 1);
  assert.equal(decode(stringmill.jsonCanonical(json)), "1");
  // Memory that Rust cannot report as refused is a trap, and the instance is replaced too.
  core().exports.memory.grow(65536 - core().exports.memory.buffer.byteLength / 65536);
  const handles = [];
  assert.throws(
    () => {
      for (;;) {
        core().run((exports) => exports.smill_rules(0, 0, 1));
        handles.push(core().value);
      }
    },
    { code: "memory_refused" },
  );
  assert.ok(handles.length < 10_000);
  assert.equal(core().generation, generation + 2);
  assert.equal(decode(stringmill.jsonCanonical(json)), "1");
});

test("memory of one large call is given back when nothing is open", () => {
  const large = new Uint8Array(40 << 20).fill(0x20);
  large[0] = 0x31;
  const { generation } = core();
  assert.equal(decode(stringmill.jsonCanonical(large)), "1");
  assert.equal(core().generation, generation + 1);
  assert.ok(core().exports.memory.buffer.byteLength < 4 << 20);
  assert.equal(stringmill.jsonCheck("[1]"), undefined);
  // An open reader keeps its instance.
  const reader = new stringmill.IonReader("[1, 2] 3");
  stringmill.jsonCanonical(large);
  assert.deepEqual([reader.next(), reader.next(), reader.next()], ["list", "int", null]);
  stringmill.jsonCanonical("1");
  assert.ok(core().exports.memory.buffer.byteLength < 200 << 20);
});

test("what npm packs has the licence, a front page, both modules and all types", () => {
  const [{ files, unpackedSize }] = JSON.parse(
    execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], here),
  );
  const paths = files.map(({ path }) => path);
  for (const path of ["LICENSE", "NOTICE", "THIRD-PARTY-LICENSES", "README.md", "package.json", "dist/all-scalar.wasm", "dist/strings-simd128.wasm"]) {
    assert.ok(paths.includes(path), path);
  }
  const programs = paths.filter((path) => path.endsWith(".js"));
  for (const path of programs) assert.ok(paths.includes(path.replace(/js$/, "d.ts")), `types of ${path}`);
  assert.deepEqual(
    paths.filter((path) => !/^(dist|package\.json|README\.md|LICENSE|NOTICE|THIRD-PARTY-LICENSES)/.test(path)),
    [],
  );
  assert.ok(unpackedSize < 10e6);
});

test("programs in strict TypeScript compile, for browsers and for Node alone, as modules and as CommonJS", () => {
  const compiled = (...options) =>
    execFileSync(process.execPath, ["node_modules/typescript/bin/tsc", ...options], {
      ...here,
      cwd: new URL("..", import.meta.url),
    });
  const strict = "--noEmit --strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --target es2022".split(
    " ",
  );
  const node = "--types node --lib es2022 --module node16 --moduleResolution node16".split(" ");
  const browser = "--types --lib es2022,dom,dom.asynciterable --module esnext --moduleResolution bundler".split(" ");
  const files = ["test/types/program.ts", "test/types/program.cts"];
  assert.equal(compiled(...strict, ...node, ...files), "");
  assert.equal(compiled(...strict, ...browser, files[0]), "");
});

test("the condition workerd leads to an import of the module itself", () => {
  for (const [entry, name] of [["stringmill", "all"], ["stringmill/strings", "strings"]]) {
    const path = printed(`import.meta.resolve("${entry}")`.replace(/.*/, (call) => `console.log(${call})`), "--conditions=workerd", "--input-type=module");
    assert.ok(path.endsWith(`/entry/${name}-workerd.js`), path);
    const [, asset] = readFileSync(new URL(path), "utf8").match(/^import module from "(.*?)";$/m);
    const names = WebAssembly.Module.exports(new WebAssembly.Module(readFileSync(new URL(asset, path)))).map((it) => it.name);
    assert.equal(names.includes("smill_checker"), name === "all");
  }
});

test("stringmill/init has no await at the top level, and works with each module", () => {
  for (const module of ["all-simd128", "all-scalar"]) {
    const program = `const it = require("stringmill/init");
      it.init(new WebAssembly.Module(require("node:fs").readFileSync("dist/${module}.wasm")));
      console.log(it.tier(), it.jsonCheck("[1]"));`;
    assert.equal(printed(program), `${module.split("-")[1]} undefined`);
    assert.match(printed('try { require("stringmill/init").tier() } catch (error) { console.log(error.message) }'), /call `init`/);
  }
  for (const file of programs(new URL("esm/entry/all-init.js", dist))) {
    assert.doesNotMatch(readFileSync(new URL(file), "utf8"), /^(?:const .*= )?await |^use\(await/m);
  }
});
