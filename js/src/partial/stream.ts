// Turns streams of pieces into streams of values so far.

import type { BytesLike } from "../arguments.js";
import { PartialJson } from "./reader.js";
import { bytesOf } from "./utf8.js";
import type { Chunk, DeepPartial, PartialOptions } from "./types.js";

/** Items to read: a response of `fetch`, a stream, an iterable of an API client, or any other iterable. */
export type Items<Item> =
  | ReadableStream<Item>
  | AsyncIterable<Item>
  | Iterable<Item>
  | { readonly body: ReadableStream<Item> | null; readonly ok?: boolean; readonly status?: number };

/** Items, or a promise of them. */
export type Source<Item> = Items<Item> | PromiseLike<Items<Item>>;

export interface PartialStreamOptions<Item> extends PartialOptions {
  /** The piece of the text in an item, if it has one. By default the item is the piece. */
  pick?: (item: Item) => Chunk | null | undefined;
  /**
   * The minimum time between two values in milliseconds; `frame`, the default, is a frame of the display; 0 means
   * every visible change.
   */
  every?: number | "frame";
  /** Cancels the stream. */
  signal?: AbortSignal;
}

/** Values so far of a stream, by `for await`, and its result. */
export class PartialStream<T> implements AsyncIterable<DeepPartial<T>> {
  /** The reader, for its listeners, `done` and `error`. */
  readonly reader: PartialJson<T>;
  readonly #source: Source<unknown>;
  readonly #pick: (item: unknown) => Chunk | null | undefined;
  readonly #every: number | "frame";
  #items: Iteration<unknown> | undefined;
  #end: Promise<void> | undefined;
  #isOver = false;
  #failure: { error: unknown } | undefined;
  /** Callbacks of loops that wait for a piece or for the end. */
  #waiting: (() => void)[] = [];
  readonly #signal: AbortSignal | undefined;
  readonly #abort = (): void => this.cancel(this.#signal?.reason);

