// Events of Ion from the module. js/wasm/src/tapes/tape.rs describes the layout.

/** A type of Ion. */
export type IonType =
  | "null"
  | "bool"
  | "int"
  | "float"
  | "decimal"
  | "timestamp"
  | "symbol"
  | "string"
  | "clob"
  | "blob"
  | "list"
  | "sexp"
  | "struct";

export const TYPES: readonly IonType[] = [
  "null",
  "bool",
  "int",
  "float",
  "decimal",
  "timestamp",
  "symbol",
  "string",
  "clob",
  "blob",
  "list",
  "sexp",
  "struct",
];

/** The precision of a timestamp; `second` may have a fraction. */
export type IonPrecision = "year" | "month" | "day" | "minute" | "second";
const PRECISIONS: readonly IonPrecision[] = ["year", "month", "day", "minute", "second"];

/** A symbol with an ID and without known text: `$0`, or one of a shared symbol table that the catalog lacks. */
export class UnknownSymbol {
  /** Its ID. */
  readonly sid: number;

  constructor(sid: number) {
    this.sid = sid;
  }

  toString(): string {
    return `$${this.sid}`;
  }
}

/** The text of a symbol, if it is known. */
export type IonSymbol = string | UnknownSymbol;

/** Numbers of types, in the order of {@link TYPES}. */
export const BOOL = 1,
  INT = 2,
  FLOAT = 3,
  DECIMAL = 4,
  TIMESTAMP = 5,
  SYMBOL = 6,
  STRING = 7,
  CLOB = 8,
  BLOB = 9,
  LIST = 10,
  SEXP = 11,
  STRUCT = 12;

/** Kinds of events. */
export const VALUE = 0,
  NULL = 1,
  OPEN = 2,
  CLOSE = 3;

const FIELD = 1 << 9,
  ANNOTATED = 1 << 10;
const INT_WORD = 0,
  INT_FLOAT = 1,
  INT_LONG = 2,
  INT_NEGATIVE_TEXT = 4;
const KNOWN = 0,
  NEW = 1,
  OTHER = 2;
const HEAD = 6;

const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });
const NONE: readonly IonSymbol[] = [];

/** Joins two words to a number of 64 bits. */
const pair = new Uint32Array(2);
const float = new Float64Array(pair.buffer);
const long = new BigInt64Array(pair.buffer);

/** An event without its value. */
export interface IonHead {
  /** The number of its type. */
  readonly kind: number;
  /** The kind of entry: {@link VALUE}, {@link NULL}, {@link OPEN} or {@link CLOSE}. */
  readonly is: number;
  /** The name of the field, in a struct. */
  readonly field: IonSymbol | undefined;
  readonly annotations: readonly IonSymbol[];
  /** The offset of the value in the input, in bytes. */
  readonly position: number;
}

/** An event with its value; a property of another type than that of the value has no meaning. */
export interface IonEvent extends IonHead {
  readonly bool: boolean;
  /** A number, if it is a safe integer. */
  readonly int: number | bigint;
  readonly float: number;
  /** The text of a decimal, timestamp or string. */
  readonly text: string;
  readonly precision: IonPrecision;
  readonly symbol: IonSymbol;
  /** The bytes of a clob or blob: a copy. */
  readonly bytes: Uint8Array;
}

/** The events of one tape after another, and the value of the current one. */
export class Tape implements IonEvent {
  kind = 0;
  is: number = CLOSE;
  field: IonSymbol | undefined = undefined;
  annotations: readonly IonSymbol[] = NONE;
  position = 0;

  /** Texts that the module sends once, by number. */
  readonly #names: string[] = [];
  #words = new Uint32Array();
  #text = "";
  #bytes = new Uint8Array();
  #base = 0;
  /** Offsets of the next word, text and byte. */
  #at = 0;
  #textAt = 0;
  #bytesAt = 0;
  /** The value of the current event: its form, its first word, and the offset of its text or bytes. */
  #form = 0;
  #value = 0;
  #from = 0;
  #symbolValue: IonSymbol = "";

