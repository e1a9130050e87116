// The tokens of a text that arrives in pieces, and its first error.
//
// One state, one pass: looks at each code unit once, and keeps only the token in progress. Some texts are refused
// after the place of their error, such as at the second half of a pair: that place is marked.

import type { Builder } from "./builder.js";
import * as g from "./grammar.js";
import { type Code, Mark, type Place, Position } from "./place.js";
import { utf8Length } from "./utf8.js";

export interface Rules {
  around: string;
  uniqueNames: boolean;
  depthMax: number;
  stringMax: number;
}

const FENCE = /^```(?:json|JSON)?[ \t]?\r?\n$/;
const FENCE_BEGUN = /^(?:`{1,3}|```(?:js?|jso|JS?|JSO)|```(?:json|JSON)?[ \t]?\r?)$/;

export class Scanner {
  readonly position = new Position();
  readonly skipped = { before: 0, after: 0 };
  readonly #builder: Builder;
  readonly #rules: Rules;
  #state: number;
  /** The start of the current escape or fence, and of the current name. */
  readonly #mark = new Mark();
  readonly #nameMark = new Mark();
  /** The number, word or fence in progress. */
  #token = "";
  #matched = 0;
  #digits = 0;
  #isName = false;
  #stringLength = 0;
  #hex = 0;
  #hexLength = 0;
  #high = 0;
  #isFenced = false;
  /** Whether no unit of the JSON text was read, including white space. */
  #isStart = true;

  constructor(builder: Builder, rules: Rules) {
    this.#builder = builder;
    this.#rules = rules;
    this.#state = rules.around === "text" ? g.BEFORE : g.VALUE;
  }

  /** Whether the next unit is outside of the JSON text, and may be any. */
  get isOutside(): boolean {
    return this.#state === g.BEFORE || this.#state === g.AFTER;
  }

  /** Whether any unit beyond ASCII is an error whose place is known. */
  get needsAscii(): boolean {
    return this.#state >= g.ESCAPE || (this.#state === g.IN_NUMBER && this.#digits % 2 === 0);
  }

  /** Reads a text that does not end inside a pair of surrogates. */
  read(text: string): void {
    for (let at = 0; at < text.length;) at = this.#step(text, at);
    this.#mark.keep(text, this.position);
    this.#nameMark.keep(text, this.position);
    this.position.pass(text);
  }

  /** Passes bytes outside of the value, and returns how many. */
  passOutside(bytes: Uint8Array): number {
    let end = bytes.length;
    if (this.#state === g.BEFORE) {
      end = bytes.findIndex((byte) => byte === g.OPEN_ARRAY || byte === g.OPEN_OBJECT);
      if (end >= 0) this.#state = g.VALUE;
      else end = bytes.length;
    }
    const passed = bytes.subarray(0, end);
    let count = 0;
    for (const byte of passed) if (!g.isWhite(byte)) count++;
    this.#skip(count);
    this.position.passBytes(passed);
    return end;
  }

