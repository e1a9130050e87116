// Reads NDJSON: good records, and bad lines apart from them.

import { type BytesLike, bytesOf, chunkOf } from "./arguments.js";
import { type JsonCheckOptions, beginsWithMark, checker, namingTheOption, skipsMark } from "./check.js";
import { WINDOW, core } from "./core.js";
import { INTERNAL } from "./error.js";
import { Handles } from "./handles.js";
import { MISUSE, around } from "./transfer.js";

const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });
const FEED = 0x0a;

/** A record of NDJSON. */
export class NdjsonRecord {
  /** The number of its line, from 1. */
  readonly line: number;
  /** Offset of the line in the stream, in bytes. */
  readonly offset: number;
  /**
   * The line without its line feed, which is JSON. The buffer may be shared with other records: a copy uses less
   * memory.
   */
  readonly bytes: Uint8Array;

  constructor(line: number, offset: number, bytes: Uint8Array) {
    this.line = line;
    this.offset = offset;
    this.bytes = bytes;
  }

  /** The value, parsed with `JSON.parse`. */
  get value(): unknown {
    return JSON.parse(DECODER.decode(this.bytes));
  }
}

/** A line that is no JSON, or breaks a rule. */
export interface NdjsonReject {
  /** The number of the line, from 1. */
  line: number;
  /** Offset of the error in the stream, in bytes. */
  offset: number;
  /** The column of the error in the line, from 1, in code points. */
  column: number;
  /** The name of the error. */
  code: string;
  /** The cause of the error. */
  reason: string;
  /** Advice. */
  remedy: string;
  /** The line with the bad bytes underlined, as in {@link StringmillError.picture}. */
  picture: string;
  /** The line without its line feed: a copy. */
  bytes: Uint8Array;
}

/** Options of {@link NdjsonStream} and {@link ndjson}. */
export interface NdjsonOptions extends Omit<JsonCheckOptions, "lines" | "values"> {
  /** Receives lines that are no JSON, or break a rule. Without it, the first of them is an error. */
  onReject?: (reject: NdjsonReject) => void;
}

/** A bad line of a portion: the offset of its error, and of the line. */
interface Fault {
  number: number;
  at: number;
  start: number;
}

/**
 * The records of NDJSON in memory, one at a time. Lines of white space are none. The bytes of records are parts of
 * `data`, and no line is read before its record is asked for, but for some of the same 64 KB.
 *
 * @throws {StringmillError} the first line that is no JSON, if there is no `onReject`
 *
 * @example
 * for (const record of ndjson(bytes, { onReject: (bad) => log(bad.line, bad.reason) })) use(record.value);
 */
export function* ndjson(data: BytesLike, options: NdjsonOptions = {}): Generator<NdjsonRecord, void, void> {
  const lines = new Lines(options);
  try {
    yield* lines.records(bytesOf(data));
  } finally {
    lines.handles.free();
  }
}

/** The most records that are handed on at once: in some engines, long queues of a stream take quadratic time. */
const PORTION = 256;

/**
 * Bytes of NDJSON into records. Lines of white space are none. The memory depends on the longest line and the longest
 * chunk; chunks are copied, so their buffers can be used again.
 *
 * @example
 * for await (const record of file.pipeThrough(new NdjsonStream({ onReject: (bad) => log(bad.line, bad.reason) }))) {
 *   use(record.value);
 * }
 */
export class NdjsonStream {
  readonly writable: WritableStream<BytesLike>;
  readonly readable: ReadableStream<NdjsonRecord>;

  constructor(options: NdjsonOptions = {}) {
    const lines = new Lines(options);
    const held = new Held();
    const blocks = new TransformStream<BytesLike, Uint8Array>({
      transform(given, controller) {
        const block = held.wholeLines(chunkOf(given));
        if (block !== undefined) controller.enqueue(block);
      },
      flush: (controller) => controller.enqueue(held.rest()),
    });
    this.writable = blocks.writable;
    this.readable = recordsOf(blocks.readable.getReader(), lines);
  }
}

