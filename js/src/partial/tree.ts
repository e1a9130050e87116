// The value that a reader builds, and its snapshots.
//
// A snapshot is the root itself. It is never changed afterwards: the first change of an open container after a snapshot
// copies that container and those around it, and further changes write into the copies until the next snapshot. A closed container
// never changes, so it keeps its reference in all later snapshots.

type Container = unknown[] | Record<string, unknown>;

/** Adds a member as `JSON.parse` does: `__proto__` is a member like any other. */
function set(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== "__proto__") object[name] = value;
  else Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
}

export class Tree {
  root: unknown = undefined;
  /** Open containers, outermost first. */
  depth = 0;
  /** The number of members that were copied for snapshots. */
  copied = 0;
  readonly #open: Container[] = [];
  /** For each open container, the key or index of its current item. */
  readonly #keys: (string | number)[] = [];
  /**
   * For each open container, the number of its items, and the number of the snapshot after which it was made or
   * copied.
   */
  readonly #widths: number[] = [];
  readonly #epochs: number[] = [];
  #epoch = 0;

  /** Returns the root. The next change makes a copy of it. */
  snapshot(): unknown {
    this.#epoch++;
    return this.root;
  }

  get path(): (string | number)[] {
    return this.#keys.slice(0, this.depth);
  }

  get isArray(): boolean {
    return Array.isArray(this.#open[this.depth - 1]);
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#open[this.depth - 1]!, name);
  }

  /** The next item of the innermost container gets this name. */
  name(name: string): void {
    this.#keys[this.depth - 1] = name;
  }

  /** If the innermost container is an array, its next item is a new element. */
  element(): void {
    const level = this.depth - 1;
    if (level >= 0 && this.isArray) this.#keys[level] = this.#widths[level]!;
  }

  /** Sets the current item. `isNew`: it has no value yet. */
  put(value: unknown, isNew: boolean = true): void {
    if (this.depth === 0) {
      this.root = value;
      return;
    }
    const container = this.#owned();
    const level = this.depth - 1;
    const key = this.#keys[level]!;
    if (isNew) this.#widths[level]!++;
    if (Array.isArray(container)) container[key as number] = value;
    else set(container, key as string, value);
  }

  open(container: Container): void {
    this.put(container);
    this.depth++;
    this.#open.push(container);
    this.#keys.push(0);
    this.#widths.push(0);
    this.#epochs.push(this.#epoch);
  }

  /** Closes the innermost container, and returns it. */
  close(): Container {
    const container = this.#open[--this.depth]!;
    for (const stack of [this.#open, this.#keys, this.#widths, this.#epochs]) stack.pop();
    return container;
  }

  /** Returns the innermost container, after copying it if it is part of a snapshot. */
  #owned(): Container {
    const last = this.depth - 1;
    const epochs = this.#epochs;
    let level = last;
    // A container is only copied together with all containers around it.
    while (level >= 0 && epochs[level] !== this.#epoch) level--;
    while (level++ < last) this.#copy(level);
    return this.#open[last]!;
  }

  #copy(level: number): void {
    const before = this.#open[level]!;
    const copy = Array.isArray(before) ? before.slice() : { ...before };
    this.copied += this.#widths[level]!;
    this.#open[level] = copy;
    this.#epochs[level] = this.#epoch;
    if (level === 0) {
      this.root = copy;
      return;
    }
    const outer = this.#open[level - 1]!;
    const key = this.#keys[level - 1]!;
    if (Array.isArray(outer)) outer[key as number] = copy;
    else set(outer, key as string, copy);
  }
}
