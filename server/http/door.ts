// The door of HTTP: what happens to each request before a route sees it. The door bounds what is under way, reads who asks from where, refuses
// hosts that are not ours, and lets networks begin in turns.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { BlockList, Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { MiddlewareHandler } from "hono";
import type { Logger } from "pino";
import {
  type AddressReader,
  createAddressReader,
  isLoopback,
  isProxy,
  readTrustedProxies,
  tellUnknownProxy,
} from "#server/callers/client-address.ts";
import { BeginInTurns } from "./turns.ts";
import { REQUEST_ID, requestId } from "./request-log.ts";
import { type Bound, type InFlightBounds, InFlight, createBoundTeller } from "./in-flight.ts";
import { type Refusal, refuseUpgrade } from "./refusal.ts";

export type DoorOptions = {
  /** Refuse requests for hosts other than the loopback and PUBLIC_URL, also while PUBLIC_URL is null. */
  isLoopbackOnly: boolean;
  publicUrl: string | null;
  /** Proxies whose X-Forwarded-For is believed, as addresses and ranges; none when left out. */
  trustedProxies?: readonly string[];
  /** Bounds of work under way in place of the product's. */
  inFlight?: Partial<InFlightBounds>;
  /** Longest time for which a reader may take nothing of an answer, in milliseconds; STALLED_MS when left out. */
  stalledMs?: number;
  log: Logger;
};

/** Answers a request that the door let in. */
type Handler = (incoming: IncomingMessage, outgoing: ServerResponse) => unknown;

/** Rooms behind the door. */
export type Inside = {
  /** Sees every request, also one that the door refuses. */
  follow: Handler;
  /** Whether a request, as it was sent, is a call of the table API. */
  isTableCall: (target: string) => boolean;
  answerTableCall: Handler;
  answerOthers: Handler;
  /** Address below which sockets ask to become WebSockets. */
  socketPath: string;
  takeSocket: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
};

export class Door {
  readonly addressOf: AddressReader;
  readonly inFlight: InFlight;
  /** Refuses requests for any other host with 421; null where the server answers to every name. */
  readonly guard: MiddlewareHandler | null;
  readonly #hosts: readonly string[] | null;
  readonly #trusted: BlockList;
  readonly #stalledMs: number;
  /** Reports a bound that refused somebody. Requests, bodies and connections report theirs by themselves. */
  readonly tellBound: (bound: Bound) => void;
  readonly #turns = new BeginInTurns();
  #count: ((bound: Bound) => void) | undefined;

