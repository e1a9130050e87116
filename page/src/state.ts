// The input and all choices, as one value. The fragment of the address carries it.

import { withOptions } from "./facts";

export const views = ["bytes", "compare", "check", "convert"] as const;
export type View = (typeof views)[number];

export interface State {
  input: Uint8Array;
  notation: "text" | "hex";
  view: View;
  profile: string;
  options: string[];
  policy: string;
  /** What the view “check” checks. */
  format: string;
  /** What the view “convert” does. */
  action: string;
  /** Levels of JSON in JSON to wrap or peel. */
  levels: number;
  /** Offset of the input in the file of which it is a part; 0 if it is not a part. */
  origin: number;
}

export const initial: State = {
  input: new Uint8Array(),
  notation: "text",
  view: "bytes",
  profile: "json",
  options: [],
  policy: "replace",
  format: "json",
  action: "ion-json",
  levels: 1,
  origin: 0,
};

/** The profile with its options, as the kernels name it. */
export const profileOf = (state: State): string => withOptions(state.profile, state.options);

/** Inputs past this length do not fit into a link. */
export const SHARED_MAX = 6000;

/** The state as a fragment; what is as at the start is left out. */
export function toFragment(state: State): string {
  const parts = new URLSearchParams();
  const put = (key: string, value: string, usual: string): void => {
    if (value !== usual) parts.set(key, value);
  };
  put("view", state.view, initial.view);
  put("profile", profileOf(state), initial.profile);
  put("policy", state.policy, initial.policy);
  put("format", state.format, initial.format);
  put("action", state.action, initial.action);
  put("levels", String(state.levels), String(initial.levels));
  put("as", state.notation, initial.notation);
  if (state.input.length > 0) parts.set("in", toBase64Url(state.input));
  return parts.toString();
}

/** Reads a fragment. Whatever is not known is left as it is at the start. */
export function fromFragment(fragment: string, known: Choices): State {
  const parts = new URLSearchParams(fragment.replace(/^#/, ""));
  const choice = <T extends string>(key: string, usual: T, allowed: readonly string[]): T => {
    const value = parts.get(key);
    return value !== null && allowed.includes(value) ? (value as T) : usual;
  };
  const [profile = "", list = ""] = (parts.get("profile") ?? initial.profile).split(":");
  const options = known.profiles.get(profile);
  const levels = Number(parts.get("levels"));
  return {
    input: fromBase64Url(parts.get("in") ?? ""),
    notation: choice("as", initial.notation, ["text", "hex"]),
    view: choice("view", initial.view, views),
    profile: options ? profile : initial.profile,
    options: options ? list.split(",").filter((option) => options.includes(option)) : [],
    policy: choice("policy", initial.policy, known.policies),
    format: choice("format", initial.format, known.formats),
    action: choice("action", initial.action, known.actions),
    levels: Number.isInteger(levels) && levels >= 1 && levels <= 32 ? levels : initial.levels,
    origin: 0,
  };
}

export interface Choices {
  /** Each profile with its options. */
  profiles: Map<string, string[]>;
  policies: string[];
  formats: string[];
  actions: string[];
}

function toBase64Url(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

function fromBase64Url(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (unit) => unit.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
