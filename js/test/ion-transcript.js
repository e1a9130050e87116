// The events of a reader of Ion as one line, in the form of tools/agree: events with a blank between them, and how the
// input ends.

/** The shared symbol tables of tools/agree. */
export const CATALOG = [
  { name: "known", symbols: ["k1", "k2", "k3"] },
  { name: "shared", symbols: ["s1", "s2"] },
];

/** A text without blanks, controls and brackets. */
const text = (it) =>
  it.replace(/[\0- \x7f\\[\](){}]/g, (char) => `\\${char.charCodeAt(0).toString(16).padStart(2, "0")}`);

/** A symbol that has the text `it`, or none and an ID. */
const symbol = (it) => (typeof it === "string" ? `'${text(it)}` : String(it));

export function float(value) {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value);
  return `float:${Number.isNaN(value) ? "7ff8000000000000" : bits.getBigUint64(0).toString(16).padStart(16, "0")}`;
}

function decimal(written) {
  const [, sign, whole, fraction = "", exponent = "0"] = /^(-?)(\d+)(?:\.(\d+))?(?:e([-+]?\d+))?$/.exec(written);
  const power = BigInt(exponent) - BigInt(fraction.length);
  const coefficient = (whole + fraction).replace(/^0+(?=\d)/, "");
  return `decimal:${sign}${coefficient}d${BigInt.asIntN(64, power) === power ? power : "far"}`;
}

function timestamp(written) {
  const parts = /^(\d+)(?:-(\d+))?(?:-(\d+))?T?(?:(\d+):(\d+)(?::(\d+)(?:\.(\d+))?)?(Z|([-+])(\d+):(\d+)))?$/.exec(written);
  const [, year, month = 1, day = 1, hour = 0, minute = 0, second = 0, fraction = "", zone, sign, east, rest] = parts;
  const count = parts[6] ? 6 : parts[5] ? 5 : parts[3] ? 3 : parts[2] ? 2 : 1;
  const minutes = zone === "Z" ? 0 : (60 * east + Number(rest)) * (sign === "-" ? -1 : 1);
  const offset = zone === undefined || zone === "-00:00" ? "unknown" : minutes;
  const numbers = [year, month, day, hour, minute, second].map(Number);
  return `timestamp:${[count, ...numbers].join()}.${fraction},${offset}`;
}

const hex = (bytes) => Buffer.from(bytes).toString("hex");

/** The value of our reader, a scalar. */
function scalar(reader, type) {
  if (type === "bool") return String(reader.booleanValue());
  if (type === "int") return `int:${reader.bigIntValue().toString(16)}`;
  if (type === "float") return float(reader.numberValue());
  if (type === "decimal") return decimal(reader.decimalValue());
  if (type === "timestamp") return timestamp(reader.timestampValue());
  if (type === "string") return `string:${text(reader.stringValue())}`;
  if (type === "symbol") return `symbol:${symbol(reader.symbolValue())}`;
  return `${type}:${hex(reader.uInt8ArrayValue())}`;
}

const OPEN = { list: "[", sexp: "(", struct: "{" };
const CLOSE = { "[": "]", "(": ")", "{": "}" };

/** The events of our reader: of bytes, or of a stream, whose methods are awaited. */
export async function transcript(reader) {
  const line = [];
  const open = [];
  try {
    for (;;) {
      const found = reader.next();
      const type = typeof found === "string" || found === null ? found : await found;
      if (type === null) {
        if (open.length === 0) return [...line, "end"].join(" ");
        const left = reader.stepOut();
        if (left !== undefined) await left;
        line.push(CLOSE[open.pop()]);
        continue;
      }
      const field = reader.fieldName();
      const before = field === null ? "" : `${symbol(field)}=`;
      const annotations = reader.annotations().map((it) => `${symbol(it)}::`);
      const head = before + annotations.join("");
      if (reader.isNull()) line.push(`${head}null.${type}`);
      else if (type in OPEN) {
        line.push(head + OPEN[type]);
        open.push(OPEN[type]);
        reader.stepIn();
      } else line.push(head + scalar(reader, type));
    }
  } catch (error) {
    if (error.offset === undefined) throw error;
    return [...line, `!${error.offset}:${error.code}`].join(" ");
  }
}

/** A symbol of ion-js, which has no ID where its text is unknown. */
const peerSymbol = (it) => symbol(it ?? "$0");

function peerScalar(reader, type) {
  const value = reader.value();
  if (type === "bool") return String(value);
  if (type === "int") return `int:${BigInt(value).toString(16)}`;
  if (type === "float") return float(value);
  if (type === "decimal") {
    const [coefficient, sign] = [value.getCoefficient(), value.isNegative() ? "-" : ""];
    return `decimal:${sign}${String(coefficient).replace("-", "")}d${value.getExponent()}`;
  }
  if (type === "timestamp") return timestamp(value.toString());
  if (type === "string") return `string:${text(value)}`;
  if (type === "symbol") return `symbol:${typeof value === "string" ? symbol(value) : peerSymbol(value)}`;
  return `${type}:${hex(value)}`;
}

/** The events of the reader of ion-js that `make` makes; `error` is what it threw. */
export function peerTranscript(make) {
  const line = [];
  const open = [];
  try {
    const reader = make();
    for (;;) {
      const type = reader.next()?.name ?? null;
      if (type === null) {
        if (open.length === 0) return { line: [...line, "end"].join(" ") };
        reader.stepOut();
        line.push(CLOSE[open.pop()]);
        continue;
      }
      const field = open.at(-1) === "{" ? `${peerSymbol(reader.fieldName())}=` : "";
      const head = field + reader.annotations().map((it) => `${peerSymbol(it)}::`).join("");
      if (reader.isNull()) line.push(`${head}null.${type}`);
      else if (type in OPEN) {
        line.push(head + OPEN[type]);
        open.push(OPEN[type]);
        reader.stepIn();
      } else line.push(head + peerScalar(reader, type));
    }
  } catch (error) {
    return { line: line.join(" "), error };
  }
}
