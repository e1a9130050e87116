// A cart in the browser: items by id, prices in cents.
export class Cart {
  #items = new Map();

  add(id, price, count = 1) {
    const item = this.#items.get(id) ?? { id, price, count: 0 };
    item.count += count;
    this.#items.set(id, item);
    return this;
  }

  get total() {
    return [...this.#items.values()].reduce((sum, { price, count }) => sum + price * count, 0);
  }

  toJSON() {
    return { items: [...this.#items.values()], total: this.total };
  }
}

export function show(cart, root) {
  const rows = cart.toJSON().items.map(({ id, count }) => `<li data-id="${id}">${count}&times; ${id}</li>`);
  root.innerHTML = `<ul class="cart">\n${rows.join("\n")}\n</ul>`;
  root.querySelector("ul").addEventListener("click", (event) => {
    console.log('clicked "%s"\n', event.target.dataset.id);
  });
}

const money = (cents) => `${(cents / 100).toFixed(2).replace(/\.(\d\d)$/, ",$1")}\u00a0€`;
