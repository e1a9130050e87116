// The view “Convert”: Ion and JSON into one another, canonical and indented JSON, JSON in JSON. Losses are listed.

import { copyButton, number, save, select, table } from "./controls";
import { fill, h, type Child } from "./dom";
import { Refusal, type Action, type Loss } from "./engine";
import type { Page, Shown } from "./page";
import { asText } from "./ribbon";
import type { State } from "./state";
import { grouped, plural } from "./text";

export const actionNames: Record<Action, { label: string; about: string }> = {
  "ion-json": { label: "Ion to JSON", about: "What JSON cannot hold is left out or changed, and listed." },
  "ion-typed": { label: "Ion to typed JSON", about: "Types and annotations become members, so nothing is lost." },
  "json-ion": { label: "JSON to Ion", about: "Every JSON text is a value of Ion." },
  canonical: {
    label: "Canonical JSON",
    about: "RFC 8785: sorted names, the shortest numbers, one form for each string. For hashes and signatures.",
  },
  pretty: {
    label: "Indented JSON",
    about: "The same JSON, laid out for reading; numbers and strings stay as they are.",
  },
  wrap: {
    label: "Wrap in a JSON string",
    about: "Makes the input the content of a JSON string, as often as there are levels.",
  },
  peel: { label: "Peel JSON strings", about: "Takes the text out of a JSON string, as often as there are levels." },
};

export class ConvertView implements Shown {
  readonly element = h("div", { class: "panel" });
  readonly #page: Page;
  readonly #settings = h("div", { class: "settings" });
  readonly #about = h("p", { class: "about" });
  readonly #body = h("div", { class: "panel" });

  constructor(page: Page) {
    this.#page = page;
    fill(this.element, this.#settings, this.#body, this.#about);
  }

  show(state: State): void {
    const action = state.action as Action;
    this.#drawSettings(state, action);
    fill(this.#about, actionNames[action].about);
    if (state.input.length === 0) {
      fill(
        this.#body,
        h(
          "div",
          { class: "empty" },
          h("strong", {}, "Nothing to convert"),
          "Paste a text above, or take one of the examples.",
        ),
      );
      this.#page.verdict("", "Nothing to show yet");
      return;
    }
    try {
      const { bytes, losses } = this.#page.engine.convert(state.input, action, state.levels);
      const lost = losses.reduce((sum, loss) => sum + loss.count, 0);
      this.#page.verdict(
        lost > 0 ? "lossy" : "good",
        `${plural(state.input.length, "byte")} in, ${grouped(bytes.length)} out${
          lost > 0 ? `, ${plural(lost, "loss").replace("losss", "losses")}` : ""
        }`,
      );
      fill(this.#body, this.#output(bytes, action), losses.length > 0 && this.#losses(losses, state.origin));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { fault } = error;
      this.#page.verdict("bad", `Not possible: ${fault.says}, byte ${grouped(state.origin + fault.offset)}`);
      fill(
        this.#body,
        h("pre", { class: "picture-box", tabindex: "0", "aria-label": "The error in its place" }, fault.picture),
      );
    }
  }

  #drawSettings(state: State, action: Action): void {
    const focused = document.activeElement?.id;
    const levels: HTMLInputElement = h("input", {
      id: "levels",
      type: "number",
      min: 1,
      max: 32,
      value: state.levels,
      change: () => {
        const value = Math.min(32, Math.max(1, Math.trunc(Number(levels.value)) || 1));
        this.#page.update({ levels: value });
      },
    });
    fill(
      this.#settings,
      select(
        "Conversion",
        "action",
        this.#page.engine.actions.map((value) => ({ value, label: actionNames[value].label })),
        action,
        (value) => this.#page.update({ action: value }),
      ),
      (action === "wrap" || action === "peel") &&
        h("div", { class: "field" }, h("label", { for: "levels" }, "Levels"), levels),
    );
    if (focused) this.#settings.querySelector<HTMLElement>(`#${CSS.escape(focused)}`)?.focus();
  }

  #output(bytes: Uint8Array, action: Action): Child {
    const text = asText(bytes);
    const name = action === "json-ion" ? "converted.ion" : "converted.json";
    return h(
      "section",
      { class: "panel", "aria-labelledby": "converted" },
      h(
        "div",
        { class: "bar" },
        h("h2", { id: "converted" }, "Output"),
        h("span", { class: "spring" }),
        copyButton(() => text),
        h("button", { type: "button", class: "quiet", click: () => save(bytes, name) }, "Save"),
        h("button", { type: "button", class: "quiet", click: () => this.#page.replaceInput(bytes) }, "Use as input"),
      ),
      h("pre", { class: "output", tabindex: "0", "aria-label": "Output" }, text.slice(0, 200_000)),
    );
  }

  #losses(losses: readonly Loss[], origin: number): Child {
    return h(
      "section",
      { class: "panel" },
      h("h2", {}, "Losses"),
      table(
        "Losses",
        ["What", "How many", "First at byte", "Became"],
        losses.map(({ kind, count, first, says }) => ({
          heading: kind.replaceAll("_", " "),
          cells: [
            number(grouped(count)),
            number(
              h(
                "button",
                { type: "button", class: "quiet", click: () => void this.#page.showByte(origin + first) },
                grouped(origin + first),
              ),
            ),
            { content: says },
          ],
        })),
      ),
    );
  }
}
