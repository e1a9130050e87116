// The packed package as its users have it: every entry in Node, Deno, Bun and workerd, and in what bundlers make of it.

import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { nodeResolve } from "@rollup/plugin-node-resolve";
import { importMetaAssets } from "@web/rollup-plugin-import-meta-assets";
import * as esbuild from "esbuild";
import { rollup } from "rollup";
import * as vite from "vite";
import webpack from "webpack";

const ASSETS = ["stringmill", "stringmill/strings"];
const INLINE = ["stringmill/inline", "stringmill/strings/inline"];

/** A program that calls an operation, meets an error and uses a stream or documents if the entry has them. */
const program = (load) => `
const decode = (bytes) => new TextDecoder().decode(bytes);
async function use(it) {
  await it.ready;
  const found = [decode(it.jsonEscape('a"\\n')), decode(it.utf8Repair(Uint8Array.of(0x61, 0xff)))];
  try {
    it.utf8Validate(Uint8Array.of(0x61, 0xff));
  } catch (error) {
    found.push(error instanceof it.StringmillError && error instanceof SyntaxError && error.offset);
  }
  if (it.jsonCheck !== undefined) {
    found.push(it.jsonCheck("[1,]").code, decode(it.jsonCanonical('{"b":1,"a":2}')), it.ionRead("{a: 1}")[0].a);
    const source = new ReadableStream({
      start(controller) {
        controller.enqueue(Uint8Array.of(0x62, 0xff));
        controller.close();
      },
    });
    for await (const part of source.pipeThrough(new it.Utf8RepairStream())) found.push(decode(part));
  }
  return JSON.stringify(found);
}
${load}.then(use).then((found) => console.log(found));`;

const expected = (entry) => {
  const documents = ["json_value_expected", '{"a":2,"b":1}', 1, "b\ufffd"];
  return JSON.stringify(['a\\"\\n', "a\ufffd", 1, ...(entry.includes("strings") ? [] : documents)]);
};

const bin = (name) => fileURLToPath(new URL(`node_modules/.bin/${name}`, import.meta.url));
const RUNTIMES = {
  node: [process.execPath],
  deno: [bin("deno"), "run", "--quiet", "--allow-read", "--allow-env=STRINGMILL_TIER"],
  bun: [bin("bun"), "run"],
};

let folder;

before(() => {
  folder = mkdtempSync(join(tmpdir(), "stringmill-hosts-"));
  const npm = (cwd, ...options) => execFileSync("npm", [...options, "--silent"], { cwd, encoding: "utf8" }).trim();
  const js = fileURLToPath(new URL("../..", import.meta.url));
  const packed = npm(js, "pack", "--ignore-scripts", "--pack-destination", folder);
  writeFileSync(join(folder, "package.json"), '{ "private": true }');
  npm(folder, "install", "--offline", "--no-audit", "--no-fund", `./${packed}`);
});

