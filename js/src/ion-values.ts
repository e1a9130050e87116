// Makes JavaScript values from Ion values.

import { NAME_REPEATED } from "./error.js";
import { type IonEvents } from "./ion-source.js";
import * as ion from "./ion-tape.js";
import { type IonEvent, type IonHead, type IonPrecision, type IonSymbol, type IonType, UnknownSymbol } from "./ion-tape.js";

/** A value of Ion, made without functions of the caller. */
export type IonValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | UnknownSymbol
  | Uint8Array
  | IonValue[]
  | { [name: string]: IonValue };

/**
 * How to make values. Without these functions, all nulls are `null`; an int is a number if it is a safe integer, and a
 * `bigint` otherwise; decimals, timestamps, strings and symbols are strings; clobs and blobs are a `Uint8Array`; lists
 * and sexps are arrays; structs are objects; annotations are dropped.
 */
export interface IonValueOptions {
  /** Whether all ints are a `bigint`. */
  bigint?: boolean;
  /** Makes a null of a type. */
  null?: (type: IonType) => unknown;
  /**
   * Makes a decimal of its text, which has all its digits: `1.50`, `-0.0`, `12e3`. For a class,
   * `(text) => new Big(text)`.
   */
  decimal?: (text: string) => unknown;
  /**
   * Makes a timestamp of its text: `2024T`, `2024-01T`, `2024-01-01`, `2024-01-01T09:30Z`,
   * `2024-01-01T09:30:15.250+01:00`. An unknown offset is `-00:00`.
   */
  timestamp?: (text: string, precision: IonPrecision) => unknown;
  /** Makes a symbol of its text. */
  symbol?: (text: IonSymbol) => unknown;
  /** Makes a clob of its bytes. */
  clob?: (bytes: Uint8Array) => unknown;
  /** Makes a blob of its bytes. */
  blob?: (bytes: Uint8Array) => unknown;
  /** Makes a list of its items. */
  list?: (items: unknown[]) => unknown;
  /** Makes a sexp of its items. */
  sexp?: (items: unknown[]) => unknown;
  /** Makes a struct of its fields, in their order. Without it, a name that a struct has twice is an error. */
  struct?: (fields: [name: IonSymbol, value: unknown][]) => unknown;
  /** Makes an annotated value. */
  annotated?: (annotations: IonSymbol[], value: unknown, type: IonType) => unknown;
}

/** The value of the current event, a scalar or null. */
export function scalar(tape: IonEvent, options: IonValueOptions): unknown {
  if (tape.is === ion.NULL) return options.null === undefined ? null : options.null(ion.TYPES[tape.kind]!);
  switch (tape.kind) {
    case ion.BOOL:
      return tape.bool;
    case ion.INT:
      return options.bigint ? BigInt(tape.int) : tape.int;
    case ion.FLOAT:
      return tape.float;
    case ion.DECIMAL:
      return options.decimal === undefined ? tape.text : options.decimal(tape.text);
    case ion.TIMESTAMP:
      return options.timestamp === undefined ? tape.text : options.timestamp(tape.text, tape.precision);
    case ion.SYMBOL:
      return options.symbol === undefined ? tape.symbol : options.symbol(tape.symbol);
    case ion.STRING:
      return tape.text;
    case ion.CLOB:
      return options.clob === undefined ? tape.bytes : options.clob(tape.bytes);
    default:
      return options.blob === undefined ? tape.bytes : options.blob(tape.bytes);
  }
}

/** A container that is not closed yet. */
interface Container {
  kind: number;
  field: IonSymbol | undefined;
  annotations: readonly IonSymbol[];
  items: unknown[];
  /** The object of a struct; `undefined` if a function of the caller makes the struct. */
  object: Record<string, unknown> | undefined;
}

const NONE: unknown[] = [];

/** Makes values of events, without recursion. */
export class Builder {
  /** The last complete value. */
  value: unknown;
  readonly #open: Container[] = [];

  constructor(
    readonly source: IonEvents,
    readonly options: IonValueOptions,
    /** Whether to make the outermost value with its annotations. */
    readonly annotatesOutermost: boolean = true,
  ) {}

  /** Adds the current event. Returns true if the outermost value is complete. */
  add(): boolean {
    const { tape } = this.source;
    if (tape.is === ion.OPEN) {
      const { kind, field, annotations } = tape;
      const isObject = kind === ion.STRUCT && this.options.struct === undefined;
      this.#open.push(
        isObject
          ? { kind, field, annotations, items: NONE, object: {} }
          : { kind, field, annotations, items: [], object: undefined },
      );
      return false;
    }
    if (tape.is !== ion.CLOSE) return this.#put(tape, scalar(tape, this.options));
    const container = this.#open.pop()!;
    return this.#put(container, this.#made(container));
  }

  #made({ kind, items, object }: Container): unknown {
    const { list, sexp, struct } = this.options;
    if (object !== undefined) return object;
    if (kind === ion.STRUCT) return struct!(items as [IonSymbol, unknown][]);
    const make = kind === ion.LIST ? list : sexp;
    return make === undefined ? items : make(items);
  }

  /** Puts a value into its container. */
  #put({ kind, field, annotations }: Pick<IonHead, "kind" | "field" | "annotations">, plain: unknown): boolean {
    const outer = this.#open.at(-1);
    const { annotated } = this.options;
    let value = plain;
    if (annotations.length > 0 && annotated !== undefined && (outer !== undefined || this.annotatesOutermost)) {
      value = annotated([...annotations], value, ion.TYPES[kind]!);
    }
    if (outer === undefined) {
      this.value = value;
      return true;
    }
    if (outer.object !== undefined) this.#set(outer.object, String(field), value);
    else if (outer.kind === ion.STRUCT) outer.items.push([field, value]);
    else outer.items.push(value);
    return false;
  }

  #set(object: Record<string, unknown>, name: string, value: unknown): void {
    if (object[name] === undefined) {
      object[name] = value;
      return;
    }
    if (Object.hasOwn(object, name)) throw this.source.failure(NAME_REPEATED, this.source.tape.position);
    // Defined, not assigned: objects inherit names such as `constructor` and `__proto__`.
    Object.defineProperty(object, name, { value, configurable: true, enumerable: true, writable: true });
  }
}
