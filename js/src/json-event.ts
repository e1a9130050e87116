// An event of a reader of JSON.

import { END_ARRAY, FALSE, IS_INTEGER, type JsonTape, KIND, NAME, NUMBER, type Piece, STRING, TRUE } from "./json-tape.js";

/** What an event is. */
export type JsonEventKind =
  | "begin-object"
  | "end-object"
  | "begin-array"
  | "end-array"
  | "string"
  | "number"
  | "boolean"
  | "null";

/** Kinds of events, by the kinds of tape entries. */
const KINDS: readonly (JsonEventKind | undefined)[] = [
  undefined,
  "begin-object",
  "end-object",
  "begin-array",
  "end-array",
  undefined,
  "string",
  "number",
  "boolean",
  "boolean",
  "null",
];

/**
 * A value, or the begin or end of an array or object. An event keeps the text of up to 64 KB of input in memory: keep
 * only the parts of it that you need.
 */
export class JsonEvent {
  /** The number of arrays and objects around the event. Begin and end of a container have the same depth. */
  readonly depth: number;
  readonly #piece: Piece;
  readonly #first: number;
  readonly #start: number;
  readonly #length: number;
  readonly #place: number;
  /** The first word of the entry of the name; 0 if the name is not on this tape. */
  readonly #nameFirst: number;
  readonly #nameStart: number;
  readonly #nameLength: number;

  /** Copies the entry, because the next tape uses the same memory. */
  constructor(tape: JsonTape, at: number, depth: number) {
    this.depth = depth;
    this.#piece = tape.piece;
    this.#first = tape.first(at);
    this.#start = tape.start(at);
    this.#length = tape.length(at);
    this.#place = tape.place(at);
    const hasName = at > 0 && tape.kind(at - 1) === NAME;
    this.#nameFirst = hasName ? tape.first(at - 1) : 0;
    this.#nameStart = hasName ? tape.start(at - 1) : at;
    this.#nameLength = hasName ? tape.length(at - 1) : 0;
  }

  get kind(): JsonEventKind {
    return KINDS[this.#first & KIND]!;
  }

  /** Offset of the event in the input: in bytes, or in code units of a string. */
  get offset(): number {
    return this.#piece.base + this.#place;
  }

  /** The name, if the event is the value of a member; `undefined` for other values and for ends. */
  get name(): string | undefined {
    if (this.#nameFirst !== 0) return this.#piece.string(this.#nameFirst, this.#nameStart, this.#nameLength);
    // The name of the first entry is on the tape before.
    return this.#nameStart === 0 ? this.#piece.name : undefined;
  }

  /** A string without its escapes; anything else as written, such as the digits of a number. */
  get text(): string {
    return this.#piece.string(this.#first, this.#start, this.#length);
  }

  /** The string, the nearest number, the boolean or `null`; `undefined` for begins and ends. */
  get value(): string | number | boolean | null | undefined {
    const kind = this.#first & KIND;
    switch (kind) {
      case STRING:
        return this.text;
      case NUMBER:
        return Number(this.text);
      case TRUE:
        return true;
      case FALSE:
        return false;
      default:
        return kind <= END_ARRAY ? undefined : null;
    }
  }

  /**
   * The exact value of a number without point and exponent: a number if it is a safe integer, otherwise a `bigint`;
   * `undefined` for anything else.
   */
  get integer(): number | bigint | undefined {
    if ((this.#first & KIND) !== NUMBER || (this.#first & IS_INTEGER) === 0) return undefined;
    const { text } = this;
    const number = Number(text);
    return Number.isSafeInteger(number) ? number : BigInt(text);
  }
}
