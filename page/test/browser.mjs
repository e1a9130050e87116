// Debian's chromium for the tests. It sees the fonts of one package only, so pictures are the same everywhere.

import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

export const pagePath = join(dirname(fileURLToPath(import.meta.url)), "../../build/js-page/index.html");

const fonts = `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>/usr/share/fonts/truetype/dejavu</dir><cachedir>CACHE</cachedir></fontconfig>`;

export async function openBrowser() {
  const folder = await mkdtemp(join(tmpdir(), "stringmill-browser-"));
  const config = join(folder, "fonts.conf");
  await writeFile(config, fonts.replace("CACHE", join(folder, "cache")));
  const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    env: { ...process.env, FONTCONFIG_FILE: config },
    args: ["--font-render-hinting=none", "--disable-lcd-text", "--force-color-profile=srgb"],
  });
  return {
    browser,
    folder,
    async close() {
      await browser.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Opens the page. Closing it fails if the page reported an error or requested anything but itself. */
export async function openPage(
  browser,
  { address = pathToFileURL(pagePath).href, width = 1280, height = 900, theme = "light" } = {},
) {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  // Other suites may run on the same processors.
  page.setDefaultTimeout(120_000);
  const faults = [];
  page.on("request", (request) => {
    if (request.url() !== address.split("#")[0] && !/^(data|blob):/.test(request.url()))
      faults.push(`request of ${request.url()}`);
  });
  page.on("pageerror", (error) => faults.push(error.stack ?? error.message));
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") faults.push(`console: ${message.text()}`);
  });
  await page.goto(address);
  await page.locator("#tabs [role=tab]").first().waitFor();
  await page.evaluate(() => document.fonts.ready);
  return {
    page,
    faults,
    verdict: () => page.locator("#verdict").textContent(),
    /** Clicks on an example, by the beginning of its title. */
    example: (title) => page.locator("#examples button", { hasText: title }).click(),
    async close() {
      await context.close();
      if (faults.length > 0) throw new Error(faults.join("\n"));
    },
  };
}

/** A server of this machine for one file. Its list of requests is what the browser asked for. */
export async function serve(path) {
  const requests = [];
  const server = createServer(async (request, response) => {
    requests.push(request.url);
    if (request.url !== "/") return response.writeHead(404).end();
    response.writeHead(200, { "content-type": "text/html" }).end(await readFile(path));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    requests,
    address: `http://127.0.0.1:${server.address().port}/`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Private memory of all processes of the browser, which descend from this one, in bytes. */
export async function memoryOfBrowser() {
  const parents = new Map();
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
    if (stat) parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
  }
  const descends = (pid) => parents.has(pid) && (parents.get(pid) === process.pid || descends(parents.get(pid)));
  let sum = 0;
  for (const pid of [...parents.keys()].filter(descends)) {
    const text = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
    for (const [, kib] of text.matchAll(/^Private_\w+:\s+(\d+)/gm)) sum += Number(kib) * 1024;
  }
  return sum;
}
