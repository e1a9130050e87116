// Conversions between JSON, NDJSON and Ion.

import { type BytesLike, count } from "./arguments.js";
import { core } from "./core.js";
import { choice, source } from "./strings.js";
import { Handles } from "./handles.js";
import { OperationStream, Stage } from "./streams.js";
import { GrowingBuffer, type Step, Transfer } from "./transfer.js";

/** Kinds of losses of a conversion; see the page on Ion. */
export type LossName =
  | "annotations"
  | "symbol"
  | "unknown_symbol"
  | "sexp"
  | "clob"
  | "blob"
  | "decimal"
  | "float"
  | "not_finite"
  | "typed_null"
  | "timestamp"
  | "repeated_field"
  | "rounded"
  | "comments";

/** A kind of values that the target of a conversion cannot express. */
export interface Loss {
  name: LossName;
  /** The number of these values. */
  count: number;
  /** Offset of the first value in the input, in bytes. */
  first: number;
  /** How the values were changed. */
  says: string;
}

/** How to handle losses: count them, refuse the first one, or neither. */
export const ON_LOSS = ["report", "refuse", "allow"] as const;

const SOURCES = ["json", "ndjson", "ion"] as const;
const TARGETS = ["json", "ndjson", "array", "ion", "ion-binary"] as const;

/** A conversion, with the names of its options. */
interface Conversion {
  source: (typeof SOURCES)[number];
  target: (typeof TARGETS)[number];
  each?: boolean;
  typed?: boolean;
  onLoss?: (typeof ON_LOSS)[number] | undefined;
  indent?: number | "\t" | undefined;
  width?: number | undefined;
}

const EACH = 1,
  TYPED = 2,
  PRETTY = 4,
  TAB = 255;

/** The most blanks of an indentation level, and the most columns of a line. */
const BLANKS_MAX = 64,
  WIDTH_MAX = 2 ** 31 - 1;

/** Makes a converter in the module, and returns its handle. */
function converter(handles: Handles, conversion: Conversion): number {
  const { each, typed, onLoss = "report", indent, width = 0 } = conversion;
  if (indent !== undefined && indent !== "\t") count("indent, if it is no tab,", indent, BLANKS_MAX);
  count("width", width, WIDTH_MAX);
  const pretty = indent !== undefined && indent !== 0;
  const flags = (each ? EACH : 0) | (typed ? TYPED : 0) | (pretty ? PRETTY : 0);
  const numbers = [
    choice("source", conversion.source, SOURCES),
    choice("target", conversion.target, TARGETS),
  ] as const;
  const loss = choice("onLoss", onLoss, ON_LOSS);
  const tab = indent === "\t" ? TAB : (indent ?? 0);
  handles.core.run((exports) => exports.smill_converter(...numbers, flags, loss, tab, width));
  return handles.keep();
}

const step =
  (handle: number): Step =>
  (exports, from, to, last) =>
    exports.smill_converter_step(handle, from, to, last);

function lossesOf(handles: Handles, handle: number): Loss[] {
  handles.core.run((exports) => exports.smill_converter_losses(handle));
  return handles.core
    .text()
    .split("\n")
    .slice(0, -1)
    .map((line) => {
      const [name = "", count, first, says = ""] = line.split("\t");
      return { name: name as LossName, count: Number(count), first: Number(first), says };
    });
}

/** Converts a whole input. */
function convert(data: BytesLike | string, conversion: Conversion): Converted {
  const handles = new Handles(core());
  try {
    const handle = converter(handles, conversion);
    const sink = new GrowingBuffer(0);
    new Transfer(handles.core, 1, true).run(source(data), step(handle), true, sink);
    return { bytes: sink.result, losses: lossesOf(handles, handle) };
  } finally {
    handles.free();
  }
}

/** The result of a conversion. */
export interface Converted {
  bytes: Uint8Array<ArrayBuffer>;
  /** What the target could not express. */
  losses: Loss[];
}

