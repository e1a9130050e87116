// The page: its state, its input and its tabs. Views draw the state and change it with `update`.

import { BytesView } from "./bytes-view";
import { CheckView } from "./check-view";
import { CompareView } from "./compare-view";
import { copied, segments } from "./controls";
import { ConvertView } from "./convert-view";
import { byId, fill, h } from "./dom";
import type { Engine } from "./engine";
import { canShow, examples, stateOf, type Example } from "./examples";
import { policies, profiles } from "./facts";
import { fromFragment, initial, SHARED_MAX, toFragment, views, type Choices, type State, type View } from "./state";
import { decode, encode, hex, parseHex, plural, size } from "./text";

/** Something that draws the state into its element. */
export interface Shown {
  readonly element: HTMLElement;
  show(state: State): void;
}

/** Files up to this length become the input; longer ones are checked in slices. */
export const INPUT_MAX = 1 << 20;

const viewNames: Record<View, string> = { bytes: "Bytes", compare: "Compare", check: "Check", convert: "Convert" };

export class Page {
  readonly engine: Engine;
  state: State = initial;
  /** A file that is too long to be the input. */
  file: File | undefined;
  readonly #views: { bytes: BytesView; compare: CompareView; check: CheckView; convert: ConvertView };
  readonly #input = byId<HTMLTextAreaElement>("input");
  readonly #hint = byId("input-hint");
  readonly #verdict = byId("verdict");
  readonly #panel = byId("view");
  readonly #examples: Example[];
  #drawn = false;

  constructor(engine: Engine) {
    this.engine = engine;
    this.#examples = examples.filter((example) => canShow(engine, example));
    this.#views = {
      bytes: new BytesView(this),
      compare: new CompareView(this),
      check: new CheckView(this),
      convert: new ConvertView(this),
    };
    this.#drawTabs();
    this.#drawExamples();
    this.#connectInput();
    this.#connectTop();
    byId("version").textContent = engine.version;
    byId("tier").textContent = `tier ${engine.tier}`;
    addEventListener("hashchange", () => this.#readAddress());
    this.#readAddress();
  }

  /** Changes choices, and draws the view. */
  readonly update = (change: Partial<State>): void => {
    this.state = { ...this.state, ...change };
    this.#draw();
  };

  /** The sentence above the view, which screen readers announce. */
  readonly verdict = (kind: "good" | "bad" | "", text: string): void => {
    this.#verdict.className = `verdict ${kind}`;
    if (this.#verdict.textContent !== text) this.#verdict.textContent = text;
  };

  /** Makes bytes the input, as text if they are text. */
  replaceInput(input: Uint8Array): void {
    this.#leaveFile();
    this.update({ input, notation: this.engine.validate(input) ? "hex" : this.state.notation });
    this.#writeInput();
  }

  /** Shows a byte in the ribbon; of a long file, the part around it. */
  async showByte(offset: number): Promise<void> {
    if (this.file) {
      const from = Math.max(0, offset - AROUND);
      const part = new Uint8Array(await this.file.slice(from, offset + AROUND).arrayBuffer());
      this.#leaveFile();
      this.update({ input: part, notation: "hex", view: "bytes" });
      this.#writeInput();
      this.#say(`${plural(part.length, "byte")} of the file, from byte ${from} on`);
      this.#views.bytes.goTo(offset - from);
      return;
    }
    this.update({ view: "bytes" });
    this.#views.bytes.goTo(offset);
  }

  async openFile(file: File): Promise<void> {
    if (file.size <= INPUT_MAX) {
      this.replaceInput(new Uint8Array(await file.arrayBuffer()));
      this.#say(`${file.name}, ${size(file.size)}`);
      return;
    }
    this.#leaveFile();
    this.file = file;
    const format = /\.(ndjson|jsonl)$/i.test(file.name)
      ? "ndjson"
      : /\.ion$/i.test(file.name)
        ? "ion"
        : /\.json$/i.test(file.name)
          ? "json"
          : this.state.format;
    this.update({
      input: new Uint8Array(),
      view: "check",
      format: this.engine.formats.find((each) => each === format) ?? "utf8",
    });
    this.#writeInput();
    this.#say(`${file.name}, ${size(file.size)}: too long for the input, so it is checked in slices`);
  }

  #leaveFile(): void {
    this.file = undefined;
    this.#views.check.close();
    this.#say("");
  }

  #draw(): void {
    this.#drawn = true;
    const view = this.#views[this.state.view];
    for (const name of views) {
      const tab = byId(`tab-${name}`);
      const chosen = name === this.state.view;
      tab.setAttribute("aria-selected", String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
    }
    this.#panel.setAttribute("aria-labelledby", `tab-${this.state.view}`);
    if (this.#panel.firstElementChild !== view.element) fill(this.#panel, view.element);
    byId("input-count").textContent = this.file ? size(this.file.size) : plural(this.state.input.length, "byte");
    this.#drawNotation();
    view.show(this.state);
    this.#writeAddress();
  }

  #drawTabs(): void {
    const host = byId("tabs");
    fill(
      host,
      ...views.map((name) =>
        h(
          "button",
          {
            type: "button",
            role: "tab",
            id: `tab-${name}`,
            "aria-controls": "view",
            click: () => this.update({ view: name }),
          },
          viewNames[name],
        ),
      ),
    );
    host.addEventListener("keydown", (event) => {
      const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
      if (by === 0) return;
      const next = views[(views.indexOf(this.state.view) + by + views.length) % views.length]!;
      this.update({ view: next });
      byId(`tab-${next}`).focus();
    });
  }

