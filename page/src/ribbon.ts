// The byte ribbon: rows of units, with bytes of the input above, their output below, and lines between them. Only the
// rows in view are in the document. The ribbon is one list box and one tab stop; arrow keys move from unit to unit.

import { fill, h } from "./dom";
import { nameOf } from "./names";
import { glyph, hex, hexByte, scalar } from "./text";
import type { Class, Form, Units } from "./units";

export const classNames: Record<Class, string> = {
  plain: "plain ASCII",
  escape: "JSON must escape it",
  control: "control character",
  markup: "special in HTML or JavaScript",
  multibyte: "character of several bytes",
  separator: "line separator of Unicode",
  hidden: "invisible, or reorders text",
  "ill-formed": "ill-formed UTF-8",
  unreached: "not reached",
};

export interface RibbonEvents {
  /** The unit that has the focus or the pointer, and its offset in the input. */
  chosen(form: Form, at: number): void;
}

export class Ribbon {
  readonly #host: HTMLElement;
  readonly #canvas = h("div", { class: "ribbon-rows", role: "presentation" });
  readonly #events: RibbonEvents;
  #units: Units = { forms: [], starts: new Uint32Array() };
  /** First unit of each row, and the end. */
  #rows: number[] = [0];
  /** Offset of the first byte in the whole input. */
  #base = 0;
  #columns = 1;
  #active = 0;
  #drawn = "";

