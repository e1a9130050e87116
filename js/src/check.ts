// Checks JSON.

import { type BytesLike, limit } from "./arguments.js";
import { type Core, core } from "./core.js";
import { StringmillError } from "./error.js";
import { source } from "./strings.js";
import { Transfer, type Step } from "./transfer.js";

/** Rules and limits of {@link jsonCheck}. */
export interface JsonCheckOptions {
  /** Whether each line is a text of its own, as in NDJSON. Lines of white space are skipped. */
  lines?: boolean;
  /** Whether any number of texts may follow each other. */
  values?: boolean;
  /** Whether escapes of surrogates may be alone; false by default. */
  loneSurrogates?: boolean;
  /** The maximum depth of arrays and objects; 1,024 by default. */
  maxDepth?: number;
  /** The maximum length of a string in bytes, before unescaping. */
  maxString?: number;
  /** The maximum length of a text in bytes, or of a line with `lines`. */
  maxLength?: number;
}

const DEPTH_MAX = 1024;

/** Makes a checker in the module, and returns its handle. */
export function checker(it: Core, options: JsonCheckOptions): number {
  const { lines, values, loneSurrogates, maxDepth = DEPTH_MAX, maxString = Infinity, maxLength = Infinity } = options;
  for (const [name, value] of Object.entries({ maxDepth, maxString, maxLength })) limit(name, value);
  const flags = (lines ? 1 : 0) | (values ? 2 : 0) | (loneSurrogates ? 4 : 0);
  it.run((exports) => exports.smill_checker(flags, maxDepth, maxString, maxLength));
  return it.value;
}

const NOWHERE = { put() {} };

/**
 * Checks that `data` is JSON: RFC 8259, in UTF-8. Never makes a value or a string of it, so any length will do.
 *
 * @returns `undefined` if it is JSON, or the first error with its place and picture
 *
 * @example
 * jsonCheck(new TextEncoder().encode('{"a": 01}'))?.picture
 */
export function jsonCheck(data: BytesLike | string, options: JsonCheckOptions = {}): StringmillError | undefined {
  const it = core();
  const input = source(data);
  const handle = checker(it, options);
  const { generation } = it;
  const step: Step = (exports, from, to, last) => exports.smill_checker_step(handle, from, to, last);
  try {
    new Transfer(it).run(input, step, true, NOWHERE);
    return undefined;
  } catch (error) {
    if (error instanceof StringmillError && error.offset !== undefined) return error;
    throw error;
  } finally {
    if (it.generation === generation) it.exports.smill_free(handle);
  }
}
