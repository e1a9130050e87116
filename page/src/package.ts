// Implements the engine with the package. The only file that calls the package.

import {
  ionToJson,
  IonToJsonStream,
  jsonCanonical,
  jsonCheck,
  JsonCheckStream,
  jsonEscape,
  jsonFormat,
  jsonToIon,
  jsonUnescape,
  NdjsonStream,
  StringmillError,
  tier,
  utf8Repair,
  utf8Validate,
  Utf8ValidateStream,
  type IllFormed,
  type Repairs,
} from "stringmill";
import { inflated } from "./inflate";
import { plural } from "./text";
import { use } from "stringmill-core";
import compressed from "spec:module";
import { version } from "spec:facts";
import {
  Refusal,
  type Action,
  type Converted,
  type Engine,
  type Fault,
  type Format,
  type Report,
  type StreamCheck,
} from "./engine";

export async function openEngine(): Promise<Engine> {
  use(await WebAssembly.compile(await inflated(compressed)), true);
  return {
    version,
    tier: tier(),
    formats: ["utf8", "json", "ndjson", "ion"],
    actions: ["ion-json", "ion-typed", "json-ion", "canonical", "pretty", "wrap", "peel"],
    validate: (bytes) => fault(() => utf8Validate(bytes)),
    escape: (bytes, { profile, policy }) =>
      written((repairs) => jsonEscape(bytes, { profile, policy: policy as IllFormed, repairs })),
    repair: (bytes, policy) => written((repairs) => utf8Repair(bytes, { policy: policy as IllFormed, repairs })),
    checkStream,
    convert,
  };
}

function checkStream(format: Format, input?: Uint8Array): StreamCheck {
  const lines: Lines = { fault: undefined, records: 0, bad: 0, rejects: [] };
  return {
    through: format === "ndjson" ? linesCheck(lines) : checks[format](),
    report: (error) => {
      if (error instanceof StringmillError) return { fault: faultOf(error) };
      if (error !== undefined) throw error;
      if (format !== "ndjson") return { fault: undefined };
      const first = input && jsonCheck(input, { lines: true });
      return { ...lines, fault: first && faultOf(first) };
    },
  };
}

const checks = {
  utf8: () => new Utf8ValidateStream(),
  json: () => new JsonCheckStream(),
  ion: () => new IonToJsonStream({ top: "lines", onLoss: "allow" }),
};

/** Bad lines that the page lists; it counts all of them. */
const LISTED = 200;

/** Records are not passed on: the reader of the stream only waits for its end. */
function linesCheck(report: Lines): { writable: WritableStream<Uint8Array>; readable: ReadableStream<never> } {
  const lines = new NdjsonStream({
    onReject: ({ line, offset, reason: says, picture, bytes }) => {
      report.bad += 1;
      const error = report.rejects.length < LISTED ? jsonCheck(bytes) : undefined;
      if (error) report.rejects.push({ bytes: bytes.slice(), fault: { ...faultOf(error), says, picture, line, offset } });
    },
  });
  const counter = new TransformStream<unknown, never>({
    transform: () => {
      report.records += 1;
    },
  });
  return { writable: lines.writable, readable: lines.readable.pipeThrough(counter) };
}

type Lines = Report & Required<Pick<Report, "records" | "bad" | "rejects">>;

function convert(bytes: Uint8Array, action: Action, levels: number): Converted {
  return refusing(() => conversions[action](bytes, levels));
}

const conversions: Record<Action, (bytes: Uint8Array, levels: number) => Converted> = {
  "ion-json": (bytes) => listed(ionToJson(bytes, { top: "lines" })),
  "ion-typed": (bytes) => listed(ionToJson(bytes, { top: "lines", typed: true })),
  "json-ion": (bytes) => listed(jsonToIon(bytes)),
  canonical: (bytes) => lossless(jsonCanonical(bytes)),
  pretty: (bytes) => lossless(jsonFormat(bytes)),
  wrap: (bytes, levels) => lossless(repeat(bytes, levels, wrap)),
  peel: (bytes, levels) => lossless(repeat(bytes, levels, peel)),
};

const lossless = (bytes: Uint8Array): Converted => ({ bytes, losses: [] });

const listed = ({ bytes, losses }: ReturnType<typeof ionToJson>): Converted => ({
  bytes,
  losses: losses.map(({ name: kind, count, first, says }) => ({ kind, count, first, says })),
});

function repeat(
  bytes: Uint8Array,
  levels: number,
  step: (bytes: Uint8Array, level: number) => Uint8Array,
): Uint8Array {
  let result = bytes;
  for (let level = 1; level <= levels; level++) result = step(result, level);
  return result;
}

const QUOTE = 0x22;

function wrap(text: Uint8Array): Uint8Array {
  const inside = jsonEscape(text);
  const literal = new Uint8Array(inside.length + 2).fill(QUOTE);
  literal.set(inside, 1);
  return literal;
}

function peel(text: Uint8Array, level: number): Uint8Array {
  const error = jsonCheck(text);
  if (error) throw error;
  const isText = (byte: number): boolean => !WHITE_SPACE.includes(byte);
  const from = text.findIndex(isText);
  if (text[from] !== QUOTE) throw new Refusal(noString(level, from));
  return jsonUnescape(text.subarray(from + 1, text.findLastIndex(isText)));
}

/** RFC 8259, section 2. */
const WHITE_SPACE = [0x20, 0x09, 0x0a, 0x0d];

function noString(level: number, offset: number): Fault {
  const says =
    level === 1 ? "the input is no JSON string" : `after ${plural(level - 1, "level")} there is no JSON string`;
  const remedy = "choose fewer levels";
  return {
    code: 0,
    name: "",
    says,
    remedy,
    offset,
    line: 1,
    column: 1,
    picture: `error: ${says}\n  = help ${remedy}`,
  };
}

/** The error of an operation, if it has one. */
function fault(operation: () => unknown): Fault | undefined {
  try {
    operation();
    return undefined;
  } catch (error) {
    if (error instanceof StringmillError) return faultOf(error);
    throw error;
  }
}

/** Runs an operation; its error becomes a `Refusal`. */
function refusing<T>(operation: () => T): T {
  try {
    return operation();
  } catch (error) {
    if (error instanceof StringmillError) throw new Refusal(faultOf(error));
    throw error;
  }
}

function written(operation: (repairs: Repairs) => Uint8Array): { bytes: Uint8Array; repairs: number } {
  const repairs: Repairs = { count: 0, first: undefined };
  const bytes = refusing(() => operation(repairs));
  return { bytes, repairs: repairs.count };
}

function faultOf(error: StringmillError): Fault {
  const { number: code, code: name, remedy, picture, offset = 0, line = 1, column = 1 } = error;
  // The first line of the picture is what the error says.
  const says = picture.split("\n", 1)[0]!.replace(/^error: /, "");
  return { code, name, says, remedy, picture, offset, line, column };
}
