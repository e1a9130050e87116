/** A file of WebAssembly, as workerd imports it. */
declare module "*.wasm" {
  const module: import("../core.js").CompiledModule;
  export default module;
}
