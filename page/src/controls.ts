// Elements of choice: radio buttons, selects, check boxes. Tables, and buttons that copy and save.

import { h, type Child } from "./dom";

export interface Choice {
  value: string;
  label: string;
}

/** Radio buttons in one row. */
export function segments(
  name: string,
  choices: readonly Choice[],
  chosen: string,
  change: (value: string) => void,
): HTMLElement[] {
  return choices.map(({ value, label }) =>
    h(
      "label",
      {},
      h("input", { type: "radio", name, value, checked: value === chosen, change: () => change(value) }),
      label,
    ),
  );
}

export function select(
  label: string,
  id: string,
  choices: readonly Choice[],
  chosen: string,
  change: (value: string) => void,
): HTMLElement {
  const options = choices.map(({ value, label: text }) => h("option", { value, selected: value === chosen }, text));
  const element = h("select", { id, change: () => change(element.value) }, ...options);
  return h("div", { class: "field" }, h("label", { for: id }, label), element);
}

export function checks(
  legend: string,
  choices: readonly Choice[],
  chosen: readonly string[],
  change: (values: string[]) => void,
): HTMLElement {
  const boxes = choices.map(({ value, label }) => {
    const box: HTMLInputElement = h("input", {
      type: "checkbox",
      id: `option-${value}`,
      value,
      checked: chosen.includes(value),
      change: () => collect(),
    });
    return { box, element: h("label", { title: label }, box, h("code", {}, value)) };
  });
  const collect = (): void => change(boxes.filter(({ box }) => box.checked).map(({ box }) => box.value));
  return h(
    "fieldset",
    {},
    h("legend", {}, legend),
    h("div", { class: "checks" }, ...boxes.map(({ element }) => element)),
  );
}

/** A button that copies a text, and says so. */
export function copyButton(text: () => string): HTMLElement {
  const button = h(
    "button",
    {
      type: "button",
      class: "quiet",
      click: async () => {
        const content = text();
        button.textContent =
          content === "" ? "Nothing to copy" : (await copied(content)) ? "Copied" : "Could not copy";
        setTimeout(() => {
          button.textContent = "Copy";
        }, 1500);
      },
    },
    "Copy",
  );
  return button;
}

export async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Saves bytes as a file of the user. */
export function save(bytes: Uint8Array, name: string): void {
  const address = URL.createObjectURL(new Blob([bytes.slice()], { type: "application/octet-stream" }));
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A cell of a table: its content, and a class. */
export interface Cell {
  content: Child;
  class?: string;
}

/** A row of a table; its first cell is its heading. */
export interface Row {
  heading: Child;
  about?: string;
  chosen?: boolean;
  cells: Cell[];
}

/** A table that scrolls. On narrow screens rows are cards, which have no table layout, so roles are explicit. */
export function table(label: string, heads: readonly string[], rows: readonly Row[]): HTMLElement {
  const head = h(
    "tr",
    { role: "row" },
    ...heads.map((name, at) =>
      h(
        "th",
        { role: "columnheader", scope: "col", class: rows[0]?.cells[at - 1]?.class === "number" && "number" },
        name,
      ),
    ),
  );
  const body = rows.map(({ heading, about, chosen, cells }) =>
    h(
      "tr",
      { role: "row", class: chosen ? "chosen" : "" },
      h("th", { role: "rowheader", scope: "row" }, heading, about && h("small", {}, about)),
      ...cells.map((cell, at) =>
        h("td", { role: "cell", class: cell.class, "data-head": heads[at + 1] }, cell.content),
      ),
    ),
  );
  return h(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": label },
    h("table", { role: "table" }, h("thead", { role: "rowgroup" }, head), h("tbody", { role: "rowgroup" }, ...body)),
  );
}

export const code = (content: Child): Cell => ({ content: h("code", {}, content) });
export const number = (content: Child): Cell => ({ content, class: "number" });
