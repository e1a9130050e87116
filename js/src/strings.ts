// Operations on strings and bytes.

import { type BytesLike, bytesOf, inputOf } from "./arguments.js";
import { core } from "./core.js";
import { CHOICE_UNKNOWN } from "./error.js";
import { Text, TextUnits } from "./text.js";
import { Bytes, type OutputOptions, type Source, type Step, Transfer, whole } from "./transfer.js";

/** How to handle ill-formed UTF-8. */
export const ILL_FORMED = [
  "reject",
  "replace",
  "replace-java",
  "replace-php",
  "ignore-php",
  "copy",
  "visible",
  "reversible",
] as const;
export type IllFormed = (typeof ILL_FORMED)[number];

/** How to handle lone surrogates of UTF-16. */
export const ILL_FORMED_UTF16 = ["reject", "replace", "question-mark", "escape", "wtf8"] as const;
export type IllFormedUtf16 = (typeof ILL_FORMED_UTF16)[number];

/** The policies of {@link jsonEscape}: JSON has no bytes for a lone surrogate. */
export type IllFormedString = Exclude<IllFormedUtf16, "wtf8">;

/** How to handle escapes of lone surrogates. */
export const LONE_SURROGATES = ["reject", "replace", "reversible"] as const;
export type LoneSurrogates = (typeof LONE_SURROGATES)[number];

export const ALPHABETS = ["standard", "url"] as const;
export const PADDINGS = ["required", "optional", "forbidden"] as const;
export const TRAILING_BITS = ["refuse", "drop"] as const;
export const WHITE_SPACES = ["refuse", "json", "whatwg", "ion"] as const;

/**
 * The name of an escape profile, which may have options: `php:unescaped-unicode,hex-tag`. {@link profiles} lists
 * all.
 */
export type Profile =
  | "json"
  | "jackson"
  | "php"
  | "dotnet"
  | "dotnet-relaxed"
  | "newtonsoft"
  | "ion"
  | "jcs"
  | "ascii"
  | "html"
  | "script"
  | "js"
  | "log"
  | "terminal"
  | (string & {});

/** The number of the first policy for UTF-16. */
const UTF16 = 16;

/** The number of the choice with this name. */
export function choice(parameter: string, name: string, all: readonly string[]): number {
  const number = all.indexOf(name);
  if (number < 0) {
    throw core().misuse(CHOICE_UNKNOWN, `${parameter} is '${name}', and not one of ${all.join(", ")}`);
  }
  return number;
}

/** Names of all escape profiles, each with those of its options. */
export function profiles(): Record<string, string[]> {
  return core().profiles();
}

/** The name of the set of SIMD instructions in use: `simd128` or `scalar`. */
export function tier(): string {
  const it = core();
  it.run((exports) => exports.smill_tier());
  return it.text();
}

/** Options of {@link jsonEscape}. */
export interface JsonEscapeOptions<P, B extends ArrayBufferLike = ArrayBufferLike> extends OutputOptions<B> {
  /** Which characters are escaped, and how; `json` by default. */
  profile?: Profile;
  /** How to handle ill-formed input; `reject` by default. */
  policy?: P;
}

/**
 * Escapes text for the inside of a JSON string. Does not add the quotes around it.
 *
 * `data` is UTF-8, or a string, which may have lone surrogates.
 *
 * @returns new bytes, or the beginning of `into`
 * @throws {StringmillError} ill-formed input under the policy `reject`; a profile or policy that does not exist;
 * `into` is too short
 * @throws {TypeError} data that is neither bytes nor a string, or is a buffer that was transferred elsewhere
 */
