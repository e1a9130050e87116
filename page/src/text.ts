// Bytes as text and hex, counts, and abbreviations of invisible characters.

const utf8 = new TextEncoder();
const lenient = new TextDecoder("utf-8", { ignoreBOM: true });

/** UTF-8 of a string; a lone surrogate becomes U+FFFD. */
export const encode = (text: string): Uint8Array => utf8.encode(text);

/** Text of bytes that are well-formed; ill-formed pieces of others are shown as U+FFFD. */
export const decode = (bytes: Uint8Array): string => lenient.decode(bytes);

export const hexByte = (byte: number): string => byte.toString(16).toUpperCase().padStart(2, "0");

export const hex = (bytes: Uint8Array): string => Array.from(bytes, hexByte).join(" ");

/** Reads hex digits in pairs, with white space, commas, `0x` or `\x` between them. Throws at anything else. */
export function parseHex(text: string): Uint8Array {
  const digits = text
    .replace(/0x|\\x/gi, " ")
    .replace(/[\s,]+/g, " ")
    .trim();
  const bytes: number[] = [];
  for (const word of digits === "" ? [] : digits.split(" ")) {
    if (!/^[0-9a-f]+$/i.test(word)) throw new Error(`“${word.slice(0, 12)}” is not hex`);
    if (word.length % 2 === 1) throw new Error(`“${word.slice(0, 12)}” has an odd number of digits`);
    for (let at = 0; at < word.length; at += 2) bytes.push(parseInt(word.slice(at, at + 2), 16));
  }
  return Uint8Array.from(bytes);
}

/**
 * Whether a pasted text is meant as hex: each word has a prefix, or is a pair of digits, or all are one long number with
 * digits and letters. A number or a short word such as `cafe` is text.
 */
export function looksLikeHex(text: string): boolean {
  try {
    if (parseHex(text).length < 3) return false;
  } catch {
    return false;
  }
  const words = text.trim().split(/[\s,]+/);
  return (
    words.every((word) => /^(0x|\\x)/i.test(word)) ||
    words.every((word) => word.length === 2) ||
    (words.every((word) => word.length >= 16) && /[a-f]/i.test(text) && /[0-9]/.test(text))
  );
}

export const scalar = (codePoint: number): string => `U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}`;

export const grouped = (count: number): string => count.toLocaleString("en-US");

/** `1 byte`, `2 bytes`. */
export const plural = (count: number, noun: string): string => `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;

export function size(bytes: number): string {
  if (bytes < 1000) return plural(bytes, "byte");
  const unit = bytes < 1e6 ? (["KB", 1e3] as const) : bytes < 1e9 ? (["MB", 1e6] as const) : (["GB", 1e9] as const);
  return `${(bytes / unit[1]).toPrecision(3)} ${unit[0]}`;
}

/** Code point of the first character of well-formed UTF-8. */
export const codePointOf = (bytes: Uint8Array): number => decode(bytes).codePointAt(0) ?? 0;

/** What a cell shows of a character: itself, or its abbreviation if it has no picture. */
export function glyph(codePoint: number): { text: string; named: boolean } {
  const name = abbreviation(codePoint);
  return name ? { text: name, named: true } : { text: String.fromCodePoint(codePoint), named: false };
}

function abbreviation(codePoint: number): string | undefined {
  if (codePoint < 0x21) return c0[codePoint];
  if (codePoint === 0x7f) return "DEL";
  if (codePoint >= 0x80 && codePoint < 0xa0) return codePoint === 0x85 ? "NEL" : hexByte(codePoint);
  return (
    format[codePoint] ??
    (/^[\p{Cf}\p{Z}\p{Co}\p{Cn}]$/u.test(String.fromCodePoint(codePoint))
      ? codePoint.toString(16).toUpperCase()
      : undefined)
  );
}

const c0 = (
  "NUL SOH STX ETX EOT ENQ ACK BEL BS TAB LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC " +
  "FS GS RS US SP"
).split(" ");

// Abbreviations of the Unicode character database (NameAliases.txt).
const format: Record<number, string> = {
  0xa0: "NBSP",
  0xad: "SHY",
  0x61c: "ALM",
  0x200b: "ZWSP",
  0x200c: "ZWNJ",
  0x200d: "ZWJ",
  0x200e: "LRM",
  0x200f: "RLM",
  0x2028: "LS",
  0x2029: "PS",
  0x202a: "LRE",
  0x202b: "RLE",
  0x202c: "PDF",
  0x202d: "LRO",
  0x202e: "RLO",
  0x2060: "WJ",
  0x2066: "LRI",
  0x2067: "RLI",
  0x2068: "FSI",
  0x2069: "PDI",
  0xfeff: "BOM",
};
