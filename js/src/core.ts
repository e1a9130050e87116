// The instance of the WebAssembly module: its memory, its windows, and the errors of its exports.

import { INTERNAL, MEMORY_REFUSED, PROFILE_OPTION_UNKNOWN, PROFILE_UNKNOWN, StringmillError } from "./error.js";

/**
 * Memory and modules of WebAssembly as far as the types of the package need them: programs for Node have no types of
 * browsers.
 */
export interface ModuleMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}
export type CompiledModule = object;

/** The exports; ranges are in the window for input. */
export interface Exports {
  readonly memory: ModuleMemory;
  smill_open(input: number, output: number): number;
  smill_free(handle: number): number;
  smill_memory_was_refused(): number;
  smill_tier(): number;
  smill_profiles(): number;
  smill_error(code: number): number;
  smill_explain(
    code: number,
    before: number,
    len: number,
    units: number,
    offset: number,
    line: number,
    column: number,
  ): number;
  smill_place(): number;
  smill_place_pass(handle: number, from: number, to: number): number;
  smill_place_get(handle: number): number;
  smill_rules(from: number, to: number, policy: number): number;
  smill_json_escape(rules: number, from: number, to: number, last: number): number;
  smill_json_escape_units(rules: number, from: number, to: number, last: number): number;
  smill_json_unescape(surrogates: number, from: number, to: number, last: number): number;
  smill_utf8_valid(from: number, to: number, last: number): number;
  smill_utf8_to_utf16(bigEndian: number, policy: number, from: number, to: number, last: number): number;
  smill_utf16_to_utf8(bigEndian: number, policy: number, from: number, to: number, last: number): number;
  smill_latin1_to_utf8(from: number, to: number): number;
  smill_base64_encode(alphabet: number, padded: number, from: number, to: number, last: number): number;
  smill_base64_decode(form: number, from: number, to: number, last: number): number;
  smill_checker(flags: number, depthMax: number, stringMax: number, lenMax: number, seed: bigint): number;
  smill_checker_step(handle: number, from: number, to: number, last: number): number;
  smill_checker_restart(handle: number): number;
  smill_converter(
    source: number,
    target: number,
    flags: number,
    onLoss: number,
    indent: number,
    width: number,
  ): number;
  smill_converter_step(handle: number, from: number, to: number, last: number): number;
  smill_converter_losses(handle: number): number;
  smill_ion_reader(
    tables: number,
    depth: number,
    valueLen: number,
    symbols: number,
    symbolBytes: number,
    imports: number,
  ): number;
  smill_json_reader(flags: number, depthMax: number, stringMax: number, lenMax: number, seed: bigint): number;
  smill_json_leave(handle: number, levels: number): number;
  smill_feed(handle: number, from: number, to: number, last: number): number;
  smill_events(handle: number): number;
  smill_canonical(from: number, to: number, depthMax: number, roundsIntegers: number): number;
  smill_text(): number;
  smill_text_push(handle: number, from: number, to: number): number;
  smill_text_canonical(handle: number, depthMax: number, roundsIntegers: number): number;
}

/** Bytes of each window: both fit in the second cache of a processor. */
export const WINDOW = 1 << 16;

/** Places in the results of an export. */
const READ = 0,
  WRITTEN = 1,
  OFFSET = 2,
  REPAIRS = 3,
  FIRST = 4,
  OUTPUT = 5,
  INPUT = 6,
  VALUE = 7,
  MADE = 8,
  RESULTS = 9;

/** An idle instance with more memory than this, in bytes, is replaced. */
export const MEMORY_KEPT = 64 << 20;

const DECODER = new TextDecoder();
const ENCODER = new TextEncoder();

/**
 * Owns the instance of the module. After a trap the memory has no defined state: another instance replaces this one,
 * and all of its handles are invalid.
 */
export class Core {
  exports!: Exports;
  /** The number of instances so far. A handle belongs to one of them. */
  generation = 0;
  /** Whether the instance is unusable, and the engine refused memory for another one. */
  #isBroken = false;
  /** The number of handles in use, except those of rules. */
  #open = 0;
  #results = new Float64Array();
  #input = new Uint8Array();
  #output = new Uint8Array();
  #address = 0;
  /** For each policy, the handles of rules by profile; and their total number. */
  #rules: (Map<string, number> | undefined)[] = [];
  #rulesKept = 0;
  /** Handles of objects that later calls use again, by the number of their rules. */
  reused: (number | undefined)[] = [];
  readonly #module: WebAssembly.Module;