/** Options of {@link jsonFormat}. */
export interface JsonFormatOptions {
  /** Blanks of each level, up to 64, or a tab; 2 by default. 0 writes no white space. */
  indent?: number | "\t";
  /**
   * Arrays and objects that fit are written on one line of at most this many code points; 0, the default, breaks
   * every line.
   */
  width?: number;
  /** Whether each line is a text of its own. */
  lines?: boolean;
}

/**
 * The same JSON with other white space. Numbers, names and their order stay as they are.
 *
 * @throws {StringmillError} text that is no JSON
 */
export function jsonFormat(data: BytesLike | string, options: JsonFormatOptions = {}): Uint8Array<ArrayBuffer> {
  return convert(data, layout(options)).bytes;
}

const layout = ({ indent = 2, width, lines }: JsonFormatOptions): Conversion => ({
  source: lines ? "ndjson" : "json",
  target: lines ? "ndjson" : "json",
  indent,
  width,
});

/** Options of {@link ionToJson}. */
export interface IonToJsonOptions {
  /** `one` value, which is the default, `lines` of NDJSON, or an `array`. */
  top?: "one" | "lines" | "array";
  /** Whether the JSON says Ion types, so that {@link jsonToIon} restores the same Ion. */
  typed?: boolean;
  /** How to handle what JSON cannot express; `report` by default. */
  onLoss?: (typeof ON_LOSS)[number];
}

const TOPS = { one: "json", lines: "ndjson", array: "array" } as const;

const toJson = ({ top = "one", typed = false, onLoss }: IonToJsonOptions): Conversion => ({
  source: "ion",
  target: TOPS[top],
  typed,
  onLoss,
});

/**
 * Ion, text or binary, as JSON, with a list of what JSON could not express.
 *
 * @throws {StringmillError} input that is no Ion; not one value, if `top` is `one`; the first loss under `refuse`
 */
export function ionToJson(data: BytesLike | string, options: IonToJsonOptions = {}): Converted {
  return convert(data, toJson(options));
}

/** Options of {@link jsonToIon}. */
export interface JsonToIonOptions {
  /** Whether each line is a text of its own. */
  lines?: boolean;
  /** Whether the JSON says Ion types. */
  typed?: boolean;
  /** Whether the result is binary Ion instead of text. */
  binary?: boolean;
}

const toIon = ({ lines = false, typed = false, binary = false }: JsonToIonOptions): Conversion => ({
  source: lines ? "ndjson" : "json",
  target: binary ? "ion-binary" : "ion",
  typed,
});

/**
 * JSON as Ion text or binary Ion. Numbers keep all digits, as ints and decimals.
 *
 * @throws {StringmillError} text that is no JSON
 */
export function jsonToIon(data: BytesLike | string, options: JsonToIonOptions = {}): Converted {
  return convert(data, toIon(options));
}

/** A conversion of a stream. Its memory depends on the longest value at the top level. */
abstract class ConversionStream extends OperationStream {
  /** What the target could not express; complete after the end. */
  losses: Loss[] = [];
  readonly #ended: () => Loss[];

  constructor(conversion: Conversion) {
    let made: () => Loss[] = () => [];
    super(
      new Stage(
        (handles) => {
          const handle = converter(handles, conversion);
          made = () => lossesOf(handles, handle);
          return () => step(handle);
        },
        1,
        true,
      ),
    );
    this.#ended = made;
  }

  protected override ended(): void {
    this.losses = this.#ended();
  }
}

/** {@link jsonFormat} of a stream. */
export class JsonFormatStream extends ConversionStream {
  constructor(options: JsonFormatOptions = {}) {
    super(layout(options));
  }
}

/** {@link ionToJson} of a stream. */
export class IonToJsonStream extends ConversionStream {
  constructor(options: IonToJsonOptions = {}) {
    super(toJson(options));
  }
}

/** {@link jsonToIon} of a stream. */
export class JsonToIonStream extends ConversionStream {
  constructor(options: JsonToIonOptions = {}) {
    super(toIon(options));
  }
}

/** The items of a JSON array as NDJSON, in constant memory: of files that no string of JavaScript can hold. */
export class JsonItemsStream extends ConversionStream {
  constructor() {
    super({ source: "json", target: "ndjson", each: true });
  }
}
