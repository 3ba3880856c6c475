// Counts requests, bytes, connections and sockets of each network address at this moment.

export class AddressCount {
  readonly #counts = new Map<string, number>();

  /** Takes `places` for an address, unless it would have more than `most`. Gives a function that gives the places back once, or null. */
  enter(address: string, most: number, places = 1): (() => void) | null {
    const count = (this.#counts.get(address) ?? 0) + places;
    if (count > most) return null;
    this.#counts.set(address, count);
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      const left = (this.#counts.get(address) ?? places) - places;
      if (left === 0) this.#counts.delete(address);
      else this.#counts.set(address, left);
    };
  }
}
