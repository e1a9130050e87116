// Checks arguments of callers.

/** Bytes: a view of any kind, such as a `Uint8Array`, a `Buffer` or a `DataView`, or a whole buffer. */
export type BytesLike = ArrayBufferView | ArrayBufferLike;

/**
 * Getters that only a buffer has. They also work for a buffer of another realm: an iframe, or a context of `node:vm`.
 */
const lengthOf = (prototype: object | undefined) =>
  prototype && Object.getOwnPropertyDescriptor(prototype, "byteLength")?.get;
const BUFFER = lengthOf(ArrayBuffer.prototype);
/** Absent in pages that are not cross-origin isolated. */
const SHARED = lengthOf((globalThis.SharedArrayBuffer as typeof SharedArrayBuffer | undefined)?.prototype);

function has(getter: (() => unknown) | undefined, value: unknown): boolean {
  try {
    return getter !== undefined && (getter.call(value), true);
  } catch {
    return false;
  }
}

/** Whether other threads can change a buffer. */
export const isShared = (buffer: unknown): buffer is SharedArrayBuffer =>
  !(buffer instanceof ArrayBuffer) && has(SHARED, buffer);

export const isBuffer = (data: unknown): data is ArrayBufferLike => has(BUFFER, data) || isShared(data);

/**
 * Bytes as a `Uint8Array` over the same memory.
 *
 * @throws {TypeError} another type, or a buffer that was transferred elsewhere
 */
export function bytesOf(data: unknown, what: string = "data"): Uint8Array {
  let bytes: Uint8Array;
  if (data instanceof Uint8Array) bytes = data;
  else if (ArrayBuffer.isView(data)) bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  else if (isBuffer(data)) bytes = new Uint8Array(data);
  else throw new TypeError(`${what} must be bytes, and is ${nameOf(data)}`);
  // A view of a transferred buffer has the length 0. Making another view of that buffer throws.
  if (bytes.length === 0) new Uint8Array(bytes.buffer);
  return bytes;
}

/** A chunk of a stream. If other threads could change it while it waits, it is a copy. */
export function chunkOf(chunk: unknown): Uint8Array {
  const bytes = bytesOf(chunk, "a chunk of the stream");
  return isShared(bytes.buffer) ? new Uint8Array(bytes) : bytes;
}

/** Bytes, or a string. */
export const inputOf = (data: unknown): Uint8Array | string =>
  typeof data === "string" ? data : bytesOf(data, "data, if it is no string,");

/**
 * A limit: a number from 0, or `Infinity`.
 *
 * @throws {TypeError} no number
 * @throws {RangeError} a negative number, or `NaN`
 */
export function limit(name: string, value: unknown): number {
  if (typeof value !== "number") throw new TypeError(`${name} must be a number, and is ${nameOf(value)}`);
  if (!(value >= 0)) throw new RangeError(`${name} must be 0 or more, and is ${value}`);
  return value;
}

/** An integer from 0 to `most`, with the errors of {@link limit}. */
export function count(name: string, value: unknown, most: number): number {
  const number = limit(name, value);
  if (number > most || !Number.isInteger(number)) {
    throw new RangeError(`${name} must be an integer from 0 to ${most}, and is ${number}`);
  }
  return number;
}

/** Describes an argument for a message. */
export function nameOf(value: unknown): string {
  if (value === null) return "null";
  if (typeof value !== "object") return typeof value;
  const { constructor } = value;
  return typeof constructor === "function" && constructor.name !== "" ? constructor.name : "an object";
}
