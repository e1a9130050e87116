// The operations that the page needs, in its own terms. package.ts implements them.

export interface Rules {
  /** A profile, with options after a colon. */
  profile: string;
  policy: string;
}

/** An error with its place. Offsets count bytes; lines and columns begin with 1. */
export interface Fault {
  code: number;
  name: string;
  says: string;
  offset: number;
  line: number;
  column: number;
  remedy: string;
  /** The error as the command shows it. */
  picture: string;
}

export interface Written {
  bytes: Uint8Array;
  /** Ill-formed pieces that the policy replaced, dropped or marked. */
  repairs: number;
}

/** A bad line of NDJSON. */
export interface Reject {
  fault: Fault;
  bytes: Uint8Array;
}

export interface Report {
  fault: Fault | undefined;
  /** Of NDJSON: good lines, and the first bad ones. */
  records?: number;
  bad?: number;
  rejects?: Reject[];
}

/** Something that the target format cannot hold. */
export interface Loss {
  kind: string;
  count: number;
  /** Offset of the first. */
  first: number;
  /** What became of them. */
  says: string;
}

export interface Converted {
  bytes: Uint8Array;
  losses: Loss[];
}

/** Checks a text that arrives in slices. */
export interface StreamCheck {
  /** Passes slices on; ends with an error as soon as the verdict is certain. */
  through: ReadableWritablePair<unknown, Uint8Array>;
  /** The verdict: after the end of the stream, or from its error. */
  report(error?: unknown): Report;
}

export interface Engine {
  readonly version: string;
  readonly tier: string;
  readonly formats: readonly Format[];
  readonly actions: readonly Action[];
  /** The first ill-formed piece, if there is one. */
  validate(bytes: Uint8Array): Fault | undefined;
  /** The inside of a JSON string. Throws a `Refusal`. */
  escape(bytes: Uint8Array, rules: Rules): Written;
  /** Well-formed UTF-8. Throws a `Refusal`. */
  repair(bytes: Uint8Array, policy: string): Written;
  /** `input` is the whole text, if it is at hand: then NDJSON has a picture of the first error. */
  checkStream(format: Format, input?: Uint8Array): StreamCheck;
  /** Throws a `Refusal`. */
  convert(bytes: Uint8Array, action: Action, levels: number): Converted;
}

export type Format = "utf8" | "json" | "ndjson" | "ion";
export type Action = "ion-json" | "ion-typed" | "json-ion" | "canonical" | "pretty" | "wrap" | "peel";

/** An operation that ended with an error. */
export class Refusal extends Error {
  constructor(readonly fault: Fault) {
    super(fault.says);
  }
}

/** Reads a stream to its end, or to the error that it returns. */
export const failureOf = (stream: ReadableStream<unknown>): Promise<unknown> =>
  stream.pipeTo(new WritableStream()).then(
    () => undefined,
    (error: unknown) => error,
  );
