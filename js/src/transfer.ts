// Moves an input of any length through the windows of the WebAssembly module.

import { type Core, type Exports, WINDOW, core } from "./core.js";
import { bytesOf } from "./arguments.js";
import { INTERNAL, LENGTH_EXCESSIVE, RANGES_OVERLAP, ROOM_SHORT, StringmillError } from "./error.js";

/** One call of an operation on a range of the window; `last` is 1 if the input ends there. */
export type Step = (exports: Exports, from: number, to: number, last: number) => number;

/** The number of repairs, and the offset of the first one. */
export interface Repairs {
  /** How many ill-formed pieces a policy replaced, dropped or marked. */
  count: number;
  /** Offset of the first piece, in units of the input. */
  first: number | undefined;
}

/** Where the output goes, and where repairs are counted. */
export interface OutputOptions<B extends ArrayBufferLike = ArrayBufferLike> {
  /** The output is written to the beginning of this array, instead of a new one. It may not overlap the input. */
  into?: Uint8Array<B>;
  /** Receives the repairs of the call. */
  repairs?: Partial<Repairs>;
}

/** An input that fills the window piece by piece. */
export interface Source {
  /** Copies bytes to `window` from `at` on, and returns how many. */
  fill(window: Uint8Array, at: number): number;
  /** Whether all bytes are copied. */
  readonly copied: boolean;
  /** Whether the source waits for its next bytes. */
  readonly isWaiting?: boolean;
  /** The error of code `number` at `offset`, in units of the operation. */
  failure(core: Core, number: number, offset: number): StringmillError | undefined;
}

/** Follows the window of an input that arrives in pieces. */
export interface Watcher {
  /** Called when the window is consumed up to `at`. */
  passed(at: number): void;
  /** The error at `at` in the window, which has `len` bytes, at `offset` in units of the operation. */
  failure(number: number, at: number, len: number, offset: number): StringmillError;
}

const EMPTY = new Uint8Array();

/** A destination of output. */
export interface Sink {
  put(window: Uint8Array, len: number): void;
}

/** The state of an operation between the pieces of its input. */
export class Transfer {
  /** Units of the input that are consumed. */
  consumed = 0;
  readonly repairs: Repairs = { count: 0, first: undefined };

  /** `unit`: bytes of a unit of the input. `isMade`: the output is in memory of the module, not in the window. */
  constructor(
    readonly core: Core,
    readonly unit: number = 1,
    readonly isMade: boolean = false,
  ) {}

  /**
   * Runs `step` until all of `source` is consumed; returns the bytes that a unit across its end leaves, none if it
   * is the last.
   */
  run(source: Source, step: Step, last: boolean, sink: Sink, watcher?: Watcher): Uint8Array {
    const { core, unit } = this;
    let held = 0;
    for (;;) {
      const len = held + source.fill(core.input, held);
      const ends = last && source.copied;
      const end = len - (len % unit);
      let at = 0;
      do {
        let code: number;
        try {
          code = step(core.exports, at, end, ends ? 1 : 0);
        } catch (cause) {
          throw core.trapped(cause);
        }
        this.#count();
        if (code !== 0) {
          // A conversion counts offsets from the beginning of the input.
          const offset = this.isMade && code < MISUSE ? core.offset - this.consumed : core.offset;
          throw (
            watcher?.failure(code, at + offset * unit, len, this.consumed + offset) ??
            source.failure(core, code, this.consumed + offset)
          );
        }
        const { read, written } = core;
        if (written > 0) sink.put(this.isMade ? core.made : core.output, written);
        at += read * unit;
        this.consumed += read;
        if (read === 0 && written === 0) break;
      } while (at < end);
      watcher?.passed(at);
      held = len - at;
      if (source.copied) {
        if (ends && held > 0) throw core.misuse(at === end ? LENGTH_EXCESSIVE : INTERNAL);
        return held > 0 ? core.input.slice(at, len) : EMPTY;
      }
      if (held === WINDOW) throw core.misuse(INTERNAL);
      core.input.copyWithin(0, at, len);
    }
  }

  #count(): void {
    const { repairs } = this.core;
    if (repairs > 0) {
      this.repairs.first ??= this.consumed + this.core.first;
      this.repairs.count += repairs;
    }
  }
}

/** An input that is a whole `Uint8Array`. */
export class Bytes implements Source {
  #at = 0;

  constructor(readonly bytes: Uint8Array) {}

  get copied(): boolean {
    return this.#at === this.bytes.length;
  }

