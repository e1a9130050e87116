// The page in a real browser: flows with mouse and keyboard, accessibility, files of any size, and no request.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { memoryOfBrowser, openBrowser, openPage, pagePath, serve } from "./browser.mjs";

const axe = createRequire(import.meta.url)("axe-core");
let chromium;
before(async () => {
  chromium = await openBrowser();
});
after(() => chromium.close());

/** Runs a test on a new page, and closes it. */
async function onPage(options, body) {
  const opened = await openPage(chromium.browser, options);
  await body(opened);
  await opened.close();
}

const expectVerdict = async ({ page, verdict }, pattern) => {
  await page
    .waitForFunction(
      (source) => new RegExp(source).test(document.querySelector("#verdict").textContent),
      pattern.source,
      { timeout: 60_000 },
    )
    .catch(async () => assert.match(await verdict(), pattern));
};

const verdicts = {
  "Escape and validate in one pass": /25 bytes in, 32 out, 1 ill-formed piece handled by replace/,
  "The same bytes in each host": /9 different results from 11 calls of five hosts/,
  "Eight policies for ill-formed bytes": /11 ill-formed pieces handled by replace-java/,
  "NDJSON with bad lines": /3 good lines, 2 bad/,
  "A string of 64 MB in slices": /Well-formed JSON, 64,000,003 bytes/,
  "Ion to JSON": /losses/,
  "JSON that is safe in a script element": /60 bytes in, 98 out/,
  "Canonical JSON": /bytes in, \d+ out/,
  "JSON in JSON in JSON": /64 bytes in, 42 out/,
  "An error that explains itself": /Not JSON: .*line 2, column 15, byte 16/,
};

test("each example is one click away and shows its verdict", () =>
  onPage({}, async (opened) => {
    assert.equal(await opened.page.locator("#examples button").count(), Object.keys(verdicts).length);
    for (const [title, pattern] of Object.entries(verdicts)) {
      await opened.example(title);
      await expectVerdict(opened, pattern);
    }
  }));

test("the page has less than 300 kB compressed, with everything", async () => {
  const { length } = gzipSync(await readFile(pagePath), { level: 9 });
  console.log(`${length} bytes compressed`);
  assert.ok(length < 300_000, `${length} bytes`);
});

test("nothing is requested but the page itself, from a server and from a file", async () => {
  const server = await serve(pagePath);
  try {
    await onPage({ address: server.address }, async (opened) => {
      for (const title of Object.keys(verdicts)) await opened.example(title);
      await expectVerdict(opened, /Not JSON/);
      assert.deepEqual(server.requests, ["/"]);
      const policy = await opened.page.locator("meta[http-equiv=Content-Security-Policy]").getAttribute("content");
      assert.match(policy, /default-src 'none'/);
      assert.doesNotMatch(policy, /unsafe-inline|unsafe-eval'(?<!wasm-unsafe-eval')|https?:|\*/);
      assert.match(policy, /connect-src 'none'/);
      const blocked = await opened.page.evaluate(() =>
        fetch("/other").then(
          () => "answered",
          () => "blocked",
        ),
      );
      assert.equal(blocked, "blocked");
      assert.deepEqual(server.requests, ["/"]);
      opened.faults.length = 0;
    });
  } finally {
    await server.close();
  }
});

test("text is escaped as it is typed, and the output is that of JSON.stringify", () =>
  onPage({}, async (opened) => {
    const { page } = opened;
    await page.locator("#clear").click();
    await expectVerdict(opened, /Nothing to show yet/);
    assert.equal(await page.locator(".empty strong").isVisible(), true);
    await page.locator("#notation").getByText("Text").click();
    const text = 'tea "grün"\t\\ \u0007 \u{1f375}';
    await page.locator("#input").fill(text);
    await expectVerdict(opened, /bytes in/);
    assert.equal(await page.locator(".output").textContent(), JSON.stringify(text).slice(1, -1));
  }));

