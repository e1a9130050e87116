// A program as users write it. It is checked, and not run.

import {
  IonReader,
  type IonValue,
  type JsonEventKind,
  type JsonReader,
  type JsonRule,
  type JsonStreamReader,
  type NdjsonReject,
  NdjsonStream,
  type Repairs,
  type StringmillError,
  Utf8RepairStream,
  base64Encode,
  ionRead,
  jsonCheck,
  jsonEscape,
  jsonReader,
  jsonValues,
  transcode,
  utf8Repair,
} from "stringmill";
import { jsonEscape as escapeAlone } from "stringmill/strings";
import { ready } from "stringmill/inline";
import { type DeepPartial, PartialJson, partialJson, serverSentEvents } from "stringmill/partial";

await ready;
export const made: Uint8Array<ArrayBuffer> = jsonEscape("a");
export const shared: Uint8Array<SharedArrayBuffer> = jsonEscape("a", {
  into: new Uint8Array(new SharedArrayBuffer(8)),
});
const anywhere: Uint8Array = new Uint8Array(9);
export const given: Uint8Array = jsonEscape(new DataView(new ArrayBuffer(3)), { policy: "copy", into: anywhere });
// @ts-expect-error: a policy for bytes
jsonEscape("a", { policy: "replace-java" });
// @ts-expect-error: a policy for strings
jsonEscape(made, { policy: "question-mark" });
// @ts-expect-error: no policy of JSON
jsonEscape("a", { policy: "wtf8" });
// @ts-expect-error: neither bytes nor a string
jsonEscape(5);
export const error: StringmillError | undefined = jsonCheck("[");
for (const { name, value, integer, depth } of jsonReader("[1]", { maxDepth: 9 })) console.log(name, value, integer, depth);
const events: JsonReader = jsonReader(made);
events.skip();
export const path: (string | number)[] = events.path();
const streamed: JsonStreamReader = jsonReader(new Response(made));
for await (const { kind } of streamed) console.log(kind satisfies JsonEventKind);
for await (const batch of jsonReader([made]).batches()) for (const event of batch) console.log(event.offset);
for (const item of jsonValues<{ id: number }>(made, "/*")) item.id.toFixed();
for await (const item of jsonValues<{ id: number }>(new Blob([made]), "/*")) item.id.toFixed();
// @ts-expect-error: a stream has no events at once
for (const event of jsonReader(new Response(made))) console.log(event);
const rules: JsonRule[] = ["i-json", "no-nul"];
jsonCheck("[", { rules });
new NdjsonStream({ rules: "jsonb" });
for (const { name } of jsonReader(made, { rules })) console.log(name);
for await (const item of jsonValues([made], "/*", { rules: "i-json" })) console.log(item);
// @ts-expect-error: no rule
jsonReader(made, { rules: "unique" });
// @ts-expect-error: no rule
jsonCheck("[", { rules: "unique" });
const repairs: Repairs = { count: 0, first: undefined };
utf8Repair(new ArrayBuffer(2), { repairs });
const empty = {};
utf8Repair(new ArrayBuffer(2), { repairs: empty });
export const plain: IonValue[] = ionRead("1", { bigint: true });
const dates = ionRead("1.5", { decimal: (text) => new Date(text) });
// @ts-expect-error: a function makes what no type of the package names
export const wrong: IonValue[] = dates;
const rejects: NdjsonReject[] = [];
declare const body: ReadableStream<Uint8Array<ArrayBuffer>>;
for await (const { value, line } of body.pipeThrough(new NdjsonStream({ onReject: (it) => rejects.push(it) }))) {
  console.log(value, line);
}
await body.pipeThrough(new Utf8RepairStream()).pipeTo(new WritableStream<Uint8Array>());
new Response(body.pipeThrough(new Utf8RepairStream()));
new Response(made);
new Blob([base64Encode(made)]);
ionRead<{ id: number }>("{id: 1}")[0]?.id.toFixed();
export const type: string | null = new IonReader("1").next();
export const units: Uint8Array<ArrayBuffer> = transcode(made, { from: "utf-8", to: "utf-16-le" });
export const small: Uint8Array<ArrayBuffer> = escapeAlone("a");

interface Recipe {
  title: string;
  kind: "soup" | "cake";
  steps: { text: string; minutes?: number }[];
  notes: readonly string[];
}
declare function cook(recipe: Recipe): void;
const reader = new PartialJson<Recipe>({ endedStrings: ["/kind"], around: "fence" });
reader.on<string>("/title", (title, path) => console.log(title.length, path.length)).onText("/steps/*/text", (text) => text.length);
reader.push(made);
const soFar: DeepPartial<Recipe> | undefined = reader.value;
// The beginning of a word is no word of the list.
export const kind: string | undefined = soFar?.kind;
export const minutes: number | undefined = soFar?.steps?.[0]?.minutes;
// @ts-expect-error: a value so far is no result
cook(soFar!);
// @ts-expect-error: it may be no beginning of a list of words
export const word: "soup" | "cake" | undefined = soFar?.kind;
// @ts-expect-error: snapshots do not change
soFar!.title = "x";
// @ts-expect-error: nor do lists
soFar!.steps!.push({ text: "x" });
cook(reader.finish());
// @ts-expect-error: no way around the value
new PartialJson({ around: "prose" });
// @ts-expect-error: neither bytes nor a string
reader.push(5);
const values = partialJson<Recipe>(new Response(made), { every: 50 });
for await (const value of values) console.log(value.title?.length);
cook(await values.result());
for await (const value of partialJson<number[]>(serverSentEvents(fetch("x")), { pick: ({ data }) => data })) value[0]?.toFixed();
for await (const value of partialJson(serverSentEvents(fetch("x")), { pick: ({ data }) => data.trim() })) console.log(value);
// @ts-expect-error: an event is no piece
partialJson(serverSentEvents(fetch("x")));
