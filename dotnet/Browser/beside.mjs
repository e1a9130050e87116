// What a program needs beside the runtime, for Node and for the server of a page.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

/** The assemblies in the folder of a program. */
export function assembliesOf(program) {
  return readdirSync(dirname(program)).filter((name) => /\.(dll|exe)$/.test(name));
}

/** The variables that the tests and benchmarks know. */
export function variables() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith("STRINGMILL_")));
}

/** The files below the paths of STRINGMILL_FILES, one a line. */
export function paths() {
  const below = (path) => (statSync(path).isDirectory() ? readdirSync(path).flatMap((name) => below(join(path, name))) : [path]);
  return (process.env.STRINGMILL_FILES ?? "").split("\n").filter(Boolean).flatMap(below);
}

/** The same files, with their bytes. */
export function files() {
  return paths().map((path) => [path, readFileSync(path)]);
}