  #drawExamples(): void {
    fill(
      byId("examples"),
      ...this.#examples.map((example, at) =>
        h(
          "li",
          {},
          h(
            "button",
            {
              type: "button",
              click: () => {
                this.#leaveFile();
                this.update(stateOf(example));
                this.#writeInput();
                if (example.file) void this.openFile(example.file());
              },
            },
            h("b", { "aria-hidden": "true" }, String(at + 1)),
            example.title,
          ),
        ),
      ),
    );
  }

  #drawNotation(): void {
    const host = byId("notation");
    const focused = host.contains(document.activeElement);
    fill(
      host,
      ...segments(
        "notation",
        [
          { value: "text", label: "Text" },
          { value: "hex", label: "Hex" },
        ],
        this.state.notation,
        (value) => {
          if (value === "text" && this.engine.validate(this.state.input)) {
            this.#say("These bytes are not UTF-8, so only hex can show them", true);
            this.#drawNotation();
            return;
          }
          this.#say("");
          this.update({ notation: value as State["notation"] });
          this.#writeInput();
        },
      ),
    );
    if (focused) host.querySelector<HTMLElement>(":checked")?.focus();
  }

  #connectInput(): void {
    this.#input.addEventListener("input", () => this.#readInput());
    const chooser = byId<HTMLInputElement>("file");
    chooser.addEventListener("change", () => {
      const file = chooser.files?.[0];
      if (file) void this.openFile(file);
      chooser.value = "";
    });
    byId("clear").addEventListener("click", () => {
      this.replaceInput(new Uint8Array());
      this.#input.focus();
    });
    const source = byId("source");
    addEventListener("dragover", (event) => {
      event.preventDefault();
      source.classList.add("dropping");
    });
    addEventListener("dragleave", (event) => {
      if (!event.relatedTarget) source.classList.remove("dropping");
    });
    addEventListener("drop", (event) => {
      event.preventDefault();
      source.classList.remove("dropping");
      const file = event.dataTransfer?.files[0];
      const text = event.dataTransfer?.getData("text/plain");
      if (file) void this.openFile(file);
      else if (text) this.replaceInput(encode(text));
    });
  }

  #readInput(): void {
    if (this.file) this.#leaveFile();
    try {
      const input = this.state.notation === "hex" ? parseHex(this.#input.value) : encode(this.#input.value);
      this.#say("");
      this.update({ input });
    } catch (error) {
      this.#say((error as Error).message, true);
    }
  }

  #writeInput(): void {
    const { input, notation } = this.state;
    this.#input.value = notation === "hex" ? hex(input) : decode(input);
    this.#input.removeAttribute("aria-invalid");
  }

  #say(text: string, bad = false): void {
    this.#hint.textContent = text;
    this.#hint.classList.toggle("bad", bad);
    this.#input.setAttribute("aria-invalid", String(bad));
  }

  #connectTop(): void {
    byId("home").addEventListener("click", (event) => {
      event.preventDefault();
      this.#leaveFile();
      this.update(initial);
      this.#writeInput();
    });
    const share = byId("share");
    share.addEventListener("click", async () => {
      const long = this.state.input.length > SHARED_MAX || this.file !== undefined;
      const done = !long && (await copied(location.href));
      share.textContent = done ? "Link copied" : long ? "Too long for a link" : "Could not copy";
      setTimeout(() => {
        share.textContent = "Copy link";
      }, 2000);
    });
    this.#connectTheme();
  }

  #connectTheme(): void {
    const button = byId("theme");
    const system = matchMedia("(prefers-color-scheme: dark)");
    let dark = system.matches;
    const apply = (): void => {
      document.documentElement.dataset["theme"] = dark ? "dark" : "light";
      fill(button, dark ? "Light" : "Dark", h("span", { class: "unseen" }, " theme"));
    };
    system.addEventListener("change", () => {
      dark = system.matches;
      apply();
    });
    button.addEventListener("click", () => {
      dark = !dark;
      apply();
    });
    apply();
  }

  #readAddress(): void {
    if (this.#drawn && location.hash.slice(1) === toFragment(this.state)) return;
    this.#leaveFile();
    const choices: Choices = {
      profiles: new Map(profiles.map(({ name, option }) => [name, (option ?? []).map((each) => each.name)])),
      policies: policies.map(({ name }) => name),
      formats: [...this.engine.formats],
      actions: [...this.engine.actions],
    };
    this.state = location.hash.length > 1 ? fromFragment(location.hash, choices) : stateOf(this.#examples[0]!);
    if (this.engine.validate(this.state.input)) this.state.notation = "hex";
    this.#draw();
    this.#writeInput();
  }

  #writeAddress(): void {
    const fragment = toFragment({
      ...this.state,
      input: this.state.input.length > SHARED_MAX ? initial.input : this.state.input,
    });
    history.replaceState(null, "", `#${fragment}`);
  }
}

/** Bytes before and after a place of a long file that the ribbon shows. */
const AROUND = 2048;
