// A reader in the module, which sends its events as tapes.

import { type Core, type Exports, core } from "./core.js";
import { type StringmillError } from "./error.js";
import { Handles } from "./handles.js";
import { type Source } from "./transfer.js";

/** The state of the reader after a tape. */
const INPUT = 1,
  END = 2;

/** Gets the tapes of an input, one at a time. */
export abstract class TapeSource {
  readonly core: Core = core();
  protected readonly handles = new Handles(this.core);
  #handle = 0;
  #input!: Source;
  #after: number = INPUT;
  #failed: unknown;

  /** Makes the reader in the module, and its input: a whole one, or the chunks of a stream. */
  protected begin(make: (exports: Exports) => number, input: (handles: Handles) => Source): void {
    this.core.run(make);
    this.#handle = this.handles.keep();
    this.#input = input(this.handles);
  }

  /** Begins with the events that the module wrote to `made`. */
  protected abstract load(made: Uint8Array): void;

  /** Whether the input has ended, and all its tapes were loaded. */
  get ended(): boolean {
    return this.#after === END;
  }

  /**
   * Loads the next tape, which may be empty; returns false at the end, or if the next chunk is not here yet. An error
   * stays.
   */
  protected refill(): boolean {
    if (this.#failed !== undefined) throw this.#failed;
    if (this.ended || (this.#after === INPUT && this.#input.isWaiting)) return false;
    try {
      this.#fill();
    } catch (error) {
      this.#failed = error;
      this.close();
      throw error;
    }
    return true;
  }

  #fill(): void {
    const { core } = this;
    this.handles.check();
    if (this.#after === INPUT) {
      const len = this.#input.fill(core.input, 0);
      const last = this.#input.copied ? 1 : 0;
      core.run((exports) => exports.smill_feed(this.#handle, 0, len, last));
    }
    let code;
    try {
      code = core.exports.smill_events(this.#handle);
    } catch (cause) {
      throw core.trapped(cause);
    }
    if (code !== 0) throw this.failure(code, core.offset);
    this.#after = core.value;
    this.load(core.made);
    if (this.ended) this.close();
  }

  /** Calls an export of the reader, unless the reader is closed. */
  protected tell(call: (exports: Exports, handle: number) => number): void {
    if (this.ended) return;
    this.handles.check();
    this.core.run((exports) => call(exports, this.#handle));
  }

  /** Frees the memory of the reader in the module. No tape follows. */
  close(): void {
    this.#after = END;
    this.handles.free();
  }

  /** The error of code `number` at `offset` of the input, in bytes. */
  failure(number: number, offset: number): StringmillError {
    return this.#input.failure(this.core, number, offset) ?? this.core.unplaced(number, offset, "byte");
  }
}