  constructor(module: CompiledModule) {
    this.#module = module as WebAssembly.Module;
    this.#start();
  }

  /** Starts with another instance. */
  #start(): void {
    this.generation++;
    const made = new WebAssembly.Instance(this.#module, {}).exports as unknown as Exports;
    const address = made.smill_open(WINDOW, WINDOW);
    if (address === 0) throw new RangeError("memory is refused");
    this.exports = made;
    this.#address = address;
    this.#view();
    this.#rules = [];
    this.#rulesKept = 0;
    this.reused = [];
    this.#open = 0;
    this.#isBroken = false;
  }

  /** Replaces an instance that no call may use again. If that fails, the next call tries again. */
  #replace(): void {
    this.#isBroken = true;
    this.#start();
  }

  /** Replaces the instance if an earlier attempt has failed. */
  restored(): this {
    if (this.#isBroken) this.#start();
    return this;
  }

  /** Returns the handle that the last call made. It is in use until {@link free}. */
  keep(): number {
    this.#open++;
    return this.value;
  }

  /**
   * Frees handles of {@link keep}; those of an earlier instance are gone already. Memory of WebAssembly never shrinks,
   * so an instance that has grown is replaced when its last handle is freed.
   */
  free(generation: number, ...handles: number[]): void {
    if (this.generation !== generation) return;
    for (const handle of handles) {
      this.exports.smill_free(handle);
      this.#open--;
    }
    if (this.#open > 0 || this.exports.memory.buffer.byteLength <= MEMORY_KEPT) return;
    try {
      this.#start();
    } catch {
      // The engine has no memory for another instance now; the present one still works.
    }
  }

  /** Makes the views of the memory. When the memory grows, they become invalid. */
  #view(): void {
    const { buffer } = this.exports.memory;
    this.#results = new Float64Array(buffer, this.#address, RESULTS);
    this.#input = new Uint8Array(buffer, this.#results[INPUT], WINDOW);
    this.#output = new Uint8Array(buffer, this.#results[OUTPUT], WINDOW);
  }

  get results(): Float64Array {
    if (this.#results.length === 0) this.#view();
    return this.#results;
  }

  /** The window for input. */
  get input(): Uint8Array {
    if (this.#input.length === 0) this.#view();
    return this.#input;
  }

  /** The window for output. */
  get output(): Uint8Array {
    if (this.#output.length === 0) this.#view();
    return this.#output;
  }

  /** Units of the source that the last call has consumed. */
  get read(): number {
    return this.results[READ]!;
  }
  get written(): number {
    return this.results[WRITTEN]!;
  }
  get offset(): number {
    return this.results[OFFSET]!;
  }
  set offset(offset: number) {
    this.results[OFFSET] = offset;
  }
  get repairs(): number {
    return this.results[REPAIRS]!;
  }
  get first(): number {
    return this.results[FIRST]!;
  }
  get value(): number {
    return this.results[VALUE]!;
  }

  /** Output that is in memory of the module and not in the window; valid until the next call. */
  get made(): Uint8Array {
    const { results } = this;
    return new Uint8Array(this.exports.memory.buffer, results[MADE], results[WRITTEN]);
  }

  /** The error for a trap in a call. Replaces the instance. */
  trapped(cause: unknown): unknown {
    if (!(cause instanceof WebAssembly.RuntimeError || cause instanceof RangeError)) return cause;
    const refused = this.exports.smill_memory_was_refused() !== 0;
    if (!refused) this.#replace();
    const error = this.misuse(refused ? MEMORY_REFUSED : INTERNAL);
    error.cause = cause;
    return error;
  }

  /** Runs an export that only fails for wrong arguments or refused memory. */
  run(call: (exports: Exports) => number): void {
    let code;
    try {
      code = call(this.exports);
    } catch (cause) {
      throw this.trapped(cause);
    }
    if (code !== 0) throw this.misuse(code);
  }

  /** The text that the last call wrote. */
  text(): string {
    return DECODER.decode(this.output.subarray(0, this.written));
  }

  /** The error of an argument or of memory, which has no place in an input. Refused memory ends the instance. */
  misuse(number: number, message?: string): StringmillError {
    if (number === MEMORY_REFUSED) this.#replace();
    this.exports.smill_error(number);
    const [code = "", remedy = "", says = ""] = this.text().split("\0");
    return new StringmillError(message ?? says, { code, number, remedy, picture: message ?? says });
  }

  /** The error of an input whose lines are not counted. */
  unplaced(number: number, offset: number, unit: Place["unit"]): StringmillError {
    const { code, message, remedy } = this.misuse(number);
    const said = `${message} at ${unit} ${offset}`;
    return new StringmillError(said, { code, number, offset, remedy, picture: said });
  }

  /** The error of an input at `offset` in units, between the bytes `before` and `after`. */
  explained(number: number, before: Uint8Array, after: Uint8Array, place: Place): StringmillError {
    const { offset, line, column, unit } = place;
    this.input.set(before);
    this.input.set(after, before.length);
    const len = before.length + after.length;
    const units = unit === "byte" ? 0 : 1;
    this.run((exports) => exports.smill_explain(number, before.length, len, units, offset, line, column));
    const [code = "", remedy = "", what = "", picture = ""] = this.text().split("\0");
    const message = `${what} at ${unit} ${offset} (line ${line}, column ${column})`;
    return new StringmillError(message, { code, number, offset, line, column, remedy, picture });
  }

  /** The handle of rules of escaping; the empty profile escapes nothing. */
  rules(profile: string, policy: number): number {
    let handle = this.#rules[policy]?.get(profile);
    if (handle === undefined) {
      if (this.#rulesKept >= RULES_MAX) this.#forget();
      // A name that does not fit in the window is not the name of a profile.
      const { written } = ENCODER.encodeInto(profile, this.input);
      const code = this.exports.smill_rules(0, written, policy);
      if (code === PROFILE_UNKNOWN || code === PROFILE_OPTION_UNKNOWN) throw this.#unknown(profile, code);
      this.run(() => code);
      handle = this.value;
      (this.#rules[policy] ??= new Map()).set(profile, handle);
      this.#rulesKept++;
    }
    return handle;
  }

  /** The error for an unknown profile or option: names it, and lists the known ones. */
  #unknown(profile: string, number: number): StringmillError {
    const all = this.profiles();
    const [name = "", given = ""] = profile.split(":");
    const known = number === PROFILE_UNKNOWN ? Object.keys(all) : (all[name] ?? []);
    const what = number === PROFILE_UNKNOWN ? `profile is '${name}'` : `options of the profile ${name} are '${given}'`;
    if (known.length === 0) return this.misuse(number, `${what}, and this profile has no options`);
    return this.misuse(number, `${what}, and not ${number === PROFILE_UNKNOWN ? "one" : "some"} of ${known.join(", ")}`);
  }

  /** Names of all profiles, each with those of its options. */
  profiles(): Record<string, string[]> {
    this.run((exports) => exports.smill_profiles());
    const rows = this.text()
      .split("\n")
      .map((line) => line.split(" "));
    return Object.fromEntries(rows.map(([name, ...options]) => [name, options]));
  }

  #forget(): void {
    for (const kept of this.#rules) for (const handle of kept?.values() ?? []) this.exports.smill_free(handle);
    this.#rules = [];
    this.#rulesKept = 0;
  }
}

/** The most rules that are kept for later calls. */
const RULES_MAX = 64;

/** Where an error is. */
export interface Place {
  offset: number;
  line: number;
  column: number;
  unit: "byte" | "code unit";
}

let current: Core | undefined;
let documents = false;

/** Puts a module to use. A module with JSON and Ion replaces one without, but not the other way round. */
export function use(module: CompiledModule, hasDocuments: boolean): void {
  if (current !== undefined && (documents || !hasDocuments)) return;
  current = new Core(module);
  documents = hasDocuments;
}

/** The instance in use. */
export function core(): Core {
  if (current === undefined) throw new Error("stringmill is not loaded: call `init`, or await its promise `ready` first");
  return current.restored();
}
