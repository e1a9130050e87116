// Every example of docs/javascript.md compiles, with the oldest TypeScript that the page names and with the newest.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import * as stringmill from "stringmill";

const js = new URL("..", import.meta.url);
const page = readFileSync(new URL("../docs/javascript.md", js), "utf8");
const examples = Array.from(page.matchAll(/^```js\n(.*?)^```$/gms), ([, text]) => text);
// In the folder of the package, so that its name resolves to it.
const folder = new URL("dist/examples/", js);
const OPTIONS = `--noEmit --strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --target es2022 --types node
  --lib es2024,dom,dom.asynciterable --module esnext --moduleResolution bundler`.split(/\s+/);

/** An example with what it imports, or every name of the package that it uses. */
function program(text) {
  if (text.includes("import ")) return text;
  const names = Object.keys(stringmill).filter((name) => new RegExp(`\\b${name}\\(`).test(text));
  const decode = /\btext\(/.test(text) ? "const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);\n" : "";
  return `import { ${names.join(", ")} } from "stringmill";\n${decode}${text}`;
}

/** The page's programs are JavaScript: parameters without a type, and empty arrays, get theirs. */
const typed = (text) =>
  text.replace("(bytes) => new TextDecoder", "(bytes: Uint8Array) => new TextDecoder").replace("const bad = [];", "const bad: unknown[] = [];");

for (const [which, version] of [["oldest", "5.7"], ["newest", undefined]]) {
  test(`examples and types compile with the ${which} TypeScript`, () => {
    const { version: found } = JSON.parse(readFileSync(new URL(`node_modules/typescript-${which}/package.json`, js), "utf8"));
    if (version !== undefined) {
      assert.ok(found.startsWith(`${version}.`) && page.includes(`TypeScript ${version}`), found);
    }
    assert.ok(examples.length >= 5);
    mkdirSync(folder, { recursive: true });
    const files = examples.map((text, at) => {
      const path = new URL(`${which}-${at}.ts`, folder);
      writeFileSync(path, `${typed(program(text))}\nexport {};\n`);
      return path.pathname;
    });
    try {
      const tsc = new URL(`node_modules/typescript-${which}/bin/tsc`, js).pathname;
      const all = [...files, "test/types/examples.d.ts", "test/types/program.ts"];
      const options = { cwd: js, encoding: "utf8", stdio: "pipe" };
      assert.equal(execFileSync(process.execPath, [tsc, ...OPTIONS, ...(which === "newest" ? ["--ignoreConfig"] : []), ...all], options), "");
    } catch (error) {
      assert.fail(error.stdout || error.message);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}
