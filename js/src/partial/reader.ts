// The reader of the value so far: docs/bytes.md, "The value so far".

import type { StringmillError } from "../error.js";
import { Builder } from "./builder.js";
import { isHigh } from "./grammar.js";
import { pointer } from "./pointer.js";
import { Scanner } from "./scanner.js";
import type { Chunk, DeepPartial, PartialOptions, Path } from "./types.js";
import { bytesOf, decode } from "./utf8.js";

/** A number that limits: from 0, or `Infinity`. */
function limit(value: number): number {
  if (typeof value !== "number" || !(value >= 0)) throw new RangeError(`a limit must be 0 or more, and is ${value}`);
  return value;
}

const AROUND = ["refuse", "fence", "text"];

/**
 * Reads a JSON text that arrives in pieces, and has the value of what has arrived. A value so far shows nothing that is not
 * decided, and contains the one before.
 *
 * @example
 * const reader = new PartialJson<{ title: string }>();
 * reader.push('{"title": "Hel');
 * reader.value; // { title: "Hel" }
 * reader.push('lo"}');
 * reader.finish(); // { title: "Hello" }
 */
export class PartialJson<T = unknown> {
  readonly #builder: Builder;
  readonly #scanner: Scanner;
  readonly #lengthMax: number;
  #length = 0;
  #kind: "bytes" | "strings" | undefined;
  #error: StringmillError | undefined;
  #isFinished = false;
  /** The beginning of a character whose other bytes have not arrived. */
  #heldBytes = new Uint8Array();
  #heldUnit = "";

  constructor(options: PartialOptions = {}) {
    const { endedStrings = false, uniqueNames = false, around = "refuse" } = options;
    const { maxDepth = 1024, maxString = Infinity, maxLength = Infinity } = options;
    if (!AROUND.includes(around)) throw new TypeError(`around must be one of ${AROUND.join(", ")}, and is ${around}`);
    this.#builder = new Builder(typeof endedStrings === "boolean" ? endedStrings : Array.from(endedStrings, pointer));
    this.#scanner = new Scanner(this.#builder, {
      around,
      uniqueNames,
      depthMax: limit(maxDepth),
      stringMax: limit(maxString),
    });
    this.#lengthMax = limit(maxLength);
  }

  /**
   * Reads the next piece of the text. Costs time in proportion to its length, and makes no snapshot.
   *
   * @throws {StringmillError} the first error, and again from each further call
   * @throws {TypeError} neither bytes nor a string, a string after bytes or bytes after a string, or a piece after `finish`
   */
  push(chunk: Chunk): void {
    const piece = this.#pieceOf(chunk);
    if (this.#error !== undefined) throw this.#error;
    const room = this.#lengthMax - this.#length;
    this.#length += Math.min(room, piece.length);
    this.#run(() => {
      if (typeof piece === "string") this.#pushText(piece.length > room ? piece.slice(0, room) : piece);
      else this.#pushBytes(piece.length > room ? piece.subarray(0, room) : piece);
      if (piece.length > room) {
        this.#scanner.fail("limit_record_len", { ...this.#scanner.position, offset: this.#lengthMax });
      }
    });
  }

  /**
   * The value so far: a snapshot that never changes, or `undefined` as long as nothing is visible. What did not change since
   * the last snapshot has the same reference. The first snapshot after a change costs one copy of each open container in which
   * something changed since the last snapshot: of its members, not of what is in them.
   */
  get value(): DeepPartial<T> | undefined {
    this.#builder.place();
    return this.#builder.tree.snapshot() as DeepPartial<T> | undefined;
  }

  /** The value so far without a copy. Later pieces change it. */
  get live(): DeepPartial<T> | undefined {
    this.#builder.place();
    return this.#builder.tree.root as DeepPartial<T> | undefined;
  }

  /** Whether nothing that may follow changes the value. False after an error. */
  get done(): boolean {
    return this.#builder.isWhole && this.#error === undefined;
  }

  /** The error that ended the text. */
  get error(): StringmillError | undefined {
    return this.#error;
  }

  /** How many units before and after the value were skipped and are not white space. */
  get skipped(): { readonly before: number; readonly after: number } {
    return { ...this.#scanner.skipped };
  }

  /** How many members were copied for snapshots: what `value` has cost. */
  get copied(): number {
    return this.#builder.tree.copied;
  }

  /**
   * Calls `listener` once for each value at this JSON Pointer when it has ended, inner values first, after the piece that
   * ends it was read. A name may be `*`: any name or index.
   */
  on<V = unknown>(at: string, listener: (value: V, path: Path) => void): this {
    this.#builder.onValue.push({ names: pointer(at), call: listener });
    return this;
  }

  /** Calls `listener` with the new characters of strings at this pointer that are shown: once for a string and a piece. */
  onText(at: string, listener: (text: string, path: Path) => void): this {
    this.#builder.onText.push({ names: pointer(at), call: listener });
    return this;
  }

  /**
   * The result, after the whole text.
   *
   * @throws {StringmillError} the text is not whole, or had an error before
   */
  finish(): T {
    if (this.#error !== undefined) throw this.#error;
    if (!this.#isFinished) {
      this.#run(() => {
        if (!this.#scanner.isOutside) {
          if (this.#heldBytes.length > 0) this.#scanner.fail("utf8_incomplete");
          if (this.#heldUnit !== "") this.#scanner.fail("utf16_surrogate_lone");
        }
        this.#scanner.end();
        this.#isFinished = true;
      });
    }
    return this.#builder.tree.root as T;
  }

  /** Checks that the chunk is of the same kind as those before. */
  #pieceOf(chunk: Chunk): string | Uint8Array {
    const piece = typeof chunk === "string" ? chunk : bytesOf(chunk);
    if (this.#isFinished) throw new TypeError("a piece after finish");
    const kind = typeof piece === "string" ? "strings" : "bytes";
    if (this.#kind !== undefined && this.#kind !== kind) throw new TypeError(`a piece of ${kind} after ${this.#kind}`);
    this.#kind = kind;
    this.#scanner.position.isBytes = kind === "bytes";
    return piece;
  }

  /** Runs `read`, keeps its error, and calls the listeners to everything before the error. */
  #run(read: () => void): void {
    try {
      read();
    } catch (error) {
      this.#error = error as StringmillError;
    }
    this.#builder.tellText();
    this.#builder.callListeners();
    if (this.#error !== undefined) throw this.#error;
  }

  #pushText(piece: string): void {
    const text = this.#heldUnit + piece;
    const isCut = text !== "" && isHigh(text.charCodeAt(text.length - 1));
    this.#heldUnit = isCut ? text[text.length - 1]! : "";
    this.#scanner.read(isCut ? text.slice(0, -1) : text);
  }

  #pushBytes(piece: Uint8Array): void {
    const scanner = this.#scanner;
    let bytes = joined(this.#heldBytes, piece);
    this.#heldBytes = new Uint8Array();
    while (bytes.length > 0) {
      if (scanner.isOutside) {
        bytes = bytes.subarray(scanner.passOutside(bytes));
        continue;
      }
      const { text, length, error } = decode(bytes);
      scanner.read(text);
      bytes = bytes.subarray(length);
      if (scanner.isOutside || bytes.length === 0) continue;
      // If only ASCII may follow, every other character gives the same error.
      if (scanner.needsAscii) scanner.read("\u0080");
      if (error !== undefined) scanner.fail(error);
      this.#heldBytes = bytes.slice();
      return;
    }
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
