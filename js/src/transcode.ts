// Converts between encodings.

import { type BytesLike, bytesOf } from "./arguments.js";
import { core } from "./core.js";
import { CHOICE_UNKNOWN, LENGTH_EXCESSIVE } from "./error.js";
import { ILL_FORMED, ILL_FORMED_UTF16, type IllFormed, type IllFormedUtf16, choice } from "./strings.js";
import { Utf16 } from "./text.js";
import { Bytes, type OutputOptions, type Step, whole } from "./transfer.js";

export const ENCODINGS = ["utf-8", "utf-16-le", "utf-16-be", "latin-1"] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Options of {@link transcode}. */
export interface TranscodeOptions<B extends ArrayBufferLike = ArrayBufferLike> extends OutputOptions<B> {
  /** The encoding of the input. */
  from: Encoding;
  /** The encoding of the output. Either `from` or `to` has to be `utf-8`; Latin-1 can only be read. */
  to: Encoding;
  /** How to handle ill-formed input; `reject` by default. */
  policy?: IllFormed | Exclude<IllFormedUtf16, "escape">;
}

/**
 * Converts bytes from one encoding to another. Offsets of errors in UTF-16 count code units.
 *
 * @throws {StringmillError} ill-formed input under the policy `reject`; half a code unit; encodings that are not
 * offered
 */
export function transcode<B extends ArrayBufferLike = ArrayBuffer>(
  data: BytesLike,
  options: TranscodeOptions<B>,
): Uint8Array<B> {
  const bytes = bytesOf(data);
  const { step, unit } = transcoding(options);
  if (bytes.length % unit !== 0) {
    throw core().misuse(
      LENGTH_EXCESSIVE,
      `${options.from} has two bytes for each code unit, and data has ${bytes.length}`,
    );
  }
  const input = unit === 2 ? new Utf16(bytes, options.from === "utf-16-be") : new Bytes(bytes);
  const guess = unit === 2 ? bytes.length / 2 : options.to === "utf-8" ? bytes.length : 2 * bytes.length;
  return whole(input, step, guess, options, unit);
}

/** Makes the step that transcodes, and states the bytes of a unit of the input. */
export function transcoding({ from, to, policy = "reject" }: TranscodeOptions): { step: Step; unit: 1 | 2 } {
  choice("from", from, ENCODINGS);
  choice("to", to, ENCODINGS);
  if (from.startsWith("utf-16") && to === "utf-8") {
    const [bigEndian, number] = [from === "utf-16-be" ? 1 : 0, choice("policy", policy, ILL_FORMED_UTF16)];
    return {
      step: (exports, at, end, last) => exports.smill_utf16_to_utf8(bigEndian, number, at, end, last),
      unit: 2,
    };
  }
  if (from === "utf-8" && to.startsWith("utf-16")) {
    const [bigEndian, number] = [to === "utf-16-be" ? 1 : 0, choice("policy", policy, ILL_FORMED)];
    return {
      step: (exports, at, end, last) => exports.smill_utf8_to_utf16(bigEndian, number, at, end, last),
      unit: 1,
    };
  }
  if (from === "latin-1" && to === "utf-8") {
    return { step: (exports, at, end) => exports.smill_latin1_to_utf8(at, end), unit: 1 };
  }
  throw core().misuse(CHOICE_UNKNOWN, `cannot transcode ${from} to ${to}`);
}
