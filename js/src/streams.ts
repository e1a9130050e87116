// Operations as streams: `response.body.pipeThrough(new Utf8RepairStream())`.

import { type BytesLike, chunkOf } from "./arguments.js";
import { checker, checkerStep, type JsonCheckOptions, namingTheOption } from "./check.js";
import { core } from "./core.js";
import { type StringmillError } from "./error.js";
import { Handles } from "./handles.js";
import {
  type Base64DecodeOptions,
  type Base64EncodeOptions,
  ILL_FORMED,
  type IllFormed,
  type JsonEscapeOptions,
  type JsonUnescapeOptions,
  type Utf8RepairOptions,
  choice,
  decodeBase64,
  encodeBase64,
  escape,
  unescape,
} from "./strings.js";
import { type TranscodeOptions, transcoding } from "./transcode.js";
import { type Cancellable } from "./transformer.js";
import { AFTER, BEFORE, MISUSE, type Repairs, type Sink, type Source, type Step, Transfer } from "./transfer.js";

const EMPTY = new Uint8Array();
const NOWHERE: Sink = { put() {} };

/** A chunk of a stream, after the bytes that are left from earlier chunks. */
class Piece implements Source {
  #at = 0;

  constructor(
    readonly held: Uint8Array,
    readonly chunk: Uint8Array,
  ) {}

  get copied(): boolean {
    return this.#at === this.held.length + this.chunk.length;
  }

  fill(window: Uint8Array, at: number): number {
    let len = 0;
    // The held bytes are few, so they always fit.
    if (this.#at < this.held.length) {
      window.set(this.held, at);
      len = this.held.length;
      this.#at += len;
    }
    const from = this.#at - this.held.length;
    const part = this.chunk.subarray(from, from + window.length - at - len);
    window.set(part, at + len);
    this.#at += part.length;
    return len + part.length;
  }

  failure(): StringmillError | undefined {
    return undefined;
  }
}

/** An operation between the chunks of a stream. */
export class Stage {
  readonly handles: Handles;
  readonly transfer: Transfer;
  readonly #step: () => Step;
  readonly #place: number;
  #held: Uint8Array = EMPTY;
  /** The last consumed bytes, for the picture of an error. */
  #tail: Uint8Array = EMPTY;

  constructor(
    step: (handles: Handles) => () => Step,
    readonly unit: 1 | 2 = 1,
    isMade = false,
  ) {
    const it = core();
    this.handles = new Handles(it);
    this.transfer = new Transfer(it, unit, isMade);
    this.#step = step(this.handles);
    it.run((exports) => exports.smill_place());
    this.#place = this.handles.keep();
  }

  /** Passes the next chunk to the operation. */
  push(chunk: Uint8Array, last: boolean, sink: Sink): void {
    const { handles, transfer } = this;
    handles.check();
    const step = this.#step();
    this.#held = transfer.run(new Piece(this.#held, chunk), step, last, sink, this);
  }

