// Node, Deno and Bun.

import { readFileSync } from "node:fs";
import { use } from "../core.js";
import { tierOfNode } from "./node.js";

const asset = new URL(`../../all-${tierOfNode()}.wasm`, import.meta.url);
use(new WebAssembly.Module(readFileSync(asset)), true);
export * from "../index-all.js";
