// A pull reader of JSON: one event after another, or the values at a place.

import { type BytesLike, inputOf, isBuffer, limit } from "./arguments.js";
import {
  DEPTH_MAX,
  type JsonCheckOptions,
  flags,
  namingTheOption,
  restrictionsOf,
  seedFor,
  skipsMark,
} from "./check.js";
import { type ByteStream, Chunks, Pull } from "./chunks.js";
import { core } from "./core.js";
import { CHOICE_UNKNOWN, type StringmillError } from "./error.js";
import { type Handles } from "./handles.js";
import { JsonEvent } from "./json-event.js";
import { BEGIN_ARRAY, BEGIN_OBJECT, END_ARRAY, JsonTape, NAME } from "./json-tape.js";
import { source } from "./strings.js";
import { TapeSource } from "./tape-source.js";
import { type Source } from "./transfer.js";

/** Options of {@link jsonReader} and {@link jsonValues}. The default of `maxString` is 268,435,456 bytes. */
export type JsonReaderOptions = JsonCheckOptions;

/** Flags that the module has beside those of a check. */
const COUNTS_UNITS = 1 << 8,
  SKIPS_MARK = 1 << 9;
const STRING_MAX = 1 << 28;

/** The tapes of an input. */
class JsonSource extends TapeSource {
  readonly tape: JsonTape;
  /** Whether the rest of a value is skipped before the next tape. */
  #isSkipping = false;

  constructor(options: JsonReaderOptions, countsUnits: boolean, input: (handles: Handles) => Source) {
    super();
    const { maxDepth = DEPTH_MAX, maxString = STRING_MAX, maxLength = Infinity } = options;
    limit("maxDepth", maxDepth);
    limit("maxString", maxString);
    limit("maxLength", maxLength);
    this.tape = new JsonTape(countsUnits);
    const restrictions = restrictionsOf(options);
    const rules =
      flags(options) | restrictions | (countsUnits ? COUNTS_UNITS : 0) | (skipsMark(options) ? SKIPS_MARK : 0);
    const seed = seedFor(restrictions);
    this.begin((exports) => exports.smill_json_reader(rules, maxDepth, maxString, maxLength, seed), input);
  }

  next(): boolean {
    return this.refill();
  }

  /** Skips the rest of this many containers after the tape. */
  leave(levels: number): void {
    this.#isSkipping = true;
    this.tell((exports, handle) => exports.smill_json_leave(handle, levels));
  }

  protected load(made: Uint8Array): void {
    this.tape.load(made, this.#isSkipping ? undefined : this.tape.openName);
    this.#isSkipping &&= this.tape.count === 0;
  }

  override failure(number: number, offset: number): StringmillError {
    return namingTheOption(super.failure(number, offset));
  }
}

/** The position of a reader in the events. */
class Cursor {
  readonly source: JsonSource;
  readonly tape: JsonTape;
  /** The index of the entry of the event, and the depth of the event. */
  at = 0;
  depth = 0;
  /** The number of containers that are open after the event. */
  level = 0;
  /** For each level, the number of values that have begun, and whether the last container is an array. */
  readonly #counts = [0];
  readonly #areArrays: boolean[] = [];
  /**
   * For each level, the entry of the begin of that container; for levels below `#named` its name, which is on an
   * earlier tape.
   */
  readonly #begins: number[] = [];
  readonly #names: (string | undefined)[] = [];
  #named = 0;
  /** The name of the last event, if it is on an earlier tape. */
  #lastName: string | undefined;

  constructor(options: JsonReaderOptions, countsUnits: boolean, input: (handles: Handles) => Source) {
    this.source = new JsonSource(options, countsUnits, input);
    this.tape = this.source.tape;
  }

  /** Goes to the next event; returns false at the end, or if the next chunk is not here yet. */
  advance(): boolean {
    for (let last = this.at; ; last = -1) {
      const { tape } = this;
      while (++this.at < tape.count) {
        const kind = tape.kind(this.at);
        if (kind === NAME) continue;
        if (kind === BEGIN_OBJECT || kind === BEGIN_ARRAY) this.#begin();
        else if (kind <= END_ARRAY) this.depth = --this.level;
        else {
          this.depth = this.level;
          this.#counts[this.level]!++;
        }
        return true;
      }
      this.#keepLast(last);
      if (!this.nextTape()) return false;
    }
  }

  #begin(): void {
    this.depth = this.level;
    this.#counts[this.level]!++;
    this.#areArrays[this.level] = this.tape.kind(this.at) === BEGIN_ARRAY;
    this.#begins[this.level] = this.at;
    this.#named = Math.min(this.#named, this.level);
    this.#counts[++this.level] = 0;
  }

