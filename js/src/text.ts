// JavaScript strings and UTF-16 as inputs.

import { type Core, core } from "./core.js";
import { SURROGATE_LONE, StringmillError } from "./error.js";
import { AFTER, BEFORE, MISUSE, type Source } from "./transfer.js";

const ENCODER = new TextEncoder();

/** A string, as UTF-8. Offsets of errors are indices of the string. A lone surrogate is an error. */
export class Text implements Source {
  #at = 0;
  /** The end of the text, or the index of its first lone surrogate. */
  readonly #end: number;

  constructor(readonly text: string) {
    this.#end = text.isWellFormed() ? text.length : wellFormedPrefix(text);
  }

  get copied(): boolean {
    return this.#at === this.text.length;
  }

  fill(window: Uint8Array, at: number): number {
    if (this.#at === this.#end && !this.copied) throw this.failure(core(), SURROGATE_LONE, this.#at, this.#at);
    // If the text does not fit, a part of it suffices.
    const rest =
      this.#at === 0 && this.#end === this.text.length && this.#end <= window.length
        ? this.text
        : this.text.slice(this.#at, Math.min(this.#end, this.#at + window.length));
    const { read, written } = ENCODER.encodeInto(rest, at === 0 ? window : window.subarray(at));
    this.#at += read;
    return written;
  }

  failure(core: Core, number: number, offset: number, index = this.index(offset)): StringmillError {
    if (number >= MISUSE) return core.misuse(number);
    return unitsError(core, number, (at) => this.text.charCodeAt(at), this.text.length, index);
  }

  /** The index of the byte at `offset` of the UTF-8. */
  index(offset: number): number {
    let index = 0,
      bytes = 0;
    while (bytes < offset) {
      // A unit becomes at most three bytes, and a surrogate pair four.
      const units = Math.floor((offset - bytes) / 3);
      const piece =
        units < 2
          ? String.fromCodePoint(this.text.codePointAt(index)!)
          : this.text.slice(index, index + units).replace(/[\uD800-\uDBFF]$/, "");
      bytes += ENCODER.encode(piece).length;
      index += piece.length;
    }
    return index;
  }
}

/** The length of the text before its first lone surrogate. */
function wellFormedPrefix(text: string): number {
  return /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.exec(text)!.index;
}

/** The code units of an ill-formed string, in the byte order of the module. */
export class TextUnits implements Source {
  #at = 0;

  constructor(readonly text: string) {}

  get copied(): boolean {
    return this.#at === this.text.length;
  }

  fill(window: Uint8Array, at: number): number {
    const len = Math.min((window.length - at) >> 1, this.text.length - this.#at);
    for (let index = 0; index < len; index++) {
      const unit = this.text.charCodeAt(this.#at + index);
      window[at + 2 * index] = unit & 0xff;
      window[at + 2 * index + 1] = unit >> 8;
    }
    this.#at += len;
    return 2 * len;
  }

  failure(core: Core, number: number, offset: number): StringmillError {
    if (number >= MISUSE) return core.misuse(number);
    return unitsError(core, number, (at) => this.text.charCodeAt(at), this.text.length, offset);
  }
}

/** UTF-16 in bytes, as an input. */
export class Utf16 implements Source {
  #at = 0;

  constructor(
    readonly bytes: Uint8Array,
    readonly bigEndian: boolean,
  ) {}

  get copied(): boolean {
    return this.#at === this.bytes.length;
  }

  fill(window: Uint8Array, at: number): number {
    const len = Math.min((window.length - at) & ~1, this.bytes.length - this.#at);
    window.set(this.bytes.subarray(this.#at, this.#at + len), at);
    this.#at += len;
    return len;
  }

  failure(core: Core, number: number, offset: number): StringmillError {
    if (number >= MISUSE) return core.misuse(number);
    const view = new DataView(this.bytes.buffer, this.bytes.byteOffset);
    const unit = (at: number) => view.getUint16(2 * at, !this.bigEndian);
    return unitsError(core, number, unit, this.bytes.length >> 1, offset);
  }
}

/** Code units as UTF-8, with three bytes for a lone surrogate. */
function wtf8(units: string): Uint8Array {
  const bytes: number[] = [];
  for (const character of units) {
    const code = character.charCodeAt(0);
    if (character.isWellFormed()) bytes.push(...ENCODER.encode(character));
    else bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f));
  }
  return Uint8Array.from(bytes);
}

/** The error of UTF-16 at the index `offset`. */
function unitsError(
  core: Core,
  number: number,
  unit: (at: number) => number,
  len: number,
  offset: number,
): StringmillError {
  let line = 1,
    start = 0;
  for (let at = 0; at < offset; at++) {
    if (unit(at) === 0x0a) {
      line++;
      start = at + 1;
    }
  }
  let column = 1;
  for (let at = start; at < offset; at++) {
    const isLow = (unit(at) & 0xfc00) === 0xdc00;
    if (!isLow || at === start || (unit(at - 1) & 0xfc00) !== 0xd800) column++;
  }
  const units = (from: number, to: number) =>
    String.fromCharCode(...Array.from({ length: to - from }, (_, at) => unit(from + at)));
  const before = wtf8(units(Math.max(0, offset - BEFORE), offset)).slice(-BEFORE);
  const after = wtf8(units(offset, Math.min(len, offset + AFTER)));
  return core.explained(number, before, after.subarray(0, AFTER), { offset, line, column, unit: "code unit" });
}
