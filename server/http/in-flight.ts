// Work that is under way at this moment: requests, the bytes of their bodies and answers, connections; bounded by address and by process
// (docs/security.md, Work under way).
//
// Limits count finished work. A body that never ends finishes nothing, and holds its memory for a minute; a long answer whose reader takes a
// few bytes now and then holds its memory for as long as the reader likes.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Logger } from "pino";
import { tooManyText } from "#contract/rate-limits.ts";
import { type AddressReader, isOwnMachine, networkOf } from "#server/callers/client-address.ts";
import { Refusal } from "./refusal.ts";

const MB = 1024 * 1024;

/**
 * Most of each kind at a time. This machine's own addresses have no bound but the process's, since a proxy on it may stand for everybody.
 */
export const IN_FLIGHT = {
  requests: 4000,
  requestsPerAddress: 500,
  /** A body takes about three times its bytes until it is stored. */
  bodyBytes: 96 * MB,
  bodyBytesPerAddress: 48 * MB,
  /** Long answers that wait for their readers. */
  answerBytes: 256 * MB,
  answerBytesPerAddress: 64 * MB,
  /** Connections of all kinds, WebSockets too. */
  connections: 12_000,
  connectionsPerAddress: 1500,
};

export type InFlightBounds = typeof IN_FLIGHT;
/** A bound, as the metric and the log name it. */
export type Bound = keyof InFlightBounds | "sockets" | "socketsPerAddress";

/**
 * Shares of an address that one network may have. An IPv6 customer has thousands of addresses, and without this bound a few of them that
 * read slowly could hold all requests. No network of several addresses has more than half of the process's.
 */
const SHARES_OF_NETWORK = 3;

/** Seconds after which a refused caller may try again. */
const AGAIN_SECONDS = { address: 1, process: 2 };
/** Time between two lines of the log for the same bound, in milliseconds: a flood must not fill the disk. */
const TELL_EVERY_MS = 1000;

/** Makes the function that reports a bound which refused somebody: `count` each time, the log once a second. */
export function createBoundTeller(log: Logger, count: (bound: Bound) => void): (bound: Bound) => void {
  const toldAt = new Map<Bound, number>();
  return (bound) => {
    count(bound);
    const now = performance.now();
    if (now - (toldAt.get(bound) ?? Number.NEGATIVE_INFINITY) < TELL_EVERY_MS) return;
    toldAt.set(bound, now);
    log.warn({ bound }, "refused: too much is under way");
  };
}

/** Adds bytes to the share of its address and of the process that a request holds. */
type TakeBytes = (bytes: number, of: "bodyBytes" | "answerBytes") => void;
/** Place of a request's share in the request itself (request-log.ts says why, at the request's ID). */
const SHARE = Symbol("share");
type Counted = IncomingMessage & { [SHARE]?: TakeBytes };

/** Counts `bytes` for a request's body, until its answer is over. Throws a Refusal, 429 or 503, when there are too many. */
export const takeBytes = (incoming: Counted, bytes: number): void => incoming[SHARE]?.(bytes, "bodyBytes");

/** Counts `bytes` for a request's answer, until its reader has taken it. Throws as `takeBytes` does. */
export const holdAnswer = (incoming: Counted, bytes: number): void => incoming[SHARE]?.(bytes, "answerBytes");

export type InFlightOptions = {
  bounds?: Partial<InFlightBounds>;
  addressOf: AddressReader;
  /** Called when a bound refuses somebody. */
  tell: (bound: Bound) => void;
};

/** A request under way, with its shares of requests and bytes. */
type Open = { incoming: IncomingMessage; network: string; requests: 1; bodyBytes: number; held: (() => void)[] };

export class InFlight {
  readonly bounds: InFlightBounds;
  readonly #addressOf: AddressReader;
  readonly #tell: (bound: Bound) => void;
  readonly #requests = new AddressCount();
  readonly #bodyBytes = new AddressCount();
  readonly #answerBytes = new AddressCount();
  readonly #connections = new AddressCount();
  /** Requests under way, the oldest first. */
  readonly #open = new Set<Open>();
  readonly #now = { requests: 0, bodyBytes: 0, answerBytes: 0, connections: 0 };

  constructor({ bounds, addressOf, tell }: InFlightOptions) {
    this.bounds = { ...IN_FLIGHT, ...bounds };
    this.#addressOf = addressOf;
    this.#tell = tell;
  }

  /** Requests, bytes and connections under way now. */
  get now(): Readonly<Record<"requests" | "bodyBytes" | "answerBytes" | "connections", number>> {
    return this.#now;
  }

