// Compares pictures of the page, at three widths in both themes, with those of test/pictures. STRINGMILL_PICTURES=write
// makes new ones. A picture that differs goes to build/js-page/pictures, beside one with the differing pixels in red.

import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { PNG } from "pngjs";
import { openBrowser, openPage, pagePath } from "./browser.mjs";

const committed = join(dirname(fileURLToPath(import.meta.url)), "pictures");
const failed = join(dirname(pagePath), "pictures");

/** How far a channel of a pixel may be off, of 255, and which share of the pixels may be further off. */
const CHANNEL = 48;
const SHARE = 0.002;

const writes = process.env.STRINGMILL_PICTURES === "write";

let chromium;
before(async () => {
  chromium = await openBrowser();
});
after(() => chromium.close());

const shots = [
  ...[320, 768, 1280].flatMap((width) =>
    ["light", "dark"].map((theme) => ({
      name: `bytes-${width}-${theme}`,
      width,
      theme,
      example: "Escape and validate",
    })),
  ),
  { name: "compare-1280-light", width: 1280, theme: "light", example: "The same bytes", whole: false },
  { name: "check-1280-dark", width: 1280, theme: "dark", example: "NDJSON" },
  { name: "convert-320-light", width: 320, theme: "light", example: "Ion to JSON" },
];

for (const { name, width, theme, example, whole = true } of shots) {
  test(`${name} looks like its picture`, async () => {
    const opened = await openPage(chromium.browser, { width, theme });
    await opened.example(example);
    await opened.page.mouse.move(0, 0);
    // The version and the tier are facts of the build and of the machine.
    const taken = await opened.page.screenshot({
      fullPage: whole,
      animations: "disabled",
      caret: "hide",
      mask: [opened.page.locator("footer")],
    });
    if (writes && name === "bytes-1280-light") await takeForReadme(opened.page);
    await opened.close();
    await compare(name, taken);
  });
}

/** The page above its footer. */
async function takeForReadme(page) {
  const { y: height } = await page.locator("footer").boundingBox();
  const path = join(committed, "../../../../docs/page.png");
  await page.screenshot({ path, fullPage: true, clip: { x: 0, y: 0, width: 1280, height } });
}

async function compare(name, taken) {
  const path = join(committed, `${name}.png`);
  const actual = PNG.sync.read(taken);
  if (writes) {
    await mkdir(committed, { recursive: true });
    await writeFile(path, taken);
    return;
  }
  const expected = PNG.sync.read(await readFile(path));
  assert.deepEqual([actual.width, actual.height], [expected.width, expected.height], `the size of ${name}`);
  const { share, marked } = difference(actual, expected);
  if (share > SHARE) {
    await mkdir(failed, { recursive: true });
    await writeFile(join(failed, `${name}.png`), taken);
    await writeFile(join(failed, `${name}-differs.png`), PNG.sync.write(marked));
  }
  assert.ok(share <= SHARE, `${(share * 100).toFixed(2)} % of the pixels of ${name} differ`);
}

function difference(actual, expected) {
  const marked = new PNG({ width: actual.width, height: actual.height });
  let off = 0;
  for (let at = 0; at < actual.data.length; at += 4) {
    const differs = [0, 1, 2].some(
      (channel) => Math.abs(actual.data[at + channel] - expected.data[at + channel]) > CHANNEL,
    );
    if (differs) off += 1;
    marked.data.set(differs ? [255, 0, 0, 255] : [...actual.data.subarray(at, at + 3), 64], at);
  }
  return { share: off / (actual.width * actual.height), marked };
}
