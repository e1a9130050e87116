// Binary Ion in memory, read lazily: reading a value costs time for its head, and skipping a container costs no more.
//
// Heads, common scalars and common symbol tables are read here. The module reads everything else: its reader gets the
// version markers and symbol tables of the input, and each scalar or symbol that is needed. The module also makes
// every error: it reads the whole input again, so code and place are those of a reader that skips nothing.

import { type Core, core } from "./core.js";
import { INTERNAL, StringmillError } from "./error.js";
import { type IonEvents, type IonLimits, IonSource, limitsOf } from "./ion-source.js";
import * as ion from "./ion-tape.js";
import { type IonEvent, type IonPrecision, type IonSymbol } from "./ion-tape.js";
import { decimalText, timestampPrecision, timestampText, utf8Text } from "./ion-scalars.js";
import { Symbols } from "./ion-symbols.js";
import { Bytes, MISUSE, type Source } from "./transfer.js";

const MARKER = Uint8Array.of(0xe0, 0x01, 0x00, 0xea);
const SYMBOL_TABLE = "$ion_symbol_table",
  VERSION = "$ion_1_0";

/**
 * Type codes of binary Ion that need a branch. From the code 3 on, the numbers of {@link ion.TYPES} are lower by one.
 */
const CODE_NULL = 0,
  CODE_BOOL = 1,
  CODE_NEGATIVE_INT = 3,
  CODE_FLOAT = 4,
  CODE_TIMESTAMP = 6,
  CODE_LIST = 11,
  CODE_STRUCT = 13,
  CODE_WRAPPER = 14;
/** Length codes: the length follows as a VarUInt; the value is a null. */
const LONG = 14,
  NULL = 15;
/** The value of `is` for padding. */
const PADDING = -1;
/** The allowed lengths of floats, as bits. */
const FLOAT_LENGTHS = (1 << 0) | (1 << 4) | (1 << 8);

/** Converts a type code to the number of its type. */
const typeOf = (code: number): number => (code < CODE_NEGATIVE_INT ? code : code - 1);

/**
 * The meaning of a first byte: a scalar of this type whose length is in the byte, a byte that Ion 1.0 refuses, or any
 * other value.
 */
const OTHER = 0,
  REFUSED = 0xff;
const FIRST = Uint8Array.from({ length: 256 }, (_, first) => beginsWith(first >> 4, first & 15));

function beginsWith(code: number, low: number): number {
  if (low === NULL) return code < CODE_WRAPPER ? OTHER : REFUSED;
  if (code === CODE_BOOL) return low > 1 ? REFUSED : OTHER;
  if (code === CODE_FLOAT && !(FLOAT_LENGTHS & (1 << low))) return REFUSED;
  if (code === CODE_TIMESTAMP && low < 2) return REFUSED;
  if (code === CODE_WRAPPER) return low === 1 || low === 2 ? REFUSED : OTHER;
  if (code > CODE_WRAPPER) return REFUSED;
  return code === CODE_NULL || code >= CODE_LIST || low === LONG ? OTHER : typeOf(code);
}

/** The module refuses a further byte of a VarUInt from this value on. */
const VAR_UINT_MAX = 2 ** 57;
/** Bytes of an int below 2^53, and of an int of 64 bits. */
const SAFE_BYTES = 6,
  LONG_BYTES = 8;

const NONE: readonly IonSymbol[] = [];
const EMPTY = new Uint8Array();

/** Whether bytes begin with the version marker of binary Ion 1.0. */
export const isBinary = (bytes: Uint8Array): boolean => MARKER.every((byte, at) => bytes[at] === byte);

/** Pieces of the input, one after another, for a reader in the module. */
class Pieces implements Source {
  readonly copied = false;
  #piece: Uint8Array = EMPTY;
  #at = 0;

  get isWaiting(): boolean {
    return this.#at === this.#piece.length;
  }

  push(piece: Uint8Array): void {
    this.#piece = piece;
    this.#at = 0;
  }

