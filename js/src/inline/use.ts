// Loads a module that is part of the program text.

import { use } from "../core.js";
import { hasVectors } from "../simd.js";

/**
 * Compiles a module at once. Where the main thread of a page may not do that, it is compiled later, and the
 * promise is fulfilled then.
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
