// Modules of the page for tests in Node: the sources, bundled as the page is, with the package for Node.

import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { tmpdir } from "node:os";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as esbuild from "esbuild";
import { options } from "../build.mjs";

export async function modules() {
  const folder = await mkdtemp(join(tmpdir(), "stringmill-page-"));
  try {
    const outfile = join(folder, "modules.mjs");
    await esbuild.build({
      ...options,
      minify: false,
      format: "esm",
      platform: "neutral",
      outfile,
      entryPoints: [fileURLToPath(new URL("modules.ts", import.meta.url))],
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    await rm(folder, { recursive: true });
  }
}