export function jsonEscape<B extends ArrayBufferLike = ArrayBuffer>(
  data: BytesLike,
  options?: JsonEscapeOptions<IllFormed, B>,
): Uint8Array<B>;
export function jsonEscape<B extends ArrayBufferLike = ArrayBuffer>(
  data: string,
  options?: JsonEscapeOptions<IllFormedString, B>,
): Uint8Array<B>;
export function jsonEscape<B extends ArrayBufferLike = ArrayBuffer>(
  data: BytesLike | string,
  options?: JsonEscapeOptions<IllFormed & IllFormedString, B>,
): Uint8Array<B>;
export function jsonEscape<B extends ArrayBufferLike = ArrayBuffer>(
  data: BytesLike | string,
  options: JsonEscapeOptions<string, B> = {},
): Uint8Array<B> {
  const { profile = "json", policy = "reject" } = options;
  if (typeof data !== "string") {
    const bytes = bytesOf(data, "data, if it is no string,");
    const rules = core().rules(profile, choice("policy", policy, ILL_FORMED));
    return whole(new Bytes(bytes), escape(rules), bytes.length, options);
  }
  // Looks up the policy first, so a policy that the profile refuses is refused for every text.
  const number = choice("policy", policy, ILL_FORMED_UTF16);
  const units = number === 0 ? undefined : core().rules(profile, UTF16 + number);
  if (data.isWellFormed()) {
    return whole(new Text(data), escape(core().rules(profile, 0)), data.length, options);
  }
  const rules = units ?? core().rules(profile, UTF16);
  const step: Step = (exports, from, to, last) => exports.smill_json_escape_units(rules, from, to, last);
  return whole(new TextUnits(data), step, data.length, options, 2);
}

/** Makes the step that escapes UTF-8. */
export function escape(rules: number): Step {
  return (exports, from, to, last) => exports.smill_json_escape(rules, from, to, last);
}

/** Options of {@link jsonUnescape}. */
export interface JsonUnescapeOptions<B extends ArrayBufferLike = ArrayBufferLike> extends OutputOptions<B> {
  /** How to handle escapes of lone surrogates; `reject` by default. */
  surrogates?: LoneSurrogates;
}

/**
 * Unescapes the inside of a JSON string, without the quotes around it, into UTF-8.
 *
 * @returns new bytes, or the beginning of `into`
 * @throws {StringmillError} an escape that does not exist, a control character, a quote, or ill-formed UTF-8
 */
export function jsonUnescape<B extends ArrayBufferLike = ArrayBuffer>(
  data: BytesLike | string,
  options: JsonUnescapeOptions<B> = {},
): Uint8Array<B> {
  const step = unescape(options.surrogates);
  const input = inputOf(data);
  return whole(source(input), step, input.length, options);
}

/** Makes the step that unescapes. */
export function unescape(surrogates: string = "reject"): Step {
  const number = choice("surrogates", surrogates, LONE_SURROGATES);
  return (exports, from, to, last) => exports.smill_json_unescape(number, from, to, last);
}

/** Bytes, or the UTF-8 of a string. A lone surrogate in the string is an error. */
export function source(data: BytesLike | string): Source {
  const input = inputOf(data);
  return typeof input === "string" ? new Text(input) : new Bytes(input);
}

/** Options of {@link utf8Validate}. */
export interface Utf8ValidateOptions {
  /** Whether the input ends with `data`; true by default. Otherwise a sequence that its end cuts is no error. */
  final?: boolean;
}

/** Up to this length a loop is faster than a call of the module. */
const SHORT = 32;

/** Whether all characters have one or two bytes, or three with a lead byte that any continuation byte may follow. */
function isPlain(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at]!;
    if (lead < 0x80) continue;
    const more = lead >= 0xc2 && lead < 0xe0 ? 1 : lead > 0xe0 && lead < 0xed ? 2 : 0;
    for (let left = more; left > 0; left--) if ((bytes[++at]! & 0xc0) !== 0x80) return false;
    if (more === 0) return false;
  }
  return true;
}

const NOWHERE = { put() {} };
const VALIDATE: Step = (exports, from, to, last) => exports.smill_utf8_valid(from, to, last);

/**
 * How many leading bytes are whole, well-formed UTF-8 sequences. That is all of them, unless `final` is false and
 * `data` ends inside a sequence: then up to three bytes are not counted.
 *
 * @throws {StringmillError} at the first byte that is not well-formed
 */
export function utf8Validate(data: BytesLike, { final = true }: Utf8ValidateOptions = {}): number {
  const bytes = bytesOf(data);
  if (bytes.length <= SHORT && isPlain(bytes)) return bytes.length;
  const transfer = new Transfer(core());
  transfer.run(new Bytes(bytes), VALIDATE, final, NOWHERE);
  return transfer.consumed;
}

