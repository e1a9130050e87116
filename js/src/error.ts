/** The error that all operations throw: an input that cannot be right, or an argument that has no meaning. */
export class StringmillError extends SyntaxError {
  /** The name of the cause, the same in every language and release, such as `escape_unknown`. */
  readonly code: string;
  /** The number of the cause. */
  readonly number: number;
  /**
   * Index of the first unit that cannot be right: of a byte in a `Uint8Array`, of a code unit in a string or in
   * UTF-16. In a stream it counts from the beginning of the stream. `undefined` if the error is not in the input.
   */
  readonly offset: number | undefined;
  /** The same place as a line, from 1. */
  readonly line: number | undefined;
  /** The same place as a column, from 1, in code points. */
  readonly column: number | undefined;
  /** Advice. */
  readonly remedy: string;
  /**
   * The line with the bad bytes underlined, these bytes in hexadecimal, and the advice, as the command `smill`
   * shows them.
   */
  readonly picture: string;

  constructor(message: string, details: ErrorDetails) {
    super(message);
    this.name = "StringmillError";
    this.code = details.code;
    this.number = details.number;
    this.offset = details.offset;
    this.line = details.line;
    this.column = details.column;
    this.remedy = details.remedy;
    this.picture = details.picture;
  }

  /**
   * All of it as a plain object, for `JSON.stringify` and `postMessage`: `structuredClone` keeps the message of an error
   * alone.
   */
  toJSON(): ErrorDetails & { name: string; message: string } {
    const { name, message, code, number, offset, line, column, remedy, picture } = this;
    return { name, message, code, number, offset, line, column, remedy, picture };
  }
}

/** What a {@link StringmillError} knows besides its message. */
export interface ErrorDetails {
  code: string;
  number: number;
  offset?: number | undefined;
  line?: number | undefined;
  column?: number | undefined;
  remedy: string;
  picture: string;
}

/** Numbers of errors that this package raises itself; see spec/errors.toml. */
export const SURROGATE_LONE = 111;
export const JSON_BYTE_ORDER_MARK = 309;
export const NAME_REPEATED = 312;
export const CHOICE_UNKNOWN = 906;
export const PROFILE_UNKNOWN = 908;
export const PROFILE_OPTION_UNKNOWN = 909;
export const LENGTH_EXCESSIVE = 904;
export const RANGES_OVERLAP = 905;
export const ROOM_SHORT = 912;
export const MEMORY_REFUSED = 990;
export const INTERNAL = 999;