test("hex is read, and what is not hex is said without losing the input", () =>
  onPage({}, async (opened) => {
    const { page } = opened;
    await page.locator("#notation").getByText("Hex").click();
    await page.locator("#input").fill("ff 0x41, \\x42");
    await expectVerdict(opened, /3 bytes in/);
    await page.locator("#input").fill("ff 4g");
    assert.match(await page.locator("#input-hint").textContent(), /“4g” is not hex/);
    assert.equal(await page.locator("#input").getAttribute("aria-invalid"), "true");
    assert.equal(await page.locator("#input").inputValue(), "ff 4g");
    await page.locator("#input").fill("ff 41");
    await page.locator("#notation").getByText("Text").click();
    assert.match(await page.locator("#input-hint").textContent(), /not UTF-8/);
    assert.equal(await page.locator("#notation :checked").getAttribute("value"), "hex");
  }));

test("with the keyboard alone: to the ribbon, through its units, through tabs and options", () =>
  onPage({}, async (opened) => {
    const { page } = opened;
    const focus = () => page.evaluate(() => document.activeElement.id || document.activeElement.className);
    const tabTo = async (wanted) => {
      for (let presses = 0; presses < 60; presses++) {
        if ((await focus()) === wanted) return;
        await page.keyboard.press("Tab");
      }
      assert.fail(`Tab never reached ${wanted}`);
    };
    await page.keyboard.press("Tab");
    assert.equal(await focus(), "skip");
    await tabTo("ribbon");
    const active = () =>
      page.evaluate(
        () =>
          document.getElementById(document.querySelector(".ribbon").getAttribute("aria-activedescendant"))
            .firstElementChild.textContent,
      );
    assert.match(await active(), /^byte 15: .*E9.*becomes/);
    await page.keyboard.press("Home");
    assert.equal(await active(), "byte 0: “s”, U+0073, copied");
    for (let presses = 0; presses < 4; presses++) await page.keyboard.press("ArrowRight");
    assert.equal(await active(), 'byte 4: “"”, U+0022, becomes \\"');
    assert.match(await page.locator(".detail").textContent(), /U\+0022.*RFC 8259, section 7/);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("End");
    assert.equal(await active(), "byte 24: “5”, U+0035, copied");
    await tabTo("tab-bytes").catch(() => {});
    await page.locator("#tab-bytes").focus();
    await page.keyboard.press("ArrowRight");
    assert.equal(await focus(), "tab-compare");
    await expectVerdict(opened, /different results/);
    await page.keyboard.press("ArrowLeft");
    await tabTo("profile");
    await page.keyboard.press("p");
    assert.equal(await page.locator("#profile").inputValue(), "php");
    assert.equal(await focus(), "profile");
    await page.locator("input[value=unescaped-unicode]").focus();
    await page.keyboard.press("Space");
    assert.match(await page.evaluate(() => location.hash), /profile=php%3Aunescaped-unicode/);
    assert.equal(await focus(), "option-unescaped-unicode");
  }));