after(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a program for an entry, and returns its path. */
function written(entry, extension) {
  const path = join(folder, `${entry.replaceAll("/", "-")}.${extension}`);
  const load = extension === "cjs" ? `Promise.resolve(require("${entry}"))` : `Promise.resolve(it)`;
  const importing = extension === "cjs" ? "" : `import * as it from "${entry}";\n`;
  writeFileSync(path, importing + program(load));
  return path;
}

/** What a program prints. It runs in another folder, as a program does that is deployed. */
async function printed(runtime, path) {
  const [command, ...options] = RUNTIMES[runtime];
  const { stdout } = await promisify(execFile)(command, [...options, path], { cwd: tmpdir(), encoding: "utf8" });
  return stdout.trim();
}

for (const runtime of Object.keys(RUNTIMES)) {
  test(`${runtime} runs every entry, imported and required`, async () => {
    for (const entry of [...ASSETS, ...INLINE]) {
      for (const extension of ["mjs", "cjs"]) {
        assert.equal(await printed(runtime, written(entry, extension)), expected(entry), `${entry} ${extension}`);
      }
    }
  });
}

/** Bundles as `wrangler` does: a file of WebAssembly is a module of its own. Returns the names of those. */
async function bundledForWorkerd(input, out) {
  const modules = [];
  const setup = (build) =>
    build.onResolve({ filter: /\.wasm$/ }, ({ path, resolveDir }) => {
      const name = basename(path);
      copyFileSync(join(resolveDir, path), join(out, name));
      modules.push(name);
      return { path: `./${name}`, external: true };
    });
  await esbuild.build({
    entryPoints: [input],
    outfile: join(out, "worker.js"),
    bundle: true,
    format: "esm",
    conditions: ["workerd", "worker", "browser"],
    plugins: [{ name: "wasm", setup }],
  });
  return modules;
}

test("workerd runs the entries with assets", async () => {
  for (const entry of ASSETS) {
    const out = join(folder, "workerd", entry.replaceAll("/", "-"));
    mkdirSync(out, { recursive: true });
    const input = join(out, "program.mjs");
    const body = program("return Promise.resolve(it)");
    writeFileSync(input, `import * as it from "${entry}";\nexport default { async test() {${body}} };`);
    const modules = (await bundledForWorkerd(input, out)).map((name) => `(name = "${name}", wasm = embed "${name}")`);
    const worker = `(name = "worker", esModule = embed "worker.js"), ${modules.join(", ")}`;
    writeFileSync(
      join(out, "config.capnp"),
      `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [(name = "main", worker = (compatibilityDate = "2026-01-01", modules = [${worker}]))]);`,
    );
    const { stdout } = await promisify(execFile)(bin("workerd"), ["test", join(out, "config.capnp")], { encoding: "utf8" });
    assert.equal(stdout.trim(), expected(entry), entry);
  }
});

/** Each bundles `entry`, for Node or for browsers, into `out/app.mjs`. */
const BUNDLERS = {
  esbuild: (input, out, platform) =>
    esbuild.build({ entryPoints: [input], outfile: join(out, "app.mjs"), bundle: true, format: "esm", platform }),
  async rollup(input, out, platform) {
    const plugins = [nodeResolve({ exportConditions: [platform], browser: platform === "browser" })];
    const bundle = await rollup({ input, plugins: [...plugins, importMetaAssets()], logLevel: "silent" });
    await bundle.write({ dir: out, format: "es", entryFileNames: "app.mjs" });
  },
  async vite(input, out, platform) {
    const output = { format: "es", entryFileNames: "app.mjs" };
    await vite.build({
      root: folder,
      base: "./",
      configFile: false,
      logLevel: "silent",
      build: {
        outDir: out,
        ssr: platform === "node" ? input : false,
        modulePreload: false,
        rollupOptions: { input, output },
      },
      ssr: { noExternal: true },
    });
  },
  async webpack(input, out, platform) {
    const output = { path: out, filename: "app.mjs", module: true, chunkFormat: "module" };
    const target = platform === "node" ? "node20" : "web";
    const options = { context: folder, entry: input, target, output, experiments: { outputModule: true } };
    // As for production, but not minimised: that takes most of the time.
    const compiler = webpack({ mode: "production", performance: false, optimization: { minimize: false }, ...options });
    const stats = await promisify(compiler.run.bind(compiler))();
    assert.equal(stats.toString({ all: false, errors: true, warnings: true }), "");
  },
};

test("stringmill/partial in a bundle has less than 8 kB compressed", async () => {
  const input = join(folder, "partial.mjs");
  writeFileSync(input, 'export * from "stringmill/partial";\n');
  const { outputFiles } = await esbuild.build({ entryPoints: [input], bundle: true, minify: true, format: "esm", write: false });
  const [{ contents }] = outputFiles;
  const [brotli, gzip] = [brotliCompressSync(contents).length, gzipSync(contents).length];
  console.log({ bytes: contents.length, brotli, gzip });
  assert.ok(brotli < 8000 && gzip < 8000, `${brotli} ${gzip}`);
});

for (const runtime of Object.keys(RUNTIMES)) {
  test(`${runtime} reads values so far, imported and required`, async () => {
    const use = `const { PartialJson, partialJson } = it;
const reader = new PartialJson();
reader.push('{"a":[1,"b');
partialJson(new Response('{"a":1}')).result().then((result) => console.log(JSON.stringify([reader.value, result])));`;
    for (const [extension, load] of [["mjs", 'import * as it from "stringmill/partial";'], ["cjs", 'const it = require("stringmill/partial");']]) {
      const path = join(folder, `partial-use.${extension}`);
      writeFileSync(path, `${load}\n${use}\n`);
      assert.equal(await printed(runtime, path), '[{"a":[1,"b"]},{"a":1}]');
    }
  });
}

/** What the bundle of an entry prints. Deno runs those for browsers: it fetches assets that are beside the program. */
async function bundled(name, entry, platform) {
  const out = join(folder, "out", name, platform, entry.replaceAll("/", "-"));
  await BUNDLERS[name](written(entry, "mjs"), out, platform);
  return printed(platform === "node" ? "node" : "deno", join(out, "app.mjs"));
}

for (const name of Object.keys(BUNDLERS)) {
  test(`${name} bundles the inline entries for Node and for browsers`, async () => {
    for (const entry of INLINE) {
      for (const platform of ["node", "browser"]) {
        assert.equal(await bundled(name, entry, platform), expected(entry), `${entry} ${platform}`);
      }
    }
  });
}

for (const name of ["rollup", "vite", "webpack"]) {
  test(`${name} bundles the entries with assets for browsers`, async () => {
    for (const entry of ASSETS) assert.equal(await bundled(name, entry, "browser"), expected(entry), entry);
  });
}

test("webpack bundles the entries with assets for Node", async () => {
  for (const entry of ASSETS) assert.equal(await bundled("webpack", entry, "node"), expected(entry), entry);
});
