// The page: its state, its input and its tabs. Views draw the state and change it with `update`.

import { BytesView } from "./bytes-view";
import { CheckView } from "./check-view";
import { CompareView } from "./compare-view";
import { copied, segments } from "./controls";
import { ConvertView } from "./convert-view";
import { byId, fill, h } from "./dom";
import type { Engine, Format } from "./engine";
import { canShow, examples, stateOf, type Example } from "./examples";
import { policies, profiles } from "./facts";
import { partAround } from "./file-part";
import { fromFragment, initial, SHARED_MAX, toFragment, views, type Choices, type State, type View } from "./state";
import { Steps } from "./steps";
import { decode, encode, grouped, hex, looksLikeHex, parseHex, plural, size } from "./text";

/** Something that draws the state into its element. */
export interface Shown {
  readonly element: HTMLElement;
  show(state: State): void;
}

/** Files up to this length become the input; of longer ones a part does. */
export const INPUT_MAX = 1 << 20;

const viewNames: Record<View, string> = { bytes: "Bytes", compare: "Compare", check: "Check", convert: "Convert" };

/** `lossy`: there is a result, but something of the input was replaced or left out. */
export type VerdictKind = "good" | "lossy" | "bad" | "";

/** A file that is longer than the input can be, and the offsets of the errors that were found in it. */
interface LongFile {
  file: File;
  places: number[];
}

/** What Back and Ctrl+Z restore. */
interface Step {
  state: State;
  /** The text in the box, which need not be readable. */
  box: string;
  long: LongFile | undefined;
}

