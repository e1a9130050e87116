// workerd of Cloudflare, where an import of a file of WebAssembly is its compiled module.

import module from "../../strings-simd128.wasm";
import { use } from "../core.js";

use(module, false);
export * from "../index-strings.js";