test("a unit says which option of the profile changes it", () =>
  onPage({}, async ({ page }) => {
    await page
      .locator("#notation")
      .getByText("Text")
      .click()
      .catch(() => {});
    await page.locator("#clear").click();
    await page.locator("#notation").getByText("Text").click();
    await page.locator("#input").fill("é/");
    await page.locator("#profile").selectOption("php");
    await page.locator("#unit-0").click();
    assert.match(
      await page.locator(".detail").textContent(),
      /U\+00E9.*\\u00e9.*php: PHP's default is ASCII.*unescaped-unicodeé/,
    );
    await page.locator("#unit-1").hover();
    assert.match(await page.locator(".detail").textContent(), /U\+002F.*unescaped-slashes\//);
  }));

test("a long input has only the visible units in the document", () =>
  onPage({}, async (opened) => {
    const { page } = opened;
    const path = join(chromium.folder, "long.txt");
    await writeFile(path, 'line with "quotes" and caf\u00e9\n'.repeat(30_000));
    await page.locator("#file").setInputFiles(path);
    await expectVerdict(opened, /bytes in/);
    const count = () => page.locator("[role=option]").count();
    assert.ok((await count()) < 1500, `${await count()} units`);
    await page.locator(".ribbon").focus();
    await page.keyboard.press("End");
    await page.waitForFunction(
      () =>
        document.querySelector("[role=option][aria-selected=true]")?.getAttribute("aria-posinset") ===
        document.querySelector("[role=option]").getAttribute("aria-setsize"),
    );
    assert.ok((await count()) < 1500, `${await count()} units`);
    await page.getByRole("button", { name: "Later" }).click();
    assert.match(await page.locator(".ribbon-box .bar .count").first().textContent(), /Bytes 262,144 to/);
  }));

test("a link carries the whole state", () =>
  onPage({}, async (opened) => {
    await opened.example("JSON that is safe");
    await expectVerdict(opened, /60 bytes in, 98 out/);
    const address = opened.page.url();
    await onPage({ address }, async (second) => {
      await expectVerdict(second, /60 bytes in, 98 out/);
      assert.equal(await second.page.locator("#profile").inputValue(), "script");
      assert.equal(
        await second.page.locator(".output").textContent(),
        await opened.page.locator(".output").textContent(),
      );
    });
  }));

test("a file of 2 GB is checked in slices with flat memory, and can be stopped", () =>
  onPage({}, async (opened) => {
    const { page } = opened;
    const path = join(chromium.folder, "long.bin");
    execFileSync("truncate", ["-s", "2G", path]);
    await page.locator("#tab-check").click();
    await page.locator("input[value=utf8]").check();
    const before = await memoryOfBrowser();
    await page.locator("#file").setInputFiles(path);
    await page.waitForFunction(() => document.querySelector("progress")?.value > 2e8, undefined, {
      timeout: 120_000,
    });
    const grown = (await memoryOfBrowser()) - before;
    assert.ok(grown < 250e6, `${Math.round(grown / 1e6)} MB more`);
    await page.getByRole("button", { name: "Stop" }).click();
    await expectVerdict(opened, /Stopped after .* no verdict/);
    // The whole of it, with an error at its end.
    await writeFile(path, Uint8Array.of(0xff), { flag: "a" });
    await page.locator("#file").setInputFiles(path);
    const peaks = [];
    const watch = setInterval(async () => peaks.push((await memoryOfBrowser()) - before), 400);
    await page.waitForFunction(() => /Not UTF-8/.test(document.querySelector("#verdict").textContent), undefined, {
      timeout: 120_000,
    });
    clearInterval(watch);
    assert.match(await opened.verdict(), /byte 2,147,483,648/);
    assert.ok(Math.max(...peaks) < 250e6, `${Math.round(Math.max(...peaks) / 1e6)} MB more`);
    await page.getByRole("button", { name: "Show the byte in the ribbon" }).click();
    await page.locator(".detail", { hasText: "Not UTF-8" }).waitFor();
  }));

for (const theme of ["light", "dark"]) {
  test(`axe finds no violation in any view, ${theme}`, () =>
    onPage({ theme }, async (opened) => {
      const { page } = opened;
      await page.evaluate(axe.source);
      for (const title of Object.keys(verdicts)) {
        await opened.example(title);
        await page.waitForTimeout(100);
        const { violations } = await page.evaluate(() =>
          globalThis.axe.run(document, {
            runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
          }),
        );
        assert.deepEqual(
          violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).slice(0, 3)}`),
          [],
          title,
        );
      }
    }));
}

for (const width of [320, 375, 768, 1280, 3840]) {
  test(`nothing overflows at ${width} pixels`, () =>
    onPage({ width }, async (opened) => {
      for (const title of Object.keys(verdicts)) {
        await opened.example(title);
        const excess = await opened.page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        assert.equal(excess, 0, title);
      }
    }));
}