  /** Notes that the window is consumed up to `at`. */
  passed(at: number): void {
    const it = this.transfer.core;
    it.run((exports) => exports.smill_place_pass(this.#place, 0, at));
    this.#tail = this.#before(at);
  }

  #before(at: number): Uint8Array {
    const { input } = this.transfer.core;
    if (at >= BEFORE) return input.slice(at - BEFORE, at);
    const kept = this.#tail.subarray(Math.max(0, this.#tail.length - (BEFORE - at)));
    const before = new Uint8Array(kept.length + at);
    before.set(kept);
    before.set(input.subarray(0, at), kept.length);
    return before;
  }

  /** The error at `at` in the window, which has `len` bytes; `offset` is its offset in the stream, in units. */
  failure(number: number, at: number, len: number, offset: number): StringmillError {
    const it = this.transfer.core;
    if (number >= MISUSE) return it.misuse(number);
    // The error may be in an earlier piece, whose bytes are gone.
    if (this.unit === 2 || at < 0) return it.unplaced(number, offset, this.unit === 2 ? "code unit" : "byte");
    const before = this.#before(at);
    const after = it.input.slice(at, Math.min(len, at + AFTER));
    it.run((exports) => exports.smill_place_pass(this.#place, 0, at));
    it.run((exports) => exports.smill_place_get(this.#place));
    return it.explained(number, before, after, { offset, line: it.read, column: it.value, unit: "byte" });
  }
}

/** A stream of an operation: bytes in, bytes out, in constant memory. */
export abstract class OperationStream extends TransformStream<BytesLike, Uint8Array<ArrayBuffer>> {
  /** The repairs so far. */
  readonly repairs: Repairs;

  constructor(stage: Stage) {
    const sink = (controller: TransformStreamDefaultController<Uint8Array<ArrayBuffer>>): Sink => ({
      put: (window, len) => controller.enqueue(window.slice(0, len)),
    });
    super({
      transform: (chunk, controller) => stage.push(chunkOf(chunk), false, sink(controller)),
      flush: (controller) => {
        stage.push(EMPTY, true, sink(controller));
        this.ended();
        stage.handles.free();
      },
      cancel: () => stage.handles.free(),
    } as Cancellable<BytesLike, Uint8Array<ArrayBuffer>>);
    this.repairs = stage.transfer.repairs;
  }

  /** Called after the last piece, before the handles are freed. */
  protected ended(): void {}
}

/** A stream that passes its chunks unchanged, and fails at the first error. */
abstract class CheckStream extends TransformStream<BytesLike, Uint8Array> {
  constructor(stage: Stage) {
    super({
      transform: (given, controller) => {
        const chunk = chunkOf(given);
        stage.push(chunk, false, NOWHERE);
        controller.enqueue(chunk);
      },
      flush: () => {
        stage.push(EMPTY, true, NOWHERE);
        stage.handles.free();
      },
      cancel: () => stage.handles.free(),
    } as Cancellable<BytesLike, Uint8Array>);
  }
}

/** Makes a stage that escapes. An unknown profile or policy is an error at once. */
const escaping = (profile: string, policy: number): Stage =>
  new Stage(({ core }) => {
    core.rules(profile, policy);
    // Looks up the rules for each chunk, because the module may have dropped them since.
    return () => escape(core.rules(profile, policy));
  });

/** {@link jsonEscape} of a stream of UTF-8. */
export class JsonEscapeStream extends OperationStream {
  constructor({
    profile = "json",
    policy = "reject",
  }: Pick<JsonEscapeOptions<IllFormed>, "profile" | "policy"> = {}) {
    const number = choice("policy", policy, ILL_FORMED);
    super(escaping(profile, number));
  }
}

/** {@link jsonUnescape} of a stream. */
export class JsonUnescapeStream extends OperationStream {
  constructor({ surrogates }: Pick<JsonUnescapeOptions, "surrogates"> = {}) {
    const step = unescape(surrogates);
    super(new Stage(() => () => step));
  }
}

/** {@link utf8Repair} of a stream. */
export class Utf8RepairStream extends OperationStream {
  constructor({ policy = "replace" }: Pick<Utf8RepairOptions, "policy"> = {}) {
    const number = choice("policy", policy, ILL_FORMED);
    super(escaping("", number));
  }
}

/** {@link base64Encode} of a stream. */
export class Base64EncodeStream extends OperationStream {
  constructor(options: Omit<Base64EncodeOptions, "into"> = {}) {
    const step = encodeBase64(options);
    super(new Stage(() => () => step));
  }
}

/** {@link base64Decode} of a stream. */
export class Base64DecodeStream extends OperationStream {
  constructor(options: Omit<Base64DecodeOptions, "into"> = {}) {
    const step = decodeBase64(options);
    super(new Stage(() => () => step));
  }
}

/** {@link transcode} of a stream. */
export class TranscodeStream extends OperationStream {
  constructor(options: Pick<TranscodeOptions, "from" | "to" | "policy">) {
    const { step, unit } = transcoding(options);
    super(new Stage(() => () => step, unit));
  }
}

/** Passes UTF-8 unchanged, and fails at the first byte that is not well-formed. */
export class Utf8ValidateStream extends CheckStream {
  constructor() {
    super(new Stage(() => () => (exports, from, to, last) => exports.smill_utf8_valid(from, to, last)));
  }
}

/** A stage that checks JSON. */
class CheckStage extends Stage {
  override failure(number: number, at: number, len: number, offset: number): StringmillError {
    return namingTheOption(super.failure(number, at, len, offset));
  }
}

/** Passes JSON unchanged, and fails at the first byte that is not JSON. Options are those of {@link jsonCheck}. */
export class JsonCheckStream extends CheckStream {
  constructor(options: JsonCheckOptions = {}) {
    super(
      new CheckStage((handles) => {
        const step = checkerStep(handles.core, checker(handles, options), options);
        return () => step;
      }),
    );
  }
}
