// Events of JSON from the module. js/wasm/src/json_tapes.rs describes the layout.

/** Kinds of entries. */
export const BEGIN_OBJECT = 1,
  END_OBJECT = 2,
  BEGIN_ARRAY = 3,
  END_ARRAY = 4,
  NAME = 5,
  STRING = 6,
  NUMBER = 7;
const TRUE = 8,
  FALSE = 9;

/** Flags, in the first word of an entry. */
const HAS_ESCAPE = 1 << 8,
  IS_INTEGER = 2 << 8;

/** Words of a tape before its entries, and words of an entry. */
const HEAD = 8,
  ENTRY = 4;

const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });

/** The values of one tape. It is a copy that never changes, so events can refer to it as long as they live. */
export class JsonTape {
  /** How many entries there are. */
  readonly count: number;
  /** How many containers are open after the last entry. */
  readonly depth: number;
  readonly #base: number;
  readonly #words: Uint32Array;
  /** Offset and length of each entry in code units, if they differ from those in bytes. */
  readonly #units: Uint32Array | undefined;
  readonly #hasUnits: boolean;
  #bytes: Uint8Array | undefined;
  #text = "";
  /** The name of the first value, if the tape before has it. */
  readonly #name: string | undefined;

  /** `countsUnits`: whether places are in code units. */
  constructor(made: Uint8Array, countsUnits: boolean, name: string | undefined) {
    const bytes = made.slice();
    const [count = 0, isAscii = 0, length = 0] = new Uint32Array(bytes.buffer, 0, 3);
    const [base = 0, depth = 0] = new Float64Array(bytes.buffer, 16, 2);
    this.count = count;
    this.depth = depth;
    this.#base = base;
    this.#words = new Uint32Array(bytes.buffer, 4 * HEAD, ENTRY * count);
    this.#units = isAscii ? undefined : new Uint32Array(bytes.buffer, 4 * (HEAD + ENTRY * count), 2 * count);
    this.#hasUnits = countsUnits;
    this.#bytes = bytes.subarray(bytes.length - length);
    this.#name = name;
  }

  /** A tape without entries. */
  static empty(): JsonTape {
    return new JsonTape(new Uint8Array(4 * HEAD), false, undefined);
  }

  /** The kind of an entry. */
  kind(at: number): number {
    return this.#words[ENTRY * at]! & 0xff;
  }

  /** The index of the end of the container that begins at this entry; 0 if that is not on this tape. */
  end(at: number): number {
    return this.#words[ENTRY * at + 3]!;
  }

  /** Where an entry begins in the input, a string with its quote. */
  offset(at: number): number {
    const kind = this.kind(at);
    const start = this.#hasUnits ? this.#start(at) : this.#words[ENTRY * at + 1]!;
    return this.#base + start - (kind === STRING || kind === NAME ? 1 : 0);
  }

  /** Where the text of an entry begins in that of the tape, in code units. */
  #start(at: number): number {
    return this.#units === undefined ? this.#words[ENTRY * at + 1]! : this.#units[2 * at]!;
  }

  /** The text of the tape. */
  get text(): string {
    if (this.#bytes !== undefined) {
      this.#text = DECODER.decode(this.#bytes);
      this.#bytes = undefined;
    }
    return this.#text;
  }

  /** The text of an entry as written, of a string without quotes. */
  raw(at: number): string {
    const start = this.#start(at);
    const length = this.#units === undefined ? this.#words[ENTRY * at + 2]! : this.#units[2 * at + 1]!;
    return this.text.slice(start, start + length);
  }

  /** The text of the tape from the bracket at one entry to the one at another, or to its end. */
  between(from: number, to: number | undefined): string {
    return this.text.slice(from < 0 ? 0 : this.#start(from), to === undefined ? undefined : this.#start(to) + 1);
  }

  /** The text of an entry, of a string without its escapes. */
  string(at: number): string {
    const raw = this.raw(at);
    return this.#words[ENTRY * at]! & HAS_ESCAPE ? (JSON.parse(`"${raw}"`) as string) : raw;
  }

  /** The name of the value at this entry, in an object. */
  name(at: number): string | undefined {
    if (at === 0) return this.#name;
    return this.kind(at - 1) === NAME ? this.string(at - 1) : undefined;
  }

  /** The name whose value is on the next tape. */
  get openName(): string | undefined {
    if (this.count === 0) return this.#name;
    return this.kind(this.count - 1) === NAME ? this.string(this.count - 1) : undefined;
  }

  /** The value at this entry; `undefined` for a bracket. */
  value(at: number): string | number | boolean | null | undefined {
    switch (this.kind(at)) {
      case STRING:
        return this.string(at);
      case NUMBER:
        return Number(this.raw(at));
      case TRUE:
        return true;
      case FALSE:
        return false;
      default:
        return this.kind(at) <= END_ARRAY ? undefined : null;
    }
  }

  /** Whether the number at this entry has no point and no exponent. */
  isInteger(at: number): boolean {
    return (this.#words[ENTRY * at]! & IS_INTEGER) !== 0;
  }
}
