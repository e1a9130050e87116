// Readers of JSON that arrives in pieces. Each has `of`: the value of a text so far, `undefined` if it gives none; it throws
// what it throws. Those that keep a state between pieces have `pass`, which reads all pieces and takes a value after each.

import { readFileSync } from "node:fs";
import { parsePartialJson as parseOfAi } from "ai";
import { parse as bestEffort, setErrorLogger } from "best-effort-json-parser";
import { IncompleteJsonParser } from "incomplete-json-parser";
import { jsonrepair } from "jsonrepair";
import { parse as riverParse } from "jsonriver";
import { parse as parsePartial } from "partial-json";
import untruncateModule from "untruncate-json";
import { parsePartialJson as parseOfLangchain } from "@langchain/core/output_parsers";
import { JSONParser } from "@streamparser/json";
import { PartialJson } from "../../dist/esm/partial/index.js";

const folderOf = (name) => new URL(`node_modules/${name}/`, import.meta.url);
export const version = (name) => JSON.parse(readFileSync(new URL("package.json", folderOf(name)), "utf8")).version;
const vendored = (name) => import(new URL("_vendor/partial-json-parser/parser.mjs", folderOf(name)));
const { partialParse: parseOfOpenai } = await vendored("openai");
const { partialParse: parseOfAnthropic } = await vendored("@anthropic-ai/sdk");
const untruncate = untruncateModule.default ?? untruncateModule;
setErrorLogger(() => {});

/** The last value that jsonriver gives of a stream that stays open, or its error. */
async function lastOfRiver(text) {
  let last;
  const stream = new ReadableStream({ start: (controller) => controller.enqueue(text) });
  const values = riverParse(stream)[Symbol.asyncIterator]();
  for (;;) {
    const next = await Promise.race([values.next(), new Promise((resolve) => setTimeout(resolve, 1, "waits"))]);
    if (next === "waits" || next.done) return last;
    last = structuredClone(next.value);
  }
}

async function* async(pieces) {
  yield* pieces;
}

export const PEERS = {
  stringmill: {
    package: "stringmill",
    // Of bytes: a client needs no decoder.
    of(text, bytes = text) {
      const reader = new PartialJson();
      reader.push(bytes);
      return reader.value;
    },
    pass(pieces) {
      const reader = new PartialJson();
      for (const piece of pieces) {
        reader.push(piece);
        reader.value;
      }
      return reader.finish();
    },
  },
  "partial-json": { package: "partial-json", of: (text) => parsePartial(text) },
  ai: {
    package: "ai",
    async of(text) {
      const { value, state } = await parseOfAi(text);
      if (state === "failed-parse") throw new Error(state);
      return value;
    },
  },
  "openai.js": { package: "openai", of: (text) => parseOfOpenai(text) },
  "anthropic.js": { package: "@anthropic-ai/sdk", of: (text) => parseOfAnthropic(text) },
  "langchain.js": { package: "@langchain/core", of: (text) => parseOfLangchain(text) },
  "best-effort": { package: "best-effort-json-parser", of: (text) => bestEffort(text) },
  incomplete: { package: "incomplete-json-parser", of: (text) => IncompleteJsonParser.parse(text) },
  untruncate: { package: "untruncate-json", of: (text) => JSON.parse(untruncate(text)) },
  jsonrepair: { package: "jsonrepair", of: (text) => JSON.parse(jsonrepair(text)) },
  jsonriver: {
    package: "jsonriver",
    of: lastOfRiver,
    async pass(pieces) {
      let last;
      for await (const value of riverParse(async(pieces))) last = value;
      return last;
    },
  },
  "@streamparser/json": {
    package: "@streamparser/json",
    // Events of parts, and no value of the whole before its end: only its cost can be compared.
    pass(pieces) {
      let last;
      const parser = new JSONParser({ emitPartialTokens: true, emitPartialValues: true });
      parser.onValue = ({ value, stack, partial }) => {
        if (stack.length === 0 && !partial) last = value;
      };
      for (const piece of pieces) parser.write(piece);
      return last;
    },
  },
};
