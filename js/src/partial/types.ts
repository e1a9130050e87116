// Types of the reader of the value so far.

import type { BytesLike } from "../arguments.js";

/** A piece of the text: bytes of UTF-8, or a string. One reader takes either bytes or strings. */
export type Chunk = BytesLike | string;

/** Names and indices that lead to a value. */
export type Path = readonly (string | number)[];

/**
 * A value of which a part has arrived: each member may be absent, arrays may be shorter, and strings may be the beginnings of
 * what they become, so that a union of literals is any string. It cannot be passed where a `T` is needed.
 */
export type DeepPartial<T> = T extends string
  ? string
  : T extends readonly (infer Item)[]
    ? readonly DeepPartial<Item>[]
    : T extends object
      ? { readonly [Name in keyof T]?: DeepPartial<T[Name]> }
      : T;

/** What a reader shows, and what it refuses. */
export interface PartialOptions {
  /**
   * Strings that are absent until they end, as JSON Pointers (RFC 6901) in which `*` is any name or index; `true` for all. For
   * strings that make no sense in part: URLs, identifiers, words of a list.
   */
  endedStrings?: boolean | Iterable<string>;
  /** Whether a name that its object has already is an error. By default the last one wins. */
  uniqueNames?: boolean;
  /**
   * Text around the JSON text: `refuse` by default. `fence` takes a code fence, a line of three backticks with or without `json`. `text`
   * takes any text: the value begins at the first `{` or `[` and ends with its bracket.
   */
  around?: "refuse" | "fence" | "text";
  /** The maximum depth of arrays and objects; 1,024 by default. */
  maxDepth?: number;
  /** The maximum length of a string before unescaping, in bytes, or in code units if chunks are strings. */
  maxString?: number;
  /** The maximum length of the whole text, in the same units. */
  maxLength?: number;
}
