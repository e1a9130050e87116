// A reader of Ion in the module.

import { limit } from "./arguments.js";
import { type Core, WINDOW } from "./core.js";
import { CHOICE_UNKNOWN, type StringmillError } from "./error.js";
import { type Handles } from "./handles.js";
import { type IonEvent, Tape } from "./ion-tape.js";
import { TapeSource } from "./tape-source.js";
import { type Source } from "./transfer.js";

/** A shared symbol table, which an input may import. */
export interface IonSharedTable {
  name: string;
  /** From 1, which is the default. */
  version?: number;
  /** Texts of the IDs from 1; `null` for an ID without text. */
  symbols: readonly (string | null)[];
}

/** The tables that an input may import, and limits of its memory. */
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

/** The events of an input, one at a time. */
export interface IonEvents {
  readonly core: Core;
  /** The current event. */
  readonly tape: IonEvent;
  /** Whether the input has ended, and all its events were passed. */
  readonly ended: boolean;
  /** Goes to the next event; returns false at the end, or if the next chunk is not here yet. */
  advance(): boolean;
  /**
   * Goes to the end of this many of the innermost containers at once, if it can. Returns how many it has left; 0 means
   * that the caller has to pass their events.
   */
  skip(containers: number): number;
  /** The error of code `number` at `offset` of the input, in bytes. */
  failure(number: number, offset: number): StringmillError;
  /** Frees the memory of the source in the module. */
  close(): void;
}

/** The events of an input, all read and checked by the module. */
export class IonSource extends TapeSource implements IonEvents {
  readonly tape = new Tape();

  /** `input` makes the input, from the chunks of a stream or from a whole input. */
  constructor(options: IonLimits, input: (handles: Handles) => Source) {
    super();
    const { maxDepth, maxValue, maxSymbols, maxSymbolBytes, maxImports } = limitsOf(options);
    const { generation } = this.core;
    const tables = this.#text(ENCODER.encode((options.catalog ?? []).map((table) => this.#table(table)).join("")));
    try {
      this.begin(
        (exports) => exports.smill_ion_reader(tables, maxDepth, maxValue, maxSymbols, maxSymbolBytes, maxImports),
        input,
      );
    } finally {
      this.core.free(generation, tables);
    }
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

  /** Leaves none: the module has already read the events. */
  skip(): number {
    return 0;
  }

  advance(): boolean {
    while (!this.tape.advance()) if (!this.refill()) return false;
    return true;
  }

  protected load(made: Uint8Array): void {
    this.tape.load(made);
  }
}