  constructor(source: Source<unknown>, options: PartialStreamOptions<unknown>) {
    const { pick = (item) => item as Chunk, every = "frame", signal } = options;
    this.reader = new PartialJson<T>(options);
    this.#source = source;
    this.#pick = pick;
    this.#every = every;
    this.#signal = signal;
    signal?.addEventListener("abort", this.#abort);
    if (signal?.aborted) this.#abort();
  }

  /**
   * The newest value after each change, not every one: what arrives while the loop works is one step. The last value comes at
   * once. Throws the error of the text after the value before it, also if the stream ends too soon. Leaving the loop cancels the stream.
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<DeepPartial<T>, void, void> {
    this.#start();
    let last: DeepPartial<T> | undefined;
    try {
      for (;;) {
        const value = this.reader.value;
        if (value !== last) {
          last = value;
          yield value as DeepPartial<T>;
          if (!this.#isOver) await this.#pause();
        } else if (this.#failure !== undefined) throw this.#failure.error;
        else if (this.#isOver) return;
        else await this.#change();
      }
    } finally {
      this.cancel();
    }
  }

  /** Reads to the end, and returns the result. */
  async result(): Promise<T> {
    await this.#start();
    if (this.#failure !== undefined) throw this.#failure.error;
    return this.reader.finish();
  }

  /** Stops reading. The result is then `reason`, as an error. */
  cancel(reason: unknown = new DOMException("the stream was cancelled", "AbortError")): void {
    if (this.#isOver) return;
    this.#over({ error: reason });
    this.#items?.cancel(reason);
  }

  #start(): Promise<void> {
    if (this.#isOver) return Promise.resolve();
    return (this.#end ??= this.#read());
  }

  async #read(): Promise<void> {
    try {
      const items = (this.#items = iterate(await this.#source));
      if (this.#isOver) return items.cancel(this.#failure?.error);
      for (;;) {
        const { done, value } = await items.next();
        if (this.#isOver) return;
        if (done) break;
        const piece = this.#pick(value);
        if (piece === null || piece === undefined) continue;
        this.reader.push(piece);
        this.#wakeUp();
      }
      this.reader.finish();
      this.#over();
    } catch (error) {
      this.cancel(error);
    }
  }

  #over(failure?: { error: unknown }): void {
    this.#isOver = true;
    this.#failure = failure;
    this.#signal?.removeEventListener("abort", this.#abort);
    this.#wakeUp();
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #wakeUp(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** Waits for the time between two values, or the end of the stream. */
  async #pause(): Promise<void> {
    if (this.#every === 0) return;
    const isFrame = this.#every === "frame";
    const ends = Date.now() + (isFrame ? FRAME : (this.#every as number));
    let isTime = false;
    const timed = new Promise<void>((resolve) => {
      const done = () => {
        isTime = true;
        resolve();
      };
      // A hidden page has no frames.
      if (isFrame && globalThis.document?.visibilityState === "visible") requestAnimationFrame(done);
      else setTimeout(done, ends - Date.now());
    });
    while (!isTime && !this.#isOver) {
      await Promise.race([timed, this.#change()]);
    }
  }
}

/** The milliseconds of a frame if there is no display. */
const FRAME = 16;

/**
 * The values so far of a JSON text that a stream brings: of a `Response`, a `ReadableStream`, or anything that can be iterated.
 *
 * @example
 * for await (const recipe of partialJson<Recipe>(await fetch(url))) show(recipe);
 */
export function partialJson<T = unknown>(source: Source<Chunk>, options?: PartialStreamOptions<Chunk>): PartialStream<T>;
export function partialJson<T, Item>(source: Source<Item>, options: PickOptions<Item>): PartialStream<T>;
// A call that states T but no item type gets this overload.
export function partialJson<T = unknown>(source: Source<any>, options: PickOptions<any>): PartialStream<T>;
export function partialJson<T>(source: Source<unknown>, options: PartialStreamOptions<any> = {}): PartialStream<T> {
  return new PartialStream<T>(source, options);
}

type PickOptions<Item> = PartialStreamOptions<Item> & Required<Pick<PartialStreamOptions<Item>, "pick">>;

interface Iteration<Item> {
  next(): Promise<IteratorResult<Item, unknown>>;
  cancel(reason: unknown): void;
}

function iterate<Item>(items: Items<Item>): Iteration<Item> {
  // A string is an iterable of its characters.
  const source = Object(items) as Exclude<Items<Item>, string>;
  if ("body" in source && source.ok === false) throw new Error(`the response has the status ${source.status}`);
  const stream = "body" in source ? (source.body ?? []) : source;
  if ("getReader" in stream) {
    // Not every engine can iterate streams. Cancelling a reader does not wait for its next item.
    const reader = stream.getReader();
    return {
      next: () => reader.read() as Promise<IteratorResult<Item, unknown>>,
      cancel: (reason) => void reader.cancel(reason).catch(() => {}),
    };
  }
  const iterator = Symbol.asyncIterator in stream ? stream[Symbol.asyncIterator]() : stream[Symbol.iterator]();
  return {
    next: async () => iterator.next(),
    cancel: () => void Promise.resolve(iterator.return?.()).catch(() => {}),
  };
}

/** An event of a stream of `text/event-stream`. */
export interface ServerSentEvent {
  /** `message`, unless the event has a name. */
  event: string;
  data: string;
  /** The last identifier that was sent. */
  id: string;
}

/**
 * The events of a stream of server-sent events, by the standard of WHATWG. An event that the end of the stream cuts is none.
 *
 * @example
 * const pieces = { pick: ({ data }) => (data === "[DONE]" ? undefined : JSON.parse(data).choices[0]?.delta.content) };
 * for await (const value of partialJson(serverSentEvents(response), pieces)) show(value);
 */
export async function* serverSentEvents(
  source: Source<BytesLike | string>,
): AsyncGenerator<ServerSentEvent, void, void> {
  const items = iterate(await source);
  const decoder = new TextDecoder();
  const lines = new Lines();
  let [event, data, id] = ["", "", ""];
  try {
    for (;;) {
      const { done, value } = await items.next();
      if (done) return;
      const piece = typeof value === "string" ? value : decoder.decode(bytesOf(value), { stream: true });
      for (const line of lines.of(piece)) {
        if (line === "") {
          if (data !== "") yield { event: event || "message", data: data.slice(0, -1), id };
          event = data = "";
          continue;
        }
        const colon = line.indexOf(":");
        const field = colon < 0 ? line : line.slice(0, colon);
        const text = colon < 0 ? "" : line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
        if (field === "event") event = text;
        else if (field === "data") data += `${text}\n`;
        else if (field === "id" && !text.includes("\0")) id = text;
      }
    }
  } finally {
    items.cancel(undefined);
  }
}

/** Splits pieces of text into lines that end with CR, LF or CR LF. */
class Lines {
  #line = "";
  #isAfterReturn = false;

  *of(piece: string): Generator<string, void, void> {
    let from = 0;
    for (const { 0: end, index } of piece.matchAll(/\r\n?|\n/g)) {
      // The line feed of a CR LF whose halves are in two pieces.
      const isSecondHalf = index === 0 && end === "\n" && this.#isAfterReturn;
      if (!isSecondHalf) {
        const line = this.#line + piece.slice(from, index);
        this.#line = "";
        yield line;
      }
      from = index + end.length;
    }
    if (piece !== "") this.#isAfterReturn = piece.endsWith("\r");
    this.#line += piece.slice(from);
  }
}
