// Compares the page with its picture in the README, docs/page.png. STRINGMILL_PICTURES=write makes that picture again, and pictures of
// every view, at three widths in both themes, in build/js-page/pictures. There also goes a picture that differs, beside one with the
// differing pixels in red.

import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { PNG } from "pngjs";
import { openBrowser, openPage, pagePath } from "./browser.mjs";

const committed = join(dirname(fileURLToPath(import.meta.url)), "../../docs/page.png");
const folder = join(dirname(pagePath), "pictures");

/** How far a channel of a pixel may be off, of 255, and which share of the pixels may be further off. */
const CHANNEL = 48;
const SHARE = 0.002;

const writes = process.env.STRINGMILL_PICTURES === "write";

let chromium;
before(async () => {
  chromium = await openBrowser();
});
after(() => chromium.close());

const views = [
  ...[320, 768, 1280].flatMap((width) =>
    ["light", "dark"].map((theme) => ({ name: "bytes", width, theme, example: "Escape and validate" })),
  ),
  { name: "compare", width: 1280, theme: "light", example: "The same bytes" },
  { name: "check", width: 1280, theme: "dark", example: "NDJSON" },
  { name: "convert", width: 320, theme: "light", example: "Ion to JSON" },
];

test("the page looks like its picture in the README", async () => {
  const taken = await shot({ width: 1280, theme: "light", example: "Escape and validate" });
  if (writes) await writeFile(committed, taken);
  await compare(PNG.sync.read(taken), PNG.sync.read(await readFile(committed)));
});

for (const { name, width, theme, example } of writes ? views : []) {
  test(`a picture of ${name}, ${width} pixels wide, ${theme}`, async () => {
    await save(`${name}-${width}-${theme}`, await shot({ width, theme, example }));
  });
}

/** The page above its footer, which has facts of the build and of the machine. */
async function shot({ width, theme, example }) {
  const opened = await openPage(chromium.browser, { width, theme });
  await opened.example(example);
  await opened.page.mouse.move(0, 0);
  const { y: height } = await opened.page.locator("footer").boundingBox();
  const clip = { x: 0, y: 0, width, height };
  const taken = await opened.page.screenshot({ fullPage: true, animations: "disabled", caret: "hide", clip });
  await opened.close();
  return taken;
}

async function save(name, picture) {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${name}.png`), picture);
}

async function compare(actual, expected) {
  assert.deepEqual([actual.width, actual.height], [expected.width, expected.height], "the size of the picture");
  const { share, marked } = difference(actual, expected);
  if (share > SHARE) {
    await save("page", PNG.sync.write(actual));
    await save("page-differs", PNG.sync.write(marked));
  }
  assert.ok(share <= SHARE, `${(share * 100).toFixed(2)} % of the pixels differ`);
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
