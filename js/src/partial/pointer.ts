// JSON Pointers (RFC 6901) in which `*` is any name or index.

import type { Path } from "./types.js";

export type Pointer = readonly string[];

export function pointer(text: string): Pointer {
  if (text !== "" && !text.startsWith("/")) throw new SyntaxError(`a JSON Pointer begins with "/", and "${text}" does not`);
  return text
    .split("/")
    .slice(1)
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
}

export const matches = (names: Pointer, path: Path): boolean =>
  names.length === path.length && names.every((name, at) => name === "*" || name === String(path[at]));