  /** Counts a request until its answer is over. Gives a Refusal when there are too many. */
  enter(incoming: Counted, outgoing: ServerResponse): Refusal | null {
    const address = this.#addressOf(incoming);
    const open: Open = { incoming, network: networkOf(address), requests: 1, bodyBytes: 0, held: [] };
    this.#makeRoom("requests", open, 1);
    const leave = this.#take(this.#requests, "requests", address, 1);
    if (leave instanceof Refusal) return leave;
    open.held.push(leave);
    this.#open.add(open);
    outgoing.once("close", () => this.#end(open));
    incoming[SHARE] = (bytes, of) => {
      if (of === "bodyBytes") this.#makeRoom(of, open, bytes);
      const giveBack = this.#take(of === "bodyBytes" ? this.#bodyBytes : this.#answerBytes, of, address, bytes);
      if (giveBack instanceof Refusal) throw giveBack;
      if (of === "bodyBytes") open.bodyBytes += bytes;
      if (outgoing.closed) giveBack();
      else open.held.push(giveBack);
    };
    return null;
  }

  /** Counts a connection until it is closed, and says whether it may stay. A proxy's connection counts for the process alone. */
  enterConnection(socket: Socket, isProxy: boolean): boolean {
    const address = isProxy ? "local" : this.#addressOf({ socket, headers: {} } as IncomingMessage);
    const leave = this.#take(this.#connections, "connections", address, 1);
    if (leave instanceof Refusal) return false;
    socket.once("close", leave);
    return true;
  }

  #end(open: Open): void {
    this.#open.delete(open);
    for (const giveBack of open.held.splice(0)) giveBack();
  }

  /**
   * Makes room where none is left: the network that holds most with bodies that have not arrived loses its oldest such requests. Without
   * this, bodies that are announced and never sent could keep everybody out. A caller whose network would then hold as much ends nobody's
   * requests.
   */
  #makeRoom(what: "requests" | "bodyBytes", asking: Open, places: number): void {
    while (this.#now[what] + places > this.bounds[what]) {
      const held = new Map<string, number>();
      for (const open of this.#open)
        if (!open.incoming.complete && !isOwnMachine(open.network))
          held.set(open.network, (held.get(open.network) ?? 0) + open[what]);
      const [largest, most] = [...held].reduce((a, b) => (b[1] > a[1] ? b : a), ["", 0]);
      if (most <= (held.get(asking.network) ?? 0) + places) return;
      for (const open of this.#open) {
        if (open.network !== largest || open.incoming.complete || open[what] === 0) continue;
        this.#tell(what);
        this.#end(open);
        open.incoming.destroy();
        break;
      }
    }
  }

  #take(count: AddressCount, what: keyof typeof this.now, address: string, places: number): (() => void) | Refusal {
    const perAddress = `${what}PerAddress` as const;
    const isOwn = isOwnMachine(address);
    const leaveAddress = count.enter(address, isOwn ? Infinity : this.bounds[perAddress], places);
    const leaveNetwork = leaveAddress && this.#enterNetwork(count, what, address, places);
    if (leaveAddress === null || leaveNetwork === null) {
      leaveAddress?.();
      return this.#refuse(perAddress);
    }
    const leave = () => {
      leaveAddress();
      leaveNetwork();
    };
    if (this.#now[what] + places > this.bounds[what]) {
      leave();
      return this.#refuse(what);
    }
    this.#now[what] += places;
    return () => {
      this.#now[what] -= places;
      leave();
    };
  }

  /** Counts for the network of an address that has several. Its name in the count is no address. */
  #enterNetwork(count: AddressCount, what: keyof typeof this.now, address: string, places: number) {
    const network = networkOf(address);
    // Bodies have no bound for a network: where room is missing, the largest network gives way (#makeRoom).
    if (network === address || what === "bodyBytes") return () => undefined;
    const own = this.bounds[`${what}PerAddress`];
    const most = Math.min(own * SHARES_OF_NETWORK, Math.max(own, this.bounds[what] / 2));
    return count.enter(`network ${network}`, most, places);
  }

  #refuse(bound: keyof InFlightBounds): Refusal {
    this.#tell(bound);
    const isAddress = bound.endsWith("PerAddress");
    const seconds = isAddress ? AGAIN_SECONDS.address : AGAIN_SECONDS.process;
    const [status, error] = isAddress ? [429, "Too many requests"] : [503, "Service unavailable"];
    const message = isAddress ? tooManyText(seconds) : "The server has too much to do. Please try again.";
    const words = {
      code: String(status),
      message,
      statusCode: String(status),
      error,
      details: null,
      hint: null,
      msg: message,
    };
    // The rest of the body is not read.
    const headers = { Connection: "close", "Retry-After": String(seconds) };
    return new Refusal(status, String(status), message, { headers, ...words });
  }
}

/** Counts requests, bytes, connections and sockets of each network address at this moment. */
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
