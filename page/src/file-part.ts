// The part of a long file that is the input: whole characters from a place on.

import type { Engine } from "./engine";

/** Bytes of a part. */
export const PART = 1 << 16;

/** The longest sequence of UTF-8 but one byte: what may be cut off at either end of a part. */
const CUT = 3;

export interface Part {
  bytes: Uint8Array;
  /** Offset of the first byte in the file. */
  from: number;
}

/** About `PART` bytes, with `offset` at most half of that after their first one. Characters at both ends are whole. */
export async function partAround(engine: Engine, file: File, offset: number): Promise<Part> {
  const from = Math.max(0, Math.min(offset, file.size) - PART / 2);
  const to = Math.min(file.size, from + PART);
  const first = Math.max(0, from - CUT);
  const bytes = new Uint8Array(await file.slice(first, to + CUT).arrayBuffer());
  const start = startOf(engine, bytes, from - first);
  const end = startOf(engine, bytes, Math.min(to - first, bytes.length));
  return { bytes: bytes.slice(start, end), from: first + start };
}

/** Where the character begins that has the byte at `at`, or `at` if that byte is not inside a well-formed one. */
function startOf(engine: Engine, bytes: Uint8Array, at: number): number {
  for (let lead = at - 1; lead >= Math.max(0, at - CUT); lead--) {
    if ((bytes[lead]! & 0xc0) === 0x80) continue;
    const length = bytes[lead]! < 0xe0 ? 2 : bytes[lead]! < 0xf0 ? 3 : 4;
    const inside = bytes[lead]! >= 0xc0 && lead + length > at && lead + length <= bytes.length;
    return inside && !engine.validate(bytes.subarray(lead, lead + length)) ? lead : at;
  }
  return at;
}
