// Decodes bytes of a stream: UTF-8 by Unicode, table 3-7, with the kind of each error.

import type { BytesLike } from "../arguments.js";

/** Bytes as an array over the same memory; a copy if other threads can change the memory. */
export function bytesOf(data: BytesLike): Uint8Array {
  const buffer = ArrayBuffer.isView(data) ? data.buffer : data;
  if (!/^\[object (Shared)?ArrayBuffer\]$/.test(Object.prototype.toString.call(buffer))) {
    throw new TypeError(`a piece must be bytes or a string, and is ${data === null ? data : typeof data}`);
  }
  const bytes = ArrayBuffer.isView(data)
    ? new Uint8Array(buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
  return buffer instanceof ArrayBuffer ? bytes : bytes.slice();
}

const DECODER = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The text of the well-formed bytes at the beginning, and the error after them. */
export interface Decoded {
  text: string;
  /** The number of bytes of `text`. */
  length: number;
  /** The error after `text`. Without an error, the rest is the beginning of a character. */
  error: Utf8Error | undefined;
}

export type Utf8Error =
  | "utf8_stray_continuation"
  | "utf8_impossible_byte"
  | "utf8_missing_continuation"
  | "utf8_overlong"
  | "utf8_surrogate"
  | "utf8_above_max";

export function decode(bytes: Uint8Array): Decoded {
  const length = wholeLength(bytes);
  try {
    return { text: DECODER.decode(bytes.subarray(0, length)), length, error: undefined };
  } catch {
    // Errors are rare and end the stream, so a slow search suffices.
    return beforeError(bytes);
  }
}

/** The length without an incomplete character at the end. */
function wholeLength(bytes: Uint8Array): number {
  const { length } = bytes;
  for (let at = length - 1; at >= 0 && at >= length - 3; at--) {
    const byte = bytes[at]!;
    if (byte < 0x80) return length;
    if (byte >= 0xc0) return at + announced(byte) > length && character(bytes, at) === undefined ? at : length;
  }
  return length;
}

function beforeError(bytes: Uint8Array): Decoded {
  let at = 0;
  for (;;) {
    const found = character(bytes, at);
    if (typeof found !== "number") return { text: DECODER.decode(bytes.subarray(0, at)), length: at, error: found };
    at += found;
  }
}

const announced = (lead: number): number => (lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4);

/** The length of the character at `at`, its error, or `undefined` if bytes are missing. */
function character(bytes: Uint8Array, at: number): number | Utf8Error | undefined {
  const lead = bytes[at];
  if (lead === undefined) return undefined;
  if (lead < 0x80) return 1;
  if (lead < 0xc0) return "utf8_stray_continuation";
  if (lead < 0xc2) return "utf8_overlong";
  if (lead > 0xf4) return "utf8_impossible_byte";
  const length = announced(lead);
  for (let next = 1; next < length; next++) {
    const byte = bytes[at + next];
    if (byte === undefined) return undefined;
    if ((byte & 0xc0) !== 0x80) return "utf8_missing_continuation";
    if (next > 1) continue;
    if ((lead === 0xe0 && byte < 0xa0) || (lead === 0xf0 && byte < 0x90)) return "utf8_overlong";
    if (lead === 0xed && byte >= 0xa0) return "utf8_surrogate";
    if (lead === 0xf4 && byte >= 0x90) return "utf8_above_max";
  }
  return length;
}

/** The number of bytes of the first `end` code units. */
export function utf8Length(text: string, end: number): number {
  let length = end;
  for (let at = 0; at < end; at++) {
    const unit = text.charCodeAt(at);
    // Each half of a surrogate pair counts as two bytes.
    if (unit >= 0x80) length += unit < 0x800 || (unit & 0xf800) === 0xd800 ? 1 : 2;
  }
  return length;
}