/** Options of {@link utf8Repair}. */
export interface Utf8RepairOptions<B extends ArrayBufferLike = ArrayBufferLike> extends OutputOptions<B> {
  /** How to handle ill-formed UTF-8; `replace` by default. */
  policy?: IllFormed;
}

/**
 * Any bytes as well-formed UTF-8.
 *
 * @returns new bytes, or the beginning of `into`
 */
export function utf8Repair<B extends ArrayBufferLike = ArrayBuffer>(
  data: BytesLike,
  options: Utf8RepairOptions<B> = {},
): Uint8Array<B> {
  const bytes = bytesOf(data);
  const policy = choice("policy", options.policy ?? "replace", ILL_FORMED);
  return whole(new Bytes(bytes), escape(core().rules("", policy)), bytes.length, options);
}

/** Options of {@link base64Encode}. */
export interface Base64EncodeOptions<B extends ArrayBufferLike = ArrayBufferLike> {
  /** `standard` is RFC 4648, section 4, and the default; `url` is section 5. */
  alphabet?: (typeof ALPHABETS)[number];
  /** Whether the last group is filled up with `=`; true by default. */
  padded?: boolean;
  /** See {@link OutputOptions}. */
  into?: Uint8Array<B>;
}

/** Encodes bytes in base64. */
export function base64Encode<B extends ArrayBufferLike = ArrayBuffer>(
  data: BytesLike,
  options: Base64EncodeOptions<B> = {},
): Uint8Array<B> {
  const bytes = bytesOf(data);
  const step = encodeBase64(options);
  const len = options.padded === false ? Math.ceil((bytes.length * 4) / 3) : 4 * Math.ceil(bytes.length / 3);
  return whole(new Bytes(bytes), step, len, options);
}

/** Makes the step that encodes. */
export function encodeBase64({ alphabet = "standard", padded = true }: Base64EncodeOptions): Step {
  const number = choice("alphabet", alphabet, ALPHABETS);
  return (exports, from, to, last) => exports.smill_base64_encode(number, padded ? 1 : 0, from, to, last);
}

/** Options of {@link base64Decode}. */
export interface Base64DecodeOptions<B extends ArrayBufferLike = ArrayBufferLike> {
  /** `standard` is RFC 4648, section 4, and the default; `url` is section 5. */
  alphabet?: (typeof ALPHABETS)[number];
  /** Whether the last group has to be filled up with `=`; `required` by default. */
  padding?: (typeof PADDINGS)[number];
  /** How to handle nonzero bits after the last byte: as an error, or not at all. */
  trailingBits?: (typeof TRAILING_BITS)[number];
  /** White space that is allowed anywhere; `refuse` by default. */
  whiteSpace?: (typeof WHITE_SPACES)[number];
  /** See {@link OutputOptions}. */
  into?: Uint8Array<B>;
}

/**
 * Decodes base64. By default it accepts only what {@link base64Encode} writes.
 *
 * @throws {StringmillError} at the first byte that these options do not allow
 */
export function base64Decode<B extends ArrayBufferLike = ArrayBuffer>(
  data: BytesLike | string,
  options: Base64DecodeOptions<B> = {},
): Uint8Array<B> {
  const step = decodeBase64(options);
  const input = inputOf(data);
  return whole(source(input), step, Math.floor(input.length / 4) * 3, options);
}

/** Makes the step that decodes. */
export function decodeBase64(options: Base64DecodeOptions): Step {
  const { alphabet = "standard", padding = "required", trailingBits = "refuse", whiteSpace = "refuse" } = options;
  const form =
    choice("alphabet", alphabet, ALPHABETS) |
    (choice("padding", padding, PADDINGS) << 8) |
    (choice("trailingBits", trailingBits, TRAILING_BITS) << 16) |
    (choice("whiteSpace", whiteSpace, WHITE_SPACES) << 24);
  return (exports, from, to, last) => exports.smill_base64_decode(form, from, to, last);
}
