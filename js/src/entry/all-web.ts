// Browsers and workers: the module is an asset beside the program.

import { use } from "../core.js";
import { hasVectors } from "../simd.js";
import { compiled } from "./fetched.js";

const asset = hasVectors()
  ? new URL("../../all-simd128.wasm", import.meta.url)
  : new URL("../../all-scalar.wasm", import.meta.url);
use(await compiled(asset), true);
export * from "../index-all.js";