  /** Handles the end of the text. */
  end(): void {
    const { tree } = this.#builder;
    switch (this.#state) {
      // The closing fence may be incomplete or absent.
      case g.AFTER:
      case g.CLOSING_FENCE:
        return;
      case g.AFTER_VALUE:
        if (tree.depth > 0) this.fail("json_incomplete");
        return;
      case g.IN_NUMBER:
        if (tree.depth > 0 || this.#digits % 2 === 0) this.fail("json_incomplete");
        this.#endNumber();
        return;
      case g.IN_STRING:
        this.fail("string_unterminated");
      case g.ESCAPE:
      case g.HEX:
      case g.LOW_BACKSLASH:
      case g.LOW_U:
        this.fail(this.#high > 0 ? "surrogate_lone" : "escape_incomplete", this.#mark.of("", this.position));
      case g.OPENING_FENCE:
        this.fail("json_value_expected", this.#mark.of("", this.position));
      case g.VALUE:
      case g.BEFORE:
        if (tree.depth === 0) this.fail("json_value_expected");
    }
    this.fail("json_incomplete");
  }

  /** @throws {StringmillError} always */
  fail(code: Code, place: Place = this.position): never {
    throw this.position.error(code, place);
  }

  #step(text: string, at: number): number {
    switch (this.#state) {
      case g.IN_STRING:
        return this.#string(text, at);
      case g.IN_NUMBER:
        return this.#number(text, at, at);
      case g.IN_WORD:
        return this.#word(text, at);
      case g.ESCAPE:
        return this.#escape(text, at);
      case g.HEX:
        return this.#hexDigit(text, at);
      case g.LOW_BACKSLASH:
        return this.#low(text, at, g.BACKSLASH, g.LOW_U);
      case g.LOW_U:
        return this.#low(text, at, g.LETTER_U, g.HEX);
      case g.BEFORE:
      case g.AFTER:
        return this.#outside(text, at);
      case g.OPENING_FENCE:
        return this.#openingFence(text, at);
      case g.CLOSING_FENCE:
        return this.#closingFence(text, at);
      default:
        return this.#structure(text, at);
    }
  }

  #structure(text: string, at: number): number {
    const unit = text.charCodeAt(at);
    const isStart = this.#isStart;
    this.#isStart = false;
    if (g.isWhite(unit)) return at + 1;
    switch (this.#state) {
      case g.BEFORE_COLON:
        if (unit !== g.COLON) this.#refuse("json_colon_expected", text, at);
        this.#state = g.VALUE;
        return at + 1;
      case g.AFTER_VALUE:
        return this.#afterValue(unit, text, at);
      case g.NAME:
      case g.FIRST_NAME:
        if (unit === g.CLOSE_OBJECT && this.#state === g.FIRST_NAME) return this.#close(at);
        if (unit !== g.QUOTE) this.#refuse("json_string_expected", text, at);
        return this.#beginString(true, at);
      default:
        if (unit === g.CLOSE_ARRAY && this.#state === g.FIRST_VALUE) return this.#close(at);
        if (unit === g.BYTE_ORDER_MARK && isStart) this.#refuse("json_byte_order_mark", text, at);
        return this.#value(unit, text, at);
    }
  }

  #value(unit: number, text: string, at: number): number {
    switch (unit) {
      case g.QUOTE:
        return this.#beginString(false, at);
      case g.OPEN_OBJECT:
      case g.OPEN_ARRAY:
        if (this.#builder.tree.depth >= this.#rules.depthMax) this.#refuse("limit_depth", text, at);
        this.#builder.open(unit === g.OPEN_ARRAY);
        this.#state = unit === g.OPEN_ARRAY ? g.FIRST_VALUE : g.FIRST_NAME;
        return at + 1;
      case g.LETTER_T:
      case g.LETTER_F:
      case g.LETTER_N:
        this.#token = unit === g.LETTER_T ? "true" : unit === g.LETTER_F ? "false" : "null";
        this.#matched = 1;
        this.#state = g.IN_WORD;
        return at + 1;
      case g.BACKTICK:
        // Before a value at depth 0 there can only be white space.
        if (this.#rules.around !== "fence" || this.#isFenced || this.#builder.tree.depth > 0) break;
        this.#mark.set(at);
        this.#token = "";
        this.#state = g.OPENING_FENCE;
        return at;
      default:
        if (unit !== g.MINUS && !g.isDigit(unit)) break;
        this.#digits = unit === g.MINUS ? g.MINUS_SIGN : unit === g.ZERO ? g.FIRST_ZERO : g.INTEGER;
        this.#token = "";
        this.#state = g.IN_NUMBER;
        return this.#number(text, at + 1, at);
    }
    return this.#refuse("json_value_expected", text, at);
  }

  #afterValue(unit: number, text: string, at: number): number {
    const { tree } = this.#builder;
    if (unit === g.BACKTICK && tree.depth === 0 && this.#isFenced) {
      this.#mark.set(at);
      this.#matched = 0;
      this.#state = g.CLOSING_FENCE;
      return at;
    }
    const code = this.#afterValueCode(unit);
    if (code !== undefined) this.#refuse(code, text, at);
    if (unit !== g.COMMA) return this.#close(at);
    this.#state = tree.isArray ? g.VALUE : g.NAME;
    return at + 1;
  }

  /** The error for a unit after a value; `undefined` if it is a comma or the end of the container. */
  #afterValueCode(unit: number): Code | undefined {
    const { tree } = this.#builder;
    if (tree.depth === 0) return "json_trailing";
    const { isArray } = tree;
    if (unit === g.COMMA || unit === (isArray ? g.CLOSE_ARRAY : g.CLOSE_OBJECT)) return undefined;
    return isArray ? "json_bracket_expected" : "json_comma_expected";
  }

  #close(at: number): number {
    this.#builder.close();
    this.#valueEnded();
    return at + 1;
  }

  #valueEnded(): void {
    const isOutside = this.#builder.isWhole && this.#rules.around === "text";
    this.#state = isOutside ? g.AFTER : g.AFTER_VALUE;
  }