export class Page {
  readonly engine: Engine;
  state: State = initial;
  #long: LongFile | undefined;
  readonly #views: { bytes: BytesView; compare: CompareView; check: CheckView; convert: ConvertView };
  readonly #input = byId<HTMLTextAreaElement>("input");
  readonly #hint = byId("input-hint");
  readonly #part = byId("part");
  readonly #verdict = byId("verdict");
  readonly #panel = byId("view");
  readonly #examples: Example[];
  readonly #steps = new Steps<Step>((step) => (step ? this.#restore(step) : this.#readAddress()));
  /** Why the box has no bytes. */
  #unread = "";
  /** The text that the page wrote into the box, not the user. */
  #written = "";
  /** Counts changes of the input, and files that are to become it: the last one counts. */
  #changes = 0;
  /** Whether the present step began with typing, so that more typing changes it. */
  #typing = false;

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
    this.#connectUndo();
    this.#connectTop();
    byId("version").textContent = engine.version;
    this.#readAddress();
    if (this.state.input.length === 0) this.#input.focus();
  }

  /** The file of which the input is a part. */
  get file(): File | undefined {
    return this.#long?.file;
  }

  /** Changes choices, and draws the view. */
  readonly update = (change: Partial<State>): void => {
    const now = this.state;
    this.state = { ...now, ...change };
    if ((Object.keys(change) as (keyof State)[]).some((key) => now[key] !== change[key])) this.#enter();
    else this.#draw();
  };

  /** Draws the state as a new step. */
  #enter(): void {
    this.#typing = false;
    this.#draw();
    this.#steps.add(this.#step(), this.#address());
  }

  /** The sentence above the view, which screen readers announce. */
  readonly verdict = (kind: VerdictKind, text: string): void => {
    this.#verdict.className = `verdict ${kind}`;
    const part = this.#long && this.state.view !== "check" ? `${this.#partName(this.#long.file)}: ` : "";
    if (this.#verdict.textContent !== part + text) this.#verdict.textContent = part + text;
  };

  /** Makes bytes the input, as text if they are text. */
  replaceInput(input: Uint8Array, notation: State["notation"] = "text"): void {
    this.#leaveFile();
    this.#setInput({ input, origin: 0, notation: this.engine.validate(input) ? "hex" : notation });
  }

  /** Shows a byte in the ribbon; of a long file, the part around it. */
  async showByte(offset: number): Promise<void> {
    if (this.file) await this.#showPart(this.file, offset, "bytes");
    else this.update({ view: "bytes" });
    this.#views.bytes.goTo(offset);
  }

  async openFile(file: File): Promise<void> {
    if (file.size <= INPUT_MAX) {
      const bytes = await this.#read(file, () => file.arrayBuffer());
      if (!bytes) return;
      this.replaceInput(new Uint8Array(bytes));
      this.#say(`${file.name}, ${size(file.size)}`);
      return;
    }
    const named = /\.(ndjson|jsonl|ion|json)$/i.exec(file.name)?.[1]?.toLowerCase().replace("jsonl", "ndjson");
    const format = this.engine.formats.find((each) => each === named);
    await this.#showPart(file, 0, "check", format ?? (this.state.format as Format));
  }

  /** Reads a file. Returns nothing if it cannot be read, or if something else has become the input meanwhile. */
  async #read<T>(file: File, read: () => Promise<T>): Promise<T | undefined> {
    const change = ++this.#changes;
    try {
      const found = await read();
      return this.#changes === change ? found : undefined;
    } catch (error) {
      this.#say(`${file.name} cannot be read: ${(error as Error).message}`, true);
      return undefined;
    }
  }

  /** Sets the offsets of the errors that were found in a long file. */
  foundIn(file: File, places: number[]): void {
    if (this.#long?.file !== file) return;
    this.#long.places = places;
    this.#drawPart();
  }

  async #showPart(file: File, offset: number, view: View, format = this.state.format): Promise<void> {
    const part = await this.#read(file, () => partAround(this.engine, file, offset));
    if (!part) return;
    if (this.file !== file) {
      this.#leaveFile();
      this.#long = { file, places: [] };
    }
    const notation = this.engine.validate(part.bytes) ? "hex" : "text";
    this.#setInput({ input: part.bytes, origin: part.from, notation, view, format });
  }

  /** Makes bytes the input, and writes them into the box. */
  #setInput(change: Partial<State>): void {
    this.#changes++;
    this.#unread = "";
    this.state = { ...this.state, ...change };
    this.#writeInput();
    this.#say("");
    this.#enter();
  }

  #leaveFile(): void {
    this.#long = undefined;
    this.state = { ...this.state, origin: 0 };
    this.#views.check.close();
    this.#say("");
  }

  #partName(file: File): string {
    const { input, origin } = this.state;
    return `bytes ${grouped(origin)} to ${grouped(origin + input.length - 1)} of ${file.name}`;
  }

  /** The line about a long file: which part of it the box has, and the other parts that are one click away. */
  #drawPart(): void {
    const long = this.#long;
    this.#part.hidden = !long;
    if (!long) return;
    const go = (label: string, offset: number): HTMLElement =>
      h(
        "button",
        { type: "button", class: "quiet", click: () => void this.#showPart(long.file, offset, this.state.view) },
        label,
      );
    fill(
      this.#part,
      h(
        "span",
        {},
        `${long.file.name}, ${size(long.file.size)}: Check reads all of it, the box and the other views have ${this.#partName(long.file)}.`,
      ),
      go("First bytes", 0),
      ...long.places.slice(0, PLACES).map((offset) => go(`Error at byte ${grouped(offset)}`, offset)),
    );
  }

  #draw(): void {
    const view = this.#views[this.state.view];
    for (const name of views) {
      const tab = byId(`tab-${name}`);
      const chosen = name === this.state.view;
      tab.setAttribute("aria-selected", String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
    }
    this.#panel.setAttribute("aria-labelledby", `tab-${this.state.view}`);
    byId("input-count").textContent = this.#unread ? "" : plural(this.state.input.length, "byte");
    this.#drawNotation();
    this.#drawPart();
    if (this.#unread) {
      // A check that is still running must not report on bytes that are gone.
      this.#views.check.close();
      fill(this.#panel, h("div", { class: "empty" }, h("strong", {}, "No bytes yet"), this.#unread));
      this.verdict("bad", this.#unread);
      return;
    }
    if (this.#panel.firstElementChild !== view.element) fill(this.#panel, view.element);
    view.show(this.state);
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
                if (example.file) void this.openFile(example.file());
                else {
                  this.#leaveFile();
                  this.#setInput(stateOf(example));
                }
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
          if (this.#unread) {
            // The box keeps what was typed, and is read in the other way.
            this.state = { ...this.state, notation: value as State["notation"] };
            this.#readInput();
          } else this.#setInput({ notation: value as State["notation"] });
        },
      ),
    );
    if (focused) host.querySelector<HTMLElement>(":checked")?.focus();
  }

  #connectInput(): void {
    this.#input.addEventListener("input", () => this.#readInput());
    this.#input.addEventListener("paste", (event) => this.#paste(event));
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
      else if (text) this.#take(text);
    });
  }

  #readInput(): void {
    this.#changes++;
    if (this.file) this.#leaveFile();
    let input = initial.input;
    try {
      input = this.state.notation === "hex" ? parseHex(this.#input.value) : encode(this.#input.value);
      this.#unread = "";
    } catch (error) {
      this.#unread = (error as Error).message;
    }
    this.#say(this.#unread, this.#unread !== "");
    this.state = { ...this.state, input };
    this.#draw();
    if (this.#typing) this.#steps.replace(this.#step(), this.#address());
    else this.#steps.add(this.#step(), this.#address());
    this.#typing = true;
  }

  /** A paste over the whole box may be in the other notation. Any other paste is the browser's. */
  #paste(event: ClipboardEvent): void {
    const file = event.clipboardData?.files[0];
    const text = event.clipboardData?.getData("text/plain") ?? "";
    const { selectionStart, selectionEnd, value } = this.#input;
    const whole = selectionStart === 0 && selectionEnd === value.length;
    if (file && text === "") {
      event.preventDefault();
      void this.openFile(file);
    } else if (text !== "" && whole && this.#guess(text) !== this.state.notation) {
      event.preventDefault();
      this.#take(text);
    }
  }

  #guess(text: string): State["notation"] {
    if (looksLikeHex(text)) return "hex";
    if (this.state.notation === "text") return "text";
    try {
      parseHex(text);
      return "hex";
    } catch {
      return "text";
    }
  }

  /** Makes a text the input in the notation that it seems to have, and says so if that is another one. */
  #take(text: string): void {
    const before = this.state.notation;
    const notation = this.#guess(text);
    this.replaceInput(notation === "hex" ? parseHex(text) : encode(text), notation);
    if (notation === before) return;
    this.#say(notation === "hex" ? "Read as hex. " : "Read as text, since it is not hex.");
    if (notation === "text") return;
    this.#hint.append(
      h("button", { type: "button", class: "quiet", click: () => this.replaceInput(encode(text)) }, "It is text"),
    );
  }

  #writeInput(): void {
    const { input, notation } = this.state;
    this.#setBox(notation === "hex" ? hex(input) : decode(input));
  }

  #setBox(text: string): void {
    this.#input.value = text;
    // The box may have changed line ends.
    this.#written = this.#input.value;
    this.#input.removeAttribute("aria-invalid");
  }

  /** The browser undoes typing. What the page itself wrote is undone by a step back. */
  #connectUndo(): void {
    addEventListener("keydown", (event) => {
      const key = event.key.toLowerCase();
      if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== "z" && key !== "y")) return;
      const other = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
      if (other || this.#input.value !== this.#written) return;
      if (this.#steps.go(key === "y" || event.shiftKey ? 1 : -1)) event.preventDefault();
    });
  }

  #step(): Step {
    return { state: this.state, box: this.#input.value, long: this.#long };
  }

  #restore({ state, box, long }: Step): void {
    this.#changes++;
    if (this.file !== long?.file) this.#leaveFile();
    this.#long = long;
    this.state = state;
    this.#typing = false;
    this.#setBox(box);
    this.#unread = "";
    if (state.notation === "hex") {
      try {
        parseHex(box);
      } catch (error) {
        this.#unread = (error as Error).message;
      }
    }
    this.#say(this.#unread, this.#unread !== "");
    this.#draw();
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
      this.#setInput(initial);
      this.#input.focus();
    });
    const share = byId("share");
    share.addEventListener("click", async () => {
      const long = this.state.input.length > SHARED_MAX || this.file !== undefined;
      const refused = this.#unread ? "Nothing to link to" : long ? "Too long for a link" : "";
      const done = !refused && (await copied(location.href));
      share.textContent = refused || (done ? "Link copied" : "Could not copy");
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
    this.#leaveFile();
    this.#unread = "";
    this.#typing = false;
    const choices: Choices = {
      profiles: new Map(profiles.map(({ name, option }) => [name, (option ?? []).map((each) => each.name)])),
      policies: policies.map(({ name }) => name),
      formats: [...this.engine.formats],
      actions: [...this.engine.actions],
    };
    this.state = location.hash.length > 1 ? fromFragment(location.hash, choices) : initial;
    if (this.engine.validate(this.state.input)) this.state = { ...this.state, notation: "hex" };
    this.#writeInput();
    this.#draw();
    this.#steps.replace(this.#step(), this.#address());
  }

  #address(): string {
    const long = this.state.input.length > SHARED_MAX;
    const fragment = toFragment(long ? { ...this.state, input: initial.input } : this.state);
    return fragment ? `#${fragment}` : location.pathname + location.search;
  }
}

/** Errors of a long file that have a button of their own. */
const PLACES = 8;
