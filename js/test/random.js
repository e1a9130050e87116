// Texts from a generator with a fixed seed.

let state = 20261126;

/** A whole number below `limit`. */
export function random(limit) {
  state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
  const mixed = Math.imul(state ^ (state >>> 12), 0x297a2d39);
  return ((mixed ^ (mixed >>> 15)) >>> 0) % limit;
}

const KINDS = {
  ascii: [..."abcdefghijklmnopqrstuvwxyz ,.;0123456789"],
  french: [..."abcdefghijklm éèàçùœ"],
  cjk: [..."日本語中文字漢仮名交"],
  emoji: [..."ab😀🎉é日"],
  quotes: [...'abcdefgh"\\/'],
  controls: [..."abcd\u0000\u0001\b\t\n\f\r\u001f\u007f\u2028"],
  surrogates: [..."ab\ud800é\udc00😀"],
};

/** A string of `length` characters. */
export function text(kind, length) {
  const characters = KINDS[kind];
  return Array.from({ length }, () => characters[random(characters.length)]).join("");
}
