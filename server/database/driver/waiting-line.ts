// Requests that wait for a connection: addresses take turns, and so do the accounts of an address. Whoever sends hundreds of slow requests
// waits for them, and nobody else does.

/**
 * Somebody who asks: a network address and an account (an empty text without one). `isEverybody` says that many people may share the
 * address.
 */
export type Asker = { address: string; account: string; isEverybody?: boolean };

export class WaitingLine<T extends { asker: () => Asker }> {
  /** Requests by address and account, in the order of their turns. */
  readonly #waiting = new Map<string, Map<string, Set<T>>>();
  readonly #askers = new Map<T, Asker>();

  get size(): number {
    return this.#askers.size;
  }

  add(request: T): void {
    const asker = request.asker();
    const accounts = this.#waiting.get(asker.address) ?? new Map<string, Set<T>>();
    const requests = accounts.get(asker.account) ?? new Set<T>();
    this.#askers.set(request, asker);
    this.#waiting.set(asker.address, accounts.set(asker.account, requests.add(request)));
  }

  /** Takes a request out, and ends the turn of its address and account. */
  delete(request: T): void {
    const asker = this.#askers.get(request);
    const accounts = this.#waiting.get(asker?.address ?? "");
    const requests = accounts?.get(asker?.account ?? "");
    if (asker === undefined || accounts === undefined || requests === undefined) return;
    this.#askers.delete(request);
    requests.delete(request);
    moveToEnd(accounts, asker.account, requests);
    moveToEnd(this.#waiting, asker.address, accounts);
  }

  /** All requests, the one whose turn it is first. */
  *[Symbol.iterator](): Generator<T, void, undefined> {
    for (const accounts of this.#waiting.values()) for (const requests of accounts.values()) yield* requests;
  }
}

/** Moves a part to the end of its line; an empty part leaves. */
function moveToEnd<Part extends { size: number }>(line: Map<string, Part>, key: string, part: Part): void {
  line.delete(key);
  if (part.size > 0) line.set(key, part);
}
