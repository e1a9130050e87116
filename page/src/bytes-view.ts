// The view “Bytes”: profile and policy, the ribbon with its legend, the chosen unit, the output.

import { checks, copyButton, select } from "./controls";
import { detail } from "./detail";
import { fill, h } from "./dom";
import { Refusal } from "./engine";
import { policies, profileNamed, profiles, purposes } from "./facts";
import { asText, classNames, Ribbon } from "./ribbon";
import { profileOf, type State } from "./state";
import { grouped, plural } from "./text";
import { divide, type Class, type Units } from "./units";
import type { Page, Shown } from "./page";

/** Bytes that the ribbon shows at once. */
export const WINDOW = 1 << 18;

export class BytesView implements Shown {
  readonly element = h("div", { class: "panel" });
  readonly #page: Page;
  readonly #settings = h("div", { class: "settings" });
  readonly #options = h("div", { class: "settings" });
  readonly #about = h("p", { class: "about" });
  readonly #pager = h("div", { class: "bar" });
  readonly #host = h("div", {
    class: "ribbon",
    role: "listbox",
    tabindex: "0",
    "aria-label": "Units of the input, and what became of each",
  });
  readonly #legend = h("ul", { class: "legend", "aria-label": "Marks" });
  readonly #detail = h("section", { class: "detail", "aria-label": "The chosen unit" });
  readonly #output = h("pre", { class: "output", tabindex: "0", "aria-label": "Output" });
  readonly #ribbon: Ribbon;
  readonly #full = h("div", { class: "panel" });
  readonly #empty = h(
    "div",
    { class: "empty" },
    h("strong", {}, "No bytes yet"),
    "Paste a text above, or take one of the examples.",
  );
  #written = "";
  #from = 0;
  #lastInput: Uint8Array | undefined;

  constructor(page: Page) {
    this.#page = page;
    this.#ribbon = new Ribbon(this.#host, {
      chosen: (form, at) => fill(this.#detail, ...detail(page.engine, page.state, form, at)),
    });
    fill(
      this.#full,
      h("div", { class: "bar" }, h("h2", {}, "Output"), h("span", { class: "spring" }), copyButton(() => this.#written)),
      this.#output,
      this.#options,
      this.#about,
      h(
        "div",
        { class: "bytes" },
        h("div", { class: "ribbon-box" }, this.#pager, this.#host, this.#legend),
        this.#detail,
      ),
    );
    fill(this.element, this.#settings, this.#full, this.#empty);
  }

  /** Shows the unit at an offset. */
  goTo(offset: number): void {
    const from = Math.max(0, Math.floor((offset - this.#page.state.origin) / WINDOW) * WINDOW);
    if (from !== this.#from) {
      this.#from = from;
      this.#drawRibbon();
    }
    this.#ribbon.goTo(offset);
  }

  show(state: State): void {
    this.#drawSettings(state);
    const empty = state.input.length === 0;
    this.#full.hidden = empty;
    this.#empty.hidden = !empty;
    if (empty) {
      this.#page.verdict("", "Nothing to show yet");
      return;
    }
    if (this.#lastInput !== state.input) this.#from = 0;
    this.#lastInput = state.input;
    this.#drawRibbon();
    this.#drawOutput(state);
  }

  #drawSettings(state: State): void {
    const { update } = this.#page;
    const row = profileNamed(state.profile);
    const policy = policies.find((each) => each.name === state.policy);
    const options = row.option ?? [];
    const focused = document.activeElement?.id;
    fill(
      this.#settings,
      select(
        "Write JSON for (profile)",
        "profile",
        profiles.map(({ name }) => ({ value: name, label: `${name}: ${purposes[name]}` })),
        state.profile,
        (profile) => update({ profile, options: [] }),
      ),
      select(
        "Bytes that are not UTF-8 (policy)",
        "policy",
        policies.map(({ name, about }) => ({ value: name, label: `${name}: ${about}` })),
        state.policy,
        (chosen) => update({ policy: chosen }),
      ),
    );
    fill(
      this.#options,
      options.length > 0 &&
        checks(
          "Options of the profile",
          options.map(({ name, about }) => ({ value: name, label: about })),
          state.options,
          (chosen) => update({ options: withRequired(chosen, state.options, options) }),
        ),
    );
    if (focused) this.element.querySelector<HTMLElement>(`#${CSS.escape(focused)}`)?.focus();
    fill(this.#about, `${row.about} Source: ${row.source}. Bytes that are not UTF-8: ${policy?.about ?? ""}.`);
  }

  #drawRibbon(): void {
    const { engine, state } = this.#page;
    const part = state.input.subarray(this.#from, this.#from + WINDOW);
    const units = divide(engine, part, { profile: profileOf(state), policy: state.policy });
    this.#ribbon.show(units, state.origin + this.#from);
    this.#drawLegend(units);
    this.#drawPager(state.input.length);
  }

  #drawPager(length: number): void {
    this.#pager.hidden = length <= WINDOW;
    if (this.#pager.hidden) return;
    const to = Math.min(this.#from + WINDOW, length);
    const turn = (by: number): void => {
      this.#from += by;
      this.#drawRibbon();
    };
    fill(
      this.#pager,
      h("span", { class: "count" }, `Bytes ${grouped(this.#from)} to ${grouped(to - 1)} of ${grouped(length)}`),
      h("button", { type: "button", disabled: this.#from === 0, click: () => turn(-WINDOW) }, "Earlier"),
      h("button", { type: "button", disabled: to === length, click: () => turn(WINDOW) }, "Later"),
    );
  }

  #drawLegend(units: Units): void {
    const present = new Set<Class>(units.forms.map((form) => form.class));
    const keys = (Object.keys(classNames) as Class[]).filter((name) => present.has(name));
    fill(
      this.#legend,
      ...keys.map((name) =>
        h(
          "li",
          {},
          h(
            "span",
            { class: `unit key ${name}`, "aria-hidden": "true" },
            h("span", { class: "in" }, h("span", { class: "byte first" })),
          ),
          classNames[name],
        ),
      ),
    );
  }

  #drawOutput(state: State): void {
    const { engine, page } = { engine: this.#page.engine, page: this.#page };
    try {
      const written = engine.escape(state.input, { profile: profileOf(state), policy: state.policy });
      this.#written = asText(written.bytes);
      fill(this.#output, this.#written.slice(0, SHOWN_MAX));
      const repaired =
        written.repairs === 0 ? "" : `, ${plural(written.repairs, "ill-formed piece")} handled by ${state.policy}`;
      page.verdict(
        written.repairs === 0 ? "good" : "lossy",
        `${plural(state.input.length, "byte")} in, ${grouped(written.bytes.length)} out${repaired}`,
      );
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#written = "";
      fill(this.#output, error.fault.picture);
      page.verdict("bad", `Refused at byte ${grouped(state.origin + error.fault.offset)}: ${error.fault.says}`);
    }
  }
}

/** Text that is put into the page; the rest is only copied. */
const SHOWN_MAX = 200_000;

/** Adds the options that the chosen ones need; one that lost what it needs goes too. */
function withRequired(chosen: string[], before: string[], options: { name: string; requires?: string }[]): string[] {
  const set = new Set(chosen);
  for (const { name, requires } of options) {
    if (!requires || !set.has(name) || set.has(requires)) continue;
    if (before.includes(name)) set.delete(name);
    else set.add(requires);
  }
  return options.map(({ name }) => name).filter((name) => set.has(name));
}
