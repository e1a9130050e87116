// Splits the input into units, and runs the kernel on each of them. This file does not know how a profile or a policy
// writes anything: classes and outputs come from the kernel.

import type { Engine, Fault, Rules } from "./engine";
import { codePointOf } from "./text";

/** What a unit is, by which the ribbon colours and marks it. */
export type Class =
  "plain" | "escape" | "control" | "markup" | "multibyte" | "separator" | "hidden" | "ill-formed" | "unreached";

/** One distinct unit. Equal units of a text share it. */
export interface Form {
  bytes: Uint8Array;
  output: Uint8Array;
  class: Class;
  /** The scalar value, or undefined if the unit is ill-formed. */
  codePoint: number | undefined;
  /** Why the bytes are not UTF-8. */
  fault: Fault | undefined;
  changed: boolean;
}

export interface Units {
  forms: Form[];
  /** Offset of each unit in the text. */
  starts: Uint32Array;
}

/** Cuts a text into units. After the first refused one, all are `unreached`. */
export function divide(engine: Engine, text: Uint8Array, rules: Rules): Units {
  const known = new Map<string, Form>();
  const forms: Form[] = [];
  const starts: number[] = [];
  let refused = false;
  for (let at = 0; at < text.length;) {
    const key = (refused ? "-" : "") + keyAt(text, at);
    let form = known.get(key);
    if (!form) {
      form = formAt(engine, text.slice(at, at + LOOK_AHEAD), rules);
      if (refused) form = { ...form, class: "unreached", output: new Uint8Array(), changed: false };
      known.set(key, form);
    }
    forms.push(form);
    starts.push(at);
    at += form.bytes.length;
    refused ||= form.class === "ill-formed" && rules.policy === "reject";
  }
  return { forms, starts: Uint32Array.from(starts) };
}

/** The longest run of bytes that decides where a unit ends: a piece of four bytes, and as many after it. */
const LOOK_AHEAD = 8;

// An ASCII byte is a unit whatever follows it.
const keyAt = (text: Uint8Array, at: number): string =>
  text[at]! < 0x80 ? String.fromCharCode(text[at]!) : String.fromCharCode(...text.subarray(at, at + LOOK_AHEAD));

function formAt(engine: Engine, ahead: Uint8Array, rules: Rules): Form {
  const fault = engine.validate(ahead);
  if (!fault || fault.offset > 0) {
    const bytes = ahead.slice(0, lengthOf(ahead[0]!));
    const output = engine.escape(bytes, rules).bytes;
    const codePoint = codePointOf(bytes);
    return {
      bytes,
      output,
      codePoint,
      fault: undefined,
      class: classOf(engine, bytes, codePoint),
      changed: !equal(bytes, output),
    };
  }
  const bytes = ahead.slice(0, pieceLength(engine, ahead, rules.policy));
  const output = rules.policy === "reject" ? new Uint8Array() : engine.escape(bytes, rules).bytes;
  return { bytes, output, codePoint: undefined, fault, class: "ill-formed", changed: !equal(bytes, output) };
}

/** The longest run of bytes that the kernel replaces as it replaces the first of them: one U+FFFD. */
function pieceLength(engine: Engine, ahead: Uint8Array, policy: string): number {
  const rules = { profile: "json", policy: cutting[policy] ?? "replace" };
  const replaced = (length: number): Uint8Array => engine.escape(ahead.slice(0, length), rules).bytes;
  const one = replaced(1);
  let length = 1;
  while (length < ahead.length && equal(replaced(length + 1), one)) length += 1;
  return length;
}

/** Policies that cut pieces in another way than `replace`, and the one that shows how. */
const cutting: Record<string, string> = {
  "replace-java": "replace-java",
  "replace-php": "replace-php",
  "ignore-php": "replace-php",
};

/** Length of a well-formed sequence by its lead byte. */
const lengthOf = (lead: number): number => (lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4);

/** The class of a character: which of the profiles escape it, as the kernel says. */
function classOf(engine: Engine, bytes: Uint8Array, codePoint: number): Class {
  const escapes = (profile: string): boolean =>
    !equal(bytes, engine.escape(bytes, { profile, policy: "reject" }).bytes);
  if (/^\p{Cc}$/u.test(String.fromCodePoint(codePoint))) return "control";
  if (escapes("json")) return "escape";
  if (codePoint < 0x80) return escapes("html") || escapes("js") ? "markup" : "plain";
  if (escapes("script")) return "separator";
  return escapes("terminal") ? "hidden" : "multibyte";
}

export function equal(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}