  fill(window: Uint8Array, at: number): number {
    const part = this.#piece.subarray(this.#at, this.#at + window.length - at);
    window.set(part, at);
    this.#at += part.length;
    return part.length;
  }

  /** Offsets in the pieces are not offsets in the input. */
  failure(): undefined {}
}

/** The events of binary Ion in memory, and the value of the current one. */
export class BinarySource implements IonEvents, IonEvent {
  readonly tape: IonEvent = this;
  readonly core: Core = core();
  kind = 0;
  is: number = ion.CLOSE;
  position = 0;
  ended = false;

  readonly #bytes: Uint8Array;
  readonly #length: number;
  readonly #options: IonLimits;
  readonly #maxDepth: number;
  readonly #maxValue: number;
  readonly #symbols: Symbols;
  /** Whether only the module can read the current symbol table. */
  #isForeign = false;
  /** Start and end of each: the version marker and the symbol tables that are in force. */
  #tables: number[] = [];
  readonly #pieces = new Pieces();
  /** A reader in the module that has read all of `#tables`, if one was needed. */
  #module: IonSource | undefined;
  /** Offset of the next byte, and the end of the innermost container. */
  #at = 0;
  #end: number;
  #isStruct = false;
  /** Whether the current value is a container that is not entered yet. */
  #isBefore = false;
  /** For each open container the end of the one around it, and its type. */
  readonly #ends: number[] = [];
  readonly #kinds: number[] = [];
  /**
   * The current value: its type code, its field name as an ID and the offset of that, its annotations, and its body.
   */
  #code = 0;
  #field = 0;
  #fieldFrom = -1;
  #notesFrom = 0;
  #notesTo = 0;
  #body = 0;
  #bodyEnd = 0;
  /** The end of the last VarUInt. */
  #after = 0;
  #failed: unknown;

  /** `bytes` must begin with the version marker. */
  constructor(bytes: Uint8Array, options: IonLimits) {
    // A plain view, because `Buffer` overrides methods.
    this.#bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#length = this.#end = bytes.length;
    this.#options = options;
    const limits = limitsOf(options);
    this.#maxDepth = limits.maxDepth;
    this.#maxValue = limits.maxValue;
    this.#symbols = new Symbols(this.#bytes, limits);
    // The module checks the tables of a catalog.
    if (options.catalog !== undefined) this.#open();
  }

