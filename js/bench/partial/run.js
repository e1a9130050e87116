// What each reader says of the beginnings in vectors/partial, and what it costs. Prints JSON.
//
//   node run.js           all
//   node run.js --quick   as a test: ours alone is compared with the vectors, and all peers are called

import { readFileSync } from "node:fs";
import { PEERS, version } from "./peers.js";
import { PartialJson } from "../../dist/esm/partial/index.js";
import { DOCUMENT, EDITS, MEMBERS, STRING, extend, pieces } from "./texts.js";

const quick = process.argv.includes("--quick");
const root = new URL("../../../", import.meta.url);
const { groups } = JSON.parse(readFileSync(new URL("vectors/partial/json_partial.json", root), "utf8"));
const cases = groups[0].cases.filter(({ id }) => id < 330_100);

/** The outcome of a reader: a value as JSON, nothing, or an error. */
async function outcome(of, { in: hex }) {
  const bytes = new Uint8Array(Buffer.concat(hex.map((piece) => Buffer.from(piece, "hex"))));
  // A client that has no decoder of streams replaces half characters.
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  try {
    const value = await of(text, bytes);
    return value === undefined ? "nothing" : JSON.stringify(value);
  } catch {
    return "error";
  }
}

/** How many beginnings of a document are refused, and how many values do not contain the one before. */
async function growth({ of }) {
  let [errors, broken, before] = [0, 0, undefined];
  for (let end = 1; end <= DOCUMENT.length; end++) {
    let value;
    try {
      value = await of(DOCUMENT.slice(0, end));
    } catch {
      errors++;
      continue;
    }
    if (before !== undefined && !extend(before, value)) broken++;
    // A peer may change what it gave out.
    before = structuredClone(value);
  }
  return { errors, broken };
}

/** Rounds that compile the program, and those that count, of readers that keep a state. */
const WARM = 5,
  ROUNDS = 15;

/** Milliseconds of processor time of reading all pieces, with a value after each; of every 40th for those that parse all again. */
async function cost({ of, pass }, text) {
  const all = pieces(text, 20);
  const times = [];
  for (let round = 0; round < (pass ? WARM + ROUNDS : 1); round++) {
    const before = process.cpuUsage();
    if (pass) await pass(all);
    else {
      for (let at = 20; at < all.length; at += 40) {
        try {
          await of(text.slice(0, 20 * (at + 1)));
        } catch {
          // Some refuse some beginnings.
        }
      }
    }
    const { user, system } = process.cpuUsage(before);
    times.push(((user + system) / 1000) * (pass ? 1 : 40));
  }
  const timed = times.slice(pass ? WARM : 0).sort((a, b) => a - b);
  return timed[timed.length >> 1];
}

/** The processor time of ours for one object of 8,000 members, by how often a snapshot is taken. */
function wide() {
  const all = pieces(MEMBERS, 16);
  return Object.fromEntries(
    [Infinity, 100, 10, 1].map((each) => {
      const before = process.cpuUsage();
      const reader = new PartialJson();
      all.forEach((piece, at) => {
        reader.push(piece);
        if (at % each === 0) reader.value;
      });
      const { user, system } = process.cpuUsage(before);
      return [each, (user + system) / 1000];
    }),
  );
}

const found = {};
for (const [name, peer] of Object.entries(PEERS)) {
  const row = (found[name] = { version: peer.package === "stringmill" ? "" : version(peer.package) });
  if (peer.of) {
    row.values = Object.fromEntries(await Promise.all(cases.map(async (it) => [it.id, await outcome(peer.of, it)])));
    Object.assign(row, await growth(peer));
  }
  if (!quick) Object.assign(row, { object: await cost(peer, EDITS), string: await cost(peer, STRING), isIncremental: peer.pass !== undefined });
  if (peer.pass && JSON.stringify(await peer.pass(pieces(EDITS, 20))) !== EDITS) throw new Error(`${name} reads another value`);
}
if (found.stringmill.errors + found.stringmill.broken > 0) throw new Error("ours does not grow");
if (!quick) found.stringmill.wide = wide();
console.log(JSON.stringify(found));
