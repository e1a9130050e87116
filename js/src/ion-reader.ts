// Readers of Ion: value by value, or all values.

import { type BytesLike, inputOf, isShared } from "./arguments.js";
import { type ByteChunks, Chunks, Pull, each } from "./chunks.js";
import { CHOICE_UNKNOWN } from "./error.js";
import { BinarySource, isBinary } from "./ion-binary.js";
import { type IonEvents, type IonLimits, IonSource } from "./ion-source.js";
import * as ion from "./ion-tape.js";
import { type IonEvent, type IonHead, type IonPrecision, type IonSymbol, type IonType } from "./ion-tape.js";
import { Builder, type IonValue, type IonValueOptions, scalar } from "./ion-values.js";
import { source } from "./strings.js";

/** Options of all readers of Ion. */
export interface IonReadOptions extends IonLimits, IonValueOptions {}

/** Options of {@link IonReader}. */
export interface IonReaderOptions extends IonReadOptions {
  /** Whether to check skipped values of binary Ion; false by default. Skipped values of text are always checked. */
  checkSkipped?: boolean;
}

/** Options without functions: every value is an {@link IonValue}. */
export type IonPlainOptions = IonLimits &
  Pick<IonValueOptions, "bigint"> & { [function_ in Exclude<keyof IonValueOptions, "bigint">]?: never };

/** Bytes that come in chunks. */
export type IonChunks = ByteChunks;

/**
 * All values of Ion, text or binary, at the top level. With functions in the options, `T` is what the caller says they
 * make.
 *
 * @throws {StringmillError} input that is no Ion; an import of an unknown table; a limit
 *
 * @example
 * ionRead("{id: 17, price: 1.50}", { decimal: (text) => new Big(text) });
 */
export function ionRead(data: BytesLike | string, options?: IonPlainOptions): IonValue[];
export function ionRead<T = unknown>(data: BytesLike | string, options?: IonReadOptions): T[];
export function ionRead<T>(data: BytesLike | string, options: IonReadOptions = {}): T[] {
  const events = new IonSource(options, () => source(data));
  const builder = new Builder(events, options);
  const values: T[] = [];
  try {
    while (events.advance()) if (builder.add()) values.push(builder.value as T);
  } finally {
    events.close();
  }
  return values;
}

/**
 * The values of a stream of Ion at the top level, one at a time. The memory depends on the longest of them.
 *
 * @example
 * for await (const value of ionValues(response.body)) use(value);
 */
export function ionValues(chunks: IonChunks, options?: IonPlainOptions): AsyncGenerator<IonValue, void, void>;
export function ionValues<T = unknown>(chunks: IonChunks, options?: IonReadOptions): AsyncGenerator<T, void, void>;
export async function* ionValues<T>(
  chunks: IonChunks,
  options: IonReadOptions = {},
): AsyncGenerator<T, void, void> {
  let input!: Chunks;
  const events = new IonSource(options, (handles) => (input = new Chunks(handles)));
  const builder = new Builder(events, options);
  try {
    for await (const chunk of each(chunks)) {
      input.push(chunk);
      while (events.advance()) if (builder.add()) yield builder.value as T;
      input.release();
    }
    input.push(undefined);
    while (events.advance()) if (builder.add()) yield builder.value as T;
  } finally {
    events.close();
  }
}

/** The part that both readers share: the position among the values, and the current value. */
abstract class Cursor {
  protected readonly source: IonEvents;
  protected readonly options: IonReadOptions;
  readonly #tape: IonEvent;
  /** The number of containers that the caller is in, and of containers that the events are in. */
  #depth = 0;
  #level = 0;
  /** Whether there is a current value, and whether this container has no more values. */
  #hasValue = false;
  #atEnd = false;
  /** The builder of the current value, while it runs and after its end. */
  #builder: Builder | undefined;
  #begun: IonHead | undefined;
  #built: { head: IonHead; value: unknown } | { head: IonHead; error: unknown } | undefined;

  protected constructor(events: IonEvents, options: IonReadOptions) {
    this.source = events;
    this.options = options;
    this.#tape = events.tape;
  }

