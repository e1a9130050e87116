// Places in the input of a reader.

import { StringmillError } from "../error.js";
import { ROWS } from "./error-rows.js";
import { isLow } from "./grammar.js";
import { utf8Length } from "./utf8.js";

export type Code = keyof typeof ROWS;

/** A place: an offset in units of the input, a line, and a column in code points. */
export interface Place {
  offset: number;
  line: number;
  column: number;
}

/** The place after the last text that was read. */
export class Position implements Place {
  offset = 0;
  line = 1;
  column = 1;
  /** Whether the input is bytes. */
  isBytes = false;

  /** The place of the code unit `at` of the current text. */
  at(text: string, at: number): Place {
    const { offset, line, column, isBytes } = this;
    const place = { offset, line, column };
    advance(place, text, at, isBytes);
    return place;
  }

  /** Passes the whole text. */
  pass(text: string): void {
    advance(this, text, text.length, this.isBytes);
  }

  /** Passes bytes outside of the JSON text, which may be ill-formed. */
  passBytes(bytes: Uint8Array): void {
    this.offset += bytes.length;
    for (const byte of bytes) {
      if (byte === 0x0a) {
        this.line++;
        this.column = 1;
      } else if ((byte & 0xc0) !== 0x80) this.column++;
    }
  }

  error(code: Code, { offset, line, column }: Place): StringmillError {
    const [number, says, remedy] = ROWS[code];
    const unit = this.isBytes ? "byte" : "code unit";
    const message = `${says} at ${unit} ${offset} (line ${line}, column ${column})`;
    return new StringmillError(message, { code, number, offset, line, column, remedy, picture: message });
  }
}

/** A place in the current text or in an earlier one. */
export class Mark {
  #at: number | undefined;
  #place: Place | undefined;

  set(at: number): void {
    this.#at = at;
  }

  clear(): void {
    this.#at = this.#place = undefined;
  }

  /** Computes the place before the text is dropped. */
  keep(text: string, position: Position): void {
    if (this.#at === undefined) return;
    this.#place = position.at(text, this.#at);
    this.#at = undefined;
  }

  /** The place. */
  of(text: string, position: Position): Place {
    return this.#at === undefined ? this.#place! : position.at(text, this.#at);
  }
}

/** Moves a place by the first `end` code units of a text. */
function advance(place: Place, text: string, end: number, isBytes: boolean): void {
  let points = 0;
  for (let at = 0; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x0a) {
      place.line++;
      place.column = 1;
      points = 0;
    } else if (!isLow(unit)) points++;
  }
  place.column += points;
  place.offset += isBytes ? utf8Length(text, end) : end;
}