  #word(text: string, at: number): number {
    while (this.#matched < this.#token.length) {
      if (at === text.length) return at;
      if (text[at] !== this.#token[this.#matched]) this.#refuse("json_literal_unknown", text, at);
      this.#matched++;
      at++;
    }
    this.#builder.scalar(g.WORDS[this.#token]);
    this.#valueEnded();
    return at;
  }

  /** Continues a number. Its part from `from` on is not in the token yet. */
  #number(text: string, at: number, from: number): number {
    let digits = this.#digits;
    for (; at < text.length; at++) {
      const next = g.digitsAfter(digits, text.charCodeAt(at));
      if (next < 0) break;
      digits = next;
    }
    this.#digits = digits;
    this.#token += text.slice(from, at);
    if (at === text.length) return at;
    const unit = text.charCodeAt(at);
    if (digits === g.FIRST_ZERO && g.isDigit(unit)) this.#refuse("number_leading_zero", text, at);
    if (digits % 2 === 0) this.#refuse("number_digit_expected", text, at);
    // A refused unit does not end a number.
    const code = g.isWhite(unit) ? undefined : this.#afterValueCode(unit);
    if (code !== undefined) this.#refuse(code, text, at);
    this.#endNumber();
    return at;
  }

  #endNumber(): void {
    this.#builder.scalar(Number(this.#token));
    this.#token = "";
    this.#valueEnded();
  }

  #beginString(isName: boolean, at: number): number {
    if (isName && this.#rules.uniqueNames) this.#nameMark.set(at);
    this.#isName = isName;
    this.#stringLength = 0;
    this.#builder.beginString(isName);
    this.#state = g.IN_STRING;
    return at + 1;
  }

  #string(text: string, from: number): number {
    let at = from;
    let unit = 0;
    for (; at < text.length; at++) {
      unit = text.charCodeAt(at);
      if (unit === g.QUOTE || unit === g.BACKSLASH || unit < 0x20) break;
      if ((unit & 0xf800) === 0xd800) {
        if (isLone(text, at)) break;
        at++;
      }
    }
    if (at > from) this.#plain(text, from, at);
    if (at === text.length) return at;
    if (unit === g.QUOTE) return this.#endString(text, at);
    if (unit !== g.BACKSLASH) this.#refuse("control_unescaped", text, at);
    this.#mark.set(at);
    this.#high = 0;
    this.#state = g.ESCAPE;
    return at + 1;
  }

  /** Handles characters without escapes. */
  #plain(text: string, from: number, to: number): void {
    if (this.#rules.stringMax < Infinity) {
      for (let at = from; at < to;) {
        const end = g.isHigh(text.charCodeAt(at)) ? at + 2 : at + 1;
        const length = this.position.isBytes ? utf8Length(text.slice(at, end), end - at) : end - at;
        if (this.#stringLength + length > this.#rules.stringMax) {
          this.#builder.text(part(text, from, at));
          this.#refuse("limit_string_len", text, at);
        }
        this.#stringLength += length;
        at = end;
      }
    }
    this.#builder.text(part(text, from, to));
  }

  #endString(text: string, at: number): number {
    if (this.#isName) {
      const name = this.#builder.endName();
      const { tree } = this.#builder;
      if (this.#rules.uniqueNames && tree.has(name)) this.fail("name_repeated", this.#nameMark.of(text, this.position));
      this.#nameMark.clear();
      tree.name(name);
      this.#state = g.BEFORE_COLON;
    } else {
      this.#builder.endString();
      this.#valueEnded();
    }
    return at + 1;
  }

  #escape(text: string, at: number): number {
    if (text.charCodeAt(at) === g.LETTER_U) {
      this.#hex = this.#hexLength = 0;
      this.#state = g.HEX;
      return at + 1;
    }
    const character = g.ESCAPES[text[at]!];
    if (character === undefined) this.#refuseMark("escape_unknown", text, at);
    return this.#unescaped(character!, 2, text, at);
  }

  #hexDigit(text: string, at: number): number {
    const digit = g.hexDigit(text.charCodeAt(at));
    const high = this.#high;
    if (digit < 0) this.#refuseMark(high > 0 ? "surrogate_lone" : "escape_hex", text, at);
    this.#hex = this.#hex * 16 + digit;
    if (++this.#hexLength < 4) return at + 1;
    const unit = this.#hex;
    if (g.isLow(unit) !== high > 0) this.#refuseMark("surrogate_lone", text, at);
    if (high > 0) return this.#unescaped(String.fromCharCode(high, unit), 12, text, at);
    if (!g.isHigh(unit)) return this.#unescaped(String.fromCharCode(unit), 6, text, at);
    this.#high = unit;
    this.#hex = this.#hexLength = 0;
    this.#state = g.LOW_BACKSLASH;
    return at + 1;
  }

  /** Handles the unit after the escape of a high surrogate. */
  #low(text: string, at: number, unit: number, next: number): number {
    if (text.charCodeAt(at) !== unit) this.#refuseMark("surrogate_lone", text, at);
    this.#state = next;
    return at + 1;
  }

  /** Handles an escape of `length` units that ends at `at`, and means `character`. */
  #unescaped(character: string, length: number, text: string, at: number): number {
    this.#stringLength += length;
    if (this.#stringLength > this.#rules.stringMax) this.fail("limit_string_len", this.#mark.of(text, this.position));
    this.#mark.clear();
    this.#builder.text(character);
    this.#state = g.IN_STRING;
    return at + 1;
  }

  #outside(text: string, at: number): number {
    let count = 0;
    for (; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (this.#state === g.BEFORE && (unit === g.OPEN_ARRAY || unit === g.OPEN_OBJECT)) {
        this.#skip(count);
        this.#state = g.VALUE;
        return at;
      }
      if (!g.isWhite(unit)) count += this.position.isBytes ? utf8Length(text[at]!, 1) : 1;
    }
    this.#skip(count);
    return at;
  }

  #skip(count: number): void {
    this.skipped[this.#state === g.AFTER ? "after" : "before"] += count;
  }

  #openingFence(text: string, at: number): number {
    const character = text[at]!;
    const isBlank = character === " " || character === "\t";
    // One blank counts as much as several.
    if (!isBlank || !/[ \t]$/.test(this.#token)) this.#token += character;
    if (FENCE.test(this.#token)) {
      this.skipped.before += this.#token.trim().length;
      this.#mark.clear();
      this.#isFenced = this.#isStart = true;
      this.#state = g.VALUE;
    } else if (!FENCE_BEGUN.test(this.#token)) this.#refuseMark("json_value_expected", text, at);
    return at + 1;
  }

  #closingFence(text: string, at: number): number {
    if (text.charCodeAt(at) !== g.BACKTICK) this.#refuseMark("json_trailing", text, at);
    if (++this.#matched === 3) {
      this.skipped.after = 3;
      this.#mark.clear();
      this.#isFenced = false;
      this.#state = g.AFTER_VALUE;
    }
    return at + 1;
  }

  /** Refuses the unit at `at`. It is the error, unless it is a lone surrogate, which no text may have. */
  #refuse(code: Code, text: string, at: number): never {
    this.fail(isLone(text, at) ? "utf16_surrogate_lone" : code, this.position.at(text, at));
  }

  /** As `#refuse`, for an error that began at the mark. */
  #refuseMark(code: Code, text: string, at: number): never {
    if (isLone(text, at)) this.#refuse(code, text, at);
    this.fail(code, this.#mark.of(text, this.position));
  }
}

function isLone(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return (unit & 0xf800) === 0xd800 && !(g.isHigh(unit) && g.isLow(text.charCodeAt(at + 1)));
}

/** A shorter part of a text is not copied. */
const LARGE = 4096;

/**
 * A part of a text. Engines make a short string of a long one as a view, which keeps all of that in memory; a part of a new
 * string does not.
 */
function part(text: string, from: number, to: number): string {
  const piece = text.slice(from, to);
  return text.length >= LARGE && piece.length < text.length / 2 ? ` ${piece}`.slice(1) : piece;
}
