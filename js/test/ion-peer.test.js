// Our reader of Ion beside that of ion-js, on random documents. Outside of the differences below, both accept the same
// documents, and find the same values in them. Our events are those of the reader in Rust, which is compared with ion-java.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import * as stringmill from "stringmill";
import { IonReader, IonStreamReader } from "stringmill";
import { CATALOG, peerTranscript, transcript } from "./ion-transcript.js";

const ion = createRequire(new URL("../bench/run.js", import.meta.url))("ion-js");
const catalog = new ion.Catalog();
for (const { name, symbols } of CATALOG) catalog.add(new ion.SharedSymbolTable(name, 1, symbols));

const NUMBER = /^invalid character after number/;

/**
 * What ion-js 5.2.1 does otherwise; what ours does is what the specification of Ion says. A document differs only as
 * one of these says, whose expressions all match: `has` the document as Latin-1, `ours` our events, `line` the events of
 * ion-js, and `peer` the message of its error.
 */
const TEXT = [
  ["ill-formed UTF-8 is accepted, in comments too", { ours: /!\d+:(utf8|surrogate)_/ }],
  ["a comment that ends with two stars goes on to the next one", { has: /\*\*\// }],
  ["an operator takes the comment after it for a part of it", { has: /[!#%&*+\-./;<=>?@^`|~]\/[/*]/ }],
  ["symbols that have no text are refused", { peer: /Symbol ID zero|Unresolvable symbol ID/ }],
  ["a comment that the end of the input cuts is accepted", { ours: /!\d+:ion_comment_unterminated$/ }],
  ["annotations without a value are accepted", { ours: /!\d+:ion_(incomplete|value_expected)$/ }],
  ["ints of base 2, and underscores among digits, are refused", { has: /0[bB][01]|[\da-fA-F]_[\da-fA-F]/, peer: NUMBER }],
  ["what follows a timestamp is not checked", { ours: /!\d+:ion_number_end$/ }],
  ["exponents beyond 53 bits lose digits", { has: /\d\.?[dD][-+]?\d{10}/ }],
  ["an escaped line end in a clob is a byte", { has: /\{\{\s*"[^]*\\[\r\n]/ }],
  ["bytes above ASCII in a clob are accepted", { ours: /!\d+:ion_clob_/ }],
  ["parts of long strings are lost, or joined with what they look like", { has: /'''/ }],
  ["IDs, symbol tables and version markers are read otherwise", { has: /\$\d|\$ion/ }],
];
const BINARY = [
  ["input that ends inside of a value is accepted", { ours: /!\d+:ion_incomplete/ }],
  ["lengths and types are not checked", { ours: /!\d+:(ion_binary_|utf8_|timestamp_|ion_symbol_id)/ }],
  ["symbols that have no text are refused", { peer: /^Symbol ID zero|^Current value is not a string/ }],
  ["a null symbol table is dropped", { ours: /\$ion_symbol_table::null/ }],
  ["some symbol tables are not read", { peer: /greater than maxID|is unresolvable|^Can't step in/ }],
  ["a fraction of a second that a few bytes make a million times longer is accepted", { ours: /!\d+:limit_string_len$/ }],
  ["padding is a null", { line: /(^| )null\.null( |$)/ }],
  ["an annotated $ion_1_0 is taken for a version marker", { ours: /::symbol:'\$ion_1_0/ }],
  ["the offset of a timestamp without a time of day moves its date", { ours: /timestamp:[123],/ }],
  ["exponents beyond 32 bits are refused", { peer: /^VarInt values/ }],
];

const isWhole = (events) => /(^| )end$/.test(events);

const differs = ({ has = /^/, ours = /^/, line = /^/, peer = /^/ }, bytes, found, other) =>
  has.test(bytes.toString("latin1")) &&
  ours.test(found) &&
  line.test(other.line) &&
  peer.test(other.error?.message ?? "");

for (const [name, differences] of [
  ["text-documents", TEXT],
  ["binary-documents", BINARY],
]) {
  test(`${name} are read as ion-js reads them, but for the differences that are listed`, async (context) => {
    const lines = readFileSync(new URL(`../../build/js/${name}`, import.meta.url), "utf8").trim().split("\n");
    const counts = new Map(differences.map(([says]) => [says, 0]));
    let same = 0;
    const others = [];
    for (const line of lines) {
      const bytes = Buffer.from(line.split("\t")[0], "hex");
      const ours = await transcript(new IonReader(bytes, { catalog: CATALOG }));
      const peer = peerTranscript(() => ion.makeReader(bytes, catalog));
      const isSame = isWhole(ours) ? ours === peer.line : peer.error !== undefined;
      if (isSame) {
        same++;
        continue;
      }
      const found = differences.find(([, it]) => differs(it, bytes, ours, peer));
      if (found === undefined) others.push([bytes.toString("latin1"), ours, peer.line, String(peer.error)]);
      else counts.set(found[0], counts.get(found[0]) + 1);
    }
    context.diagnostic(`${lines.length} documents, ${same} the same`);
    for (const [says, count] of counts) context.diagnostic(`${count}: ${says}`);
    assert.deepEqual(others.slice(0, 20), []);
    assert.ok(same > lines.length / 2);
  });
}

test("all of ion-js is in this package, or in the manual's list of what is not", () => {
  const manual = readFileSync(new URL("../../docs/javascript.md", import.meta.url), "utf8");
  const [list] = /^What ion-js has and this package does not: [^]+?\n\n/m.exec(manual);
  const listed = new Set(Array.from(list.matchAll(/`(\w+)(?:\(\))?`/g), ([, name]) => name));
  // The methods are those that ion-js declares: its classes have internal ones too.
  const declared = readFileSync(
    new URL("../bench/node_modules/ion-js/dist/commonjs/es6/IonReader.d.ts", import.meta.url),
    "utf8",
  );
  const methods = Array.from(declared.matchAll(/^ {4}(\w+)\(\):/gm), ([, name]) => name);
  assert.ok(methods.includes("stepIn") && methods.length > 15, String(methods));
  const without = ({ prototype }) => methods.filter((name) => !(name in prototype));
  const missing = [...Object.keys(ion).filter((name) => !(name in stringmill)), ...without(IonReader)];
  for (const name of missing) assert.ok(listed.delete(name), `${name} is not in the list`);
  for (const name of listed) {
    assert.ok(name in stringmill || name in IonReader.prototype, `${name} is in the list, and ion-js has none`);
  }
  assert.deepEqual(without(IonStreamReader), without(IonReader));
});

test("decimals of ours become those of ion-js as the manual says", () => {
  const reader = new IonReader("12d3 1.50 -0d-20");
  while (reader.next() !== null) {
    const text = reader.decimalValue();
    assert.equal(ion.Decimal.parse(text.replace("e", "d")).numberValue(), Number(text));
  }
});