  /** Loads the next tape, and goes to the place before its first event. */
  nextTape(): boolean {
    this.at = this.tape.count;
    this.#keepNames(this.level);
    if (!this.source.next()) return false;
    this.at = -1;
    return true;
  }

  /** Keeps the name of the event at this entry, before the tape changes. */
  #keepLast(at: number): void {
    if (at >= 0 && at < this.tape.count) this.#lastName = this.#nameOf(at);
  }

  /** The name of the event at this entry. Begins and ends have the name of their container. */
  #nameOf(at: number): string | undefined {
    return this.tape.kind(at) <= END_ARRAY ? this.#nameAround(this.depth) : this.tape.name(at);
  }

  /** The name of the container at this level. */
  #nameAround(level: number): string | undefined {
    return level < this.#named ? this.#names[level] : this.tape.name(this.#begins[level]!);
  }

  /** Keeps the names of containers up to a level, before the tape changes. */
  #keepNames(level: number): void {
    for (; this.#named < level; this.#named++) {
      this.#names[this.#named] = this.tape.name(this.#begins[this.#named]!);
    }
  }

  /** Whether all events were passed. */
  get ended(): boolean {
    return this.source.ended && this.at >= this.tape.count;
  }

  get isBegin(): boolean {
    return this.level > this.depth;
  }

  /**
   * Goes to the end of all containers beyond `level`. If that is not on this tape, goes to the end of the tape, and
   * returns how many of them are open there.
   */
  goTo(level: number): number {
    const { tape } = this;
    let open = this.level - level;
    let { at } = this;
    // The tape has the end of the current container.
    if (open === 1 && this.isBegin && tape.end(at) > 0) [at, open] = [tape.end(at), 0];
    while (open > 0 && ++at < tape.count) {
      const kind = tape.kind(at);
      if (kind > END_ARRAY) continue;
      if (kind !== BEGIN_OBJECT && kind !== BEGIN_ARRAY) open--;
      else if (tape.end(at) > 0) at = tape.end(at);
      else open++;
    }
    this.at = at;
    this.level = this.depth = level + open;
    if (open > 0) {
      this.#keepNames(level + 1);
      this.#lastName = this.#names[level];
      // Callers cannot read the names of passed containers, so they are not kept.
      this.#named = this.level;
    }
    return open;
  }

  /** Leaves out the rest of all containers beyond `level`, with their ends. */
  leave(level: number): void {
    if (this.level <= level) return;
    const open = this.goTo(level);
    if (open === 0) return;
    this.source.leave(open);
    this.level = this.depth = level;
  }

  event(): JsonEvent {
    return new JsonEvent(this.tape, this.at, this.depth);
  }

  /** The index or name of the value at a level in its container; `undefined` at the top level. */
  key(level: number): number | string | undefined {
    if (level === 0) return undefined;
    if (this.#areArrays[level - 1]) return this.#counts[level]! - 1;
    if (level < this.depth) return this.#nameAround(level);
    return this.at >= 0 && this.at < this.tape.count ? this.#nameOf(this.at) : this.#lastName;
  }

  close(): void {
    this.#keepLast(this.at);
    this.at = this.tape.count;
    this.source.close();
  }
}

/** The part that both readers share. */
abstract class Events {
  protected readonly cursor: Cursor;

  protected constructor(cursor: Cursor) {
    this.cursor = cursor;
  }

  /** How many arrays and objects are open after the last event. */
  get depth(): number {
    return this.cursor.level;
  }

  /** Names and indices that lead to the value of the last event, in the order of its containers. */
  path(): (string | number)[] {
    const { cursor } = this;
    return Array.from({ length: cursor.depth }, (_, level) => cursor.key(level + 1)!);
  }

  /**
   * Skips the container that the last event has begun, with its end; after another event, nothing. Skipped text is
   * checked: the next call throws an error in it.
   */
  skip(): void {
    if (this.cursor.isBegin) this.cursor.leave(this.cursor.depth);
  }

  /** Leaves out the rest of the innermost open container, with its end; outside of containers, nothing. */
  leave(): void {
    this.cursor.leave(Math.max(0, this.cursor.level - 1));
  }
}

/** The events of JSON in memory. */
export class JsonReader extends Events implements IterableIterator<JsonEvent> {
  constructor(data: BytesLike | string, options: JsonReaderOptions = {}) {
    super(whole(data, options));
  }

  [Symbol.iterator](): this {
    return this;
  }