  constructor(host: HTMLElement, events: RibbonEvents) {
    this.#host = host;
    this.#events = events;
    fill(host, this.#canvas);
    host.addEventListener("scroll", () => this.#draw());
    host.addEventListener("keydown", (event) => this.#key(event));
    host.addEventListener("focus", () => this.#choose(this.#active, true));
    host.addEventListener("pointermove", (event) => this.#point(event));
    host.addEventListener("pointerleave", () => this.#tell(this.#active));
    host.addEventListener("click", (event) => this.#click(event));
    new ResizeObserver(() => this.#lay()).observe(host);
  }

  show(units: Units, base: number): void {
    this.#units = units;
    this.#base = base;
    this.#active = Math.max(
      0,
      units.forms.findIndex((form) => form.class === "ill-formed"),
    );
    this.#columns = 0;
    this.#host.scrollTop = 0;
    this.#lay();
    this.#reveal(this.#active);
    this.#tell(this.#active);
  }

  /** Moves to the unit that has this byte. */
  goTo(offset: number): void {
    let unit = this.#units.starts.findIndex((start) => start + this.#base > offset) - 1;
    if (unit < 0) unit = this.#units.forms.length - 1;
    this.#choose(unit, true);
    this.#host.focus();
  }

  /** Breaks the units into rows as wide as the host. */
  #lay(): void {
    const style = getComputedStyle(this.#host);
    const cell = parseFloat(style.getPropertyValue("--cell")) || 28;
    const gutter = parseFloat(style.getPropertyValue("--gutter")) || 0;
    const columns = Math.max(8, Math.floor((this.#host.clientWidth - gutter - EDGE) / cell));
    if (columns === this.#columns) return;
    this.#columns = columns;
    this.#rows = [0];
    let used = 0;
    this.#units.forms.forEach((form, unit) => {
      const width = Math.min(widthOf(form), columns);
      if (used + width > columns) {
        this.#rows.push(unit);
        used = 0;
      }
      used += width;
    });
    this.#rows.push(this.#units.forms.length);
    this.#canvas.style.height = `${(this.#rows.length - 1) * this.#rowHeight()}px`;
    this.#drawn = "";
    this.#draw();
  }

  #rowHeight(): number {
    return parseFloat(getComputedStyle(this.#host).getPropertyValue("--row")) || 120;
  }

  /** Draws the rows in view, and the one with the active unit. */
  #draw(): void {
    const height = this.#rowHeight();
    const first = Math.max(0, Math.floor(this.#host.scrollTop / height) - 1);
    const last = Math.min(
      this.#rows.length - 1,
      Math.ceil((this.#host.scrollTop + this.#host.clientHeight) / height) + 1,
    );
    const wanted = `${first} ${last}`;
    if (wanted === this.#drawn) return;
    this.#drawn = wanted;
    const rows: number[] = [];
    for (let row = first; row < last; row++) rows.push(row);
    const active = this.#rowOf(this.#active);
    if (this.#units.forms.length > 0 && !rows.includes(active)) rows.push(active);
    fill(this.#canvas, ...rows.map((row) => this.#row(row, height)));
    this.#mark();
  }

  #row(row: number, height: number): HTMLElement {
    const from = this.#rows[row]!,
      to = this.#rows[row + 1]!;
    const offset = this.#base + (this.#units.starts[from] ?? 0);
    const element = h(
      "div",
      { class: "ribbon-row", role: "presentation" },
      h("span", { class: "offset", "aria-hidden": "true" }, offset.toString(16).toUpperCase().padStart(4, "0")),
    );
    for (let unit = from; unit < to; unit++) element.append(this.#unit(unit));
    element.style.top = `${row * height}px`;
    return element;
  }

  #unit(unit: number): HTMLElement {
    const form = this.#units.forms[unit]!;
    const width = Math.min(widthOf(form), this.#columns);
    const at = this.#base + this.#units.starts[unit]!;
    const element = h(
      "div",
      {
        id: `unit-${unit}`,
        role: "option",
        "data-unit": unit,
        "aria-selected": "false",
        class: `unit ${form.class}${form.changed ? " changed" : ""}`,
        "aria-posinset": unit + 1,
        "aria-setsize": this.#units.forms.length,
      },
      h("span", { class: "unseen" }, describe(form, at)),
      picture(form),
      inputCells(form),
      joint(form, width),
      outputCells(form),
    );
    element.style.setProperty("--width", String(width));
    return element;
  }

  #rowOf(unit: number): number {
    let low = 0,
      high = this.#rows.length - 2;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#rows[middle]! <= unit) low = middle;
      else high = middle - 1;
    }
    return Math.max(0, low);
  }

  #choose(unit: number, scroll: boolean): void {
    if (this.#units.forms.length === 0) return;
    this.#active = Math.min(Math.max(unit, 0), this.#units.forms.length - 1);
    if (scroll) this.#reveal(this.#active);
    this.#mark();
    this.#tell(this.#active);
  }

  #reveal(unit: number): void {
    const height = this.#rowHeight();
    const top = this.#rowOf(unit) * height;
    const view = this.#host;
    if (top < view.scrollTop) view.scrollTop = top;
    else if (top + height > view.scrollTop + view.clientHeight) view.scrollTop = top + height - view.clientHeight;
    this.#draw();
  }

  #mark(): void {
    this.#canvas.querySelector("[aria-selected=true]")?.setAttribute("aria-selected", "false");
    const element = this.#canvas.querySelector(`#unit-${this.#active}`);
    element?.setAttribute("aria-selected", "true");
    if (element) this.#host.setAttribute("aria-activedescendant", element.id);
    else this.#host.removeAttribute("aria-activedescendant");
  }

  #tell(unit: number): void {
    const form = this.#units.forms[unit];
    if (form) this.#events.chosen(form, this.#base + this.#units.starts[unit]!);
  }

  #unitAt(event: Event): number | undefined {
    const element = (event.target as Element).closest<HTMLElement>("[data-unit]");
    return element ? Number(element.dataset["unit"]) : undefined;
  }

  #point(event: Event): void {
    const unit = this.#unitAt(event);
    if (unit !== undefined) this.#tell(unit);
  }

  #click(event: Event): void {
    const unit = this.#unitAt(event);
    if (unit !== undefined) this.#choose(unit, false);
  }

  #key(event: KeyboardEvent): void {
    const row = this.#rowOf(this.#active);
    const column = this.#active - this.#rows[row]!;
    const inRow = (target: number): number => {
      const to = Math.min(Math.max(target, 0), this.#rows.length - 2);
      return Math.min(this.#rows[to]! + column, this.#rows[to + 1]! - 1);
    };
    const page = Math.max(1, Math.floor(this.#host.clientHeight / this.#rowHeight()));
    const target: Record<string, () => number> = {
      ArrowRight: () => this.#active + 1,
      ArrowLeft: () => this.#active - 1,
      ArrowDown: () => inRow(row + 1),
      ArrowUp: () => inRow(row - 1),
      PageDown: () => inRow(row + page),
      PageUp: () => inRow(row - page),
      Home: () => 0,
      End: () => this.#units.forms.length - 1,
    };
    const move = target[event.key];
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.#choose(move(), true);
  }
}

/** Room for the frame of the ribbon, in pixels. */
const EDGE = 4;

const widthOf = (form: Form): number => Math.max(form.bytes.length, form.output.length, 1);

/** What a screen reader says of a unit. */
export function describe(form: Form, at: number): string {
  const what =
    form.codePoint === undefined
      ? `${form.fault?.says ?? classNames["ill-formed"]}, ${hex(form.bytes)}`
      : `${spoken(form.codePoint)}, ${scalar(form.codePoint)}`;
  if (form.class === "unreached") return `byte ${at}: ${what}, not reached`;
  const result = !form.changed
    ? "copied"
    : form.output.length === 0
      ? "writes nothing"
      : `becomes ${asText(form.output)}`;
  return `byte ${at}: ${what}, ${result}`;
}

function spoken(codePoint: number): string {
  const { text, named } = glyph(codePoint);
  return named ? nameOf(codePoint) : `“${text}”`;
}

/** Output as text; bytes that are no text as hex. */
export function asText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return `hex ${hex(bytes)}`;
  }
}

function picture(form: Form): HTMLElement {
  const shown = form.codePoint === undefined ? { text: "?", named: true } : glyph(form.codePoint);
  return h("span", { class: `picture${shown.named ? " named" : ""}`, "aria-hidden": "true" }, shown.text);
}

function inputCells(form: Form): HTMLElement {
  const cells = Array.from(form.bytes, (byte, at) =>
    h("span", { class: `byte ${at === 0 ? "first" : "continuation"}` }, hexByte(byte)),
  );
  return row("in", cells);
}

function outputCells(form: Form): HTMLElement {
  const cells = Array.from(form.output, (byte) =>
    byte > 0x20 && byte < 0x7f
      ? h("span", { class: "byte text" }, String.fromCharCode(byte))
      : h("span", { class: "byte" }, hexByte(byte)),
  );
  if (cells.length === 0) cells.push(h("span", { class: "byte nothing" }));
  return row("out", cells);
}

function row(name: string, cells: HTMLElement[]): HTMLElement {
  const element = h("span", { class: `cells ${name}`, "aria-hidden": "true" }, ...cells);
  element.style.setProperty("--cells", String(cells.length));
  return element;
}

/** The lines from the ends of the input to the ends of the output. */
function joint(form: Form, width: number): SVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "joint");
  svg.setAttribute("viewBox", `0 0 ${width * 10} 20`);
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("aria-hidden", "true");
  const above = Math.min(form.bytes.length, width) * 10;
  const below = Math.min(form.output.length, width) * 10;
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", form.changed ? `M0 0 H${above} L${below} 20 H0 Z` : `M${above / 2} 2 V18`);
  svg.append(path);
  return svg;
}

const SVG = "http://www.w3.org/2000/svg";
