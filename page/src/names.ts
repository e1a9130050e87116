// Names of characters, from the Unicode character database. `names.mjs` of the build writes the table that this file reads.

import { inflated } from "./inflate";
import table from "spec:names";

const names = new Map<number, string>();

/** Reads the table. Until then no character has a name. */
export async function openNames(): Promise<void> {
  const lines = new TextDecoder().decode(await inflated(table)).split("\n");
  let codePoint = 0;
  let last = "";
  for (const line of lines) {
    const [, gap, run, shared, rest] = /^([0-9a-z]*)(?:,([0-9a-z]+))?([A-Z])(.*)$/.exec(line)!;
    codePoint += parseInt(gap || "0", 36);
    last = last.slice(0, shared!.charCodeAt(0) - 0x41) + rest;
    for (let left = run ? parseInt(run, 36) : 1; left > 0; left--, codePoint++) {
      names.set(codePoint, last.endsWith("-") ? last + hexOf(codePoint) : last);
    }
  }
}

/** The name of a character, such as LATIN SMALL LETTER E WITH ACUTE; of a control character its alias. */
export function nameOf(codePoint: number): string {
  const syllable = codePoint - 0xac00;
  if (syllable >= 0 && syllable < 11_172) return `HANGUL SYLLABLE ${hangul(syllable)}`;
  return names.get(codePoint) ?? (isPrivate(codePoint) ? "private use" : "not assigned");
}

const hexOf = (codePoint: number): string => codePoint.toString(16).toUpperCase().padStart(4, "0");

const isPrivate = (codePoint: number): boolean => /^\p{Co}$/u.test(String.fromCodePoint(codePoint));

/** Unicode, section 3.12: the short names of the three parts of a syllable. */
function hangul(syllable: number): string {
  return leading[Math.floor(syllable / 588)]! + vowels[Math.floor((syllable % 588) / 28)]! + trailing[syllable % 28]!;
}

const leading = "G,GG,N,D,DD,R,M,B,BB,S,SS,,J,JJ,C,K,T,P,H".split(",");
const vowels = "A,AE,YA,YAE,EO,E,YEO,YE,O,WA,WAE,OE,YO,U,WEO,WE,WI,YU,EU,YI,I".split(",");
const trailing = ",G,GG,GS,N,NJ,NH,D,L,LG,LM,LB,LS,LT,LP,LH,M,B,BS,S,SS,NG,J,C,K,T,P,H".split(",");
