// Node, for `require`.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { use } from "../core.js";
import { tierOfNode } from "./node.js";

const asset = join(__dirname, `../../all-${tierOfNode()}.wasm`);
use(new WebAssembly.Module(readFileSync(asset)), true);
export * from "../index-all.js";
