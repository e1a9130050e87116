// The tokens of RFC 8259, one code unit at a time.

/** What may come next: a value; a value or the end of an array; a name; a name or the end of an object. */
export const VALUE = 0,
  FIRST_VALUE = 1,
  NAME = 2,
  FIRST_NAME = 3,
  BEFORE_COLON = 4,
  AFTER_VALUE = 5,
  IN_STRING = 6,
  IN_NUMBER = 7;
/** Text around the value. */
export const BEFORE = 8,
  AFTER = 9;
/**
 * States in which any unit beyond ASCII is refused: after a backslash, in the digits of an escape, before the escape
 * of a low surrogate.
 */
export const ESCAPE = 10,
  HEX = 11,
  LOW_BACKSLASH = 12,
  LOW_U = 13,
  IN_WORD = 14,
  OPENING_FENCE = 15,
  CLOSING_FENCE = 16;

export const QUOTE = 0x22,
  BACKSLASH = 0x5c,
  COMMA = 0x2c,
  COLON = 0x3a,
  MINUS = 0x2d,
  ZERO = 0x30,
  OPEN_ARRAY = 0x5b,
  CLOSE_ARRAY = 0x5d,
  OPEN_OBJECT = 0x7b,
  CLOSE_OBJECT = 0x7d,
  BACKTICK = 0x60,
  LETTER_F = 0x66,
  LETTER_N = 0x6e,
  LETTER_T = 0x74,
  LETTER_U = 0x75,
  BYTE_ORDER_MARK = 0xfeff;

export const isWhite = (unit: number): boolean => unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;
export const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39;
export const isHigh = (unit: number): boolean => (unit & 0xfc00) === 0xd800;
export const isLow = (unit: number): boolean => (unit & 0xfc00) === 0xdc00;

export const WORDS: Readonly<Record<string, unknown>> = { true: true, false: false, null: null };

/** The characters that letters after a backslash mean. */
export const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

/** The value of a hexadecimal digit, or -1. */
export function hexDigit(unit: number): number {
  if (isDigit(unit)) return unit - ZERO;
  const letter = unit | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

/** States of a number. The number may end in a state with an odd number. */
export const MINUS_SIGN = 0,
  FIRST_ZERO = 1,
  POINT = 2,
  INTEGER = 3,
  EXPONENT = 4,
  FRACTION = 5,
  EXPONENT_SIGN = 6,
  POWER = 7;

/** The state of the number after this code unit, or -1 if the unit is not part of the number. */
export function digitsAfter(digits: number, unit: number): number {
  if (isDigit(unit)) {
    if (digits === MINUS_SIGN) return unit === ZERO ? FIRST_ZERO : INTEGER;
    if (digits === FIRST_ZERO) return -1;
    return digits === POINT ? FRACTION : digits === EXPONENT || digits === EXPONENT_SIGN ? POWER : digits;
  }
  if (unit === 0x2e) return digits === FIRST_ZERO || digits === INTEGER ? POINT : -1;
  if ((unit | 0x20) === 0x65) return digits % 2 === 1 && digits !== POWER ? EXPONENT : -1;
  return (unit === 0x2b || unit === MINUS) && digits === EXPONENT ? EXPONENT_SIGN : -1;
}
