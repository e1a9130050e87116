// The recipes of docs/partial.md, which has the text of each function between the marks.

import { useEffect, useState } from "react";
import { PartialJson, partialJson, serverSentEvents } from "../../dist/esm/partial/index.js";

// begin: fetch
export async function fetchRecipe(url, show) {
  const stream = partialJson(fetch(url));
  for await (const value of stream) show(value);
  return stream.result();
}
// end

// begin: events
export async function eventsRecipe(response, show) {
  const pick = ({ data }) => (data === "[DONE]" ? undefined : JSON.parse(data).choices[0]?.delta.content);
  const stream = partialJson(serverSentEvents(response), { pick });
  for await (const value of stream) show(value);
  return stream.result();
}
// end

// begin: openai-content
export async function openaiContent(client, request, show) {
  const chunks = await client.chat.completions.create({ ...request, stream: true });
  const stream = partialJson(chunks, { pick: (chunk) => chunk.choices[0]?.delta.content });
  for await (const value of stream) show(value);
  return stream.result();
}
// end

// begin: openai-calls
export async function openaiCalls(client, request, show) {
  const calls = [];
  for await (const { choices } of await client.chat.completions.create({ ...request, stream: true })) {
    for (const { index, function: part } of choices[0]?.delta.tool_calls ?? []) {
      const call = (calls[index] ??= { name: "", arguments: new PartialJson() });
      call.name += part?.name ?? "";
      call.arguments.push(part?.arguments ?? "");
      show(index, call.name, call.arguments.value);
    }
  }
  return calls.map((call) => ({ name: call.name, arguments: call.arguments.finish() }));
}
// end

// begin: anthropic
export async function anthropicCalls(client, request, show) {
  const calls = new Map();
  for await (const event of await client.messages.create({ ...request, stream: true })) {
    if (event.type === "content_block_start" && event.content_block.type === "tool_use") {
      calls.set(event.index, { name: event.content_block.name, input: new PartialJson() });
    } else if (event.type === "content_block_delta" && event.delta.type === "input_json_delta") {
      const { name, input } = calls.get(event.index);
      input.push(event.delta.partial_json);
      show(event.index, name, input.value);
    }
  }
  return Array.from(calls.values(), ({ name, input }) => ({ name, input: input.finish() }));
}
// end

// begin: ai
export async function aiText(result, show) {
  const stream = partialJson(result.textStream, { around: "fence" });
  for await (const value of stream) show(value);
  return stream.result();
}

export async function aiToolInputs(result, show) {
  const inputs = new Map();
  for await (const part of result.fullStream) {
    if (part.type === "tool-input-start") inputs.set(part.id, new PartialJson());
    if (part.type !== "tool-input-delta") continue;
    const input = inputs.get(part.id);
    input.push(part.delta);
    show(part.id, input.value);
  }
  return Array.from(inputs.values(), (input) => input.finish());
}
// end

// begin: react
export function usePartialJson(open) {
  const [state, setState] = useState({ value: undefined, result: undefined, error: undefined });
  useEffect(() => {
    const stream = partialJson(open(), { every: "frame" });
    const read = async () => {
      for await (const value of stream) setState({ value, result: undefined, error: undefined });
      const result = await stream.result();
      setState({ value: result, result, error: undefined });
    };
    read().catch((error) => setState(({ value }) => ({ value, result: undefined, error })));
    return () => stream.cancel();
  }, [open]);
  return state;
}
// end
