// The view “Check”: a verdict with its place, drawn as the command draws it. For NDJSON it lists bad lines. A file that
// is too long for the input is checked in slices by the worker.

import { code, number, save, segments, table } from "./controls";
import { fill, h, type Child } from "./dom";
import { failureOf, type Fault, type Format, type Reject, type Report, type StreamCheck } from "./engine";
import { FileWork } from "./file-work";
import type { Page, Shown } from "./page";
import type { State } from "./state";
import { decode, grouped, plural } from "./text";

export const formatNames: Record<Format, string> = { utf8: "UTF-8", json: "JSON", ndjson: "NDJSON", ion: "Ion" };

export class CheckView implements Shown {
  readonly element = h("div", { class: "panel" });
  readonly #page: Page;
  readonly #formats = h("div", { class: "segments", role: "radiogroup", "aria-label": "Format" });
  readonly #body = h("div", { class: "panel" });
  #work: FileWork | undefined;
  /** The verdict on the file, which outlives a visit to another tab. */
  #said: Parameters<Page["verdict"]> | undefined;
  #latest: StreamCheck | undefined;

  constructor(page: Page) {
    this.#page = page;
    fill(
      this.element,
      h("div", { class: "settings" }, h("div", { class: "field" }, h("span", {}, "Check as"), this.#formats)),
      this.#body,
    );
  }

  /** Leaves the file, if there is one. */
  close(): void {
    this.#work?.stop();
    this.#work = undefined;
    this.#latest = undefined;
    this.#said = undefined;
  }

  show(state: State): void {
    const format = state.format as Format;
    const focused = this.#formats.contains(document.activeElement);
    fill(
      this.#formats,
      ...segments(
        "format",
        this.#page.engine.formats.map((value) => ({ value, label: formatNames[value] })),
        format,
        (value) => this.#page.update({ format: value }),
      ),
    );
    if (focused) this.#formats.querySelector<HTMLElement>(":checked")?.focus();
    if (this.#page.file) this.#showFile(this.#page.file, format);
    else this.#showInput(state.input, format);
  }

  #showInput(input: Uint8Array, format: Format): void {
    this.close();
    if (input.length === 0 && format !== "utf8") {
      fill(
        this.#body,
        h(
          "div",
          { class: "empty" },
          h("strong", {}, "Nothing to check"),
          "Paste a text above, drop a file of any size, or take one of the examples.",
        ),
      );
      this.#page.verdict("", "Nothing to show yet");
      return;
    }
    void this.#check(input, format);
  }

  /** Checks the input as a stream of one slice; a later check makes this one void. */
  async #check(input: Uint8Array, format: Format): Promise<void> {
    const check = this.#page.engine.checkStream(format, input);
    this.#latest = check;
    fill(this.#body);
    this.#page.verdict("", `Checking ${plural(input.length, "byte")}`);
    const slices = new ReadableStream<Uint8Array>({
      start(controller) {
        if (input.length > 0) controller.enqueue(input);
        controller.close();
      },
    });
    const report = check.report(await failureOf(slices.pipeThrough(check.through)));
    if (this.#latest === check) this.#report(report, format, input.length);
  }

  #showFile(file: File, format: Format): void {
    if (this.#work?.file === file && this.#work.format === format) {
      if (this.#said) this.#page.verdict(...this.#said);
      return;
    }
    this.close();
    this.#work = new FileWork(file, format, {
      done: (report) => this.#report(report, format, file.size),
      verdict: (kind, text) => this.#say(kind, `${file.name}: ${text}`),
    });
    fill(this.#body, this.#work.element);
    this.#work.start();
  }

  /** Keeps a verdict, and shows it if this view is shown. */
  #say(...said: Parameters<Page["verdict"]>): void {
    this.#said = said;
    if (this.#page.state.view === "check") this.#page.verdict(...said);
  }

  #report(report: Report, format: Format, length: number): void {
    const name = formatNames[format];
    const whole = this.#work ? `${this.#work.file.name}: ` : "";
    if (this.#work) this.#page.foundIn(this.#work.file, placesOf(report));
    const { fault } = report;
    if (format === "ndjson") {
      const bad = report.bad ?? 0;
      this.#say(
        bad > 0 ? "bad" : "good",
        `${whole}${plural(report.records ?? 0, "good line")}, ${grouped(bad)} bad`,
      );
    } else if (fault)
      this.#say(
        "bad",
        `${whole}Not ${name}: ${fault.says}, line ${fault.line}, column ${fault.column}, byte ${grouped(fault.offset)}`,
      );
    else this.#say("good", `${whole}Well-formed ${name}, ${plural(length, "byte")}`);
    fill(
      this.#body,
      this.#work?.element,
      ...(report.rejects?.length ? this.#rejects(report) : fault ? this.#fault(fault) : []),
    );
  }

  #fault(fault: Fault): Child[] {
    return [
      h("pre", { class: "picture-box", tabindex: "0", "aria-label": "The error in its place" }, fault.picture),
      h("p", { class: "about" }, `Error ${fault.code}, `, h("code", {}, fault.name), ". ", this.#jump(fault.offset)),
    ];
  }

  #jump(offset: number): Child {
    return h(
      "button",
      { type: "button", class: "quiet", click: () => void this.#page.showByte(offset) },
      "Show the bytes around it",
    );
  }

  #rejects(report: Report): Child[] {
    const rejects = report.rejects ?? [];
    return [
      h(
        "div",
        { class: "bar" },
        h("h2", {}, "Bad lines"),
        h("span", { class: "count" }, rejects.length < (report.bad ?? 0) ? `the first ${rejects.length}` : ""),
        h("span", { class: "spring" }),
        h("button", { type: "button", click: () => save(join(rejects), "rejects.ndjson") }, "Save the bad lines"),
      ),
      table(
        "Bad lines",
        ["Line", "Column", "Byte", "Reason", "The line"],
        rejects.map(({ fault, bytes }) => ({
          heading: grouped(fault.line),
          cells: [
            number(grouped(fault.column)),
            number(
              h(
                "button",
                { type: "button", class: "quiet", click: () => void this.#page.showByte(fault.offset) },
                grouped(fault.offset),
              ),
            ),
            { content: fault.says },
            code(decode(bytes).slice(0, 400)),
          ],
        })),
      ),
      ...(report.fault ? this.#fault(report.fault) : []),
    ];
  }
}

/** Offsets of all errors that a report has. */
const placesOf = ({ fault, rejects }: Report): number[] =>
  rejects?.length ? rejects.map((reject) => reject.fault.offset) : fault ? [fault.offset] : [];

/** The lines, each with its line feed. */
function join(rejects: readonly Reject[]): Uint8Array {
  const parts = rejects.flatMap(({ bytes }) => [...bytes, 0x0a]);
  return Uint8Array.from(parts);
}