  /** Begins with the events that the module wrote to `made`. */
  load(made: Uint8Array): void {
    const bytes = made.slice();
    const head = new Uint32Array(bytes.buffer, 0, HEAD);
    const [words, text] = [head[0]!, head[1]!];
    const texts = 4 * (HEAD + words);
    pair.set(head.subarray(4));
    this.#base = float[0]!;
    this.#words = new Uint32Array(bytes.buffer, 4 * HEAD, words);
    this.#text = DECODER.decode(bytes.subarray(texts, texts + text));
    this.#bytes = bytes.subarray(texts + text);
    this.#at = this.#textAt = this.#bytesAt = 0;
  }

  /** Goes to the next event of the tape, if there is one. */
  advance(): boolean {
    const words = this.#words;
    if (this.#at === words.length) return false;
    const first = words[this.#at]!;
    this.position = this.#base + words[this.#at + 1]!;
    this.#at += 2;
    this.kind = first & 15;
    this.is = (first >> 4) & 3;
    this.#form = (first >> 6) & 7;
    this.field = (first & FIELD) === 0 ? undefined : this.#symbol();
    this.annotations = (first & ANNOTATED) === 0 ? NONE : this.#symbols();
    if (this.is === VALUE) this.#pass();
    return true;
  }

  #symbols(): IonSymbol[] {
    const all: IonSymbol[] = [];
    for (let count = this.#words[this.#at++]!; count > 0; count--) all.push(this.#symbol());
    return all;
  }

  #symbol(): IonSymbol {
    const word = this.#words[this.#at++]!;
    const number = word >>> 2;
    switch (word & 3) {
      case KNOWN:
        return this.#names[number]!;
      case NEW:
      case OTHER: {
        const text = this.#text.slice(this.#textAt, (this.#textAt += number));
        if ((word & 3) === NEW) this.#names.push(text);
        return text;
      }
      default:
        this.#at += 2;
        return new UnknownSymbol(this.#float(this.#at - 2));
    }
  }

  /** Passes the value, and keeps its place. */
  #pass(): void {
    this.#value = this.#at;
    switch (this.kind) {
      case BOOL:
        return;
      case INT:
        if (this.#form <= INT_LONG) {
          this.#at += this.#form === INT_WORD ? 1 : 2;
          return;
        }
        break;
      case FLOAT:
        this.#at += 2;
        return;
      case SYMBOL:
        this.#symbolValue = this.#symbol();
        return;
      case CLOB:
      case BLOB:
        this.#from = this.#bytesAt;
        this.#bytesAt += this.#words[this.#at++]!;
        return;
    }
    this.#from = this.#textAt;
    this.#textAt += this.#words[this.#at++]!;
  }

  #pair(at: number): void {
    pair[0] = this.#words[at]!;
    pair[1] = this.#words[at + 1]!;
  }

  #float(at: number): number {
    this.#pair(at);
    return float[0]!;
  }

  get bool(): boolean {
    return this.#form !== 0;
  }

  get int(): number | bigint {
    switch (this.#form) {
      case INT_WORD:
        return this.#words[this.#value]! | 0;
      case INT_FLOAT:
        return this.#float(this.#value);
      case INT_LONG:
        this.#pair(this.#value);
        return long[0]!;
      default: {
        const magnitude = BigInt(this.text);
        return this.#form === INT_NEGATIVE_TEXT ? -magnitude : magnitude;
      }
    }
  }

  get float(): number {
    return this.#float(this.#value);
  }

  get text(): string {
    return this.#text.slice(this.#from, this.#from + this.#words[this.#value]!);
  }

  get precision(): IonPrecision {
    return PRECISIONS[this.#form]!;
  }

  get symbol(): IonSymbol {
    return this.#symbolValue;
  }

  get bytes(): Uint8Array {
    return this.#bytes.slice(this.#from, this.#from + this.#words[this.#value]!);
  }
}