/** The records of blocks of whole lines. An error comes after the records before it. */
function recordsOf(blocks: ReadableStreamDefaultReader<Uint8Array>, lines: Lines): ReadableStream<NdjsonRecord> {
  let records: Generator<NdjsonRecord, void, void> | undefined;
  let failed: { error: unknown } | undefined;

  /** Ends both streams with an error. */
  function fail(error: unknown): never {
    lines.handles.free();
    blocks.cancel(error).catch(() => {});
    throw error;
  }

  /** Hands on the next records of the block, and returns how many. */
  function portion(controller: ReadableStreamDefaultController<NdjsonRecord>): number {
    let count = 0;
    try {
      for (; count < PORTION; count++) {
        const next = records!.next();
        if (next.done) {
          records = undefined;
          break;
        }
        controller.enqueue(next.value);
      }
    } catch (error) {
      failed = { error };
    }
    return count;
  }

  return new ReadableStream<NdjsonRecord>(
    {
      start(controller) {
        // Reports an aborted or failed source at once.
        blocks.closed.catch((error: unknown) => {
          lines.handles.free();
          controller.error(error);
        });
      },
      async pull(controller) {
        for (;;) {
          if (failed !== undefined) fail(failed.error);
          if (records !== undefined) {
            if (portion(controller) > 0) return;
            continue;
          }
          const { done, value } = await blocks.read();
          if (done) {
            lines.handles.free();
            controller.close();
            return;
          }
          records = lines.records(value);
        }
      },
      cancel(reason) {
        lines.handles.free();
        return blocks.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

/** Bytes of a line that has not ended. */
class Held {
  #pieces: Uint8Array[] = [];

  /** A copy of the whole lines up to the end of `chunk`, if there is one; keeps a copy of the rest. */
  wholeLines(chunk: Uint8Array): Uint8Array | undefined {
    const end = chunk.lastIndexOf(FEED) + 1;
    let block: Uint8Array | undefined;
    if (end > 0) {
      this.#pieces.push(chunk.subarray(0, end));
      block = this.rest();
    }
    if (end < chunk.length) this.#pieces.push(new Uint8Array(chunk.subarray(end)));
    return block;
  }

  /** Returns all held bytes in a new buffer. */
  rest(): Uint8Array {
    const pieces = this.#pieces.splice(0);
    const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
    let at = 0;
    for (const piece of pieces) {
      all.set(piece, at);
      at += piece.length;
    }
    return all;
  }
}

/** The state between blocks of whole lines. */
class Lines {
  readonly handles = new Handles(core());
  readonly #checker: number;
  readonly #onReject: ((reject: NdjsonReject) => void) | undefined;
  readonly #skipsMark: boolean;
  /** The number and the offset of the next line. */
  #line = 1;
  #offset = 0;

  constructor({ onReject, ...rules }: NdjsonOptions) {
    this.#checker = checker(this.handles, { ...rules, lines: true });
    this.#onReject = onReject;
    this.#skipsMark = skipsMark(rules);
  }

  /** The records of a block, checked in portions of whole lines. */
  *records(block: Uint8Array): Generator<NdjsonRecord, void, void> {
    let start = this.#offset === 0 && this.#skipsMark && beginsWithMark(block) ? 3 : 0;
    while (start < block.length) {
      const end = portionEnd(block, start);
      const faults = this.#faults(block, start, end);
      for (let next = 0; start < end; this.#line++) {
        const feed = block.indexOf(FEED, start);
        const stop = feed < 0 ? block.length : feed;
        const bytes = block.subarray(start, stop);
        if (faults[next]?.start === start) this.#reject(block, faults[next++]!, bytes);
        else if (!isBlank(bytes)) yield new NdjsonRecord(this.#line, this.#offset + start, bytes);
        start = stop + 1;
      }
    }
    this.#offset += block.length;
  }

  /** The bad lines from `from` to `to`. */
  #faults(block: Uint8Array, from: number, to: number): Fault[] {
    const found: Fault[] = [];
    const { core } = this.handles;
    this.handles.check();
    core.run((exports) => exports.smill_checker_restart(this.#checker));
    let line = from;
    for (let at = from; at < to;) {
      const len = Math.min(WINDOW, to - at);
      core.input.set(block.subarray(at, at + len));
      const number = this.#step(len, at + len === to);
      if (number >= MISUSE) throw core.misuse(number);
      if (number === 0) {
        if (core.read === 0) throw core.misuse(INTERNAL);
        at += core.read;
        continue;
      }
      const bad = at + core.offset;
      const feed = block.indexOf(FEED, bad);
      line = bad === from ? from : Math.max(line, block.lastIndexOf(FEED, bad - 1) + 1);
      found.push({ number, at: bad, start: line });
      core.run((exports) => exports.smill_checker_restart(this.#checker));
      at = line = feed < 0 ? block.length : feed + 1;
    }
    return found;
  }

  #step(len: number, ends: boolean): number {
    const { core } = this.handles;
    try {
      return core.exports.smill_checker_step(this.#checker, 0, len, ends ? 1 : 0);
    } catch (cause) {
      throw core.trapped(cause);
    }
  }

  #reject(block: Uint8Array, { number, at, start }: Fault, bytes: Uint8Array): void {
    const { core } = this.handles;
    const [before, after] = around(block, at);
    // A skipped mark counts as a character of the first line.
    const line = this.#offset === 0 && this.#line === 1 ? 0 : start;
    const column = Array.from(DECODER.decode(block.subarray(line, at))).length + 1;
    const offset = this.#offset + at;
    const place = { offset, line: this.#line, column, unit: "byte" } as const;
    const error = namingTheOption(core.explained(number, before, after, place));
    if (this.#onReject === undefined) throw error;
    const reason = error.message.slice(0, error.message.lastIndexOf(" at byte "));
    const { code, remedy, picture } = error;
    this.#onReject({ line: this.#line, offset, column, code, reason, remedy, picture, bytes: new Uint8Array(bytes) });
  }
}

/** The end of the whole lines from `start` on that fit in the window, or of one line that is longer. */
function portionEnd(block: Uint8Array, start: number): number {
  if (block.length - start <= WINDOW) return block.length;
  const last = block.lastIndexOf(FEED, start + WINDOW - 1);
  if (last >= start) return last + 1;
  const feed = block.indexOf(FEED, start);
  return feed < 0 ? block.length : feed + 1;
}

function isBlank(bytes: Uint8Array): boolean {
  for (const byte of bytes) {
    if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d) return false;
  }
  return true;
}
