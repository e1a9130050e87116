// Node, Deno and Bun.

import { readFileSync } from "node:fs";
import { use } from "../core.js";
import { tierOfNode } from "./node.js";

const asset = new URL(`../../strings-${tierOfNode()}.wasm`, import.meta.url);
use(new WebAssembly.Module(readFileSync(asset)), false);
export * from "../index-strings.js";
