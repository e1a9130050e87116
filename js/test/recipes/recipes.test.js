// The recipes of docs/partial.md, run with the clients that they name and recorded streams.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { test } from "node:test";
import Anthropic from "@anthropic-ai/sdk";
import { simulateReadableStream, streamText, tool } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import OpenAI from "openai";
import { createElement, memo } from "react";
import { act, create } from "react-test-renderer";
import { z } from "zod";
import * as recipes from "./recipes.js";
import * as recorded from "./recorded.js";

const { CALLS, RECIPE } = recorded;

/** A client whose service answers with a recorded stream. */
const openai = (text) => new OpenAI({ apiKey: "x", maxRetries: 0, fetch: async () => recorded.response(text) });
const anthropic = (text) => new Anthropic({ apiKey: "x", maxRetries: 0, fetch: async () => recorded.response(text) });
const request = { model: "m", messages: [{ role: "user", content: "x" }], max_tokens: 99 };

/** A function that keeps the arguments of its calls. */
function recorder() {
  const seen = [];
  return Object.assign((...values) => void seen.push(values), { seen });
}

test("docs/partial.md has the text of each recipe", () => {
  const source = readFileSync(new URL("recipes.js", import.meta.url), "utf8");
  const page = readFileSync(new URL("../../../docs/partial.md", import.meta.url), "utf8");
  const all = [...source.matchAll(/^\/\/ begin: (.*)\n([^]*?)^\/\/ end$/gm)];
  assert.equal(all.length, 7);
  for (const [, name, text] of all) assert.ok(page.includes(text.replaceAll("export ", "")), name);
});

test("fetch: a response that is JSON", async () => {
  const server = createServer((_, answer) => {
    answer.setHeader("content-type", "application/json");
    const parts = recorded.pieces(JSON.stringify(RECIPE), 9);
    const timer = setInterval(() => {
      const part = parts.shift();
      if (part !== undefined) return void answer.write(part);
      clearInterval(timer);
      answer.end();
    }, 5);
  });
  await new Promise((resolve) => server.listen(0, resolve));
  const show = recorder();
  assert.deepEqual(await recipes.fetchRecipe(`http://localhost:${server.address().port}/`, show), RECIPE);
  assert.ok(show.seen.length > 2);
  assert.deepEqual(show.seen.at(-1), [RECIPE]);
  server.close();
});

test("server-sent events without a client", async () => {
  const show = recorder();
  assert.deepEqual(await recipes.eventsRecipe(recorded.response(recorded.openaiContent()), show), RECIPE);
  assert.deepEqual(show.seen.at(-1), [RECIPE]);
});

test("OpenAI: content that is JSON", async () => {
  const show = recorder();
  assert.deepEqual(await recipes.openaiContent(openai(recorded.openaiContent()), request, show), RECIPE);
  const cut = openai(recorded.openaiContent(JSON.stringify(RECIPE).slice(0, 20)));
  await assert.rejects(recipes.openaiContent(cut, request, show), { code: "json_incomplete", offset: 20 });
});

test("OpenAI: calls of tools whose deltas take turns", async () => {
  const show = recorder();
  assert.deepEqual(await recipes.openaiCalls(openai(recorded.openaiCalls()), request, show), CALLS);
  const contents = new Set(show.seen.filter(([index]) => index === 0).map(([, , value]) => value?.content));
  for (const content of contents) assert.ok(content === undefined || CALLS[0].arguments.content.startsWith(content));
  assert.ok(contents.size > 3);
  // 1, 12 and 120 would be three numbers.
  assert.deepEqual([...new Set(show.seen.filter(([index]) => index === 1).map(([, , value]) => value?.timeout))], [undefined, 120]);
});

test("Anthropic: calls of tools, and one that the limit of tokens cuts", async () => {
  const show = recorder();
  const expected = CALLS.map(({ name, arguments: input }) => ({ name, input }));
  assert.deepEqual(await recipes.anthropicCalls(anthropic(recorded.anthropicCalls()), request, show), expected);
  assert.ok(show.seen.length > 10);
  await assert.rejects(recipes.anthropicCalls(anthropic(recorded.anthropicCalls(true)), request, recorder()), { name: "StringmillError" });
});

/** A model that sends these parts. */
const model = (chunks) =>
  new MockLanguageModelV3({
    doStream: async () => ({ stream: simulateReadableStream({ chunks, initialDelayInMs: null, chunkDelayInMs: null }) }),
  });
const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
const finish = (unified) => ({ type: "finish", finishReason: { unified, raw: unified }, usage });

test("AI SDK: text that is JSON in a fence, and inputs of tools", async () => {
  const json = `\`\`\`json\n${JSON.stringify(RECIPE)}\n\`\`\``;
  const text = recorded.deltas(json, 5).map((delta) => ({ type: "text-delta", id: "1", delta }));
  const show = recorder();
  const written = streamText({ model: model([{ type: "text-start", id: "1" }, ...text, { type: "text-end", id: "1" }, finish("stop")]), prompt: "x" });
  assert.deepEqual(await recipes.aiText(written, show), RECIPE);
  const inputs = CALLS.flatMap(({ name, arguments: input }, at) => {
    const id = `t${at}`;
    const parts = recorded.deltas(JSON.stringify(input), 5).map((delta) => ({ type: "tool-input-delta", id, delta }));
    const call = { type: "tool-call", toolCallId: id, toolName: name, input: JSON.stringify(input) };
    return [{ type: "tool-input-start", id, toolName: name }, ...parts, { type: "tool-input-end", id }, call];
  });
  const tools = Object.fromEntries(CALLS.map(({ name }) => [name, tool({ inputSchema: z.any() })]));
  const calling = streamText({ model: model([...inputs, finish("tool-calls")]), tools, prompt: "x" });
  assert.deepEqual(await recipes.aiToolInputs(calling, show), CALLS.map((call) => call.arguments));
  assert.ok(show.seen.length > 8);
});

test("React: what did not change is not rendered again, and leaving cancels", async () => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true;
  const pieces = recorded.deltas(JSON.stringify({ items: Array.from({ length: 8 }, (_, id) => ({ id, text: `item ${id}` })) }), 6);
  let send;
  let isCancelled = false;
  const body = new ReadableStream({ start: (controller) => void (send = controller), cancel: () => void (isCancelled = true) });
  const open = () => body;
  let renders = 0;
  const Item = memo(({ item }) => (renders++, createElement("li", null, item.text)));
  const List = () => {
    const { value, result, error } = recipes.usePartialJson(open);
    const items = (value?.items ?? []).map((item, at) => createElement(Item, { item, key: at }));
    return createElement("ul", { result, error }, items);
  };
  let root;
  await act(async () => void (root = create(createElement(List))));
  for (const piece of pieces) {
    await act(async () => {
      send.enqueue(piece);
      await new Promise((resolve) => setTimeout(resolve, 20));
    });
  }
  const { children, props } = root.toJSON();
  assert.deepEqual(children.map((item) => item.children?.[0]), Array.from({ length: 8 }, (_, id) => `item ${id}`));
  assert.equal(props.result, undefined);
  // An item is rendered for each piece that changes it, and the others are not: with new references it would be over 100.
  assert.ok(renders <= 2 * pieces.length, `${renders} renders of ${pieces.length} pieces`);
  await act(async () => root.unmount());
  assert.ok(isCancelled);
});
