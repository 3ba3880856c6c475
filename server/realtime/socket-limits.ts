/** Limits of sockets: their number, and the rate of their messages. The file holds no sockets, and no clock of its own. */

/** Limits that tests may set; the gateway's own values are `SOCKET_LIMITS`. */
export type SocketLimits = {
  /** Sockets of the whole server; each costs some 60 kB, and a file of the process. */
  sockets: number;
  /** Sockets of one address. This machine's own addresses have no limit but the server's, since a proxy on it may stand for everybody. */
  socketsPerAddress: number;
  /**
   * Bytes that the channels of one socket may follow, and of one address together. This machine's own addresses have no limit for the
   * address.
   */
  bindingBytes: number;
  bindingBytesPerAddress: number;
  /** Messages that a socket may send at once, and messages that it may send every second after that. */
  burst: number;
  messagesPerSecond: number;
  /**
   * Messages that count for the socket alone, at once and every second after that. Further messages count for all sockets of a network
   * together, with the two limits below.
   */
  quietBurst: number;
  quietPerSecond: number;
  networkBurst: number;
  networkPerSecond: number;
  /** Longest time that a socket may be open without a channel, in milliseconds. */
  joinWithinMs: number;
  /** Joins of the whole server that pass at once, and joins that pass every second after that. A fetch follows each join. */
  joinBurst: number;
  joinsPerSecond: number;
  /** Longest wait of a join for its turn and for a database that is away, in milliseconds. */
  joinPatienceMs: number;
  /** Logins without any right that may follow as themselves, of the whole server and of one network. Further ones follow as visitors. */
  strangers: number;
  strangersPerNetwork: number;
};

/**
 * The burst is needed since a page opens one socket, its hundred channels join together, and a renewed token goes to each. Whole companies
 * sit behind one address.
 */
export const SOCKET_LIMITS: SocketLimits = {
  sockets: 10_000,
  socketsPerAddress: 1000,
  bindingBytes: 64 * 1024,
  bindingBytesPerAddress: 1024 * 1024,
  burst: 400,
  messagesPerSecond: 50,
  quietBurst: 20,
  quietPerSecond: 1,
  networkBurst: 4000,
  networkPerSecond: 300,
  joinWithinMs: 60_000,
  joinBurst: 50,
  joinsPerSecond: 100,
  joinPatienceMs: 30_000,
  strangers: 200,
  strangersPerNetwork: 10,
};

/** Lets through a burst, and a steady rate after it. */
export class Pace {
  readonly #burst: number;
  readonly #perSecond: number;
  #left: number;
  #at: number;

  /** `now` is in milliseconds, here and below. */
  constructor(burst: number, perSecond: number, now: number) {
    this.#burst = burst;
    this.#perSecond = perSecond;
    this.#left = burst;
    this.#at = now;
  }

  /** Takes one message; false when it comes too fast. */
  take(now: number): boolean {
    const gained = (Math.max(0, now - this.#at) / 1000) * this.#perSecond;
    this.#left = Math.min(this.#burst, this.#left + gained);
    this.#at = now;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}

/** Most networks that are remembered; with more, all begin anew. */
const MOST_NETWORKS = 10_000;

/**
 * Paces by network, kept longer than the sockets. With a pace for each socket, a thousand sockets of one network could hold up everybody.
 */
export class NetworkPaces {
  readonly #limits: Pick<SocketLimits, "networkBurst" | "networkPerSecond">;
  readonly #paces = new Map<string, Pace>();

  constructor(limits: Pick<SocketLimits, "networkBurst" | "networkPerSecond">) {
    this.#limits = limits;
  }

  of(network: string, now: number): Pace {
    const known = this.#paces.get(network);
    if (known !== undefined) return known;
    if (this.#paces.size >= MOST_NETWORKS) this.#paces.clear();
    const pace = new Pace(this.#limits.networkBurst, this.#limits.networkPerSecond, now);
    this.#paces.set(network, pace);
    return pace;
  }
}