  /** Opens a reader in the module. */
  #open(): IonSource {
    const opened = new IonSource(this.#options, () => this.#pieces);
    this.#module = opened;
    for (let at = 0; at < this.#tables.length; at += 2) this.#read(opened, this.#tables[at]!, this.#tables[at + 1]!);
    return opened;
  }

  advance(): boolean {
    this.#check();
    if (this.#isBefore) this.#enter();
    while (this.#at !== this.#end) if (this.#unit()) return true;
    this.#fieldFrom = -1;
    this.#notesTo = this.#notesFrom;
    this.is = ion.CLOSE;
    this.position = this.#at;
    if (this.#kinds.length > 0) {
      this.kind = this.#leave();
      return true;
    }
    this.ended = true;
    this.close();
    return false;
  }

  skip(containers: number): number {
    this.#check();
    let left = containers;
    if (left > 0 && this.#isBefore) {
      this.#isBefore = false;
      this.#at = this.#bodyEnd;
      left--;
    }
    for (; left > 0; left--) {
      this.#at = this.#end;
      this.#leave();
    }
    return containers;
  }

  close(): void {
    this.#module?.close();
  }

  failure(number: number, offset: number): StringmillError {
    return new Bytes(this.#bytes).failure(this.core, number, offset);
  }

  #check(): void {
    if (this.#failed !== undefined) throw this.#failed;
    if (this.#bytes.length !== this.#length) throw new TypeError("the data was transferred or resized while it was read");
  }

  /** Enters the current container. */
  #enter(): void {
    this.#isBefore = false;
    this.#ends.push(this.#end);
    this.#kinds.push(this.kind);
    this.#end = this.#bodyEnd;
    this.#isStruct = this.kind === ion.STRUCT;
  }

  /** Leaves the innermost container, and returns its type. */
  #leave(): number {
    this.#end = this.#ends.pop()!;
    const kind = this.#kinds.pop()!;
    this.#isStruct = this.#kinds[this.#kinds.length - 1] === ion.STRUCT;
    return kind;
  }

  /**
   * Reads the heads of the next value. Returns false if the caller does not see the value: padding, a symbol table.
   */
  #unit(): boolean {
    const bytes = this.#bytes;
    const start = this.#at;
    let at = start;
    if (this.#isStruct) {
      this.#fieldFrom = at;
      this.#field = this.#varUint(at);
      at = this.#after;
    } else this.#fieldFrom = -1;
    this.#notesFrom = this.#notesTo = 0;
    let first = bytes[at];
    const kind = FIRST[first!] ?? REFUSED;
    if (kind === REFUSED) throw this.#wrong();
    if (kind !== OTHER && this.#kinds.length > 0) return this.#short(start, at, first!, kind);
    let wrapperEnd = -1;
    if (first! >> 4 === CODE_WRAPPER) {
      if (first === MARKER[0]) return this.#marker(at);
      wrapperEnd = this.#wrapper(at, first! & 15);
      at = this.#notesTo;
      first = bytes[at];
    }
    this.position = at;
    const body = this.#head(at, first!);
    const end = this.#bodyEnd;
    if (wrapperEnd >= 0 && (wrapperEnd !== end || this.is < 0)) throw this.#wrong();
    if (end > this.#end && !(this.is === ion.OPEN && this.#kinds.length === 0)) throw this.#wrong();
    if (this.is !== ion.OPEN) {
      if (end > this.#length) throw this.#wrong();
      this.#at = end;
      if (this.is < 0) return false;
      if (end - start > this.#maxValue) throw this.#wrong();
      return this.#kinds.length > 0 || this.kind !== ion.SYMBOL || this.is === ion.NULL || !this.#isVersion();
    }
    if (body - start > this.#maxValue || this.#kinds.length >= this.#maxDepth) throw this.#wrong();
    if (this.#kinds.length === 0 && this.kind === ion.STRUCT && this.#isTable()) return this.#table(start, end);
    this.#at = body;
    this.#isBefore = true;
    return true;
  }

  /** Passes a scalar inside a container. Its first byte has its length. */
  #short(start: number, at: number, first: number, kind: number): true {
    const end = at + 1 + (first & 15);
    if (end > this.#end || end > this.#length || end - start > this.#maxValue) throw this.#wrong();
    this.is = ion.VALUE;
    this.kind = kind;
    this.#code = first >> 4;
    this.position = at;
    this.#body = at + 1;
    this.#bodyEnd = this.#at = end;
    return true;
  }

  /** Reads the head of a value at `at`; returns the offset of its body. Padding makes `is` negative. */
  #head(at: number, first: number): number {
    const code = first >> 4;
    const low = first & 15;
    if (code > CODE_STRUCT || FIRST[first] === REFUSED) throw this.#wrong();
    this.#code = code;
    this.kind = typeOf(code);
    let body = at + 1;
    let length = low;
    if (low === NULL || code === CODE_BOOL) {
      this.is = low === NULL ? ion.NULL : ion.VALUE;
      length = 0;
    } else {
      this.is = code >= CODE_LIST ? ion.OPEN : code === CODE_NULL ? PADDING : ion.VALUE;
      const isSorted = code === CODE_STRUCT && low === 1;
      if (low === LONG || isSorted) {
        length = this.#varUint(body);
        body = this.#after;
        // A struct with sorted fields must have fields.
        if (isSorted && length === 0) throw this.#wrong();
      }
    }
    this.#body = body;
    this.#bodyEnd = body + length;
    return body;
  }

  /** Reads an annotation wrapper up to its value, and returns the end of the wrapper. */
  #wrapper(at: number, low: number): number {
    let length = low;
    let from = at + 1;
    if (low === LONG) {
      length = this.#varUint(from);
      from = this.#after;
    }
    const end = from + length;
    const notes = this.#varUint(from);
    this.#notesFrom = this.#after;
    this.#notesTo = this.#after + notes;
    // The last byte of a VarUInt has the highest bit set.
    if (notes === 0 || this.#notesTo >= end || !(this.#bytes[this.#notesTo - 1]! & 0x80)) throw this.#wrong();
    return end;
  }

  /** Reads a VarUInt. A value above 2^53 may be inexact: as a length it exceeds any input. */
  #varUint(from: number): number {
    const bytes = this.#bytes;
    let value = 0;
    for (let at = from; ; ) {
      const byte = bytes[at++];
      if (byte === undefined || value >= VAR_UINT_MAX) throw this.#wrong();
      if (byte & 0x80) {
        this.#after = at;
        return value * 128 + (byte & 0x7f);
      }
      value = value * 128 + byte;
    }
  }

  /** Reads a version marker, which makes the system symbol table the current one. */
  #marker(at: number): boolean {
    const end = at + MARKER.length;
    if (this.#kinds.length > 0 || !isBinary(this.#bytes.subarray(at, end))) throw this.#wrong();
    this.#symbols.reset();
    this.#isForeign = false;
    this.#tables = [];
    return this.#system(at, end);
  }

  /** Whether the current symbol is a version marker at the top level, and not a value. */
  #isVersion(): boolean {
    return this.#notesTo === 0 && this.symbol === VERSION;
  }

  /** Whether the current struct at the top level is a symbol table. */
  #isTable(): boolean {
    return this.#notesTo !== 0 && this.#noteAt(this.#notesFrom) === SYMBOL_TABLE;
  }

  /** Makes a symbol table the current one. */
  #table(from: number, to: number): false {
    if (to > this.#length) throw this.#wrong();
    if (this.#isForeign || !this.#symbols.read(this.#body, to)) {
      this.#isForeign = true;
      this.#symbols.forget();
      this.#module ??= this.#open();
    }
    return this.#system(from, to);
  }

  /** Passes a version marker or symbol table to the module. */
  #system(from: number, to: number): false {
    this.#at = to;
    this.#tables.push(from, to);
    if (this.#module !== undefined) this.#read(this.#module, from, to);
    return false;
  }

  /** Lets the module read a part of the input. */
  #read(by: IonSource, from: number, to: number): void {
    this.#pass(by, this.#bytes.subarray(from, to));
  }

  /** Lets the module read a piece at the top level, up to its first event. */
  #pass(by: IonSource, piece: Uint8Array): void {
    try {
      while (by.advance());
      this.#pieces.push(piece);
      by.advance();
    } catch (error) {
      throw error instanceof StringmillError && error.number < MISUSE ? this.#wrong() : error;
    }
  }

  /** Lets the module read a value, and returns the event. */
  #ask(piece: Uint8Array): IonEvent {
    const by = this.#module ?? this.#open();
    this.#pass(by, piece);
    return by.tape;
  }

  /** Lets the module read the current scalar. */
  #asked(): IonEvent {
    return this.#ask(this.#bytes.subarray(this.position, this.#bodyEnd));
  }

