// Node, for `require`.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { use } from "../core.js";
import { tierOfNode } from "./node.js";

const asset = join(__dirname, `../../strings-${tierOfNode()}.wasm`);
use(new WebAssembly.Module(readFileSync(asset)), false);
export * from "../index-strings.js";
