// Checks JSON.

import { type BytesLike, limit } from "./arguments.js";
import { type Core, core } from "./core.js";
import { JSON_BYTE_ORDER_MARK, StringmillError } from "./error.js";
import { type Handles } from "./handles.js";
import { choice, source } from "./strings.js";
import { Transfer, type Step } from "./transfer.js";

/**
 * A rule beyond RFC 8259: `unique-names` refuses a name that its object has already, compared after unescaping; `i-json`
 * what RFC 7493 refuses: repeated names, lone surrogates, noncharacters, and numbers that a double does not hold;
 * `no-nul` U+0000; and `jsonb` what that type of PostgreSQL refuses: U+0000, lone surrogates, and numbers beyond its
 * `numeric`.
 */
export type JsonRule = (typeof RULES)[number];

/** Rules and limits of {@link jsonCheck}. */
export interface JsonCheckOptions {
  /** Whether each line is a text of its own, as in NDJSON. Lines of white space are skipped. */
  lines?: boolean;
  /** Whether any number of texts may follow each other. */
  values?: boolean;
  /** Whether escapes of surrogates may be alone; false by default. */
  loneSurrogates?: boolean;
  /** Rules beyond RFC 8259: one, or several. */
  rules?: JsonRule | Iterable<JsonRule>;
  /** The maximum depth of arrays and objects; 1,024 by default. */
  maxDepth?: number;
  /** The maximum length of a string in bytes, before unescaping. */
  maxString?: number;
  /** The maximum length of a text in bytes, or of a line with `lines`. */
  maxLength?: number;
  /** How to handle a byte order mark at the beginning of the input; `refuse` by default. */
  byteOrderMark?: (typeof BYTE_ORDER_MARKS)[number];
}

/** In the order of their bits in the WebAssembly module. */
const RULES = ["unique-names", "i-json", "no-nul", "jsonb"] as const;
export const BYTE_ORDER_MARKS = ["refuse", "skip"] as const;
const MARK = [0xef, 0xbb, 0xbf] as const;
export const DEPTH_MAX = 1024;

/** Makes a checker in the module, and returns its handle. */
export function checker(handles: Handles, options: JsonCheckOptions): number {
  made(handles.core, options);
  return handles.keep();
}

function made(it: Core, options: JsonCheckOptions): void {
  const { maxDepth = DEPTH_MAX, maxString = Infinity, maxLength = Infinity } = options;
  limit("maxDepth", maxDepth);
  limit("maxString", maxString);
  limit("maxLength", maxLength);
  skipsMark(options);
  const restrictions = restrictionsOf(options);
  const rules = flags(options) | restrictions;
  const seed = seedFor(restrictions);
  it.run((exports) => exports.smill_checker(rules, maxDepth, maxString, maxLength, seed));
}

/** The rules that the module has beside limits, as flags. */
export const flags = ({ lines, values, loneSurrogates }: JsonCheckOptions): number =>
  (lines ? 1 : 0) | (values ? 2 : 0) | (loneSurrogates ? 4 : 0);

/** The bit of the first rule in `RULES`. */
const FIRST_RULE = 8;

/** The rules in `RULES`, as flags. */
export function restrictionsOf({ rules = [] }: JsonCheckOptions): number {
  let bits = 0;
  for (const rule of typeof rules === "string" ? [rules] : rules) bits |= FIRST_RULE << choice("rules", rule, RULES);
  return bits;
}

/** The seed for hashing names. It is random, so that no text can be made to have collisions. */
export const seedFor = (restrictions: number): bigint =>
  restrictions === 0 ? 0n : crypto.getRandomValues(new BigUint64Array(1))[0]!;

/**
 * A checker at the beginning of an input, for one call. Those with limits or rules of the caller are freed after it.
 */
function borrowed(it: Core, options: JsonCheckOptions): { handle: number; isKept: boolean } {
  const isLimited =
    options.maxDepth !== undefined || options.maxString !== undefined || options.maxLength !== undefined;
  const isKept = !isLimited && options.rules === undefined;
  const rules = flags(options);
  const known = isKept ? it.reused[rules] : undefined;
  if (known !== undefined) {
    it.run((exports) => exports.smill_checker_restart(known));
    return { handle: known, isKept };
  }
  made(it, options);
  const handle = isKept ? (it.reused[rules] = it.value) : it.keep();
  return { handle, isKept };
}

/** Whether the options skip a byte order mark. */
export function skipsMark({ byteOrderMark = "refuse" }: JsonCheckOptions): boolean {
  return choice("byteOrderMark", byteOrderMark, BYTE_ORDER_MARKS) === 1;
}

/** How many bytes at the beginning are those of a mark. */
const markLength = (bytes: Uint8Array): number => {
  const other = MARK.findIndex((byte, at) => bytes[at] !== byte);
  return other < 0 ? MARK.length : other;
};

export const beginsWithMark = (bytes: Uint8Array): boolean => markLength(bytes) === MARK.length;

/** Makes the step that checks JSON. */
export function checkerStep(it: Core, handle: number, options: JsonCheckOptions): Step {
  const step: Step = (exports, from, to, last) => exports.smill_checker_step(handle, from, to, last);
  return skipsMark(options) ? afterMark(it, step) : step;
}

/** Makes a step that passes a mark at the beginning of the input as a character of UTF-8, and the rest to `step`. */
function afterMark(it: Core, step: Step): Step {
  let isStart = true;
  return (exports, from, to, last) => {
    if (!isStart) return step(exports, from, to, last);
    const length = markLength(it.input.subarray(from, to));
    const isWhole = length === MARK.length;
    const mayFollow = last === 0 && !isWhole && length === to - from;
    isStart = mayFollow;
    if (isWhole) {
      // The input ends after the mark, so `step` reports the missing text.
      const code = last && length === to - from ? step(exports, to, to, last) : 0;
      if (code === 0) return exports.smill_utf8_valid(from, from + length, 0);
      it.offset += length;
      return code;
    }
    // Bytes that may begin a mark are kept for the next chunk.
    return mayFollow ? exports.smill_utf8_valid(from, to, 0) : step(exports, from, to, last);
  };
}

/** Makes the remedy for a byte order mark name the option that skips it. */
export function namingTheOption(error: StringmillError): StringmillError {
  if (error.number !== JSON_BYTE_ORDER_MARK) return error;
  const remedy = `${error.remedy}, or pass byteOrderMark: "skip"`;
  return new StringmillError(error.message, { ...error, remedy, picture: error.picture.replace(error.remedy, remedy) });
}

const NOWHERE = { put() {} };

/**
 * Checks that `data` is JSON: RFC 8259, in UTF-8, without escapes of lone surrogates. Never makes a value or a string of
 * it, so any length will do. With `rules` against repeated names it holds the names of the open objects.
 *
 * @returns `undefined` if it is JSON, or the first error with its place and picture
 *
 * @example
 * jsonCheck(new TextEncoder().encode('{"a": 01}'))?.picture
 */
export function jsonCheck(data: BytesLike | string, options: JsonCheckOptions = {}): StringmillError | undefined {
  const it = core();
  const input = source(data);
  const { handle, isKept } = borrowed(it, options);
  const { generation } = it;
  try {
    new Transfer(it).run(input, checkerStep(it, handle, options), true, NOWHERE);
    return undefined;
  } catch (error) {
    if (error instanceof StringmillError && error.offset !== undefined) return namingTheOption(error);
    throw error;
  } finally {
    if (!isKept) it.free(generation, handle);
  }
}
