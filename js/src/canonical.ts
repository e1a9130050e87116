// Canonical JSON.

import { type BytesLike, inputOf, limit } from "./arguments.js";
import { type Core, type Exports, WINDOW, core } from "./core.js";
import { source } from "./strings.js";
import { type Source } from "./transfer.js";

/** Options of {@link jsonCanonical}. */
export interface JsonCanonicalOptions {
  /** The maximum depth of arrays and objects; 1,024 by default. */
  maxDepth?: number;
  /** Whether integers that change as a 64-bit float are rounded; they are an error by default. */
  roundIntegers?: boolean;
}

/**
 * The canonical form of a JSON text: RFC 8785. Numbers are those of JavaScript.
 *
 * @throws {StringmillError} text that is no JSON; a name that its object has twice; a number beyond every 64-bit
 * float; an integer that changes as one; a lone surrogate, as an escape or in a string
 */
export function jsonCanonical(
  data: BytesLike | string,
  { maxDepth = 1024, roundIntegers = false }: JsonCanonicalOptions = {},
): Uint8Array<ArrayBuffer> {
  const it = core();
  const given = inputOf(data);
  const input = source(given);
  const most = typeof given === "string" ? 3 * given.length : given.length;
  const depth = limit("maxDepth", maxDepth);
  const rounds = roundIntegers ? 1 : 0;
  if (most <= WINDOW) {
    let len = input.fill(it.input, 0);
    // If a part is left after this, it begins with a lone surrogate, which is an error of this call.
    if (!input.copied) len += input.fill(it.input, len);
    return made(it, input, (exports) => exports.smill_canonical(0, len, depth, rounds));
  }
  it.run((exports) => exports.smill_text());
  const { generation } = it;
  const text = it.keep();
  try {
    while (!input.copied) {
      const len = input.fill(it.input, 0);
      it.run((exports) => exports.smill_text_push(text, 0, len));
    }
    return made(it, input, (exports) => exports.smill_text_canonical(text, depth, rounds));
  } finally {
    it.free(generation, text);
  }
}

/** Makes the output of a call on the whole of `input`. */
function made(it: Core, input: Source, call: (exports: Exports) => number): Uint8Array<ArrayBuffer> {
  let code;
  try {
    code = call(it.exports);
  } catch (cause) {
    throw it.trapped(cause);
  }
  if (code !== 0) throw input.failure(it, code, it.offset);
  return it.made.slice();
}
