// Makes values of tokens, and calls listeners.

import { type Pointer, matches } from "./pointer.js";
import { Tree } from "./tree.js";
import type { Path } from "./types.js";

export interface Listener {
  names: Pointer;
  call: (value: never, path: Path) => void;
}

export class Builder {
  readonly tree = new Tree();
  /** Listeners to ended values, and to the characters of strings. */
  readonly onValue: Listener[] = [];
  readonly onText: Listener[] = [];
  /** Whether the outermost value has ended. */
  isWhole = false;
  readonly #ended: boolean | readonly Pointer[];
  #calls: (() => void)[] = [];
  /** The string in progress, and whether it is a name, may be shown, is in the tree, and has grown since then. */
  #text = "";
  #isName = false;
  #isShown = false;
  #isPlaced = false;
  #hasGrown = false;
  /** Listeners to the string in progress, and the characters that they have not received. */
  #hearers: Listener[] = [];
  #unheard = "";

  constructor(ended: boolean | readonly Pointer[]) {
    this.#ended = ended;
  }

  open(isArray: boolean): void {
    this.tree.element();
    this.tree.open(isArray ? [] : {});
  }

  close(): void {
    this.#valueEnded(this.tree.close());
  }

  scalar(value: unknown): void {
    this.tree.element();
    this.tree.put(value);
    this.#valueEnded(value);
  }

  beginString(isName: boolean): void {
    this.#text = "";
    this.#isName = isName;
    if (isName) return;
    this.tree.element();
    this.#isShown = !this.#waits();
    this.#hasGrown = true;
    if (this.#isShown && this.onText.length > 0) {
      const { path } = this.tree;
      this.#hearers = this.onText.filter(({ names }) => matches(names, path));
    }
  }

  text(piece: string): void {
    this.#text += piece;
    this.#hasGrown = true;
    if (this.#hearers.length > 0) this.#unheard += piece;
  }

  /** Returns the name that ends. */
  endName(): string {
    const name = this.#text;
    this.#text = "";
    return name;
  }

  endString(): void {
    const text = this.#text;
    if (this.#hasGrown) this.tree.put(text, !this.#isPlaced);
    this.tellText();
    this.#hearers = [];
    this.#text = "";
    this.#isShown = this.#isPlaced = this.#hasGrown = false;
    this.#valueEnded(text);
  }

  /** Puts the string in progress into the tree. */
  place(): void {
    if (!this.#isShown || !this.#hasGrown || this.#isName) return;
    this.tree.put(this.#text, !this.#isPlaced);
    this.#isPlaced = true;
    this.#hasGrown = false;
  }

  /** Queues the calls of listeners to the string in progress. */
  tellText(): void {
    if (this.#unheard === "") return;
    const { path } = this.tree;
    const text = this.#unheard;
    this.#unheard = "";
    for (const { call } of this.#hearers) this.#calls.push(() => call(text as never, path));
  }

  /** Makes the queued calls. A call that throws is not made again. */
  callListeners(): void {
    while (this.#calls.length > 0) {
      const calls = this.#calls;
      this.#calls = [];
      let at = 0;
      try {
        while (at < calls.length) calls[at++]!();
      } finally {
        this.#calls.unshift(...calls.slice(at));
      }
    }
  }

  #valueEnded(value: unknown): void {
    if (this.tree.depth === 0) this.isWhole = true;
    if (this.onValue.length === 0) return;
    const { path } = this.tree;
    for (const { names, call } of this.onValue) {
      if (matches(names, path)) this.#calls.push(() => call(value as never, path));
    }
  }

  #waits(): boolean {
    if (typeof this.#ended === "boolean") return this.#ended;
    if (this.#ended.length === 0) return false;
    const { path } = this.tree;
    return this.#ended.some((names) => matches(names, path));
  }
}
