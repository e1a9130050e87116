// The table of docs/javascript.md has the figures of the newest record.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { figures, newest, table, withTable } from "../bench/table.js";

const ROOT = new URL("../../", import.meta.url);
const read = (path) => readFileSync(new URL(path, ROOT), "utf8");

test("docs/javascript.md has the table of the newest record: node js/bench/table.js writes it", () => {
  const page = read("docs/javascript.md");
  const path = newest();
  const record = read(path);
  assert.ok(figures(record).length > 50);
  assert.ok(figures(record).every(({ simd128, scalar }) => simd128.times > 0 && scalar.times > 0));
  assert.equal(withTable(page, path, record), page);
  // Another figure in the record is another table.
  assert.notEqual(table(record.replace(/\| (\d+\.?\d*) \| (\d+\.?\d*) \|/, "| $1 | 123456 |")), table(record));
});
