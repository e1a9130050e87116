// Input that comes in chunks.

import { type BytesLike, chunkOf, nameOf } from "./arguments.js";
import { type Core, WINDOW } from "./core.js";
import { INTERNAL, type StringmillError } from "./error.js";
import { type Handles } from "./handles.js";
import { AFTER, BEFORE, MISUSE, type Source } from "./transfer.js";

/** Bytes that come in chunks. */
export type ByteChunks = AsyncIterable<BytesLike> | Iterable<BytesLike> | ReadableStream<BytesLike>;

/** Chunks, or an object with a stream of chunks: a `Response`, `Request`, `Blob` or `File`. */
export type ByteStream =
  | ByteChunks
  | { readonly body: ReadableStream<BytesLike> | null }
  | { stream(): ReadableStream<BytesLike> };

const EMPTY = new Uint8Array();

/** Iterates over chunks, even in engines whose streams are not iterable. */
export function each(source: ByteStream): AsyncIterable<BytesLike> | Iterable<BytesLike> {
  if (typeof source !== "object" || source === null) {
    throw new TypeError(`a source must be bytes or a stream of them, and is ${nameOf(source)}`);
  }
  if (Symbol.asyncIterator in source || Symbol.iterator in source) return source;
  if (hasReader(source)) return readEach(source);
  if ("body" in source) return source.body === null ? [] : each(source.body);
  if ("stream" in source) return each(source.stream());
  throw new TypeError(`a source must be bytes or a stream of them, and is ${nameOf(source)}`);
}

const FEED = 0x0a;

/** Counts the characters that begin in bytes; the module counts columns in the same way. */
const characters = (bytes: Uint8Array): number => bytes.reduce((sum, byte) => sum + ((byte & 0xc0) === 0x80 ? 0 : 1), 0);

const hasReader = (source: ByteStream): source is ReadableStream<BytesLike> => "getReader" in source;

async function* readEach(stream: ReadableStream<BytesLike>): AsyncGenerator<BytesLike, void, void> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}

/** Gets chunks for a reader when it needs them. */
export class Pull {
  readonly #input: Chunks;
  readonly #chunks: AsyncIterator<BytesLike> | Iterator<BytesLike>;
  /** The error of the source. After it, more input would not be the continuation. */
  #failed: { error: unknown } | undefined;

  constructor(source: ByteStream, input: Chunks) {
    this.#input = input;
    const all = each(source);
    this.#chunks = Symbol.asyncIterator in all ? all[Symbol.asyncIterator]() : all[Symbol.iterator]();
  }

  /** Gets the next chunk. */
  async more(): Promise<void> {
    if (this.#failed !== undefined) throw this.#failed.error;
    try {
      this.#input.release();
      const { done, value } = await this.#chunks.next();
      // The reader may have been cancelled while it waited.
      if (this.#failed === undefined) this.#input.push(done ? undefined : value);
    } catch (error) {
      this.#failed ??= { error };
    }
    if (this.#failed !== undefined) throw this.#failed.error;
  }

  /** Stops reading, and cancels the stream. Later calls of {@link more} throw `error`. */
  async cancel(error: unknown): Promise<void> {
    this.#failed ??= { error };
    await this.#chunks.return?.();
  }
}

/** The chunks of a stream, one at a time. */
export class Chunks implements Source {
  #chunk: Uint8Array = EMPTY;
  /** How many bytes of the chunk are copied. */
  #at = 0;
  #ended = false;
  /** Offset of the chunk in the stream. */
  #base = 0;
  readonly #place: number;
  /** The last bytes before the chunk. */
  #before: Uint8Array = EMPTY;

  constructor(readonly handles: Handles) {
    handles.core.run((exports) => exports.smill_place());
    this.#place = handles.keep();
  }

  get isWaiting(): boolean {
    return !this.#ended && this.#at === this.#chunk.length;
  }

  get copied(): boolean {
    return this.#ended && this.#at === this.#chunk.length;
  }

  /** Adds the next chunk, after all of the last one is copied; `undefined` means the end. */
  push(given: BytesLike | undefined): void {
    this.release();
    if (given === undefined) {
      this.#ended = true;
      return;
    }
    this.#chunk = chunkOf(given);
  }

  /** Counts the lines of the chunk and drops its buffer, which the source may use again. */
  release(): void {
    this.handles.check();
    this.#pass(this.#chunk);
    this.#before = this.#upTo(this.#chunk.length);
    this.#base += this.#chunk.length;
    this.#chunk = EMPTY;
    this.#at = 0;
  }

  /** The last bytes of the stream before `at` of the chunk. */
  #upTo(at: number): Uint8Array {
    const near = this.#chunk.subarray(Math.max(0, at - BEFORE), at);
    const far = this.#before.subarray(Math.max(0, this.#before.length - (BEFORE - near.length)));
    const all = new Uint8Array(far.length + near.length);
    all.set(far);
    all.set(near, far.length);
    return all;
  }

  /** Counts the lines of bytes. */
  #pass(bytes: Uint8Array): void {
    const { core } = this.handles;
    for (let at = 0; at < bytes.length; at += WINDOW) {
      const piece = bytes.subarray(at, at + WINDOW);
      core.input.set(piece);
      core.run((exports) => exports.smill_place_pass(this.#place, 0, piece.length));
    }
  }

  fill(window: Uint8Array, at: number): number {
    const piece = this.#chunk.subarray(this.#at, this.#at + window.length - at);
    window.set(piece, at);
    this.#at += piece.length;
    return piece.length;
  }

  failure(core: Core, number: number, offset: number): StringmillError | undefined {
    if (number >= MISUSE) return core.misuse(number);
    const at = offset - this.#base;
    if (at > this.#chunk.length) throw core.misuse(INTERNAL);
    // Bytes of earlier chunks: the error is in a token that began there. If the token is long, they may be gone.
    const gap = at < 0 ? this.#before.subarray(at) : EMPTY;
    if (at < 0 && (gap.length < -at || gap.includes(FEED))) return undefined;
    if (at > 0) this.#pass(this.#chunk.subarray(0, at));
    core.run((exports) => exports.smill_place_get(this.#place));
    const [line, column] = [core.read, core.value - characters(gap)];
    const before = at < 0 ? this.#before.subarray(0, at) : this.#upTo(at);
    const after = new Uint8Array([...gap, ...this.#chunk.subarray(Math.max(0, at), Math.max(0, at) + AFTER)]);
    return core.explained(number, before, after.subarray(0, AFTER), { offset, line, column, unit: "byte" });
  }
}
