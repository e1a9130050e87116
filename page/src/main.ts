// One script for the page and its worker. Only the page has a document.

import { fill, h } from "./dom";
import { openNames } from "./names";
import { openEngine } from "./package";
import { Page } from "./page";
import { keepScript, serve } from "./worker";

if (typeof document === "undefined") serve(globalThis as unknown as Worker, openEngine);
else {
  keepScript();
  void start();
}

async function start(): Promise<void> {
  try {
    const [engine] = await Promise.all([openEngine(), openNames()]);
    new Page(engine);
  } catch (error) {
    fill(
      document.querySelector("main")!,
      h(
        "p",
        { class: "verdict bad", role: "alert" },
        `The page could not start: ${error instanceof Error ? error.message : String(error)}`,
      ),
    );
  }
}