  /** Returns the symbol whose ID is the VarUInt from `from` to `to`. */
  #symbol(id: number, from: number, to: number): IonSymbol {
    const known = this.#symbols.get(id);
    if (known !== undefined) return known;
    let start = from;
    while (this.#bytes[start] === 0) start++;
    return this.#askSymbol(id, this.#bytes.subarray(start, to));
  }

  /**
   * Lets the module look up a symbol: reads a null with this annotation, which is valid anywhere. The ID has at most
   * ten bytes.
   */
  #askSymbol(id: number, varUint: ArrayLike<number> & Iterable<number>): IonSymbol {
    if (!this.#isForeign) throw this.#wrong();
    const { length } = varUint;
    const symbol = this.#ask(Uint8Array.of(0xe0 | (length + 2), 0x80 | length, ...varUint, 0x0f)).annotations[0]!;
    this.#symbols.keep(id, symbol);
    return symbol;
  }

  /** Returns the annotation at `from`. */
  #noteAt(from: number): IonSymbol {
    const id = this.#varUint(from);
    return this.#symbol(id, from, this.#after);
  }

  /** Returns the error of the input: the first one that a reader of all values finds. Later calls return it again. */
  #wrong(): unknown {
    if (this.#failed !== undefined) return this.#failed;
    this.close();
    const all = new IonSource(this.#options, () => new Bytes(this.#bytes));
    try {
      while (all.advance());
      this.#failed = this.core.misuse(INTERNAL, "the data was changed while it was read");
    } catch (error) {
      this.#failed = error;
    }
    return this.#failed;
  }

  get field(): IonSymbol | undefined {
    const from = this.#fieldFrom;
    if (from < 0) return undefined;
    const known = this.#symbols.get(this.#field);
    if (known !== undefined) return known;
    this.#varUint(from);
    return this.#symbol(this.#field, from, this.#after);
  }

  get annotations(): readonly IonSymbol[] {
    if (this.#notesTo === this.#notesFrom) return NONE;
    const all: IonSymbol[] = [];
    for (let at = this.#notesFrom; at < this.#notesTo; at = this.#after) {
      const id = this.#varUint(at);
      const next = this.#after;
      all.push(this.#symbol(id, at, next));
      this.#after = next;
    }
    return all;
  }

  get bool(): boolean {
    return (this.#bytes[this.position]! & 15) !== 0;
  }

  get int(): number | bigint {
    const length = this.#bodyEnd - this.#body;
    if (length > LONG_BYTES) return this.#asked().int;
    const magnitude = length <= SAFE_BYTES ? this.#uint(this.#body, this.#bodyEnd) : this.#long();
    if (this.#code !== CODE_NEGATIVE_INT) return magnitude;
    if (Number(magnitude) === 0) throw this.#wrong();
    return -magnitude;
  }

  #uint(from: number, to: number): number {
    let value = 0;
    for (let at = from; at < to; at++) value = value * 256 + this.#bytes[at]!;
    return value;
  }

  /** Reads an int that is too long for a number. */
  #long(): number | bigint {
    const half = this.#bodyEnd - 4;
    const value = (BigInt(this.#uint(this.#body, half)) << 32n) | BigInt(this.#uint(half, this.#bodyEnd));
    return value <= Number.MAX_SAFE_INTEGER ? Number(value) : value;
  }

  get float(): number {
    const { buffer, byteOffset } = this.#bytes;
    const length = this.#bodyEnd - this.#body;
    if (length === 0) return 0;
    const view = new DataView(buffer, byteOffset + this.#body, length);
    return length === 4 ? view.getFloat32(0) : view.getFloat64(0);
  }

  get text(): string {
    const bytes = this.#bytes;
    if (this.kind === ion.STRING) {
      const text = utf8Text(bytes, this.#body, this.#bodyEnd);
      if (text === undefined) throw this.#wrong();
      return text;
    }
    const read = this.kind === ion.DECIMAL ? decimalText : timestampText;
    return read(bytes, this.#body, this.#bodyEnd) ?? this.#asked().text;
  }

  get precision(): IonPrecision {
    const precision = timestampPrecision(this.#bytes, this.#body, this.#bodyEnd);
    return timestampText(this.#bytes, this.#body, this.#bodyEnd) === undefined ? this.#asked().precision : precision;
  }

  get symbol(): IonSymbol {
    const id = this.#uint(this.#body, this.#bodyEnd);
    const known = this.#symbols.get(id);
    if (known !== undefined) return known;
    const varUint = [0x80 | (id % 128)];
    for (let rest = Math.floor(id / 128); rest > 0; rest = Math.floor(rest / 128)) varUint.unshift(rest % 128);
    return id <= Number.MAX_SAFE_INTEGER ? this.#askSymbol(id, varUint) : this.#asked().symbol;
  }

  get bytes(): Uint8Array {
    return this.#bytes.slice(this.#body, this.#bodyEnd);
  }
}
