// Runs a program for wasm32-wasip1 under Node: node tools/core/wasi.mjs PROGRAM.wasm [ARGUMENT...]
//
// Cargo calls it by way of CARGO_TARGET_WASM32_WASIP1_RUNNER. The program sees the environment and the files of this
// repository, and nothing else of the machine.

import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

// Node says at each start that its WASI is an experiment; the output of tests should not begin with that.
process.removeAllListeners("warning");
const { WASI } = await import("node:wasi");

const [program, ...words] = process.argv.slice(2);
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const wasi = new WASI({
  version: "preview1",
  args: [program, ...words],
  env: process.env,
  preopens: { [root]: root },
});
const module = await WebAssembly.compile(await readFile(program));
const imports = { wasi_snapshot_preview1: wasi.wasiImport };
process.exitCode = wasi.start(await WebAssembly.instantiate(module, imports));
