// What tests of the reader of the value so far share.

import assert from "node:assert/strict";
import { PartialJson } from "stringmill/partial";

/** The bytes of hexadecimal pieces, as in vectors/. */
export function bytesOf(pieces) {
  const parts = pieces.map((piece) => {
    const [hex, times = "1"] = piece.split("*");
    return Buffer.from(hex.repeat(Number(times)), "hex");
  });
  return new Uint8Array(Buffer.concat(parts));
}

/** The options of a group of the vectors. */
export const optionsOf = ({ ended_strings, unique_names, around, depth_max, string_max, len_max }) => ({
  endedStrings: ended_strings[0] === "**" ? true : ended_strings,
  uniqueNames: unique_names,
  around,
  maxDepth: depth_max,
  ...(string_max !== undefined && { maxString: string_max }),
  ...(len_max !== undefined && { maxLength: len_max }),
});

/** What a reader says after `pieces`, in the form of the vectors. */
export function saidAfter(pieces, options, reader = new PartialJson(options)) {
  try {
    for (const piece of pieces) reader.push(piece);
  } catch (error) {
    assert.equal(error, reader.error);
  }
  return said(reader);
}

export function said(reader) {
  const { value, done, error, skipped } = reader;
  return {
    ...(value !== undefined && { value }),
    done,
    ...(error !== undefined && { error: { code: error.code, offset: error.offset } }),
    ...((skipped.before > 0 || skipped.after > 0) && { skipped }),
  };
}

/** The outcome if the text ends here, in the form of the vectors. */
export function finished(reader) {
  try {
    return { value: reader.finish() };
  } catch (error) {
    assert.equal(error, reader.error);
    return { error: { code: error.code, offset: error.offset } };
  }
}

/** Whether `after` shows all that `before` shows, in the same order. Parts with the same reference are equal. */
export function extend(before, after) {
  if (before === after || (Number.isNaN(before) && Number.isNaN(after))) return true;
  if (typeof before === "string") return typeof after === "string" && after.startsWith(before);
  if (before === null || typeof before !== "object" || after === null || typeof after !== "object") return false;
  if (Array.isArray(before)) {
    return Array.isArray(after) && before.length <= after.length && before.every((item, at) => extend(item, after[at]));
  }
  if (Array.isArray(after)) return false;
  const names = Object.keys(before);
  return names.every((name) => Object.hasOwn(after, name) && extend(before[name], after[name]));
}

/** Freezes a value and all in it, so that a change throws. */
export function frozen(value) {
  if (value === null || typeof value !== "object" || Object.isFrozen(value)) return value;
  Object.freeze(value);
  Object.values(value).forEach(frozen);
  return value;
}
