// Takes a module that the caller has compiled.

import { type CompiledModule, use } from "./core.js";

/** The name of an export that only the modules with JSON and Ion have. */
const OF_DOCUMENTS = "smill_checker";
const OF_ALL = "smill_open";

/**
 * Makes a compiled module of this package the one in use: `stringmill/wasm/all-simd128.wasm`, `all-scalar.wasm`,
 * `strings-simd128.wasm` or `strings-scalar.wasm`. Further calls have no effect, but for a module with JSON and Ion after
 * one without.
 *
 * @throws {TypeError} no `WebAssembly.Module`, or one of something else
 *
 * @example
 * init(await WebAssembly.compileStreaming(fetch("all-simd128.wasm")));
 */
export function init(module: CompiledModule): void {
  if (Object.prototype.toString.call(module) !== "[object WebAssembly.Module]") {
    throw new TypeError("init needs a WebAssembly.Module, as WebAssembly.compileStreaming makes it");
  }
  const names = WebAssembly.Module.exports(module as WebAssembly.Module).map(({ name }) => name);
  if (!names.includes(OF_ALL)) throw new TypeError("the module is none of stringmill/wasm/*.wasm");
  use(module, names.includes(OF_DOCUMENTS));
}