  /** Goes to the next event; returns false if there is none, or none yet. */
  #advance(): boolean {
    if (!this.source.advance()) return false;
    const { is } = this.#tape;
    if (is === ion.OPEN) this.#level++;
    else if (is === ion.CLOSE) this.#level--;
    return true;
  }

  /**
   * This function and the next two return false if they need the next chunk; the caller then has to call them again.
   */
  protected goNext(): boolean {
    this.#leave();
    if (this.#level > this.#depth) this.#level -= this.source.skip(this.#level - this.#depth);
    while (!this.#atEnd) {
      if (!this.#advance()) {
        this.#atEnd = this.source.ended;
        return this.#atEnd;
      }
      const { is } = this.#tape;
      if (is === ion.CLOSE) {
        this.#atEnd = this.#level < this.#depth;
      } else if (this.#level - (is === ion.OPEN ? 1 : 0) === this.#depth) {
        this.#hasValue = true;
        return true;
      }
    }
    return true;
  }

  protected goOut(): boolean {
    if (this.#depth === 0) throw this.misuse("stepOut() at the top level");
    this.#leave();
    this.#level -= this.source.skip(this.#level - this.#depth + 1);
    while (this.#level >= this.#depth) if (!this.#advance()) return false;
    this.#depth--;
    this.#atEnd = false;
    return true;
  }

  protected goValue(): boolean {
    if (this.#builder === undefined) {
      if (!this.#hasValue || this.#tape.is !== ion.OPEN || this.#built !== undefined) return true;
      const { is, kind, field, annotations, position } = this.#tape;
      this.#begun = { is, kind, field, annotations, position };
      this.#builder = new Builder(this.source, this.options, false);
      this.#builder.add();
    }
    while (this.#advance()) {
      if (!this.#add(this.#builder)) continue;
      this.#built ??= { head: this.#begun!, value: this.#builder.value };
      this.#builder = undefined;
      return true;
    }
    return false;
  }

  /**
   * Adds an event to the value; returns true at its end. If a function of the caller throws, the value stays failed.
   */
  #add(builder: Builder): boolean {
    try {
      return builder.add();
    } catch (error) {
      this.#built = { head: this.#begun!, error };
      return true;
    }
  }

  /** The value that {@link goValue} has made. */
  protected get read(): unknown {
    if (this.#built !== undefined) {
      if ("error" in this.#built) throw this.#built.error;
      return this.#built.value;
    }
    return scalar(this.#current(), this.options);
  }

  /** The type of the value that {@link goNext} has found. */
  protected get found(): IonType | null {
    return this.#hasValue ? ion.TYPES[this.#tape.kind]! : null;
  }

  /** Drops the current value. */
  #leave(): void {
    this.#hasValue = false;
    this.#built = this.#builder = undefined;
  }

  protected misuse(message: string): Error {
    return this.source.core.misuse(CHOICE_UNKNOWN, message);
  }

  /** The current value; throws if there is none. */
  #current(): IonEvent {
    if (!this.#hasValue) throw this.misuse("no current value: call next() first, and check its result");
    return this.#tape;
  }

  get #head(): IonHead {
    const tape = this.#current();
    return this.#built?.head ?? (this.#builder === undefined ? tape : this.#begun!);
  }

  /** The current value, if it is not null. Throws if it is of none of these types, each of which is a bit. */
  #of(method: string, kinds: number): IonEvent | undefined {
    const { is, kind } = this.#head;
    if (!(kinds & (1 << kind)) && !(is === ion.NULL && kind === 0)) {
      throw this.misuse(`${method}() of a value of the type ${ion.TYPES[kind]}`);
    }
    return is === ion.NULL ? undefined : this.#tape;
  }

  /** The type of the current value, or `null` if there is none. */
  type(): IonType | null {
    return this.#hasValue ? ion.TYPES[this.#head.kind]! : null;
  }

  /** Whether the current value is a null of any type. */
  isNull(): boolean {
    return this.#head.is === ion.NULL;
  }

  /** The number of containers that the reader is in. */
  depth(): number {
    return this.#depth;
  }

  /** The name of the field, or `null` outside of structs. */
  fieldName(): IonSymbol | null {
    return this.#head.field ?? null;
  }

  annotations(): IonSymbol[] {
    return [...this.#head.annotations];
  }

  /** Offset of the current value in the input, in bytes, after its field name and annotations. */
  position(): number {
    return this.#head.position;
  }

  /** Enters the current container, before its first value. */
  stepIn(): void {
    const { is, kind } = this.#head;
    if (is !== ion.OPEN) throw this.misuse(`stepIn() at a ${is === ion.NULL ? "null" : ion.TYPES[kind]}`);
    if (this.#built !== undefined || this.#builder !== undefined) {
      throw this.misuse("stepIn() after value(), which has read the container");
    }
    this.#depth++;
    this.#leave();
  }

  booleanValue(): boolean | null {
    return this.#of("booleanValue", 1 << ion.BOOL)?.bool ?? null;
  }

  /** An int, float or decimal as the nearest number. */
  numberValue(): number | null {
    const tape = this.#of("numberValue", (1 << ion.INT) | (1 << ion.FLOAT) | (1 << ion.DECIMAL));
    if (tape === undefined) return null;
    if (tape.kind === ion.FLOAT) return tape.float;
    return Number(tape.kind === ion.INT ? tape.int : tape.text);
  }

  bigIntValue(): bigint | null {
    const tape = this.#of("bigIntValue", 1 << ion.INT);
    return tape === undefined ? null : BigInt(tape.int);
  }

  /** The text of a string or symbol. A symbol without text is an error; see {@link symbolValue}. */
  stringValue(): string | null {
    const tape = this.#of("stringValue", (1 << ion.STRING) | (1 << ion.SYMBOL));
    if (tape === undefined) return null;
    const text = tape.kind === ion.STRING ? tape.text : tape.symbol;
    if (typeof text !== "string") throw this.misuse(`stringValue() of ${text}, whose text is unknown`);
    return text;
  }

  /** A symbol, with or without text. */
  symbolValue(): IonSymbol | null {
    return this.#of("symbolValue", 1 << ion.SYMBOL)?.symbol ?? null;
  }

  /** The text of a decimal, with all its digits. */
  decimalValue(): string | null {
    return this.#of("decimalValue", 1 << ion.DECIMAL)?.text ?? null;
  }

  /** The text of a timestamp. */
  timestampValue(): string | null {
    return this.#of("timestampValue", 1 << ion.TIMESTAMP)?.text ?? null;
  }

  /** The precision of a timestamp. */
  timestampPrecision(): IonPrecision | null {
    return this.#of("timestampPrecision", 1 << ion.TIMESTAMP)?.precision ?? null;
  }

  /** The bytes of a clob or blob. */
  uInt8ArrayValue(): Uint8Array | null {
    return this.#of("uInt8ArrayValue", (1 << ion.CLOB) | (1 << ion.BLOB))?.bytes ?? null;
  }
}

/**
 * Reads Ion, text or binary, value by value. The methods have the names of those of ion-js. Text is read only as far
 * as the values that are asked for, but for some that follow in the same 64 KB; values that are skipped are checked. In
 * binary Ion a value is read when it is asked for, and one that is skipped is not checked, unless `checkSkipped` is true.
 *
 * @example
 * const reader = new IonReader("{id: 17, tags: [a, b]}");
 * reader.next(); // "struct"
 * reader.stepIn();
 * while (reader.next() !== null) console.log(reader.fieldName(), reader.value());
 */
export class IonReader extends Cursor {
  constructor(data: BytesLike | string, options: IonReaderOptions = {}) {
    super(eventsOf(data, options), options);
  }

  /**
   * Goes to the next value of this container, and returns its type; `null` at the end.
   *
   * @throws {StringmillError} input that is no Ion; all values before it were read
   */
  next(): IonType | null {
    this.goNext();
    return this.found;
  }

  /** Leaves the container; {@link next} continues with the value after it. */
  stepOut(): void {
    this.goOut();
  }

  /** The current value, made by the options without its annotations; of a container, with all that is in it. */
  value(): unknown {
    this.goValue();
    return this.read;
  }
}

/** The events of bytes or a text. Reads binary Ion lazily, unless other threads can change the bytes. */
function eventsOf(data: BytesLike | string, options: IonReaderOptions): IonEvents {
  const input = inputOf(data);
  const isLazy = typeof input !== "string" && !options.checkSkipped && isBinary(input) && !isShared(input.buffer);
  return isLazy ? new BinarySource(input, options) : new IonSource(options, () => source(input));
}

/** {@link IonReader} of a stream. */
export class IonStreamReader extends Cursor {
  readonly #pull: Pull;
  #isBusy = false;

  constructor(chunks: IonChunks, options: IonReadOptions = {}) {
    let input!: Chunks;
    super(new IonSource(options, (handles) => (input = new Chunks(handles))), options);
    this.#pull = new Pull(chunks, input);
  }

  /** Runs `go` until it returns true, chunk by chunk. */
  async #run(go: () => boolean): Promise<void> {
    if (this.#isBusy) throw this.misuse("the reader is at work: await the call before");
    this.#isBusy = true;
    try {
      while (!go()) await this.#pull.more();
    } finally {
      this.#isBusy = false;
    }
  }

  /** As {@link IonReader.next}. */
  async next(): Promise<IonType | null> {
    await this.#run(() => this.goNext());
    return this.found;
  }

  /** As {@link IonReader.stepOut}. */
  async stepOut(): Promise<void> {
    await this.#run(() => this.goOut());
  }

  /** As {@link IonReader.value}. */
  async value(): Promise<unknown> {
    await this.#run(() => this.goValue());
    return this.read;
  }

  /** Stops reading, and cancels the stream. */
  async cancel(): Promise<void> {
    await this.#pull.cancel(this.misuse("the reader was cancelled"));
  }
}
