// A reader of Ion in the module, with its input: a whole one, or the chunks of a stream.

import { type BytesLike, chunkOf, limit } from "./arguments.js";
import { type Core, WINDOW, core } from "./core.js";
import { CHOICE_UNKNOWN, INTERNAL, StringmillError } from "./error.js";
import { type IonEvent, Tape } from "./ion-tape.js";
import { Handles } from "./handles.js";
import { AFTER, BEFORE, MISUSE, type Source } from "./transfer.js";

/** A shared symbol table, which an input may import. */
export interface IonSharedTable {
  name: string;
  /** From 1, which is the default. */
  version?: number;
  /** Texts of the IDs from 1; `null` for an ID without text. */
  symbols: readonly (string | null)[];
}

/** What an input may import, and how much memory it may take. */
export interface IonLimits {
  /** Shared symbol tables. */
  catalog?: readonly IonSharedTable[];
  /** The maximum depth of containers; 1,048,576 by default. */
  maxDepth?: number;
  /** The maximum length in bytes of a scalar with its field name and annotations; 268,435,456 by default. */
  maxValue?: number;
  /** The maximum number of symbols of a local symbol table; 1,048,576 by default. */
  maxSymbols?: number;
  /** The maximum length in bytes of their texts; 268,435,456 by default. */
  maxSymbolBytes?: number;
  /** The maximum number of imports of a local symbol table; 10,000 by default. */
  maxImports?: number;
}

/** All limits of the options. */
export function limitsOf(options: IonLimits): Required<Omit<IonLimits, "catalog">> {
  const { maxDepth = 1 << 20, maxValue = 1 << 28, maxSymbols = 1 << 20 } = options;
  const { maxSymbolBytes = 1 << 28, maxImports = 10_000 } = options;
  limit("maxDepth", maxDepth);
  limit("maxValue", maxValue);
  limit("maxSymbols", maxSymbols);
  limit("maxSymbolBytes", maxSymbolBytes);
  limit("maxImports", maxImports);
  return { maxDepth, maxValue, maxSymbols, maxSymbolBytes, maxImports };
}

const ENCODER = new TextEncoder();
const EMPTY = new Uint8Array();

/** What comes after a tape. */
const INPUT = 1,
  END = 2;

/** The events of an input, one at a time. */
export interface IonEvents {
  readonly core: Core;
  /** The current event. */
  readonly tape: IonEvent;
  /** Whether the input has ended, and all its events were passed. */
  readonly ended: boolean;
  /** Goes to the next event; returns false at the end, or if the next chunk is not here yet. */
  advance(): boolean;
  /** Goes to the end of this many of the innermost containers at once; returns 0 if their events still come. */
  skip(containers: number): number;
  /** The error of code `number` at `offset` of the input, in bytes. */
  failure(number: number, offset: number): StringmillError;
  /** Frees the memory of the source in the module. */
  close(): void;
}

/** The events of an input, all read and checked by the module. */
export class IonSource implements IonEvents {
  readonly tape = new Tape();
  readonly core: Core = core();
  readonly #handles = new Handles(this.core);
  readonly #handle: number;
  readonly #input: Source;
  #after: number = INPUT;
  #failed: unknown;

  /** `input` makes the input: of the chunks of a stream, or a whole one. */
  constructor(options: IonLimits, input: (handles: Handles) => Source) {
    const { maxDepth, maxValue, maxSymbols, maxSymbolBytes, maxImports } = limitsOf(options);
    const { generation } = this.core;
    const tables = this.#text(ENCODER.encode((options.catalog ?? []).map((table) => this.#table(table)).join("")));
    try {
      this.core.run((exports) =>
        exports.smill_ion_reader(tables, maxDepth, maxValue, maxSymbols, maxSymbolBytes, maxImports),
      );
      this.#handle = this.#handles.keep();
    } finally {
      this.core.free(generation, tables);
    }
    this.#input = input(this.#handles);
  }

