// The ribbon against the kernels: what it shows of single units, joined, is what the kernel makes of the whole text.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { modules } from "./modules.mjs";

const { openEngine, divide, facts, hosts, ofThisBrowser, tableRow, state, Refusal } = await modules();
const engine = await openEngine();
const scale = Number(process.env.STRINGMILL_ONE_IN ?? 1);

test("each profile says what it is for, in its own words", () => {
  assert.deepEqual(Object.keys(facts.purposes).sort(), facts.profiles.map(({ name }) => name).sort());
  assert.equal(new Set(Object.values(facts.purposes)).size, facts.profiles.length);
});

/** A small generator, so that a failure can be repeated. */
function random(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const pieces = [
  "a",
  '"',
  "\\",
  "\n",
  "\0",
  "<",
  "&",
  "'",
  "`",
  "$",
  "+",
  "/",
  "\x7f",
  "\x85",
  "é",
  "\u061c",
  "€",
  "\u2028",
  "\u202e",
  "\ufeff",
  "\ufffd",
  "😀",
  "\u{e0041}",
].map((text) => [...new TextEncoder().encode(text)]);
const bad = [
  [0x80],
  [0xbf],
  [0xc0],
  [0xc3],
  [0xe0],
  [0xe0, 0x80],
  [0xe2, 0x82],
  [0xed, 0xa0],
  [0xed, 0xa0, 0x80],
  [0xf0, 0x9f],
  [0xf0, 0x9f, 0x98],
  [0xf4, 0x90, 0x80, 0x80],
  [0xff],
  [0xf8, 0x88, 0x80, 0x80, 0x80],
];

function sample(below) {
  const bytes = [];
  for (let left = below(24); left > 0; left--) {
    const from = below(3) === 0 ? bad : pieces;
    bytes.push(...from[below(from.length)]);
  }
  return Uint8Array.from(bytes);
}

const whole = (bytes, rules) => {
  try {
    return { output: engine.escape(bytes, rules).bytes };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { fault: error.fault };
  }
};

function everyProfile() {
  return facts.profiles.flatMap(({ name, option = [] }) => [
    name,
    ...option.map((each) => `${name}:${each.requires ? `${each.requires},` : ""}${each.name}`),
  ]);
}

test("units joined are the output of the kernel for the whole text", () => {
  const below = random(20261126);
  const profiles = everyProfile();
  let compared = 0;
  for (let round = 0; round < 160_000 / scale; round++) {
    const text = sample(below);
    const rules = {
      profile: profiles[below(profiles.length)],
      policy: facts.policies[below(facts.policies.length)].name,
    };
    const { output, fault } = whole(text, rules);
    if (fault && fault.code >= 900) continue;
    const { forms, starts } = divide(engine, text, rules);
    assert.equal(
      forms.reduce((sum, form) => sum + form.bytes.length, 0),
      text.length,
    );
    const context = () => `${Buffer.from(text).toString("hex")} ${rules.profile} ${rules.policy}`;
    if (fault) {
      const first = forms.findIndex((form) => form.class === "ill-formed");
      assert.equal(starts[first], fault.offset, context());
      assert.ok(
        forms.slice(first + 1).every((form) => form.class === "unreached" && form.output.length === 0),
        context(),
      );
    } else {
      assert.equal(
        Buffer.concat(forms.map((form) => form.output)).toString("hex"),
        Buffer.from(output).toString("hex"),
        context(),
      );
    }
    compared += 1;
  }
  assert.ok(compared > 90_000 / scale);
});

test("the rule that the page names is there where the kernel escapes, and nowhere else", () => {
  const points = [
    ...Array(0x180).keys(),
    0x61c,
    0x180e,
    0x200b,
    0x2028,
    0x2029,
    0x202e,
    0x2060,
    0xe000,
    0xfeff,
    0xfffd,
    0x1f600,
    0xe0041,
  ];
  for (const profile of everyProfile()) {
    const [name, list = ""] = profile.split(":");
    const options = list.split(",").filter(Boolean);
    for (const point of points) {
      const bytes = new TextEncoder().encode(String.fromCodePoint(point));
      const [form] = divide(engine, bytes, { profile, policy: "reject" }).forms;
      const rule = facts.ruleFor(name, options, point);
      assert.equal(
        form.changed,
        rule !== undefined && rule.covers !== "as-is",
        `${profile} U+${point.toString(16)} ${JSON.stringify(rule)}`,
      );
    }
  }
});

test("table 3-7 of the page is that of the kernel, for every pair of bytes", () => {
  for (let lead = 0x80; lead < 0x100; lead++) {
    const row = facts.sequences.find((each) => lead >= each.lead[0] && lead <= each.lead[1]);
    for (let second = 0; second < 0x100; second++) {
      const tail = row ? Array(row.length - 2).fill(0x80) : [];
      const taken = engine.validate(Uint8Array.of(lead, second, ...tail)) === undefined;
      assert.equal(
        taken,
        row !== undefined && second >= row.second[0] && second <= row.second[1],
        `${lead} ${second}`,
      );
    }
    assert.match(tableRow(lead), row ? /^After/ : /can only follow a lead byte|in no well-formed sequence/);
  }
});

test("the row of Node is what JSON.stringify and TextDecoder write", () => {
  const row = hosts.find(({ host }) => host === "Node");
  const below = random(7);
  for (let round = 0; round < 20_000 / scale; round++) {
    const text = sample(below);
    assert.equal(
      Buffer.from(engine.escape(text, row).bytes).toString("utf8"),
      ofThisBrowser(text),
      Buffer.from(text).toString("hex"),
    );
  }
});

test("the rows of Python are what json.dumps writes", (context) => {
  const program = `
import json, sys
for line in sys.stdin:
    data = bytes.fromhex(line)
    try: strict = json.dumps(data.decode())[1:-1]
    except UnicodeDecodeError: strict = "refused"
    print(strict, json.dumps(data.decode(errors="replace"))[1:-1], sep="\\t")`;
  const below = random(11);
  const texts = Array.from({ length: 2000 }, () => sample(below));
  const python = spawnSync("python3", ["-c", program], {
    input: texts.map((text) => Buffer.from(text).toString("hex") + "\n").join(""),
    encoding: "utf8",
  });
  if (python.error) return context.skip(`needs python3: ${python.error.message}`);
  const lines = python.stdout.trimEnd().split("\n");
  assert.equal(lines.length, texts.length, python.stderr);
  const [strict, replacing] = hosts.filter(({ host }) => host === "Python");
  texts.forEach((text, at) => {
    const { output, fault } = whole(text, strict);
    const ours = [
      fault ? "refused" : Buffer.from(output).toString(),
      Buffer.from(engine.escape(text, replacing).bytes).toString(),
    ];
    assert.equal(ours.join("\t"), lines[at], Buffer.from(text).toString("hex"));
  });
});

for (const [host, file] of Object.entries({ Java: "java", PHP: "php", ".NET": "dotnet" })) {
  test(`the rows of ${host} are what it wrote: page/test/hosts/${file}.txt, made by tools/run js-page hosts`, () => {
    const read = (name) => readFileSync(new URL(`hosts/${name}.txt`, import.meta.url), "utf8").trimEnd().split("\n");
    const rows = hosts.filter((row) => row.host === host);
    const lines = read(file).map((line) => line.split(" "));
    assert.deepEqual(
      lines.map(([hex]) => hex),
      read("inputs"),
    );
    for (const [hex, ...written] of lines) {
      assert.equal(written.length, rows.length);
      const ours = rows.map((row) => {
        const { output, fault } = whole(Buffer.from(hex, "hex"), row);
        return fault ? "-" : Buffer.from(output).toString("hex");
      });
      assert.deepEqual(ours, written, hex);
    }
  });
}

test("a state goes into the fragment of the address and comes back", () => {
  const known = {
    profiles: new Map(facts.profiles.map(({ name, option = [] }) => [name, option.map((each) => each.name)])),
    policies: facts.policies.map(({ name }) => name),
    formats: [...engine.formats],
    actions: [...engine.actions],
  };
  const whole = {
    ...state.initial,
    input: Uint8Array.of(0, 0xff, 0x3e, 0x3f, 0x22),
    notation: "hex",
    view: "compare",
    profile: "php",
    options: ["unescaped-unicode", "hex-tag"],
    policy: "visible",
    levels: 3,
  };
  assert.deepEqual(state.fromFragment(state.toFragment(whole), known), whole);
  assert.deepEqual(
    state.fromFragment("view=nothing&profile=none&policy=x&in=%21%21&levels=1e9", known),
    state.initial,
  );
});
