/** How much memory the frames take that wait for clients which read slowly: a frame that many sockets share counts once. */

/** Beyond it, who is behind is cut off: this much and the sockets' own share is the most that a crowd which does not read costs. */
const MOST_BYTES = 256 * 1024 * 1024;

export class WaitingBytes {
  readonly #most: number;
  /** In how many sockets a frame waits. */
  readonly #uses = new Map<Buffer, number>();
  #total = 0;

  /** `most` is the bytes that may wait before `isTooMuch`. */
  constructor(most = MOST_BYTES) {
    this.#most = most;
  }

  get isTooMuch(): boolean {
    return this.#total > this.#most;
  }

  /** Counts a frame that is given to one more socket. Call what it gives once the socket is done with it. */
  enter(frame: Buffer): () => void {
    const uses = this.#uses.get(frame) ?? 0;
    if (uses === 0) this.#total += frame.byteLength;
    this.#uses.set(frame, uses + 1);
    return () => this.#leave(frame);
  }

  #leave(frame: Buffer): void {
    const uses = (this.#uses.get(frame) ?? 1) - 1;
    if (uses > 0) {
      this.#uses.set(frame, uses);
      return;
    }
    if (this.#uses.delete(frame)) this.#total -= frame.byteLength;
  }
}
