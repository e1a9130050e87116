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
  "A string of 64 MB in slices": /^long-string.json: Well-formed JSON, 64,000,003 bytes/,
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

test("a bad line has the same reason in the list and in its picture", () =>
  onPage({}, async (opened) => {
    await opened.example("NDJSON with bad lines");
    await expectVerdict(opened, verdicts["NDJSON with bad lines"]);
    const { page } = opened;
    assert.match(await page.locator("table").first().textContent(), /line ends inside a string/);
    assert.match(await page.locator(".picture-box").textContent(), /^error: line ends inside a string\n/);
  }));

test("the page has less than 430 kB compressed, with everything", async () => {
  const { length } = gzipSync(await readFile(pagePath), { level: 9 });
  console.log(`${length} bytes compressed`);
  assert.ok(length < 430_000, `${length} bytes`);
});

test("the page has the licences of its module, its fonts and the names of characters", async () => {
  const page = await readFile(pagePath, "utf8");
  const crates = await readFile(new URL("../../js/THIRD-PARTY-LICENSES", import.meta.url), "utf8");
  const named = crates.match(/^- .*: .*$/gm);
  assert.ok(named.length > 2);
  for (const text of [...named, "SIL OPEN FONT LICENSE Version 1.1", "Copyright 2019 IBM Corp.", "UNICODE LICENSE V3"]) {
    assert.ok(page.includes(text), text);
  }
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
    await expectVerdict(opened, /Nothing to show yet/);
    assert.equal(await page.locator(".empty strong").isVisible(), true);
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
    await expectVerdict(opened, /“4g” is not hex/);
    assert.match(await page.locator("#input-hint").textContent(), /“4g” is not hex/);
    assert.equal(await page.locator("#input").getAttribute("aria-invalid"), "true");
    assert.equal(await page.locator("#input").inputValue(), "ff 4g");
    for (const tab of ["compare", "check", "convert", "bytes"]) {
      await page.locator(`#tab-${tab}`).click();
      await expectVerdict(opened, /“4g” is not hex/);
      assert.equal(await page.locator(".output, .ribbon, table").count(), 0);
      assert.doesNotMatch(page.url(), /in=/);
    }
    await page.locator("#input").fill("ff 41");
    await page.locator("#notation").getByText("Text").click();
    assert.match(await page.locator("#input-hint").textContent(), /not UTF-8/);
    assert.equal(await page.locator("#notation :checked").getAttribute("value"), "hex");
  }));

