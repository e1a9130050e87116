// Reads common scalars of binary Ion. Each function returns `undefined` for all other scalars, valid or not: the
// module reads those.

import { type IonPrecision } from "./ion-tape.js";

/** Strings up to this length are decoded here, because a call of the engine's decoder takes longer. */
const SHORT = 24;
/** The most zeros after the point of a decimal; js/wasm/src/tapes/scalars.rs has the same. */
const ZEROS = 5;
/** The most bytes of a coefficient, including its sign. */
const COEFFICIENT = 6;

const DECODER = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** A string of well-formed UTF-8. */
export function utf8Text(bytes: Uint8Array, from: number, to: number): string | undefined {
  if (to - from <= SHORT) {
    let text = "";
    let at = from;
    for (; at < to && bytes[at]! < 0x80; at++) text += String.fromCharCode(bytes[at]!);
    if (at === to) return text;
  }
  try {
    return DECODER.decode(bytes.subarray(from, to));
  } catch {
    return undefined;
  }
}

/** The value of a coefficient of at most six bytes, without its sign bit. */
function magnitude(bytes: Uint8Array, from: number, to: number): number {
  let value = from === to ? 0 : bytes[from]! & 0x7f;
  for (let at = from + 1; at < to; at++) value = value * 256 + bytes[at]!;
  return value;
}

/** The text of a decimal with an exponent of one byte, in the form of js/wasm/src/tapes/scalars.rs. */
export function decimalText(bytes: Uint8Array, from: number, to: number): string | undefined {
  if (from === to) return "0";
  const first = bytes[from]!;
  if (first < 0x80 || to - from > 1 + COEFFICIENT) return undefined;
  const sign = to > from + 1 && bytes[from + 1]! & 0x80 ? "-" : "";
  const digits = String(magnitude(bytes, from + 1, to));
  const size = first & 0x3f;
  if (size === 0) return sign + digits;
  if (!(first & 0x40)) return `${sign}${digits}e${size}`;
  const { length } = digits;
  if (size < length) return `${sign}${digits.slice(0, length - size)}.${digits.slice(length - size)}`;
  if (size - length <= ZEROS) return `${sign}0.${digits.padStart(size, "0")}`;
  return `${sign}${digits}e-${size}`;
}

const PRECISIONS: readonly IonPrecision[] = ["year", "month", "day", "minute", "minute", "second"];

/** The precision of a timestamp, by the number of its fields: each has one byte with the highest bit set. */
export function timestampPrecision(bytes: Uint8Array, from: number, to: number): IonPrecision {
  let fields = -1;
  for (let at = from; at < to && fields < PRECISIONS.length; at++) if (bytes[at]! & 0x80) fields++;
  return PRECISIONS[fields - 1]!;
}

const two = (number: number): string => (number < 10 ? `0${number}` : String(number));

/** The text of a timestamp in UTC or of unknown offset, on a day that every month has. */
export function timestampText(bytes: Uint8Array, from: number, to: number): string | undefined {
  const length = to - from;
  const offset = bytes[from]!;
  if (length < 3 || length === 6 || (offset !== 0x80 && offset !== 0xc0)) return undefined;
  // The year has two bytes, and each other field one.
  if (bytes[from + 1]! & 0x80) return undefined;
  for (let at = from + 2; at < Math.min(to, from + 9); at++) if (bytes[at]! < 0x80) return undefined;
  const field = (at: number): number => bytes[from + at]! & 0x7f;
  const year = field(1) * 128 + field(2);
  if (year < 1 || year > 9999) return undefined;
  const years = String(year).padStart(4, "0");
  if (length === 3) return `${years}T`;
  const [month, day] = [field(3), length > 4 ? field(4) : 1];
  if (month < 1 || month > 12 || day < 1 || day > 28) return undefined;
  if (length === 4) return `${years}-${two(month)}T`;
  const date = `${years}-${two(month)}-${two(day)}`;
  if (length === 5) return date;
  const [hour, minute, second] = [field(5), field(6), length > 7 ? field(7) : 0];
  const fraction = length > 8 ? fractionText(bytes, from + 8, to) : "";
  if (hour > 23 || minute > 59 || second > 59 || fraction === undefined) return undefined;
  const seconds = length > 7 ? `:${two(second)}${fraction}` : "";
  return `${date}T${two(hour)}:${two(minute)}${seconds}${offset === 0x80 ? "Z" : "-00:00"}`;
}

/** The fraction of a second, with its point. */
function fractionText(bytes: Uint8Array, from: number, to: number): string | undefined {
  const places = bytes[from]! & 0x3f;
  const isNegative = to > from + 1 && bytes[from + 1]! & 0x80;
  if (!(bytes[from]! & 0x40) || places === 0 || isNegative || to - from > 1 + COEFFICIENT) return undefined;
  const digits = String(magnitude(bytes, from + 1, to));
  return digits.length > places ? undefined : `.${digits.padStart(places, "0")}`;
}
