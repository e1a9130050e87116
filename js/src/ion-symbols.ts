// Symbols of binary Ion in memory. Reads the common symbol tables: lists of strings, which may extend the current
// table. The module reads all other tables.

import { utf8Text } from "./ion-scalars.js";
import { type IonLimits } from "./ion-source.js";
import { type IonSymbol, UnknownSymbol } from "./ion-tape.js";

/** The texts of the IDs that every input has. */
const SYSTEM: readonly IonSymbol[] = [
  new UnknownSymbol(0),
  ..."$ion $ion_1_0 $ion_symbol_table name version imports symbols max_id $ion_shared_symbol_table".split(" "),
];
/** Symbols from the module are kept if their ID is below this. */
const KEPT = 1 << 16;
/** From this input length on, names occur so often that each symbol is worth more work. */
const LONG_INPUT = 1 << 13;
/** IDs of system symbols. */
const SYMBOL_TABLE = 3,
  IMPORTS = 6,
  SYMBOLS = 7;

/** First bytes of values, with a length of zero. */
const SYMBOL = 0x70,
  STRING = 0x80,
  LIST = 0xb0;
/** Length codes: the length follows as a VarUInt; the value is a null. */
const LONG = 14,
  NULL = 15;


/** Whether a text is well-formed. Most texts are ASCII. */
function isText(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (bytes[at]! >= 0x80) return utf8Text(bytes, from, to) !== undefined;
  return true;
}

/** The symbols in force. */
export class Symbols {
  /** Texts by ID, if they were needed before. */
  #texts: (IonSymbol | undefined)[] = [];
  /** Start and end of the text of each local ID. */
  #from: number[] = [];
  #to: number[] = [];
  /** The sum of the lengths of local texts, in bytes. */
  #length = 0;
  /** Offset of the next byte of a table. */
  #at = 0;

  constructor(
    readonly bytes: Uint8Array,
    readonly limits: Required<Omit<IonLimits, "catalog">>,
  ) {
    this.reset();
  }

  /** Puts the system symbol table in force. */
  reset(): void {
    this.forget();
    this.#texts = SYSTEM.slice();
  }

  /** Drops all symbols, because the module has a table that only the module can read. */
  forget(): void {
    this.#texts = [];
    this.#from = [];
    this.#to = [];
    this.#length = 0;
  }

  /** Keeps a symbol from the module. */
  keep(id: number, symbol: IonSymbol): void {
    if (id < KEPT) this.#texts[id] = symbol;
  }

  /** The symbol of an ID; `undefined` if only the module knows it. */
  get(id: number): IonSymbol | undefined {
    const known = this.#texts[id];
    if (known !== undefined) return known;
    const from = this.#from[id - SYSTEM.length];
    if (from === undefined) return undefined;
    const text = utf8Text(this.bytes, from, this.#to[id - SYSTEM.length]!);
    if (text === undefined) return undefined;
    // A key of an object is interned, so engines compare it with a literal by address.
    return (this.#texts[id] = this.bytes.length < LONG_INPUT ? text : Object.keys({ [text]: 0 })[0]);
  }

  /**
   * Reads the table whose fields are from `from` to `to`. Returns false, and changes nothing, if it is not a common
   * one.
   */
  read(from: number, to: number): boolean {
    // The module checks the limits for each part of a table.
    if (this.limits.maxDepth < 2 || this.limits.maxValue < to - from) return false;
    const starts: number[] = [];
    const ends: number[] = [];
    const seen: number[] = [];
    for (this.#at = from; this.#at < to; ) {
      const field = this.bytes[this.#at++]! - 0x80;
      const isCommon = field === SYMBOLS ? this.#strings(to, starts, ends) : field === IMPORTS && this.#isCurrent();
      if (!isCommon || seen.includes(field)) return false;
      seen.push(field);
    }
    return this.#at === to && this.#add(seen.includes(IMPORTS), starts, ends);
  }

  /** Whether the member `imports` is the symbol `$ion_symbol_table`, which means the current table. */
  #isCurrent(): boolean {
    return this.bytes[this.#at++] === SYMBOL + 1 && this.bytes[this.#at++] === SYMBOL_TABLE;
  }

  /** Reads a list of strings, which must end at `to` or before. */
  #strings(to: number, starts: number[], ends: number[]): boolean {
    const end = this.#head(LIST);
    if (end > to) return false;
    while (this.#at < end) {
      const textEnd = this.#head(STRING);
      if (textEnd > end) return false;
      if (!isText(this.bytes, this.#at, textEnd)) return false;
      starts.push(this.#at);
      ends.push(textEnd);
      this.#at = textEnd;
    }
    return true;
  }

  /**
   * Reads the head of a value with this first byte. Returns the end of the value; `Infinity` if its first byte is
   * another one.
   */
  #head(first: number): number {
    const low = this.bytes[this.#at++]! - first;
    if (low < 0 || low >= NULL) return Infinity;
    if (low < LONG) return this.#at + low;
    // Lengths of more than four bytes are left to the module.
    for (let length = 0, count = 0; count < 4; count++) {
      const byte = this.bytes[this.#at++]!;
      length = length * 128 + (byte & 0x7f);
      if (byte & 0x80) return this.#at + length;
    }
    return Infinity;
  }

  /** Adds the texts to the table, or makes them a new one. */
  #add(appends: boolean, starts: number[], ends: number[]): boolean {
    let length = appends ? this.#length : 0;
    for (let at = 0; at < starts.length; at++) length += ends[at]! - starts[at]!;
    const count = starts.length + (appends ? this.#from.length : 0);
    if (count > this.limits.maxSymbols || length > this.limits.maxSymbolBytes) return false;
    if (!appends) this.reset();
    for (let at = 0; at < starts.length; at++) {
      this.#from.push(starts[at]!);
      this.#to.push(ends[at]!);
    }
    this.#length = length;
    return true;
  }
}
