/** Memory of the frames that wait for slow clients: a frame that many sockets share counts once. */

/**
 * Bytes of all waiting frames beyond which slow clients are cut off: these bytes and each socket's own share are the most that a crowd
 * which does not read costs.
 */
const MOST_BYTES = 256 * 1024 * 1024;

export class WaitingBytes {
  readonly #most: number;
  /** Number of sockets in which a frame waits. */
  readonly #uses = new Map<Buffer, number>();
  #total = 0;

  /** `most` is the number of bytes that may wait before `isTooMuch`. */
  constructor(most = MOST_BYTES) {
    this.#most = most;
  }

  get isTooMuch(): boolean {
    return this.#total > this.#most;
  }

  /** Counts a frame that is given to one more socket. The socket calls the returned function once it is done with the frame. */
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
