// Builds the page as one file: `node page/build.mjs [OUTPUT]`, build/js-page/index.html by default. It works from a server,
// from a folder and from `file:`. The package must be in js/dist.

import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import zopfli from "@gfx/zopfli";
import * as esbuild from "esbuild";
import { parse } from "smol-toml";
import subset from "subset-font";
import { namesTable } from "./names.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);
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

/** As gzip, in 5 % less and some seconds. */
const smallest = promisify(zopfli.gzip);

/**
 * `spec:module`: the compressed module of WebAssembly, in base64. The one with simd128 is three times as long, and checks
 * JSON 1.6 times as fast.
 */
const module = {
  name: "module",
  setup(build) {
    build.onResolve({ filter: /^spec:module$/ }, ({ path }) => ({ path, namespace: "module" }));
    build.onLoad({ filter: /.*/, namespace: "module" }, async () => {
      const bytes = await smallest(await readFile(join(package_, "all-scalar.wasm")), { numiterations: 3 });
      return { contents: `export default "${Buffer.from(bytes).toString("base64")}"`, loader: "js" };
    });
  },
};

/** `spec:names`: the compressed table of character names, in base64. */
const names = {
  name: "names",
  setup(build) {
    build.onResolve({ filter: /^spec:names$/ }, ({ path }) => ({ path, namespace: "names" }));
    build.onLoad({ filter: /.*/, namespace: "names" }, async () => {
      const bytes = await smallest(Buffer.from(namesTable()), { numiterations: 3 });
      return { contents: `export default "${Buffer.from(bytes).toString("base64")}"`, loader: "js" };
    });
  },
};

const range = (first, last) =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, at) => first + at));
/** Basic Latin and punctuation, which is all that headings have; Latin-1, and what else the ribbon shows. */
const BASIC = `${range(0x20, 0x7e)}\xb7${range(0x2000, 0x206f)}`,
  LATIN = `${range(0xa0, 0xff)}\u20ac\u2122\u2191\u2193\u2212\u2215\ufffd`;

/** Fonts with these characters, and without instructions for screens of low resolution: less than half of their bytes. */
const fonts = {
  name: "fonts",
  setup(build) {
    build.onLoad({ filter: /\.woff2$/ }, async ({ path }) => {
      const options = { targetFormat: "woff2", noLayoutClosure: true, noHinting: true };
      const characters = path.includes("-600-") ? BASIC : BASIC + LATIN;
      return { contents: await subset(await readFile(path), characters, options), loader: "dataurl" };
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
  plugins: [facts, fonts, module, names],
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

/** The licences of all that is in the page, as a comment: of the module, the fonts and the names of characters. */
async function licences() {
  const fonts = ["mono", "sans"].map((name) => `page/node_modules/@fontsource/ibm-plex-${name}/LICENSE`);
  const texts = ["NOTICE", "js/THIRD-PARTY-LICENSES", ...fonts].map((name) => readFile(join(root, name), "utf8"));
  return `<!--\n${(await Promise.all(texts)).join("\n").replaceAll("-->", "- ->")}\n-->\n`;
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
  const filled = template.replace(/\{\{(\w+)\}\}/g, (_, name) => ({ policy, styles, script })[name]);
  const page = filled + (await licences());
  await mkdir(dirname(output), { recursive: true });
  await writeFile(output, page);
  return page;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const output = process.argv[2] ?? join(root, "build/js-page/index.html");
  const page = await build(output);
  console.log(`${output}: ${page.length} bytes, ${gzipSync(page, { level: 9 }).length} compressed`);
}
