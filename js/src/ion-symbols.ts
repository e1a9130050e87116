// Symbols of binary Ion in memory, as far as the common symbol tables declare them: lists of strings, which may extend the table
// before. The module reads all other tables.

import { utf8Text } from "./ion-scalars.js";
import { type IonLimits } from "./ion-source.js";
import { type IonSymbol, UnknownSymbol } from "./ion-tape.js";

/** The texts of the IDs that every input has. */
const SYSTEM: readonly IonSymbol[] = [
  new UnknownSymbol(0),
  ..."$ion $ion_1_0 $ion_symbol_table name version imports symbols max_id $ion_shared_symbol_table".split(" "),
];
/** Symbols of the module with IDs below this one are kept. */
const KEPT = 1 << 16;
/** From this length on, names come often enough to be worth more work for each symbol. */
const LONG_INPUT = 1 << 13;
/** IDs of system symbols. */
const SYMBOL_TABLE = 3,
  IMPORTS = 6,
  SYMBOLS = 7;

/** First bytes of values, without their length. */
const SYMBOL = 0x70,
  STRING = 0x80,
  LIST = 0xb0;
/** Length codes: a VarUInt of the length follows; a null. */
const LONG = 14,
  NULL = 15;


/** Whether a text is well-formed, of which most are ASCII. */
function isText(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (bytes[at]! >= 0x80) return utf8Text(bytes, from, to) !== undefined;
  return true;
}

/** The symbols in force. */
export class Symbols {
  /** Texts by their ID, as far as they were asked for. */
  #texts: (IonSymbol | undefined)[] = [];
  /** Where the texts of local IDs begin and end. */
  #from: number[] = [];
  #to: number[] = [];
  /** The bytes of local texts. */
  #length = 0;
  /** The next byte of a table. */
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

  /** Forgets all symbols: the module has a table that only it can read. */
  forget(): void {
    this.#texts = [];
    this.#from = [];
    this.#to = [];
    this.#length = 0;
  }

  /** Keeps a symbol of the module. */
  keep(id: number, symbol: IonSymbol): void {
    if (id < KEPT) this.#texts[id] = symbol;
  }

  /** The symbol of an ID; `undefined` if it is not known here. */
  get(id: number): IonSymbol | undefined {
    const known = this.#texts[id];
    if (known !== undefined) return known;
    const from = this.#from[id - SYSTEM.length];
    if (from === undefined) return undefined;
    const text = utf8Text(this.bytes, from, this.#to[id - SYSTEM.length]!);
    if (text === undefined) return undefined;
    // Engines compare a key of an object with a literal by their addresses.
    return (this.#texts[id] = this.bytes.length < LONG_INPUT ? text : Object.keys({ [text]: 0 })[0]);
  }

  /** Reads the table whose fields are from `from` to `to`. False, and nothing is changed, if it is none of the common ones. */
  read(from: number, to: number): boolean {
    // The module checks the limits of what a table consists of.
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

  /** Reads a list of strings, which may not go beyond `to`. */
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

  /** Reads the head of a value with this first byte; returns its end, and `Infinity` for another value. */
  #head(first: number): number {
    const low = this.bytes[this.#at++]! - first;
    if (low < 0 || low >= NULL) return Infinity;
    if (low < LONG) return this.#at + low;
    // Four bytes of length will do.
    for (let length = 0, count = 0; count < 4; count++) {
      const byte = this.bytes[this.#at++]!;
      length = length * 128 + (byte & 0x7f);
      if (byte & 0x80) return this.#at + length;
    }
    return Infinity;
  }

  /** Puts the texts in force. */
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
