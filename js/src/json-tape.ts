// Events of JSON from the module. js/wasm/src/json_tapes.rs describes the layout.

/** Kinds of entries. */
export const BEGIN_OBJECT = 1,
  END_OBJECT = 2,
  BEGIN_ARRAY = 3,
  END_ARRAY = 4,
  NAME = 5,
  STRING = 6,
  NUMBER = 7,
  TRUE = 8,
  FALSE = 9;

/** The bits of the kind in the first word of an entry, and the flags in this word. */
export const KIND = 0xff,
  IS_INTEGER = 2 << 8;
const HAS_ESCAPE = 1 << 8;

/** Words of a tape before its entries, and words of each entry. */
const HEAD = 8,
  ENTRY = 4;

const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });
const NO_WORDS = new Uint32Array();
type Words = typeof NO_WORDS;

/** The data that the entries of a tape share. It never changes, so events can refer to it. */
export class Piece {
  constructor(
    readonly text: string,
    /** Offset of the text in the input. */
    readonly base: number,
    /** The name of the first value, if it is on the tape before. */
    readonly name: string | undefined,
  ) {}

  /** The characters of an entry; escapes of a string are replaced. */
  string(first: number, start: number, length: number): string {
    const raw = this.text.slice(start, start + length);
    return first & HAS_ESCAPE ? (JSON.parse(`"${raw}"`) as string) : raw;
  }
}

/** The entries of the current tape. All tapes use the same memory. */
export class JsonTape {
  /** How many entries there are. */
  count = 0;
  piece = new Piece("", 0, undefined);
  /** Whether offsets are in code units. */
  readonly #countsUnits: boolean;
  #words = NO_WORDS;
  /** Offset and length of each entry in code units, if the text is not ASCII. */
  #units = NO_WORDS;
  #isAscii = true;

  constructor(countsUnits: boolean) {
    this.#countsUnits = countsUnits;
  }

  /** Loads the entries and the text that the module has made. `name` is the name of the first value. */
  load(made: Uint8Array, name: string | undefined): void {
    const head = new DataView(made.buffer, made.byteOffset);
    const count = head.getUint32(0, true);
    const length = head.getUint32(8, true);
    this.count = count;
    this.#isAscii = head.getUint32(4, true) !== 0;
    const units = 4 * (HEAD + ENTRY * count);
    this.#words = copied(made.subarray(4 * HEAD, units), this.#words);
    if (!this.#isAscii) this.#units = copied(made.subarray(units, units + 8 * count), this.#units);
    this.piece = new Piece(DECODER.decode(made.subarray(made.length - length)), head.getFloat64(16, true), name);
  }

  /** The first word of an entry: its kind and flags. */
  first(at: number): number {
    return this.#words[ENTRY * at]!;
  }

  /** The kind of an entry. */
  kind(at: number): number {
    return this.#words[ENTRY * at]! & KIND;
  }

  /** The index of the end of the container that begins at this entry; 0 if it is not on this tape. */
  end(at: number): number {
    return this.#words[ENTRY * at + 3]!;
  }

  /** Offset of the text of an entry in the text of the tape, in code units. */
  start(at: number): number {
    return this.#isAscii ? this.#words[ENTRY * at + 1]! : this.#units[2 * at]!;
  }

  /** The length of the text of an entry, in code units. */
  length(at: number): number {
    return this.#isAscii ? this.#words[ENTRY * at + 2]! : this.#units[2 * at + 1]!;
  }

  /** Offset of an entry from the beginning of the tape. A string begins with its quote. */
  place(at: number): number {
    const start = this.#countsUnits ? this.start(at) : this.#words[ENTRY * at + 1]!;
    const kind = this.kind(at);
    return kind === STRING || kind === NAME ? start - 1 : start;
  }

  /** The text of the tape from the bracket at one entry to the one at another, or to its end. */
  between(from: number, to: number | undefined): string {
    return this.piece.text.slice(from < 0 ? 0 : this.start(from), to === undefined ? undefined : this.start(to) + 1);
  }

  /** The name of the value at this entry, in an object. */
  name(at: number): string | undefined {
    if (at === 0) return this.piece.name;
    return this.kind(at - 1) === NAME ? this.#string(at - 1) : undefined;
  }

  /** The name at the end of the tape, whose value is on the next tape. */
  get openName(): string | undefined {
    if (this.count === 0) return this.piece.name;
    return this.kind(this.count - 1) === NAME ? this.#string(this.count - 1) : undefined;
  }

  #string(at: number): string {
    return this.piece.string(this.first(at), this.start(at), this.length(at));
  }
}

/** Copies bytes, at any address, into words: into those of an earlier tape if they suffice, or into a larger array. */
function copied(bytes: Uint8Array, kept: Words): Words {
  const into = kept.byteLength < bytes.length ? new Uint32Array(Math.max(bytes.length / 4, 2 * kept.length)) : kept;
  new Uint8Array(into.buffer).set(bytes);
  return into;
}
