// Runs every case of vectors/ and build/vectors/ of the operations that the package offers, on the tier of
// STRINGMILL_TIER.
// Prints for each operation how many cases passed, as vectors/README.md asks.

import { existsSync, readFileSync, readdirSync } from "node:fs";
import {
  StringmillError,
  base64Decode,
  base64Encode,
  jsonCanonical,
  jsonCheck,
  jsonEscape,
  jsonUnescape,
  tier,
  transcode,
  utf8Validate,
} from "stringmill";

const ROOT = new URL("../../", import.meta.url);

/** The bytes of hexadecimal pieces, of which `*n` repeats one. */
function unpack(pieces) {
  return Buffer.concat(
    pieces.map((piece) => {
      const [text, times = "1"] = piece.split("*");
      return Buffer.concat(Array(Number(times)).fill(Buffer.from(text, "hex")));
    }),
  );
}

/** The string of UTF-16, which may have lone surrogates. */
function stringOf(bytes) {
  const units = Array.from({ length: bytes.length / 2 }, (_, at) => bytes.readUInt16BE(2 * at));
  let text = "";
  for (let at = 0; at < units.length; at += 4096) text += String.fromCharCode(...units.slice(at, at + 4096));
  return text;
}

const RUNS = {
  json_escape: (src, { profile, policy }) => jsonEscape(src, { profile, policy }),
  json_unescape: (src, { surrogates }) => jsonUnescape(src, { surrogates }),
  utf8_validate: (src) => src.subarray(0, utf8Validate(src)),
  utf8_to_utf16: (src, { policy }) => transcode(src, { from: "utf-8", to: "utf-16-be", policy }),
  utf16_to_utf8: (src, { policy }) => transcode(src, { from: "utf-16-be", to: "utf-8", policy }),
  latin1_to_utf8: (src) => transcode(src, { from: "latin-1", to: "utf-8" }),
  json_escape_utf16: (src, { profile, policy }) => jsonEscape(stringOf(src), { profile, policy }),
  base64_encode: (src, { alphabet, padding }) => base64Encode(src, { alphabet, padded: padding === "required" }),
  base64_decode: (src, { alphabet, padding, trailing_bits: trailingBits, white_space: whiteSpace }) =>
    base64Decode(src, { alphabet, padding, trailingBits, whiteSpace }),
  json_canonical: (src, { depth_max: maxDepth }) => jsonCanonical(src, { maxDepth }),
  json_check: (
    src,
    { lone_surrogates: loneSurrogates, depth_max: maxDepth, string_max: maxString, len_max: maxLength },
  ) => {
    const options = { loneSurrogates, maxDepth, maxString, maxLength };
    const given = Object.entries(options).filter(([, value]) => value !== undefined);
    const error = jsonCheck(src, Object.fromEntries(given));
    if (error !== undefined) throw error;
    return src;
  },
};

/** What is wrong with the result of a case. */
function failure(operation, group, test) {
  let src = unpack(test.in);
  const read = test.read ?? src.length;
  if (operation === "json_unescape" && src[read] === 0x22) {
    // The string ends there; in this package a quote is an error, as the text has no quotes around it.
    const error = thrown(() => RUNS.json_unescape(src, group));
    if (error?.code !== "quote_unescaped" || error.offset !== read)
      return `${error?.code} at ${error?.offset}, expected the quote`;
    src = src.subarray(0, read);
  }
  let out;
  const error = thrown(() => {
    out = RUNS[operation](src, group);
  });
  if (error !== undefined) {
    const { code, offset } = test.error ?? {};
    // This error is not in the input, so there is no offset.
    const expected = code === "policy_unsupported" ? undefined : offset;
    return error.code === code && error.offset === expected
      ? undefined
      : `${error.code} at ${error.offset}, expected ${code} at ${offset}`;
  }
  if (test.error !== undefined) return `no error, expected ${test.error.code}`;
  const isCheck = operation === "utf8_validate" || operation === "json_check";
  const expected = isCheck ? src : unpack(test.out);
  return expected.equals(out) ? undefined : `wrong bytes ${Buffer.from(out).toString("hex")}`;
}

function thrown(run) {
  try {
    run();
  } catch (error) {
    if (!(error instanceof StringmillError)) throw error;
    return error;
  }
}

function* groups(operation) {
  for (const folder of [new URL("vectors/", ROOT), new URL("build/vectors/", ROOT)]) {
    if (!existsSync(folder)) throw new Error(`${folder.pathname} is missing: run tools/js vectors`);
    for (const file of readdirSync(folder)
      .filter((name) => name.endsWith(".json"))
      .sort()) {
      const content = JSON.parse(readFileSync(new URL(file, folder), "utf8"));
      if (content.operation === operation) yield* content.groups;
    }
  }
}

for (const operation of Object.keys(RUNS)) {
  let all = 0,
    failed = 0;
  for (const group of groups(operation)) {
    for (const test of group.cases) {
      all++;
      const said = failure(operation, group, test);
      if (said === undefined) continue;
      if (failed++ < 20) console.log(`FAILED: ${operation} ${test.id}: ${said}`);
      process.exitCode = 1;
    }
  }
  console.log(`${operation} ${all - failed}/${all} skipped 0 (${tier()})`);
}
