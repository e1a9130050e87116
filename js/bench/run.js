// Ours and its peers in turn in one process; prints medians, and how many times as fast ours is.
//
//   node run.js           all rows
//   node run.js --quick   as a test: results are compared, nothing is timed

import { tier } from "../dist/esm/entry/all.js";
import { compare, rows } from "./rows.js";

const quick = process.argv.includes("--quick");
/** Milliseconds of a row, and of a round of one subject at least; the numbers of rounds. */
const ROW = 1200,
  ROUND = 2,
  ROUNDS = { least: 5, most: 41 };

const median = (all) => all.toSorted((a, b) => a - b)[all.length >> 1];
const now = () => performance.now();

/** Milliseconds of `count` runs. A run that returns no promise is not awaited, which would cost more than it. */
async function time(run, count) {
  const start = now();
  for (let at = 0; at < count; at++) {
    const made = run();
    if (made instanceof Promise) await made;
  }
  return now() - start;
}

/** How many runs take a round. The first ones also compile the subject. */
async function countOf(run) {
  for (let count = 1; ;) {
    const taken = await time(run, count);
    if (taken >= ROUND) return count;
    count = Math.ceil(count * Math.min(10, (1.2 * ROUND) / Math.max(taken, 0.001)));
  }
}

/** Milliseconds of one run of each subject, round by round. */
async function rounds(subjects) {
  const all = [];
  for (const [name, run] of Object.entries(subjects)) all.push({ name, run, count: await countOf(run), taken: [] });
  const end = now() + ROW;
  for (let round = 0; round < ROUNDS.least || (round < ROUNDS.most && now() < end); round++) {
    for (const { run, count, taken } of all) taken.push((await time(run, count)) / count);
  }
  return all;
}

/** Three digits, without an exponent. */
const shown = (number) => String(Number(number.toPrecision(3)));
const rate = (bytes, taken) => shown(bytes / 1000 / median(taken));

console.log(
  `node ${process.versions.node}, tier ${tier()}, ${quick ? "nothing is timed" : "MB/s of input, median of rounds in turn"}`,
);
if (!quick) console.log("tier | operation | size | beside | theirs | ours | times as fast | goal");
for (const row of rows(quick)) {
  await compare(row);
  if (quick) continue;
  const [ours, ...peers] = await rounds(row.subjects);
  for (const { name, taken } of peers) {
    const times = median(taken.map((each, round) => each / ours.taken[round]));
    const goal = row.goal?.[name];
    const verdict = goal === undefined ? "" : `${goal}: ${times >= goal ? "met" : "missed"}`;
    const figures = [rate(row.bytes, taken), rate(row.bytes, ours.taken), shown(times), verdict];
    console.log([tier(), row.operation, row.size, name, ...figures].join(" | "));
  }
}
