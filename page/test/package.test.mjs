// The package itself in a real browser: as modules from a server, bundled inline in a page and in a worker, in a service worker, without
// `unsafe-eval`, and all vectors on both modules.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile, readdir } from "node:fs/promises";
import { createServer } from "node:http";
import { extname } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { OPERATIONS } from "../../js/test/vector-cases.js";
import { openBrowser } from "./browser.mjs";

const root = new URL("../../", import.meta.url);
/** No `unsafe-eval`, no `unsafe-inline`, and nothing from elsewhere. */
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'";
const TYPES = {
  ".js": "text/javascript",
  ".wasm": "application/wasm",
  ".json": "application/json",
  ".html": "text/html",
};

/** What the pages of these tests are, by their addresses. */
const made = new Map([["/", { type: "text/html", body: "<!doctype html><title>empty</title>" }]]);
let server, chromium, address;

before(async () => {
  const bundle = (contents) =>
    esbuild.buildSync({
      stdin: { contents, resolveDir: fileURLToPath(new URL("js/", root)) },
      alias: { "stringmill/inline": fileURLToPath(new URL("js/dist/esm/entry/all-inline.js", root)) },
      bundle: true,
      format: "iife",
      write: false,
      logLevel: "warning",
    }).outputFiles[0].text;
  const use = `
    import { ready, jsonEscape, jsonCheck, tier } from "stringmill/inline";
    export const made = ready.then(() => {
      let evaluates = true;
      try { new Function("return 1")(); } catch { evaluates = false; }
      const text = new TextDecoder().decode(jsonEscape("a\\"\\n"));
      return [text, jsonCheck("[1,]").code, tier(), evaluates];
    });`;
  const script = (contents) => ({ type: "text/javascript", body: bundle(contents) });
  made.set("/page.js", script(`${use}\nglobalThis.made = made;`));
  made.set(
    "/worker.js",
    script(`${use}\nmade.then((it) => postMessage(it), (error) => postMessage([String(error)]));`),
  );
  const module = 'import { tier } from "/js/dist/esm/entry/all-web.js"; postMessage(tier());';
  made.set("/module-worker.js", { type: "text/javascript", body: module });
  const serviceWorker = `
    import { init, jsonCheck, tier } from "/js/dist/esm/entry/all-init.js";
    const started = WebAssembly.compileStreaming(fetch("/js/dist/all-simd128.wasm")).then(init);
    addEventListener("install", (event) => event.waitUntil(started));
    addEventListener("message", (event) =>
      event.waitUntil(started.then(() => event.source.postMessage([tier(), jsonCheck("[1,]").code]))));`;
  made.set("/service-worker.js", { type: "text/javascript", body: serviceWorker });
  made.set("/page.html", {
    type: "text/html",
    body: '<!doctype html><title>a</title><script src="/page.js"></script>',
  });
  server = createServer(async ({ url }, response) => {
    const page = made.get(url);
    const path = fileURLToPath(new URL(`.${url}`, root));
    if (page === undefined && !existsSync(path)) return response.writeHead(404).end();
    const type = page?.type ?? TYPES[extname(path)];
    response.writeHead(200, { "content-type": type, "content-security-policy": POLICY });
    response.end(page?.body ?? (await readFile(path)));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${server.address().port}`;
  chromium = await openBrowser();
});

after(async () => {
  await chromium.close();
  server.close();
});

/** Runs `body` on a new page. What the browser reports as an error fails the test. */
async function onPage(path, body) {
  const page = await chromium.browser.newPage();
  page.setDefaultTimeout(120_000);
  const faults = [];
  page.on("pageerror", (error) => faults.push(error.message));
  await page.goto(address + path);
  await body(page);
  await page.close();
  assert.deepEqual(faults, []);
}

const EXPECTED = ['a\\"\\n', "json_value_expected", "simd128", false];

test("modules from a server work in a page and in a module worker, without unsafe-eval", () =>
  onPage("/", async (page) => {
    const found = await page.evaluate(async () => {
      const use = async (name) => {
        const it = await import(`/js/dist/esm/entry/${name}-web.js`);
        return [new TextDecoder().decode(it.jsonEscape('a"\n')), it.tier()];
      };
      return [await use("strings"), await use("all")];
    });
    assert.deepEqual(found, [
      ['a\\"\\n', "simd128"],
      ['a\\"\\n', "simd128"],
    ]);
    const inWorker = await page.evaluate(() => {
      const worker = new Worker("/module-worker.js", { type: "module" });
      return new Promise((resolve) => {
        worker.onerror = (event) => resolve(event.message);
        worker.onmessage = ({ data }) => resolve(data);
      });
    });
    assert.equal(inWorker, "simd128");
  }));

test("a service worker starts with stringmill/init and a module that it compiles", () =>
  onPage("/", async (page) => {
    const found = await page.evaluate(async () => {
      const answer = new Promise((resolve) => {
        navigator.serviceWorker.addEventListener("message", ({ data }) => resolve(data));
      });
      navigator.serviceWorker.startMessages();
      const registration = await navigator.serviceWorker.register("/service-worker.js", { type: "module" });
      // Of a worker that fails to start, `ready` never ends.
      const worker = registration.installing ?? registration.active;
      await new Promise((resolve, reject) => {
        const look = () => {
          if (worker.state === "activated") resolve();
          if (worker.state === "redundant") reject(new Error("the worker did not start"));
        };
        worker.addEventListener("statechange", look);
        look();
      });
      worker.postMessage("use");
      const it = await answer;
      await registration.unregister();
      return it;
    });
    assert.deepEqual(found, ["simd128", "json_value_expected"]);
  }));

test("bundled inline, the package works in a page and in a classic worker, without unsafe-eval", () =>
  onPage("/page.html", async (page) => {
    assert.deepEqual(await page.evaluate(() => globalThis.made), EXPECTED);
    const inWorker = await page.evaluate(
      () =>
        new Promise((resolve, reject) => {
          const worker = new Worker("/worker.js");
          worker.onmessage = ({ data }) => resolve(data);
          worker.onerror = (event) => reject(new Error(event.message));
        }),
    );
    assert.deepEqual(inWorker, EXPECTED);
  }));

test("a policy without wasm-unsafe-eval refuses the module: the tests above can fail", async () => {
  const meta = `<meta http-equiv="Content-Security-Policy" content="script-src 'self'">`;
  const { type, body } = made.get("/page.html");
  made.set("/strict.html", { type, body: body.replace("<title>", `${meta}<title>`) });
  const page = await chromium.browser.newPage();
  await page.goto(`${address}/strict.html`);
  assert.match(
    await page.evaluate(() => globalThis.made.then(() => "works", String)),
    /CompileError|Content Security Policy/,
  );
  await page.close();
});

test("what a bundle does not use goes, and the module stays", async () => {
  const js = fileURLToPath(new URL("js/", root));
  for (const entry of ["all", "strings", "all-inline", "strings-inline"]) {
    const { outputFiles } = await esbuild.build({
      stdin: {
        contents: `import { utf8Validate } from "./dist/esm/entry/${entry}.js"; globalThis.found = utf8Validate(new Uint8Array(1));`,
        resolveDir: js,
      },
      bundle: true,
      format: "esm",
      platform: "node",
      write: false,
      logLevel: "error",
    });
    const [{ text }] = outputFiles;
    assert.ok(!text.includes("class IonReader"), entry);
    const program = text.replaceAll("import.meta.url", JSON.stringify(new URL("js/dist/esm/entry/a.js", root).href));
    globalThis.found = undefined;
    await import(`data:text/javascript;base64,${Buffer.from(program).toString("base64")}`);
    assert.equal(globalThis.found, 1, entry);
  }
});

for (const tier of ["scalar", "simd128"]) {
  test(`all vectors pass in the browser on ${tier}`, () =>
    onPage("/", async (page) => {
      const files = [];
      for (const folder of ["vectors", "build/vectors"]) {
        const names = await readdir(new URL(`${folder}/`, root));
        files.push(...names.filter((name) => name.endsWith(".json")).map((name) => `/${folder}/${name}`));
      }
      const contents = await Promise.all(
        files.map(async (file) => JSON.parse(await readFile(new URL(`.${file}`, root)))),
      );
      const expected = contents
        .filter(({ operation }) => OPERATIONS.includes(operation))
        .reduce((sum, { groups }) => sum + groups.reduce((cases, group) => cases + group.cases.length, 0), 0);
      const counts = await page.evaluate(
        async ({ tier, files }) => {
          const { use } = await import("/js/dist/esm/core.js");
          use(await WebAssembly.compileStreaming(fetch(`/js/dist/all-${tier}.wasm`)), true);
          const stringmill = await import("/js/dist/esm/index-all.js");
          if (stringmill.tier() !== tier) throw new Error(`the tier is ${stringmill.tier()}`);
          const { runAll } = await import("/js/test/vector-cases.js");
          return runAll(stringmill, await Promise.all(files.map(async (file) => (await fetch(file)).json())));
        },
        { tier, files },
      );
      const all = Object.values(counts);
      assert.deepEqual(
        all.flatMap(({ failures }) => failures),
        [],
      );
      const count = all.reduce((sum, { all }) => sum + all, 0);
      console.log(`${count} cases on ${tier}`);
      assert.ok(all.every((operation) => operation.all > 0));
      assert.equal(count, expected);
    }));
}
