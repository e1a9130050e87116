// Steps of the page that Back, Forward and Ctrl+Z return to. The browser keeps a number for each; the steps themselves stay in
// memory, because an input may be longer than an address. After a reload only the address is left.

export class Steps<T> {
  readonly #steps = new Map<number, T>();
  #at = typeof history.state === "number" ? history.state : 0;

  constructor(restore: (step: T | undefined) => void) {
    addEventListener("popstate", ({ state }) => {
      this.#at = typeof state === "number" ? state : 0;
      restore(this.#steps.get(this.#at));
    });
  }

  /** Changes the present step. */
  replace(step: T, address: string): void {
    this.#steps.set(this.#at, step);
    history.replaceState(this.#at, "", address);
  }

  /** Adds a step; those that were ahead are gone. */
  add(step: T, address: string): void {
    this.#at += 1;
    for (const other of this.#steps.keys()) if (other > this.#at) this.#steps.delete(other);
    this.#steps.delete(this.#at - KEPT);
    this.#steps.set(this.#at, step);
    history.pushState(this.#at, "", address);
  }

  /** Goes one step back or ahead, if that is a step of this page. */
  go(by: -1 | 1): boolean {
    if (!this.#steps.has(this.#at + by)) return false;
    history.go(by);
    return true;
  }
}

/** Steps in memory. Their inputs have at most 1 MB each. */
const KEPT = 50;
