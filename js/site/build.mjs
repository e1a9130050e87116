// Builds the page as one file: `node js/site/build.mjs [OUTPUT]`, build/js-page/index.html by default. It works from a server,
// from a folder and from `file:`. The package must be in js/dist.

import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import * as esbuild from "esbuild";
import { parse } from "smol-toml";

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(dirname(here));
const package_ = join(root, "js/dist");

const spec = async (name) => parse(await readFile(join(root, "spec", name), "utf8"));

/** `spec:facts`: of the files of spec/ what the page shows. */
const facts = {
  name: "facts",
  setup(build) {
    build.onResolve({ filter: /^spec:facts$/ }, ({ path }) => ({ path, namespace: "facts" }));
    build.onLoad({ filter: /.*/, namespace: "facts" }, async () => {
      const operations = await spec("operations.toml");
      const contents = {
        version: JSON.parse(await readFile(join(root, "js/package.json"), "utf8")).version,
        profiles: (await spec("profiles.toml")).profile,
        policies: operations.values.find(({ id }) => id === "ill_formed").names,
      };
      return { contents: JSON.stringify(contents), loader: "json" };
    });
  },
};

/**
 * `spec:module`: the compressed module of WebAssembly, in base64. The one with simd128 is three times as long, and checks
 * JSON 1.6 times as fast.
 */
const module = {
  name: "module",
  setup(build) {
    build.onResolve({ filter: /^spec:module$/ }, ({ path }) => ({ path, namespace: "module" }));
    build.onLoad({ filter: /.*/, namespace: "module" }, async () => {
      const bytes = gzipSync(await readFile(join(package_, "all-scalar.wasm")), { level: 9 });
      return { contents: `export default "${bytes.toString("base64")}"`, loader: "js" };
    });
  },
};

/** How esbuild bundles the sources. */
export const options = {
  alias: { stringmill: join(package_, "esm/index-all.js"), "stringmill-core": join(package_, "esm/core.js") },
  bundle: true,
  minify: true,
  charset: "utf8",
  legalComments: "none",
  logLevel: "warning",
  loader: { ".woff2": "dataurl" },
  plugins: [facts, module],
  target: ["chrome111", "firefox115", "safari16.4"],
};

async function bundled(entry) {
  const result = await esbuild.build({
    ...options,
    format: "iife",
    write: false,
    entryPoints: [join(here, "src", entry)],
  });
  return result.outputFiles[0].text.trim();
}

/** The hash by which a Content-Security-Policy allows an inline script or style. */
const hashOf = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Builds the page, and returns its text. */
export async function build(output) {
  // What would end or change a script element is never part of the script.
  const script = (await bundled("main.ts")).replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
  const styles = await bundled("styles.css");
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)} 'wasm-unsafe-eval'`,
    `style-src ${hashOf(styles)}`,
    "worker-src blob:",
    "font-src data:",
    "img-src data:",
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const template = await readFile(join(here, "src/index.html"), "utf8");
  const page = template.replace(/\{\{(\w+)\}\}/g, (_, name) => ({ policy, styles, script })[name]);
  await mkdir(dirname(output), { recursive: true });
  await writeFile(output, page);
  return page;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const output = process.argv[2] ?? join(root, "build/js-page/index.html");
  const page = await build(output);
  console.log(`${output}: ${page.length} bytes, ${gzipSync(page, { level: 9 }).length} compressed`);
}
