// Handles of objects in the module that outlive a call.

import { type Core } from "./core.js";
import { INTERNAL } from "./error.js";

/** Frees the handles of streams that the program drops before their end. */
const DROPPED = new FinalizationRegistry<{ core: Core; generation: number; handles: number[] }>(
  ({ core, generation, handles }) => core.free(generation, ...handles),
);

/** Handles of an object in the module. They are freed by {@link Handles.free}, or after the object is garbage. */
export class Handles {
  readonly #held: { core: Core; generation: number; handles: number[] };

  constructor(readonly core: Core) {
    this.#held = { core, generation: core.generation, handles: [] };
    DROPPED.register(this, this.#held, this);
  }

  /** Keeps the handle that the last call made. */
  keep(): number {
    const handle = this.core.keep();
    this.#held.handles.push(handle);
    return handle;
  }

  /** Throws if the instance was replaced, which invalidates all handles. */
  check(): void {
    if (this.#held.generation !== this.core.generation) {
      throw this.core.misuse(INTERNAL, "an earlier fault has ended all open streams and readers");
    }
  }

  free(): void {
    DROPPED.unregister(this);
    const { core, generation, handles } = this.#held;
    core.free(generation, ...handles.splice(0));
  }
}
