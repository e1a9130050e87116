// Describes one unit: what it is, what became of it, by which rule, and which option or policy would change that.

import type { Engine, Rules } from "./engine";
import { policies, profileNamed, ruleFor, sequences, withOptions } from "./facts";
import { h, type Child } from "./dom";
import { nameOf } from "./names";
import { asText, classNames } from "./ribbon";
import type { State } from "./state";
import { profileOf } from "./state";
import { glyph, grouped, hex, hexByte, scalar } from "./text";
import type { Form } from "./units";
import { equal } from "./units";

export function detail(engine: Engine, state: State, form: Form, at: number): Child[] {
  const shown = form.codePoint === undefined ? { text: "?", named: false } : glyph(form.codePoint);
  const title = form.codePoint === undefined ? "Not UTF-8" : scalar(form.codePoint);
  return [
    h(
      "div",
      { class: "detail-head" },
      h("div", { class: `detail-glyph${shown.named ? " named" : ""}`, "aria-hidden": "true" }, shown.text),
      h(
        "div",
        {},
        h("h3", {}, title),
        form.codePoint !== undefined && h("p", { class: "name" }, nameOf(form.codePoint)),
        h("p", {}, `${classNames[form.class]}, at byte ${grouped(at)}`),
      ),
    ),
    h(
      "dl",
      { class: "facts" },
      ...fact("Bytes", h("code", {}, hex(form.bytes))),
      ...fact("Becomes", result(form)),
      ...fact("Rule", ...(form.codePoint === undefined ? illFormedRule(form) : rule(state, form, form.codePoint))),
      ...(form.codePoint === undefined ? policyChoices(engine, state, form) : optionChoices(engine, state, form)),
    ),
  ];
}

const fact = (name: string, ...value: Child[]): Child[] => [h("div", {}, h("dt", {}, name), h("dd", {}, ...value))];

function result(form: Form): Child {
  if (form.class === "unreached") return "nothing: an error ended the work before it";
  if (form.class === "ill-formed" && form.output.length === 0) return "nothing";
  if (!form.changed) return "itself";
  return h("span", {}, h("code", {}, asText(form.output)), ` (${hex(form.output)})`);
}

function rule(state: State, form: Form, codePoint: number): Child[] {
  const found = form.changed ? ruleFor(state.profile, state.options, codePoint) : undefined;
  if (found) return [h("code", {}, found.row), `: ${found.why}. `, source(state.profile)];
  if (form.changed) return ["The kernel changes it under this profile. ", source(state.profile)];
  const standard = codePoint < 0x80 ? "RFC 8259, section 7" : "RFC 8259, section 7; Unicode, table 3-7";
  return [
    `The profile `,
    h("code", {}, profileOf(state)),
    ` has no rule for it. ${standard} lets it stand as it is.`,
  ];
}

const source = (profile: string): Child => {
  const row = profileNamed(profile);
  return `Source: ${row.source}.`;
};

function illFormedRule(form: Form): Child[] {
  const says = form.fault?.says ?? "ill-formed";
  return [`${says[0]!.toUpperCase()}${says.slice(1)}. ${tableRow(form.bytes[0]!)} Unicode, table 3-7.`];
}

/** What table 3-7 wants after this byte. */
export function tableRow(lead: number): string {
  const row = sequences.find((each) => lead >= each.lead[0] && lead <= each.lead[1]);
  if (row) {
    const range = `${hexByte(row.second[0])} to ${hexByte(row.second[1])}`;
    return row.length === 2
      ? `After ${hexByte(lead)} comes one byte from ${range}.`
      : `After ${hexByte(lead)} come a byte from ${range}, then ${row.length - 2 === 1 ? "one" : "two"} from 80 to BF.`;
  }
  return lead < 0xc0
    ? `${hexByte(lead)} can only follow a lead byte.`
    : `${hexByte(lead)} is in no well-formed sequence.`;
}

/** Options of the profile with which the kernel writes the unit in another way. */
function optionChoices(engine: Engine, state: State, form: Form): Child[] {
  const write = (rules: Rules): Uint8Array => engine.escape(form.bytes, rules).bytes;
  const now = write({ profile: profileOf(state), policy: "reject" });
  const lines: Child[] = [];
  for (const option of profileNamed(state.profile).option ?? []) {
    const on = state.options.includes(option.name);
    const others = on
      ? state.options.filter((name) => name !== option.name)
      : [...state.options, ...(option.requires ? [option.requires] : []), option.name];
    const other = write({ profile: withOptions(state.profile, [...new Set(others)]), policy: "reject" });
    if (!equal(other, now)) {
      lines.push(h("li", {}, h("code", {}, `${on ? "without " : ""}${option.name}`), h("code", {}, asText(other))));
    }
  }
  if (lines.length === 0) return fact("Options that change it", "none of this profile");
  return fact("Options that change it", h("ul", {}, ...lines));
}

/** What the other policies make of the piece. */
function policyChoices(engine: Engine, state: State, form: Form): Child[] {
  const lines = policies
    .filter((policy) => policy.name !== "reject")
    .map((policy) => {
      const output = attempt(
        () => engine.escape(form.bytes, { profile: profileOf(state), policy: policy.name }).bytes,
      );
      const text =
        output === undefined ? "refused by this profile" : output.length === 0 ? "nothing" : asText(output);
      return h("li", {}, h("code", {}, policy.name), h("code", {}, text));
    });
  return fact("Under each policy", h("ul", {}, ...lines));
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
