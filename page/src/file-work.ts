// A long file in the worker: shows the progress, and can stop it.

import { fill, h } from "./dom";
import type { Format, Report } from "./engine";
import type { VerdictKind } from "./page";
import { size } from "./text";
import { startWorker, type FromWorker, type ToWorker } from "./worker";

export interface FileEvents {
  done(report: Report): void;
  verdict(kind: VerdictKind, text: string): void;
}

export class FileWork {
  readonly element: HTMLElement;
  readonly #bar: HTMLProgressElement;
  readonly #count = h("span", { class: "count" });
  readonly #stop: HTMLButtonElement;
  #worker: Worker | undefined;
  #begun = 0;

  constructor(
    readonly file: File,
    readonly format: Format,
    readonly events: FileEvents,
  ) {
    this.#bar = h("progress", { max: Math.max(1, file.size), value: 0, "aria-label": `Checking ${file.name}` });
    this.#stop = h("button", { type: "button", click: () => this.#stopped() }, "Stop");
    this.element = h(
      "div",
      { class: "work" },
      h(
        "div",
        { class: "bar" },
        h("strong", {}, file.name),
        h("span", { class: "count" }, size(file.size)),
        h("span", { class: "spring" }),
        this.#count,
        this.#stop,
      ),
      this.#bar,
    );
  }

  start(): void {
    this.#begun = performance.now();
    this.events.verdict("", "checking");
    this.#worker = startWorker();
    this.#worker.onmessage = (event: MessageEvent<FromWorker>) => this.#hear(event.data);
    this.#worker.onerror = (event) => this.#failed(event.message || "the worker could not start");
    this.#worker.postMessage({ file: this.file, format: this.format } satisfies ToWorker);
  }

  stop(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#stop.hidden = true;
  }

  #hear(message: FromWorker): void {
    if (message.kind === "progress") {
      this.#bar.value = message.read;
      const seconds = (performance.now() - this.#begun) / 1000;
      fill(this.#count, `${size(message.read)}, ${size(message.read / Math.max(seconds, 0.001))}/s`);
    } else if (message.kind === "done") {
      this.#bar.value = message.read;
      this.stop();
      this.events.done(message.report);
    } else this.#failed(message.text);
  }

  #stopped(): void {
    this.stop();
    this.events.verdict("", `stopped after ${size(this.#bar.value)} of ${size(this.file.size)}: no verdict`);
  }

  #failed(text: string): void {
    this.stop();
    this.events.verdict("bad", `could not be checked: ${text}`);
  }
}
