// Loads a module that is part of the program text.

import { use } from "../core.js";
import { hasVectors } from "../simd.js";

/**
 * Compiles a module at once. If the main thread of a page must not do that, compiles it later; then the promise is
 * fulfilled.
 */
export function useInline(modules: { scalar: string; simd128: string }, hasDocuments: boolean): Promise<void> {
  const text = hasVectors() ? modules.simd128 : modules.scalar;
  const bytes = Uint8Array.from(atob(text), (unit) => unit.charCodeAt(0));
  try {
    use(new WebAssembly.Module(bytes), hasDocuments);
    return Promise.resolve();
  } catch {
    return WebAssembly.compile(bytes).then((module) => use(module, hasDocuments));
  }
}
