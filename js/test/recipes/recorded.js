// Streams as the services send them, written by hand.

const lines = (events) => events.map((event) => `${event}\n\n`).join("");

/** Pieces of bytes as a network cuts them: not at the ends of events or characters. */
export function pieces(text, size = 7) {
  const bytes = new TextEncoder().encode(text);
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(size * at, size * at + size));
}

export const response = (text, type = "text/event-stream") =>
  new Response(ReadableStream.from(pieces(text)), { headers: { "content-type": type } });

/** Cuts a text into deltas of `size` code units, which may cut an escape or a pair. */
export const deltas = (text, size) =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(size * at, size * at + size));

export const RECIPE = { title: "Cr\u00eape \u{1F95E}", steps: ["mix", "rest 30 min", "bake"], minutes: 45 };
export const CALLS = [
  { name: "write_file", arguments: { path: "a.txt", content: 'one\n"two" \u2705\n' } },
  { name: "run", arguments: { command: "ls", timeout: 120 } },
];

const openaiChunk = (delta, finish_reason = null) =>
  `data: ${JSON.stringify({ id: "c1", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason }] })}`;

export const openaiContent = (json = JSON.stringify(RECIPE)) =>
  lines([
    openaiChunk({ role: "assistant", content: "" }),
    ...deltas(json, 4).map((content) => openaiChunk({ content })),
    openaiChunk({}, "stop"),
    "data: [DONE]",
  ]);

/** Two calls whose deltas take turns. */
export function openaiCalls() {
  const parts = CALLS.map(({ arguments: it }) => deltas(JSON.stringify(it).replace("\u2705", "\\u2705"), 5));
  const events = CALLS.map(({ name }, index) =>
    openaiChunk({ tool_calls: [{ index, id: `call${index}`, type: "function", function: { name, arguments: "" } }] }),
  );
  for (let at = 0; parts.some((all) => at < all.length); at++) {
    parts.forEach((all, index) => {
      if (at < all.length) events.push(openaiChunk({ tool_calls: [{ index, function: { arguments: all[at] } }] }));
    });
  }
  return lines([...events, openaiChunk({}, "tool_calls"), "data: [DONE]"]);
}

const anthropicEvent = (type, fields) => `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}`;

/** Text and two calls; with `stop`, the limit of tokens ends the second. */
export function anthropicCalls(stop = false) {
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = { id: "m1", type: "message", role: "assistant", model: "m", content: [], stop_reason: null, stop_sequence: null, usage };
  const events = [
    anthropicEvent("message_start", { message }),
    anthropicEvent("content_block_start", { index: 0, content_block: { type: "text", text: "" } }),
    anthropicEvent("content_block_delta", { index: 0, delta: { type: "text_delta", text: "Let me see." } }),
    anthropicEvent("content_block_stop", { index: 0 }),
  ];
  CALLS.forEach(({ name, arguments: input }, at) => {
    const index = at + 1;
    let parts = ["", ...deltas(JSON.stringify(input), 6)];
    if (stop && at === 1) parts = parts.slice(0, 3);
    events.push(anthropicEvent("content_block_start", { index, content_block: { type: "tool_use", id: `t${at}`, name, input: {} } }));
    for (const partial_json of parts) {
      events.push(anthropicEvent("content_block_delta", { index, delta: { type: "input_json_delta", partial_json } }));
    }
    events.push(anthropicEvent("content_block_stop", { index }));
  });
  events.push(anthropicEvent("message_delta", { delta: { stop_reason: stop ? "max_tokens" : "tool_use", stop_sequence: null }, usage }));
  return lines([...events, anthropicEvent("message_stop", {})]);
}