  /** A shared symbol table as Ion. */
  #table({ name, version = 1, symbols }: IonSharedTable): string {
    const texts = [name, ...symbols].filter((text) => text !== null);
    if (name === "" || name === "$ion" || !Number.isSafeInteger(version) || version < 1) {
      throw this.core.misuse(CHOICE_UNKNOWN, `no shared symbol table has the name '${name}' and the version ${version}`);
    }
    if (!texts.every((text) => typeof text === "string" && text.isWellFormed())) {
      throw this.core.misuse(CHOICE_UNKNOWN, `the table '${name}' has a text that is no well-formed string`);
    }
    return `$ion_shared_symbol_table::${JSON.stringify({ name, version, symbols })}`;
  }

  /** Makes a text in the module, and returns its handle. */
  #text(bytes: Uint8Array): number {
    this.core.run((exports) => exports.smill_text());
    const handle = this.core.keep();
    for (let at = 0; at < bytes.length; at += WINDOW) {
      const piece = bytes.subarray(at, at + WINDOW);
      this.core.input.set(piece);
      this.core.run((exports) => exports.smill_text_push(handle, 0, piece.length));
    }
    return handle;
  }

  get ended(): boolean {
    return this.#after === END;
  }

  /** The module has read them already. */
  skip(): number {
    return 0;
  }

  advance(): boolean {
    while (!this.tape.advance()) {
      if (this.#failed !== undefined) throw this.#failed;
      if (this.#after === END) return false;
      if (this.#after === INPUT && this.#input.isWaiting) return false;
      try {
        this.#fill();
      } catch (error) {
        this.#failed = error;
        this.close();
        throw error;
      }
    }
    return true;
  }

  /** Gets the next tape. */
  #fill(): void {
    const { core } = this;
    this.#handles.check();
    if (this.#after === INPUT) {
      const len = this.#input.fill(core.input, 0);
      const last = this.#input.copied ? 1 : 0;
      core.run((exports) => exports.smill_ion_feed(this.#handle, 0, len, last));
    }
    let code;
    try {
      code = core.exports.smill_ion_events(this.#handle);
    } catch (cause) {
      throw core.trapped(cause);
    }
    if (code !== 0) throw this.failure(code, core.offset);
    this.#after = core.value;
    this.tape.load(core.made);
    if (this.#after === END) this.close();
  }

  close(): void {
    this.#handles.free();
  }

  failure(number: number, offset: number): StringmillError {
    return this.#input.failure(this.core, number, offset) ?? this.core.unplaced(number, offset, "byte");
  }
}

/** The chunks of a stream, one at a time. */
export class Chunks implements Source {
  #chunk: Uint8Array = EMPTY;
  /** How much of it is copied. */
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

  /** Adds the next chunk, when all of the last one is copied; none at the end. */
  push(given: BytesLike | undefined): void {
    this.release();
    if (given === undefined) {
      this.#ended = true;
      return;
    }
    this.#chunk = chunkOf(given);
  }

  /** Notes the lines of the chunk, and gives its buffer back: the source may fill it again. */
  release(): void {
    this.handles.check();
    this.#pass(this.#chunk);
    this.#before = this.#upTo(this.#chunk.length);
    this.#base += this.#chunk.length;
    this.#chunk = EMPTY;
    this.#at = 0;
  }

  /** The last bytes before the place `at` of the chunk. */
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
    // The place may be in an earlier chunk, of which nothing is left.
    if (at < 0) return undefined;
    if (at > this.#chunk.length) throw core.misuse(INTERNAL);
    this.#pass(this.#chunk.subarray(0, at));
    core.run((exports) => exports.smill_place_get(this.#place));
    const [line, column] = [core.read, core.value];
    return core.explained(number, this.#upTo(at), this.#chunk.subarray(at, at + AFTER), {
      offset,
      line,
      column,
      unit: "byte",
    });
  }
}
