// The table of docs/javascript.md has the figures of the newest record.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { newestSection, section, tables, withSection } from "../bench/short-table.js";
import * as reading from "../bench/reading-table.js";
import { figures, newest, table, withTable } from "../bench/table.js";

const ROOT = new URL("../../", import.meta.url);
const read = (path) => readFileSync(new URL(path, ROOT), "utf8");

test("docs/javascript.md has the table of the newest record: node js/bench/table.js writes it", () => {
  const page = read("docs/javascript.md");
  const path = newest("-js.txt");
  const record = read(path);
  assert.ok(figures(record).length > 50);
  assert.ok(figures(record).every(({ simd128, scalar }) => simd128.times > 0 && scalar.times > 0));
  assert.equal(withTable(page, path, record), page);
  // Another figure in the record is another table.
  assert.notEqual(table(record.replace(/\| (\d+\.?\d*) \| (\d+\.?\d*) \|/, "| $1 | 123456 |")), table(record));
});

test("docs/javascript.md has the short strings of the newest record: node js/bench/short-table.js writes them", () => {
  const page = read("docs/javascript.md");
  assert.equal(withSection(page, newestSection()), page);
});

test("a record of short strings becomes tables and a list of losses", () => {
  const tier = (name) => `node 20, tier ${name}, times as fast as the host's own

\`utf8Repair\`, by the bytes of a string

| | 3 | 6 |
|---|---:|---:|
| clean | 1.50 | 0.96 |
| emoji |  | 2.00 |

\`utf8Repair\`, words of a list

| | times |
|---|---:|
| fr-names | 1.20 |

messages, by their bytes as JSON

| | 20 | 50 |
|---|---:|---:|
| \`jsonCheck\` | 0.50 | 3.00 |
`;
  const record = `date      today\nmethod    some\n\n\n${tier("simd128")}\n${tier("scalar")}`;
  assert.equal(tables(record).length, 6);
  const made = section("bench/records/m/d-js-short.txt", record);
  assert.match(made, /\| `utf8Repair` \| 1\.50 \| 0\.96 to 2\.00 \| 1\.20 \|/);
  assert.match(made, /- `utf8Repair`, by the bytes of a string: 0\.96 in 1 of 4: clean\./);
  assert.match(made, /- messages, by their bytes as JSON: 0\.50 in 1 of 2: `jsonCheck`\./);
  assert.equal(made.match(/0\.50 \| 3\.00/g).length, 2, "with SIMD and without");
});

test("docs/javascript.md has the pull reader of the newest record: node js/bench/reading-table.js writes it", () => {
  const page = read("docs/javascript.md");
  assert.equal(reading.withSection(page, reading.newestSection()), page);
  const record = "date      today\nmethod    some\n\nnode 20.1.0, tier scalar, times\n\nmessages, by bytes\n\n| | 20 |\n|---|---:|\n| it | 0.50 |\n";
  const made = reading.section("bench/records/m/d-js-reading.txt", record);
  assert.equal(made, "#### The pull reader without SIMD\n\nMessages, by bytes:\n\n| | 20 |\n|---|---:|\n| it | 0.50 |\n\nRecord: `bench/records/m/d-js-reading.txt`.\n");
});
