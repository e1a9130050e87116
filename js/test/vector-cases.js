// The cases of vectors/ for the operations that the package offers. Runs in Node and in browsers.

/** The bytes of hexadecimal pieces, of which `*n` repeats one. */
function unpack(pieces) {
  const parts = pieces.map((piece) => {
    const [text, times = "1"] = piece.split("*");
    return {
      bytes: Array.from({ length: text.length / 2 }, (_, at) => parseInt(text.slice(2 * at, 2 * at + 2), 16)),
      times: Number(times),
    };
  });
  const all = new Uint8Array(parts.reduce((sum, { bytes, times }) => sum + bytes.length * times, 0));
  let at = 0;
  for (const { bytes, times } of parts) {
    for (let count = 0; count < times; count++, at += bytes.length) all.set(bytes, at);
  }
  return all;
}

/** The string of UTF-16, which may have lone surrogates. */
function stringOf(bytes) {
  const view = new DataView(bytes.buffer);
  const units = Array.from({ length: bytes.length / 2 }, (_, at) => view.getUint16(2 * at));
  let text = "";
  for (let at = 0; at < units.length; at += 4096) text += String.fromCharCode(...units.slice(at, at + 4096));
  return text;
}

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const equal = (a, b) => a.length === b.length && a.every((byte, at) => byte === b[at]);

/** Each operation by its name in spec/operations.toml. */
const RUNS = {
  json_escape: (it, src, { profile, policy }) => it.jsonEscape(src, { profile, policy }),
  json_unescape: (it, src, { surrogates }) => it.jsonUnescape(src, { surrogates }),
  utf8_validate: (it, src) => src.subarray(0, it.utf8Validate(src)),
  utf8_to_utf16: (it, src, { policy }) => it.transcode(src, { from: "utf-8", to: "utf-16-be", policy }),
  utf16_to_utf8: (it, src, { policy }) => it.transcode(src, { from: "utf-16-be", to: "utf-8", policy }),
  latin1_to_utf8: (it, src) => it.transcode(src, { from: "latin-1", to: "utf-8" }),
  json_escape_utf16: (it, src, { profile, policy }) => it.jsonEscape(stringOf(src), { profile, policy }),
  base64_encode: (it, src, { alphabet, padding }) =>
    it.base64Encode(src, { alphabet, padded: padding === "required" }),
  base64_decode: (it, src, { alphabet, padding, trailing_bits: trailingBits, white_space: whiteSpace }) =>
    it.base64Decode(src, { alphabet, padding, trailingBits, whiteSpace }),
  json_canonical: (it, src, { depth_max: maxDepth }) => it.jsonCanonical(src, { maxDepth }),
  json_check: (
    it,
    src,
    { lone_surrogates: loneSurrogates, depth_max: maxDepth, string_max: maxString, len_max: maxLength },
  ) => {
    const options = { loneSurrogates, maxDepth, maxString, maxLength };
    const given = Object.entries(options).filter(([, value]) => value !== undefined);
    const error = it.jsonCheck(src, Object.fromEntries(given));
    if (error !== undefined) throw error;
    return src;
  },
  json_restricted: (it, src, group) => {
    const rules = ["unique-names", "i-json", "no-nul", "jsonb"].filter((rule) => group[rule.replace("-", "_")]);
    const error = it.jsonCheck(src, { rules });
    if (error !== undefined) throw error;
    return src;
  },
};

export const OPERATIONS = Object.keys(RUNS);

/** What is wrong with the result of a case. `it` is the package. */
function failure(it, operation, group, test) {
  let src = unpack(test.in);
  const read = test.read ?? src.length;
  if (operation === "json_unescape" && src[read] === 0x22) {
    // The string ends there; in this package a quote is an error, as the text has no quotes around it.
    const error = thrown(it, () => RUNS.json_unescape(it, src, group));
    if (error?.code !== "quote_unescaped" || error.offset !== read)
      return `${error?.code} at ${error?.offset}, expected the quote`;
    src = src.subarray(0, read);
  }
  let out;
  const error = thrown(it, () => {
    out = RUNS[operation](it, src, group);
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
  const isCheck = operation === "utf8_validate" || operation === "json_check" || operation === "json_restricted";
  return equal(isCheck ? src : unpack(test.out), out) ? undefined : `wrong bytes ${hex(out)}`;
}

function thrown(it, run) {
  try {
    run();
  } catch (error) {
    if (!(error instanceof it.StringmillError)) throw error;
    return error;
  }
}

/** The cases of a file of vectors, each with its group and its input. */
export function* casesOf({ groups }) {
  for (const group of groups) for (const test of group.cases) yield { group, test, src: unpack(test.in) };
}

/** Runs all cases of some files of vectors, and returns how many there are of each operation, and what failed. */
export function runAll(it, files) {
  const counts = Object.fromEntries(OPERATIONS.map((operation) => [operation, { all: 0, failures: [] }]));
  for (const { operation, groups } of files) {
    const count = counts[operation];
    if (count === undefined) continue;
    for (const group of groups) {
      for (const test of group.cases) {
        count.all++;
        const said = failure(it, operation, group, test);
        if (said !== undefined) count.failures.push(`${operation} ${test.id}: ${said}`);
      }
    }
  }
  return counts;
}