  fill(window: Uint8Array, at: number): number {
    const { length } = this.bytes;
    const len = Math.min(window.length - at, length - this.#at);
    // For short bytes, making a view takes longer than copying.
    window.set(len === length ? this.bytes : this.bytes.subarray(this.#at, this.#at + len), at);
    this.#at += len;
    return len;
  }

  failure(core: Core, number: number, offset: number): StringmillError {
    if (number >= MISUSE) return core.misuse(number);
    const { line, column } = position(core, this.bytes.subarray(0, offset));
    const [before, after] = around(this.bytes, offset);
    return core.explained(number, before, after, { offset, line, column, unit: "byte" });
  }
}

/** Codes from this number on are about arguments, memory and faults, not about the input. */
export const MISUSE = 900;

/** The most bytes before and after an error that its picture can show. */
export const BEFORE = 257,
  AFTER = 128;

/** The bytes around `at`. */
export function around(bytes: Uint8Array, at: number): [Uint8Array, Uint8Array] {
  return [bytes.subarray(Math.max(0, at - BEFORE), at), bytes.subarray(at, at + AFTER)];
}

/** Line and column after `bytes`. */
export function position(core: Core, bytes: Uint8Array): { line: number; column: number } {
  core.run((exports) => exports.smill_place());
  const { generation } = core;
  const place = core.keep();
  for (let at = 0; at < bytes.length; at += WINDOW) {
    const piece = bytes.subarray(at, at + WINDOW);
    core.input.set(piece);
    core.run((exports) => exports.smill_place_pass(place, 0, piece.length));
  }
  core.run((exports) => exports.smill_place_get(place));
  const found = { line: core.read, column: core.value };
  core.free(generation, place);
  return found;
}

/** A buffer that grows. */
export class GrowingBuffer implements Sink {
  #buffer: Uint8Array<ArrayBuffer> | undefined;
  #len = 0;

  /** `guess`: the expected length. */
  constructor(readonly guess: number) {}

  put(window: Uint8Array, len: number): void {
    if (this.#buffer === undefined) {
      // If the output is expected to fit in the window, it arrives in one piece.
      if (this.guess <= Math.max(len, window.length)) {
        this.#buffer = window.slice(0, len);
        this.#len = len;
        return;
      }
      this.#buffer = new Uint8Array(this.guess);
    }
    const needed = this.#len + len;
    if (needed > this.#buffer.length) {
      const grown = new Uint8Array(Math.max(needed, Math.ceil(this.#buffer.length * 1.5)));
      grown.set(this.#buffer.subarray(0, this.#len));
      this.#buffer = grown;
    }
    this.#buffer.set(window.subarray(0, len), this.#len);
    this.#len = needed;
  }

  get result(): Uint8Array<ArrayBuffer> {
    const buffer = this.#buffer ?? new Uint8Array();
    return buffer.length === this.#len ? buffer : buffer.slice(0, this.#len);
  }
}

/** A buffer of the caller. */
export class CallerBuffer implements Sink {
  #len = 0;

  constructor(
    readonly core: Core,
    readonly buffer: Uint8Array,
    source: Source,
  ) {
    const { bytes } = source as Partial<Bytes>;
    bytesOf(buffer, "into");
    // Accepts an array of another realm too.
    if (Object.prototype.toString.call(buffer) !== "[object Uint8Array]") {
      throw new TypeError("into must be a Uint8Array");
    }
    if (bytes !== undefined && overlap(bytes, buffer)) throw core.misuse(RANGES_OVERLAP);
  }

  put(window: Uint8Array, len: number): void {
    if (this.#len + len > this.buffer.length) throw this.core.misuse(ROOM_SHORT);
    this.buffer.set(window.subarray(0, len), this.#len);
    this.#len += len;
  }

  get result(): Uint8Array {
    return this.buffer.subarray(0, this.#len);
  }
}

function overlap(a: Uint8Array, b: Uint8Array): boolean {
  return a.buffer === b.buffer && a.byteOffset < b.byteOffset + b.length && b.byteOffset < a.byteOffset + a.length;
}

/** Up to this length, making the objects of a {@link Transfer} takes as long as the operation. */
const FEW = 512;

/**
 * The output of an operation on few bytes, by one call. Returns `undefined` if one call does not suffice, or reports
 * an error.
 */
function atOnce(
  core: Core,
  bytes: Uint8Array,
  step: Step,
  repairs: Partial<Repairs> | undefined,
): Uint8Array<ArrayBuffer> | undefined {
  const { length } = bytes;
  if (length > FEW) return undefined;
  core.input.set(bytes);
  let code: number;
  try {
    code = step(core.exports, 0, length, 1);
  } catch (cause) {
    throw core.trapped(cause);
  }
  if (code !== 0 || core.read !== length) return undefined;
  if (repairs !== undefined) {
    const count = core.repairs;
    Object.assign(repairs, { count, first: count > 0 ? core.first : undefined });
  }
  return core.output.slice(0, core.written) as Uint8Array<ArrayBuffer>;
}

/** Runs an operation on a whole input. `guess`: the expected length of the output. */
export function whole<B extends ArrayBufferLike>(
  source: Source,
  step: Step,
  guess: number,
  output: OutputOptions<B>,
  unit = 1,
): Uint8Array<B> {
  if (source instanceof Bytes && unit === 1 && output.into === undefined) {
    const made = atOnce(core(), source.bytes, step, output.repairs);
    if (made !== undefined) return made as Uint8Array<B>;
  }
  const transfer = new Transfer(core(), unit);
  const sink = output.into === undefined ? new GrowingBuffer(guess) : new CallerBuffer(transfer.core, output.into, source);
  transfer.run(source, step, true, sink);
  if (output.repairs !== undefined) Object.assign(output.repairs, transfer.repairs);
  // Without `into` the result is a new buffer, whose type is `B`.
  return sink.result as Uint8Array<B>;
}
