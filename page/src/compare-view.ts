// The view “Compare”: the same bytes as each host writes them, under every profile, and under every policy.

import { code, copyButton, number, table, type Cell } from "./controls";
import { fill, h, type Child } from "./dom";
import { Refusal, type Rules } from "./engine";
import { policies, profiles, purposes } from "./facts";
import { hosts, ofThisBrowser } from "./hosts";
import type { Page, Shown } from "./page";
import { asText } from "./ribbon";
import { profileOf, type State } from "./state";
import { grouped, plural } from "./text";

/** Longer inputs are cut: a table is for reading. */
const COMPARED_MAX = 4096;

export class CompareView implements Shown {
  readonly element = h("div", { class: "panel" });
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  show(state: State): void {
    if (state.input.length === 0) {
      fill(
        this.element,
        h(
          "div",
          { class: "empty" },
          h("strong", {}, "Nothing to compare"),
          "Paste a text above, or take one of the examples.",
        ),
      );
      this.#page.verdict("", "Nothing to show yet");
      return;
    }
    const input = state.input.subarray(0, COMPARED_MAX);
    const texts = hosts.map(({ profile, policy }) => this.#cell(input, { profile, policy }));
    const distinct = new Set(texts.map((each) => each.text)).size;
    this.#page.verdict(
      "",
      `${plural(distinct, "different result")} from ${hosts.length} calls of five hosts${
        input.length < state.input.length ? `, for the first ${grouped(COMPARED_MAX)} bytes` : ""
      }`,
    );
    fill(
      this.element,
      section(
        "What each host writes",
        "Each row is a profile and a policy whose bytes the tests compare with the host itself.",
        table(
          "Hosts",
          ["Host", "Call", "Profile and policy", "Writes", "Bytes"],
          hosts.map((each, at) => ({
            heading: each.host,
            cells: [code(each.call), code(`${each.profile} ${each.policy}`), ...texts[at]!.cells],
          })),
        ),
      ),
      this.#browser(input),
      section(
        `Profiles, ill-formed bytes by ${state.policy}`,
        "The chosen profile has a bar.",
        table(
          "Profiles",
          ["Profile", "Writes", "Bytes"],
          profiles.map(({ name, about }) => {
            const profile = name === state.profile ? profileOf(state) : name;
            return {
              heading: profile,
              about: `For ${purposes[name]}. ${about}`,
              chosen: name === state.profile,
              cells: this.#cell(input, { profile, policy: state.policy }).cells,
            };
          }),
        ),
      ),
      section(
        `Policies, under the profile ${profileOf(state)}`,
        "Hosts cut the same ill-formed bytes into different pieces.",
        table(
          "Policies",
          ["Policy", "Writes", "Bytes", "Pieces"],
          policies.map(({ name, about }) => {
            const cell = this.#cell(input, { profile: profileOf(state), policy: name });
            return {
              heading: name,
              about,
              chosen: name === state.policy,
              cells: [...cell.cells, number(cell.repairs === undefined ? "-" : grouped(cell.repairs))],
            };
          }),
        ),
      ),
    );
  }

  #cell(input: Uint8Array, rules: Rules): { cells: Cell[]; text: string; repairs?: number } {
    try {
      const written = this.#page.engine.escape(input, rules);
      const text = asText(written.bytes);
      return { text, repairs: written.repairs, cells: [code(text), number(grouped(written.bytes.length))] };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { says, offset, code: cause } = error.fault;
      // A misuse is about the choice, not about a byte.
      const text = cause >= 900 ? `not possible: ${says}` : `error at byte ${this.#page.state.origin + offset}: ${says}`;
      return { text, cells: [{ content: text, class: "bad" }, number("-")] };
    }
  }

  /** The row of Node once more, computed by this browser alone. */
  #browser(input: Uint8Array): Child {
    const own = ofThisBrowser(input);
    const ours = asText(this.#page.engine.escape(input, { profile: "json", policy: "replace" }).bytes);
    return h(
      "p",
      { class: "about" },
      own === ours
        ? "JSON.stringify of this browser writes the same text as the row of Node. "
        : "JSON.stringify of this browser writes another text than the row of Node: ",
      own === ours ? copyButton(() => own) : h("code", {}, own),
    );
  }
}

function section(title: string, about: string, content: HTMLElement): HTMLElement {
  return h(
    "section",
    { class: "panel" },
    h("div", {}, h("h2", {}, title), h("p", { class: "about" }, about)),
    content,
  );
}