  constructor({ isLoopbackOnly, publicUrl, trustedProxies = [], inFlight = {}, stalledMs, log }: DoorOptions) {
    // Where neither is told, the names are not known under which the server is asked.
    const own = publicUrl === null ? [] : [new URL(publicUrl).hostname];
    this.#hosts = isLoopbackOnly || publicUrl !== null ? own : null;
    this.guard = this.#hosts && guardHost(this.#hosts);
    this.#trusted = readTrustedProxies(trustedProxies);
    this.#stalledMs = stalledMs ?? STALLED_MS;
    this.tellBound = createBoundTeller(log, (bound) => this.#count?.(bound));
    this.addressOf = tellUnknownProxy(createAddressReader(this.#trusted), log);
    this.inFlight = new InFlight({ bounds: inFlight, addressOf: this.addressOf, tell: this.tellBound });
  }

  /** Calls `count` for each bound that refuses somebody from now on. */
  followBounds(count: (bound: Bound) => void): void {
    this.#count = count;
  }

  /** Counts a connection of Node's server until it is closed, and says whether the connection may stay. */
  takeConnection(socket: Socket): boolean {
    return this.inFlight.enterConnection(socket, isProxy(this.#trusted, socket));
  }

  /** Makes what Node's server calls for each request and for each socket that asks to become a WebSocket. */
  open(inside: Inside) {
    return {
      handle: (incoming: IncomingMessage, outgoing: ServerResponse): void => this.#enter(inside, incoming, outgoing),
      handleUpgrade: (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
        if (!this.#mayAsk(request.headers.host)) return refuseUpgrade(socket, "421 Misdirected Request");
        if (!request.url?.startsWith(inside.socketPath)) return refuseUpgrade(socket, "404 Not Found");
        inside.takeSocket(request, socket, head);
      },
    };
  }

  #enter(inside: Inside, incoming: IncomingMessage, outgoing: ServerResponse): void {
    inside.follow(incoming, outgoing);
    // The answer does not wait for the rest of a body that nobody reads.
    outgoing.once("finish", () => leaveBody(incoming));
    leaveReader(outgoing, this.#stalledMs);
    const refusal = isProbed(incoming.url) ? null : this.inFlight.enter(incoming, outgoing);
    if (refusal !== null) return refuse(outgoing, incoming, refusal);
    // Table calls are found before the router sees the address, since the router reads addresses in another way. An address that only the
    // router would take for a table call is answered by nobody.
    const isTables = inside.isTableCall(incoming.url ?? "") && this.#mayAsk(incoming.headers.host);
    // The handler of table calls writes its headers itself.
    if (!isTables) outgoing.setHeader(REQUEST_ID, requestId(incoming));
    const answer = isTables ? inside.answerTableCall : inside.answerOthers;
    this.#turns.run(this.addressOf(incoming), () => void answer(incoming, outgoing));
  }

  #mayAsk(host: string | undefined): boolean {
    return this.#hosts === null || isOwnHost(host, this.#hosts);
  }
}

/** Whether a Host header names the loopback or one of the other names given (host names without port). */
function isOwnHost(host: string | undefined, others: readonly string[]): boolean {
  if (!host) return false;
  const name = host
    .replace(/:\d+$/, "")
    .replace(/^\[(.*)\]$/, "$1")
    .toLowerCase();
  return isLoopback(name) || name.endsWith(".localhost") || others.includes(name);
}

/**
 * Whether an address is one of monitoring's: probes are answered even when too much work is under way, ask by any name or address of the
 * machine, and learn nothing about people.
 */
const isProbed = (address = ""): boolean => ["/healthz", "/readyz", "/metrics"].includes(address);

/**
 * Makes the guard; requests for any other host get 421.
 *
 * A page of another site can let its own name point to 127.0.0.1 (DNS rebinding). Without the guard it would read and write everything that
 * the loopback address offers, as if it came from this machine.
 */
function guardHost(others: readonly string[]): MiddlewareHandler {
  return async (context, next) => {
    if (isOwnHost(context.req.header("host"), others) || isProbed(context.req.path)) return next();
    return context.text(
      "This server answers only for its own address. Set PUBLIC_URL to the address that people use.",
      421,
    );
  };
}

/** Milliseconds in which a client that still sends may read the answer; then the connection ends. */
const LINGER_MS = 500;

/** Ends the connection of an answered request whose body was not read, once its answer had time to arrive. */
function leaveBody(incoming: IncomingMessage): void {
  if (incoming.complete || incoming.destroyed) return;
  incoming.resume();
  const timer = setTimeout(() => {
    if (!incoming.complete) incoming.socket.destroySoon();
  }, LINGER_MS);
  timer.unref();
}

/** Longest time for which a reader may take nothing of an answer: a phone under a bridge takes nothing for a while. */
const STALLED_MS = 20_000;

/** Ends the connection of a reader who takes nothing of an answer that has begun. */
export function leaveReader(outgoing: ServerResponse, stalledMs: number): void {
  outgoing.setTimeout(stalledMs, () => {
    if (outgoing.headersSent) outgoing.destroy();
  });
}

function refuse(outgoing: ServerResponse, incoming: IncomingMessage, refusal: Refusal): void {
  const { status, code, message, headers, more } = refusal;
  const always = { ...headers, "Content-Type": "application/json", "Cache-Control": "no-store" };
  outgoing.writeHead(status, { ...always, [REQUEST_ID]: requestId(incoming) });
  outgoing.end(JSON.stringify({ code, message, ...more }));
}