test("with the keyboard alone: to the ribbon, through its units, through tabs and options", () =>
  onPage({}, async (opened) => {
    const { page } = opened;
    await opened.example("Escape and validate");
    // The start of the page, as for someone who opens a link.
    await page.goto(page.url());
    await page.reload();
    await page.locator("#unit-0").waitFor();
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
    await page.locator("#input").fill("é/");
    await page.locator("#profile").selectOption("php");
    await page.locator("#unit-0").click();
    assert.match(
      await page.locator(".detail").textContent(),
      /U\+00E9LATIN SMALL LETTER E WITH ACUTE.*\\u00e9.*php: PHP's default is ASCII.*unescaped-unicodeé/,
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
    await page.locator("#tab-bytes").click();
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
    await expectVerdict(opened, /long.bin: stopped after .* no verdict/);
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
    await page.getByRole("button", { name: "Show the bytes around it" }).click();
    await page.locator(".detail", { hasText: "Not UTF-8" }).waitFor();
    assert.match(await page.locator(".detail").textContent(), /at byte 2,147,483,648/);
  }));

/** Pastes a text over the whole box. The browser ignores such an event, so it pastes nothing itself. */
const paste = (page, text) =>
  page.locator("#input").evaluate((box, pasted) => {
    box.select();
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    box.dispatchEvent(new ClipboardEvent("paste", { clipboardData, cancelable: true, bubbles: true }));
  }, text);

const notation = (page) => page.locator("#notation :checked").getAttribute("value");

test("a first visitor types or pastes text, and hex is recognised", () =>
  onPage({}, async (opened) => {
    const { page } = opened;
    assert.equal(await page.locator("#input").inputValue(), "");
    assert.equal(await notation(page), "text");
    await page.keyboard.type("café");
    await expectVerdict(opened, /5 bytes in, 5 out/);
    await paste(page, "63 61 66 C3 A9 ff");
    await expectVerdict(opened, /6 bytes in, 8 out/);
    assert.equal(await notation(page), "hex");
    await page.getByRole("button", { name: "It is text" }).click();
    await expectVerdict(opened, /17 bytes in, 17 out/);
    assert.equal(await notation(page), "text");
    await page.locator("#notation").getByText("Hex").click();
    await paste(page, "crème brûlée");
    await expectVerdict(opened, /15 bytes in, 15 out/);
    assert.equal(await notation(page), "text");
    for (const text of ["cafe", "2026", "de ad", "12 34 5", "0x41"]) {
      await page.locator("#input").fill("");
      await paste(page, text);
      assert.equal(await notation(page), "text", text);
    }
    for (const text of ["0x41,0x42,0x43", "e3b0c44298fc1c149afbf4c8996fb924"]) {
      await page.locator("#input").fill("");
      await paste(page, text);
      assert.equal(await notation(page), "hex", text);
      await page.locator("#clear").click();
      await page.locator("#notation").getByText("Text").click();
    }
  }));

test("Back and Ctrl+Z restore what was there, also after a text that is no hex", () =>
  onPage({}, async (opened) => {
    const { page } = opened;
    const box = page.locator("#input");
    await box.fill("mine");
    await opened.example("JSON that is safe");
    await expectVerdict(opened, /60 bytes in/);
    await page.goBack();
    await expectVerdict(opened, /4 bytes in, 4 out/);
    assert.equal(await box.inputValue(), "mine");
    await page.goForward();
    await expectVerdict(opened, /60 bytes in/);
    await page.locator("#clear").click();
    assert.equal(await box.inputValue(), "");
    await page.keyboard.press("Control+z");
    await expectVerdict(opened, /60 bytes in/);
    await page.keyboard.press("Control+Shift+z");
    await expectVerdict(opened, /Nothing to show yet/);
    await page.keyboard.press("Control+z");
    await expectVerdict(opened, /60 bytes in/);
    await page.keyboard.press("Control+z");
    await expectVerdict(opened, /4 bytes in/);
    await page.locator("#notation").getByText("Hex").click();
    await box.fill("6d 4");
    await expectVerdict(opened, /odd number of digits/);
    await opened.example("Canonical JSON");
    await page.goBack();
    await expectVerdict(opened, /odd number of digits/);
    assert.equal(await box.inputValue(), "6d 4");
    // After a reload the address is all that is left; a step back then reads it.
    await box.fill("6d 69");
    await opened.example("Canonical JSON");
    await page.reload();
    await expectVerdict(opened, /bytes in/);
    await page.goBack();
    await expectVerdict(opened, /2 bytes in/);
  }));

test("a long file shows its first bytes and those around each error in every tab", () =>
  onPage({}, async (opened) => {
    const { page } = opened;
    const path = join(chromium.folder, "records.ndjson");
    const line = '{"name": "Zoë", "city": "Łódź"}\n';
    const bad = '{"name": nil}\n';
    await writeFile(path, line.repeat(200_000) + bad + line.repeat(100_000) + bad + line.repeat(1000));
    await page.locator("#file").setInputFiles(path);
    await expectVerdict(opened, /^records.ndjson: 301,000 good lines, 2 bad/);
    assert.match(await page.locator("#input").inputValue(), /^\{"name": "Zoë"/);
    await page.locator("#tab-bytes").click();
    await expectVerdict(opened, /^bytes 0 to 65,5\d\d of records.ndjson: .* in, .* out$/);
    await page.locator("#tab-compare").click();
    await expectVerdict(opened, /^bytes 0 to 65,5\d\d of records.ndjson: /);
    await page.locator("#tab-convert").click();
    await expectVerdict(opened, /^bytes 0 to 65,5\d\d of records.ndjson: /);
    // The place is that of the word `nil`, after two good parts of the file and the first bad line.
    const length = Buffer.byteLength(line);
    for (const start of [200_000 * length, 300_000 * length + bad.length]) {
      const offset = (start + '{"name": n'.length).toLocaleString("en-US");
      await page.getByRole("button", { name: `Error at byte ${offset}` }).click();
      await page.waitForFunction(() => /"name": nil/.test(document.querySelector("#input").value));
      for (const tab of ["bytes", "compare", "convert"]) {
        await page.locator(`#tab-${tab}`).click();
        await expectVerdict(opened, /^bytes [1-9][\d,]* to .* of records.ndjson: /);
      }
    }
    await page.locator("#tab-check").click();
    await expectVerdict(opened, /^records.ndjson: 301,000 good lines, 2 bad/);
    // A part that is changed is an input of its own.
    await page.locator("#input").fill("[1]");
    await expectVerdict(opened, /^1 good line, 0 bad/);
    assert.equal(await page.locator("#part").isHidden(), true);
    await page.goBack();
    await expectVerdict(opened, /^records.ndjson: 301,000 good lines, 2 bad/);
  }));

test("a file that cannot be read, or comes too late, leaves what is in the box", () =>
  onPage({}, async (opened) => {
    const { page } = opened;
    const path = join(chromium.folder, "gone.txt");
    for (const length of [100, 2_000_000]) {
      await page.locator("#input").fill("mine");
      await writeFile(path, "x".repeat(length));
      // The page has the file, and reads it when it is gone.
      await page.evaluate(() => {
        const { slice, arrayBuffer } = Blob.prototype;
        globalThis.gate = new Promise((open) => (globalThis.openGate = open));
        File.prototype.arrayBuffer = async function () {
          await globalThis.gate;
          return arrayBuffer.call(this);
        };
        File.prototype.slice = function (...range) {
          const part = slice.apply(this, range);
          part.arrayBuffer = async () => {
            await globalThis.gate;
            return arrayBuffer.call(part);
          };
          return part;
        };
      });
      await page.locator("#file").setInputFiles(path);
      await writeFile(path, "other");
      await page.evaluate(() => globalThis.openGate());
      await page.waitForFunction(() => /cannot be read/.test(document.querySelector("#input-hint").textContent));
      assert.equal(await page.locator("#input").inputValue(), "mine");
      await expectVerdict(opened, /^4 bytes in, 4 out$/);
      // Typing while a file is read: the file comes too late.
      await writeFile(path, "y".repeat(length));
      await page.evaluate(() => {
        globalThis.gate = new Promise((open) => (globalThis.openGate = open));
      });
      await page.locator("#file").setInputFiles(path);
      await page.locator("#input").fill("typed");
      await page.evaluate(() => globalThis.openGate());
      await page.waitForTimeout(200);
      assert.equal(await page.locator("#input").inputValue(), "typed");
      await expectVerdict(opened, /^5 bytes in, 5 out$/);
      await page.evaluate(() => {
        delete File.prototype.arrayBuffer;
        delete File.prototype.slice;
      });
    }
  }));

test("a result that lost something is neither green nor red", () =>
  onPage({}, async (opened) => {
    const kind = () => opened.page.locator("#verdict").getAttribute("class");
    await opened.example("Ion to JSON");
    await expectVerdict(opened, /losses/);
    assert.equal(await kind(), "verdict lossy");
    await opened.example("Escape and validate");
    await expectVerdict(opened, /1 ill-formed piece/);
    assert.equal(await kind(), "verdict lossy");
    await opened.example("JSON that is safe");
    await expectVerdict(opened, /60 bytes in/);
    assert.equal(await kind(), "verdict good");
  }));

for (const { width, height } of [
  { width: 1440, height: 900 },
  { width: 390, height: 664 },
]) {
  test(`verdict and output are on the first screen of ${width} by ${height}`, () =>
    onPage({ width, height }, async (opened) => {
      for (const [title, selector] of [
        ["Escape and validate", ".output"],
        ["JSON that is safe", ".output"],
        ["Canonical JSON", ".output"],
        ["An error that explains itself", ".picture-box"],
        ["The same bytes", "table"],
      ]) {
        await opened.example(title);
        await opened.page.evaluate(() => scrollTo(0, 0));
        for (const [part, least] of [
          ["#verdict", 20],
          [selector, 40],
        ]) {
          const { y } = await opened.page.locator(part).first().boundingBox();
          assert.ok(y + least <= height, `${part} of “${title}” begins at ${y}`);
        }
      }
    }));
}

test("characters have the names of the Unicode character database", () =>
  onPage({}, async (opened) => {
    const { page } = opened;
    const named = [
      ["\t", "CHARACTER TABULATION"],
      ["e", "LATIN SMALL LETTER E"],
      ["ß", "LATIN SMALL LETTER SHARP S"],
      ["\u202e", "RIGHT-TO-LEFT OVERRIDE"],
      ["中", "CJK UNIFIED IDEOGRAPH-4E2D"],
      ["\uf900", "CJK COMPATIBILITY IDEOGRAPH-F900"],
      ["\uac01", "HANGUL SYLLABLE GAG"],
      ["\ud7a3", "HANGUL SYLLABLE HIH"],
      ["\u{1f375}", "TEACUP WITHOUT HANDLE"],
      ["\u{20000}", "CJK UNIFIED IDEOGRAPH-20000"],
      ["\ue000", "private use"],
      ["\u0378", "not assigned"],
      ["\u{e0100}", "VARIATION SELECTOR-17"],
    ];
    for (const [text, name] of named) {
      await page.locator("#input").fill(text);
      assert.equal(await page.locator(".detail .name").textContent(), name);
    }
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
