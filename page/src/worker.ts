// The worker that checks a file. It runs the script of the page again, which finds no document there.

import { failureOf, type Engine, type Format, type Report } from "./engine";

export interface ToWorker {
  file: File;
  format: Format;
}

export type FromWorker =
  | { kind: "progress"; read: number }
  | { kind: "done"; read: number; report: Report }
  | { kind: "failed"; text: string };

/** Bytes read at once: memory stays at about two slices, whatever the length of the file. */
const SLICE = 1 << 20;

/** Milliseconds between two messages. */
const PACE = 80;

let script = "";

/** The text of the page's own script, which is that of the worker too. Must run while the script is the current one. */
export function keepScript(): void {
  script = document.currentScript?.textContent ?? "";
}

export function startWorker(): Worker {
  const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const worker = new Worker(address);
  URL.revokeObjectURL(address);
  return worker;
}

/** What the script does in the worker. */
export function serve(scope: Pick<Worker, "postMessage" | "onmessage">, open: () => Promise<Engine>): void {
  const tell = (message: FromWorker): void => scope.postMessage(message);
  scope.onmessage = async (event: MessageEvent<ToWorker>) => {
    try {
      await run(event.data, await open(), tell);
    } catch (error) {
      tell({ kind: "failed", text: error instanceof Error ? error.message : String(error) });
    }
  };
}

async function run({ file, format }: ToWorker, engine: Engine, tell: (message: FromWorker) => void): Promise<void> {
  const check = engine.checkStream(format);
  let read = 0;
  let told = 0;
  const slices = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const slice = new Uint8Array(await file.slice(read, read + SLICE).arrayBuffer());
        read += slice.length;
        if (slice.length > 0) controller.enqueue(slice);
        else if (read < file.size) controller.error(new Error("the file became shorter"));
        else controller.close();
        if (performance.now() - told < PACE) return;
        told = performance.now();
        tell({ kind: "progress", read });
      },
    },
    { highWaterMark: 1 },
  );
  const failure = await failureOf(slices.pipeThrough(check.through));
  tell({ kind: "done", read, report: check.report(failure) });
}
