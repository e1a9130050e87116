// What readers are given.

/** One text with all there is. */
export const DOCUMENT = String.raw`{"id": "é-\u00e9\ud83d\ude00\n", "n": [-0.5e+3, 0, 12345678901], "t": true, "f": false, "z": null, "o": {}, "a": [], "in": {"deep": [[{"x": "y"}], "\"q\""]}, "name": "a value of a few words, 10:30"} `;

const WORDS = 'the quick brown fox jumps over a lazy dog, then: "été", naïve\n\t10 × 20; return x; '.split(" ");

function text(length, seed) {
  let out = "";
  for (let at = seed; out.length < length; at += 7) out += `${WORDS[at % WORDS.length]} `;
  return out;
}

/** Arguments of a call that edits a file: 80 KB. */
export const EDITS = JSON.stringify({
  path: "src/app.ts",
  edits: Array.from({ length: 345 }, (_, at) => ({ line: at * 7, text: text(170 + ((at * 31) % 61), at) })),
});

/** One string: 66 KB. */
export const STRING = JSON.stringify({ text: text(64_000, 1) });

/** One object of 8,000 members: 126 KB. */
export const MEMBERS = JSON.stringify(Object.fromEntries(Array.from({ length: 8000 }, (_, at) => [`name${at}`, at])));

export const pieces = (text, size) => Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(size * at, size * at + size));

/** Whether `after` shows all that `before` shows, in the same order. */
export function extend(before, after) {
  if (before === after) return true;
  if (typeof before === "string") return typeof after === "string" && after.startsWith(before);
  if (before === null || typeof before !== "object" || after === null || typeof after !== "object") return false;
  if (Array.isArray(before) !== Array.isArray(after)) return false;
  const [names, others] = [Object.keys(before), Object.keys(after)];
  return names.every((name, at) => others[at] === name && extend(before[name], after[name]));
}
