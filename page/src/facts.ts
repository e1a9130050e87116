// Facts of `spec/`, which the build puts into the bundle: policies, and profiles with the reason of each rule.

import * as spec from "spec:facts";

export interface AsciiRule {
  bytes: string;
  as: "short" | "unicode" | "hex" | "as-is";
  why: string;
}

export interface NonAsciiRule {
  ranges?: string[];
  table?: string;
  why: string;
}

interface Rules {
  ascii?: AsciiRule[];
  non_ascii?: NonAsciiRule[];
}

export interface ProfileOption extends Rules {
  name: string;
  about: string;
  requires?: string;
}

export interface Profile extends Rules {
  name: string;
  about: string;
  source: string;
  like?: string;
  option?: ProfileOption[];
}

export interface Named {
  name: string;
  about: string;
}

export const profiles: Profile[] = spec.profiles;
export const policies: Named[] = spec.policies;

/** What each profile is for, in the words of someone who does not know its name. */
export const purposes: Record<string, string> = {
  json: "any JSON file or message",
  jackson: "what Jackson for Java writes",
  php: "what PHP's json_encode writes",
  dotnet: "what System.Text.Json of .NET writes",
  "dotnet-relaxed": "what .NET writes with relaxed escaping",
  newtonsoft: "what Json.NET writes",
  ion: "strings of Amazon Ion",
  jcs: "canonical JSON, for hashes and signatures",
  ascii: "ASCII characters alone",
  html: "inside HTML text or attributes",
  script: "inside a script element of HTML",
  js: "inside a JavaScript string",
  log: "log lines",
  terminal: "text shown in a terminal",
};

export const profileNamed = (name: string): Profile => {
  const found = profiles.find((profile) => profile.name === name);
  if (!found) throw new Error(`no profile ${name}`);
  return found;
};

/** `php` with the option `hex-tag` is `php:hex-tag`. */
export const withOptions = (profile: string, options: readonly string[]): string =>
  options.length > 0 ? `${profile}:${options.join(",")}` : profile;

/** The rule for a character: the last one that covers it, in the options, then in the row, then in the row it is like. */
export function ruleFor(name: string, options: readonly string[], codePoint: number): Found | undefined {
  const profile = profileNamed(name);
  const chosen = (profile.option ?? []).filter((option) => options.includes(option.name));
  for (const option of chosen.reverse()) {
    const rule = ruleOf(option, codePoint);
    if (rule) return { row: `${name}:${option.name}`, ...rule };
    // The rules of an option for non-ASCII replace those of the row.
    if (codePoint > 0x7f && option.non_ascii) return undefined;
  }
  const rule = ruleOf(profile, codePoint);
  if (rule) return { row: name, ...rule };
  return profile.like ? ruleFor(profile.like, [], codePoint) : undefined;
}

export interface Found {
  /** The profile, or `profile:option`, whose row has the rule. */
  row: string;
  covers: string;
  why: string;
}

function ruleOf(rules: Rules, codePoint: number): { covers: string; why: string } | undefined {
  if (codePoint < 0x80) {
    const rule = (rules.ascii ?? []).findLast((each) => covers(each.bytes.split(" "), codePoint));
    return rule && { covers: rule.as, why: rule.why };
  }
  const rule = (rules.non_ascii ?? []).findLast((each) =>
    each.ranges ? covers(each.ranges, codePoint) : each.table !== undefined && inCategory(each.table, codePoint),
  );
  return rule && { covers: rule.table ? `category ${rule.table}` : "a range", why: rule.why };
}

function covers(ranges: string[], codePoint: number): boolean {
  return ranges.some((range) => {
    const [first, last] = range.split("-").map((digits) => parseInt(digits, 16));
    return codePoint >= first! && codePoint <= (last ?? first!);
  });
}

// The browser's own Unicode may be newer than 15.0, so this is used only after the kernel has said that it escapes.
const inCategory = (table: string, codePoint: number): boolean =>
  new RegExp(`^\\p{${table}}$`, "u").test(String.fromCodePoint(codePoint));

/** Unicode, table 3-7: which second bytes a lead byte takes, and how many bytes the sequence has. */
export const sequences = [
  { lead: [0xc2, 0xdf], second: [0x80, 0xbf], length: 2 },
  { lead: [0xe0, 0xe0], second: [0xa0, 0xbf], length: 3 },
  { lead: [0xe1, 0xec], second: [0x80, 0xbf], length: 3 },
  { lead: [0xed, 0xed], second: [0x80, 0x9f], length: 3 },
  { lead: [0xee, 0xef], second: [0x80, 0xbf], length: 3 },
  { lead: [0xf0, 0xf0], second: [0x90, 0xbf], length: 4 },
  { lead: [0xf1, 0xf3], second: [0x80, 0xbf], length: 4 },
  { lead: [0xf4, 0xf4], second: [0x80, 0x8f], length: 4 },
] as const;
