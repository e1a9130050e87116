// workerd of Cloudflare, where an import of a file of WebAssembly is its compiled module.

import module from "../../all-simd128.wasm";
import { use } from "../core.js";

use(module, true);
export * from "../index-all.js";
