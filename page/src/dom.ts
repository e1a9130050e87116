// Makes and changes elements.

export type Child = Node | string | number | null | undefined | false;

type Value = string | number | boolean | null | undefined | ((event: never) => void);

/** Makes an element. A function becomes the listener of the event that its key names; `true` is an empty attribute. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, Value> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value as EventListener);
    else if (value !== false && value != null) element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter(shown).map(asNode));
  return element;
}

/** Replaces all children. */
export function fill(element: Element, ...children: Child[]): void {
  element.replaceChildren(...children.filter(shown).map(asNode));
}

/** The element of the page's own markup with this id. */
export function byId<T extends HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) throw new Error(`no element with the id ${id}`);
  return element as T;
}

function shown(child: Child): child is Node | string | number {
  return child !== null && child !== undefined && child !== false;
}

function asNode(child: Node | string | number): Node | string {
  return typeof child === "number" ? String(child) : child;
}