  /**
   * The next event.
   *
   * @throws {StringmillError} input that is no JSON; all events before it were read. Further calls throw it again
   */
  next(): IteratorResult<JsonEvent, undefined> {
    return this.cursor.advance() ? { done: false, value: this.cursor.event() } : { done: true, value: undefined };
  }

  /** Stops reading. A `for` loop that is left calls it. */
  return(): IteratorResult<JsonEvent, undefined> {
    this.cursor.close();
    return { done: true, value: undefined };
  }
}

/** The events of a stream of JSON. */
export class JsonStreamReader extends Events implements AsyncIterableIterator<JsonEvent> {
  readonly #pull: Pull;
  #isBusy = false;
  #failed: { error: unknown } | undefined;

  constructor(stream: ByteStream, options: JsonReaderOptions = {}) {
    const { cursor, pull } = streamed(stream, options);
    super(cursor);
    this.#pull = pull;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** As {@link JsonReader.next}. One call at a time. An error cancels the stream. */
  async next(): Promise<IteratorResult<JsonEvent, undefined>> {
    if (await this.#advance()) return { done: false, value: this.cursor.event() };
    return { done: true, value: undefined };
  }

  async #advance(): Promise<boolean> {
    if (this.#isBusy) throw this.cursor.source.core.misuse(CHOICE_UNKNOWN, "the reader is at work: await the call before");
    if (this.#failed !== undefined) throw this.#failed.error;
    this.#isBusy = true;
    try {
      while (!this.cursor.advance()) {
        if (this.cursor.ended) return false;
        await this.#pull.more();
      }
      return true;
    } catch (error) {
      this.#failed = { error };
      await this.#stop(error);
      throw error;
    } finally {
      this.#isBusy = false;
    }
  }

  /**
   * The events in batches, without a promise for each event: those that one chunk of the stream completes. Events of a
   * batch that are not read are left out.
   *
   * @example
   * for await (const events of jsonReader(response).batches()) for (const event of events) use(event.value);
   */
  async *batches(): AsyncGenerator<Iterable<JsonEvent>, void, void> {
    const { cursor } = this;
    function* events() {
      while (cursor.advance()) yield cursor.event();
    }
    try {
      for (;;) {
        yield events();
        while (cursor.advance());
        if (cursor.ended) return;
        await this.#pull.more();
      }
    } finally {
      await this.return();
    }
  }

  /** Stops reading, and cancels the stream. A `for` loop that is left calls it. */
  async return(): Promise<IteratorResult<JsonEvent, undefined>> {
    await this.#stop(this.cursor.source.core.misuse(CHOICE_UNKNOWN, "the reader was stopped"));
    return { done: true, value: undefined };
  }

  async #stop(error: unknown): Promise<void> {
    this.cursor.close();
    await this.#pull.cancel(error);
  }
}

/** Whether an input is in memory, not a stream. */
const isWhole = (input: unknown): input is BytesLike | string =>
  typeof input === "string" || ArrayBuffer.isView(input) || isBuffer(input);

/** A cursor over an input in memory. */
function whole(data: BytesLike | string, options: JsonReaderOptions): Cursor {
  const input = inputOf(data);
  return new Cursor(options, typeof input === "string", () => source(input));
}

/** Makes a cursor over a stream, and the object that gets its chunks. */
function streamed(stream: ByteStream, options: JsonReaderOptions): { cursor: Cursor; pull: Pull } {
  let input!: Chunks;
  const cursor = new Cursor(options, false, (handles) => (input = new Chunks(handles)));
  return { cursor, pull: new Pull(stream, input) };
}

/**
 * Reads JSON, one event after another, in constant memory: bytes or a string by `for`, a stream by `for await`. A stream
 * is a `ReadableStream`, a `Response`, a `Blob`, a stream of Node, or any iterable of chunks of bytes.
 *
 * @throws {StringmillError} input that is no JSON, with the code and place that {@link jsonCheck} finds
 *
 * @example
 * for await (const event of jsonReader(response)) if (event.name === "id") ids.push(event.value);
 */
export function jsonReader(data: BytesLike | string, options?: JsonReaderOptions): JsonReader;
export function jsonReader(stream: ByteStream, options?: JsonReaderOptions): JsonStreamReader;
export function jsonReader(input: BytesLike | string | ByteStream, options?: JsonReaderOptions) {
  return isWhole(input) ? new JsonReader(input, options) : new JsonStreamReader(input, options);
}

/**
 * The values at a JSON Pointer (RFC 6901), one at a time, parsed by `JSON.parse`. `*` in the pointer is any name or
 * index. The memory depends on the longest of the values. Those of a repeated name all come.
 *
 * @throws {StringmillError} as {@link jsonReader}; a pointer that is none
 *
 * @example
 * for await (const item of jsonValues(response, "/items/*")) use(item);
 */
export function jsonValues<T = unknown>(
  data: BytesLike | string,
  pointer: string,
  options?: JsonReaderOptions,
): Generator<T, void, void>;
export function jsonValues<T = unknown>(
  stream: ByteStream,
  pointer: string,
  options?: JsonReaderOptions,
): AsyncGenerator<T, void, void>;
export function jsonValues(input: BytesLike | string | ByteStream, pointer: string, options: JsonReaderOptions = {}) {
  const keys = keysOf(pointer);
  if (isWhole(input)) return found(whole(input, options), keys);
  const { cursor, pull } = streamed(input, options);
  return foundInStream(cursor, pull, keys);
}

function* found(cursor: Cursor, keys: readonly Key[]): Generator<unknown, void, void> {
  const values = new Values(cursor, keys);
  try {
    while (values.find()) yield values.value;
  } finally {
    cursor.close();
  }
}

async function* foundInStream(
  cursor: Cursor,
  pull: Pull,
  keys: readonly Key[],
): AsyncGenerator<unknown, void, void> {
  const values = new Values(cursor, keys);
  try {
    for (;;) {
      while (values.find()) yield values.value;
      if (cursor.ended) return;
      await pull.more();
    }
  } finally {
    cursor.close();
    await pull.cancel(undefined);
  }
}

/** A token of a pointer, as a name and as an index; or the wildcard. */
interface Key {
  name: string;
  index: number;
  isAny: boolean;
}

function keysOf(pointer: string): Key[] {
  if (pointer === "") return [];
  if (!/^(\/([^~/]|~[01])*)+$/u.test(pointer)) {
    throw core().misuse(CHOICE_UNKNOWN, `'${pointer}' is not a JSON Pointer: it begins with /, and ~ is ~0, / in a name ~1`);
  }
  return pointer
    .slice(1)
    .split("/")
    .map((token) => ({
      name: token.replaceAll("~1", "/").replaceAll("~0", "~"),
      index: /^(0|[1-9][0-9]*)$/.test(token) ? Number(token) : -1,
      isAny: token === "*",
    }));
}

/** Finds the values at a pointer. */
class Values {
  value: unknown;
  readonly #cursor: Cursor;
  readonly #keys: readonly Key[];
  /** The text of the value on earlier tapes, and its start on the current one. */
  #parts: string[] | undefined;
  #from = 0;
  #isTaken = false;

  constructor(cursor: Cursor, keys: readonly Key[]) {
    this.#cursor = cursor;
    this.#keys = keys;
  }

  /** Goes to the end of the next value; returns false at the end, or if the next chunk is not here yet. */
  find(): boolean {
    const cursor = this.#cursor;
    while (this.#parts === undefined) {
      if (!cursor.advance()) return false;
      const { tape, at, depth, isBegin } = cursor;
      if (!isBegin && tape.kind(at) <= END_ARRAY) continue;
      if (!this.#matches()) {
        if (isBegin) cursor.leave(depth);
      } else if (depth === this.#keys.length) {
        if (!isBegin) {
          this.value = cursor.event().value;
          return true;
        }
        [this.#parts, this.#from, this.#isTaken] = [[], at, false];
      }
    }
    return this.#take(this.#parts);
  }

  /** Whether the current value is at the pointer or on the path to it. Its containers are known to match. */
  #matches(): boolean {
    const { depth } = this.#cursor;
    if (depth === 0) return true;
    const { name, index, isAny } = this.#keys[depth - 1]!;
    if (isAny) return true;
    const key = this.#cursor.key(depth);
    return typeof key === "number" ? key === index : key === name;
  }

  /** Collects the text of the value, tape by tape. Returns false if the next chunk is needed. */
  #take(parts: string[]): boolean {
    const cursor = this.#cursor;
    for (;;) {
      if (!this.#isTaken) {
        const open = cursor.goTo(this.#keys.length);
        parts.push(cursor.tape.between(this.#from, open === 0 ? cursor.at : undefined));
        if (open === 0) {
          this.#parts = undefined;
          this.value = JSON.parse(parts.join(""));
          return true;
        }
        [this.#from, this.#isTaken] = [-1, true];
      }
      if (!cursor.nextTape()) return false;
      this.#isTaken = false;
    }
  }
}
