// Records of NDJSON, good ones apart from bad ones.

import { type BytesLike, chunkOf } from "./arguments.js";
import { checker, type JsonCheckOptions } from "./check.js";
import { type Core, WINDOW, core } from "./core.js";
import { INTERNAL } from "./error.js";
import { Handles } from "./streams.js";
import { type Cancellable } from "./transformer.js";
import { MISUSE, around } from "./transfer.js";

const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });
const FEED = 0x0a;

/** A record of NDJSON. */
export class NdjsonRecord {
  /** The number of its line, from 1. */
  readonly line: number;
  /** Where its line begins in the stream, in bytes. */
  readonly offset: number;
  /** The line without its line feed. It is JSON. */
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

/** A line that is no JSON. */
export interface NdjsonReject {
  /** The number of the line, from 1. */
  line: number;
  /** Offset of the error in the stream, in bytes. */
  offset: number;
  /** The same place in the line, from 1, in code points. */
  column: number;
  /** The name of the error. */
  code: string;
  /** What it says. */
  reason: string;
  /** Advice. */
  remedy: string;
  /** The line with the bad bytes underlined, as in {@link StringmillError.picture}. */
  picture: string;
  /** The line without its line feed. */
  bytes: Uint8Array;
}

/** Options of {@link NdjsonStream}. */
export interface NdjsonOptions extends Omit<JsonCheckOptions, "lines" | "values"> {
  /** Receives lines that are no JSON. Without it, the first of them is an error of the stream. */
  onReject?: (reject: NdjsonReject) => void;
}

/** A bad line of a block: where its error is, and where it begins. */
interface Fault {
  number: number;
  at: number;
  start: number;
}

/**
 * Bytes of NDJSON into records. Lines of white space are none. The memory depends on the longest line.
 *
 * @example
 * for await (const record of file.pipeThrough(new NdjsonStream({ onReject: (bad) => log(bad.line, bad.reason) }))) {
 *   use(record.value);
 * }
 */
export class NdjsonStream extends TransformStream<BytesLike, NdjsonRecord> {
  constructor({ onReject, ...rules }: NdjsonOptions = {}) {
    const handles = new Handles(core());
    checker(handles.core, { ...rules, lines: true });
    const lines = new Lines(handles, handles.keep(), onReject);
    super({
      transform: (given, controller) => {
        const chunk = chunkOf(given);
        const feed = chunk.lastIndexOf(FEED);
        if (feed < 0) {
          lines.hold(chunk);
          return;
        }
        lines.hold(chunk.subarray(0, feed + 1));
        lines.block((record) => controller.enqueue(record));
        lines.hold(chunk.subarray(feed + 1));
      },
      flush: (controller) => {
        lines.block((record) => controller.enqueue(record));
        handles.free();
      },
      cancel: () => handles.free(),
    } as Cancellable<BytesLike, NdjsonRecord>);
  }
}

/** The state between blocks of whole lines. */
class Lines {
  #held: Uint8Array[] = [];
  /** The number of the next line, and where it begins. */
  #line = 1;
  #offset = 0;

  constructor(
    readonly handles: Handles,
    readonly checker: number,
    readonly onReject: ((reject: NdjsonReject) => void) | undefined,
  ) {}

  /** Keeps bytes for the next block. */
  hold(bytes: Uint8Array): void {
    if (bytes.length > 0) this.#held.push(bytes);
  }

  /** Passes the records of the held bytes to `put`. */
  block(put: (record: NdjsonRecord) => void): void {
    const block = joined(this.#held.splice(0));
    const faults = this.#faults(block);
    let next = 0;
    for (let start = 0; start < block.length;) {
      const feed = block.indexOf(FEED, start);
      const end = feed < 0 ? block.length : feed;
      const bytes = block.subarray(start, end);
      const fault = faults[next];
      if (fault?.start === start) {
        this.#reject(block, fault, bytes);
        next++;
      } else if (!isBlank(bytes)) {
        put(new NdjsonRecord(this.#line, this.#offset + start, bytes));
      }
      this.#line++;
      start = end + 1;
    }
    this.#offset += block.length;
  }

  /** The bad lines of a block. */
  #faults(block: Uint8Array): Fault[] {
    const found: Fault[] = [];
    const { core } = this.handles;
    this.handles.check();
    core.run((exports) => exports.smill_checker_restart(this.checker));
    for (let at = 0; at < block.length;) {
      const len = Math.min(WINDOW, block.length - at);
      core.input.set(block.subarray(at, at + len));
      const number = this.#step(core, len, at + len === block.length);
      if (number >= MISUSE) throw core.misuse(number);
      if (number === 0) {
        if (core.read === 0) throw core.misuse(INTERNAL);
        at += core.read;
        continue;
      }
      const bad = at + core.offset;
      const feed = block.indexOf(FEED, bad);
      const end = feed < 0 ? block.length : feed;
      const start = bad === 0 ? 0 : block.lastIndexOf(FEED, bad - 1) + 1;
      found.push({ number, at: bad, start });
      core.run((exports) => exports.smill_checker_restart(this.checker));
      at = end + 1;
    }
    return found;
  }

  #step(core: Core, len: number, ends: boolean): number {
    try {
      return core.exports.smill_checker_step(this.checker, 0, len, ends ? 1 : 0);
    } catch (cause) {
      throw core.trapped(cause);
    }
  }

  #reject(block: Uint8Array, { number, at, start }: Fault, bytes: Uint8Array): void {
    const { core } = this.handles;
    const [before, after] = around(block, at);
    const column = Array.from(DECODER.decode(block.subarray(start, at))).length + 1;
    const offset = this.#offset + at;
    const error = core.explained(number, before, after, { offset, line: this.#line, column, unit: "byte" });
    if (this.onReject === undefined) throw error;
    const reason = error.message.slice(0, error.message.lastIndexOf(" at byte "));
    const { code, remedy, picture } = error;
    this.onReject({ line: this.#line, offset, column, code, reason, remedy, picture, bytes });
  }
}

/** Bytes in one piece. */
function joined(pieces: Uint8Array[]): Uint8Array {
  if (pieces.length === 1) return pieces[0]!;
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

function isBlank(bytes: Uint8Array): boolean {
  for (const byte of bytes) {
    if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d) return false;
  }
  return true;
}
