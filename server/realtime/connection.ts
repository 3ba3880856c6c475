/** Socket of a client: its joins, leaves, heartbeats and tokens. */
import { setMaxListeners } from "node:events";
import type { Logger } from "pino";
import type { WebSocket } from "ws";

import { networkOf } from "#server/callers/client-address.ts";
import type { Catalogue } from "./changes/changes.ts";
import { bindingIds, bindRequests, Refusal } from "./bindings.ts";
import { FilterError } from "./filters.ts";
import type { Credentials, Identity } from "../callers/identity.ts";
import { identityOfToken, TokenError } from "../callers/identity.ts";
import type { ClientFrame, ProtocolVersion } from "./protocol.ts";
import { decodeFrame, encodeFrame, FrameError, parseAccessToken, parseJoin } from "./protocol.ts";
import { Pace, type SocketLimits } from "./socket-limits.ts";
import type { Settled, Strangers } from "./strangers.ts";
import type { Channel } from "./channel.ts";
import type { Subscriptions } from "./subscriptions.ts";
import type { Turns } from "./turns.ts";
import { GoneError, type ValueReader } from "./value-reader.ts";
import type { WaitingBytes } from "./waiting-bytes.ts";

/** Most channels that one socket may join. */
export const MAX_CHANNELS = 100;
/** Most messages of one socket that may wait for the message before, and most letters in them. */
const MAX_WAITING_MESSAGES = 256;
const MAX_WAITING_LETTERS = 512 * 1024;
/**
 * Bytes that each channel counts beside its name and bindings. Channels that follow nothing take memory too: a million of them would take
 * gigabytes.
 */
const CHANNEL_BYTES = 64;
/** Bytes that may wait for a client that reads slowly. */
export const MAX_BUFFERED_BYTES = 8 * 1024 * 1024;
/** The bound of `MAX_BUFFERED_BYTES` while too many bytes wait for all clients together. */
const MAX_BUFFERED_IN_NEED = 64 * 1024;
/** Part of a join's patience that differs by chance, so that refused clients do not come back together. */
const JITTER = 0.2;
/** Longest time that a timer can be set to, in milliseconds. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

const FOLLOWS_TOO_MUCH = "ChannelRateLimitReached: too much is followed";
const CANNOT_FOLLOW = "DatabaseUnavailable: changes cannot be followed now";

/** Parts that all sockets share. */
export type Shared = {
  limits: SocketLimits;
  values: ValueReader;
  credentials: Credentials;
  subscriptions: Subscriptions;
  waiting: WaitingBytes;
  turns: Turns;
  strangers: Strangers;
  log: Logger;
  catalogue(): Catalogue;
  /** Reads the publication again, for a table that was added to it. */
  refreshCatalogue(): Promise<void>;
  isListening(): boolean;
  /** Waits until changes can be followed, for at most `patienceMs` milliseconds, and says whether they can. */
  whenListening(patienceMs: number): Promise<boolean>;
  /** Called when a client that did not read was cut off. */
  countDropped(): void;
};

/** Takes bytes for filters of one address; gives the function that gives them back, or null when there are too many. */
export type TakeBytes = (bytes: number) => (() => void) | null;

type Joined = Channel & {
  /**
   * Identity that the client named. `identity` may differ: it is the visitor's when too many logins without rights follow as themselves.
   */
  asked: Identity["key"];
  expiry: NodeJS.Timeout | null;
  bytes: number;
  giveBack: () => void;
  leave: () => void;
};

/** Client at the other end. `identity` is the client's identity without a token. */
type Peer = {
  version: ProtocolVersion;
  identity: Identity;
  address: string;
  takeBytes: TakeBytes;
  /** Pace of all sockets of the network; null for this machine's own addresses. */
  networkPace: Pace | null;
};

/** Answers a client for as long as its socket is open. */
export function serveConnection(socket: WebSocket, peer: Peer, shared: Shared): void {
  const connection = new Connection(socket, peer, shared);
  socket.on("message", (data, isBinary) => {
    // Binary frames are broadcasts, which the server does not offer.
    if (isBinary) connection.refuse(1003, "binary frames are not offered");
    else connection.receive((data as Buffer).toString("utf8"));
  });
  // A client answers one ping of ours in half a minute, so faster pings and pongs count as a flood: a megabyte of them in a second would
  // hold up everybody.
  for (const event of ["ping", "pong"]) socket.on(event, () => void connection.keepPace());
  // ws closes the socket itself after an error (1009 for a frame that is too large).
  socket.on("error", (error) => shared.log.debug({ err: error }, "realtime socket failed"));
  socket.on("close", () => connection.close());
}

class Connection {
  readonly #socket: WebSocket;
  readonly #version: ProtocolVersion;
  readonly #keyIdentity: Identity;
  readonly #address: string;
  readonly #takeBytes: TakeBytes;
  readonly #shared: Shared;
  readonly #channels = new Map<string, Joined>();
  readonly #pace: Pace;
  readonly #quiet: Pace;
  readonly #networkPace: Pace | null;
  /** Ends a socket on which nothing is followed. */
  #idle: NodeJS.Timeout | null = null;
  #queue: Promise<void> = Promise.resolve();
  #waiting = 0;
  #waitingLetters = 0;
  #isClosed = false;
  /** Whether the socket was closed for what its client sent. */
  #isRefused = false;
  /** Signal that ends every question of this socket when the socket ends. */
  readonly #gone = new AbortController();

  constructor(socket: WebSocket, { version, identity, address, takeBytes, networkPace }: Peer, shared: Shared) {
    this.#socket = socket;
    this.#version = version;
    this.#keyIdentity = identity;
    this.#address = address;
    this.#takeBytes = takeBytes;
    this.#shared = shared;
    // The limit of listeners is off, since each waiting join listens to the signal.
    setMaxListeners(0, this.#gone.signal);
    const { burst, messagesPerSecond, quietBurst, quietPerSecond } = shared.limits;
    this.#pace = new Pace(burst, messagesPerSecond, performance.now());
    this.#quiet = new Pace(quietBurst, quietPerSecond, performance.now());
    this.#networkPace = networkPace;
    this.#watchIdle();
  }

  /** Counts the messages of a socket, and ends a socket that sends too many. */
  keepPace(): boolean {
    if (this.#isRefused) return false;
    const now = performance.now();
    const isQuiet = this.#quiet.take(now) || this.#networkPace === null || this.#networkPace.take(now);
    if (this.#pace.take(now) && isQuiet) return true;
    this.refuse(1008, "messages come too fast");
    return false;
  }

  /**
   * Closes the socket, and reads no more of it. Without that, ws would read until the client answers the close, and the server would parse
   * a flood for another second.
   */
  refuse(code: number, reason: string): void {
    if (this.#isRefused) return;
    this.#isRefused = true;
    this.#socket.close(code, reason);
    this.#socket.pause();
  }

  /** Messages are handled one after the other, so that a leave never overtakes its join. */
  receive(text: string): void {
    if (!this.keepPace()) return;
    let frame: ClientFrame;
    try {
      frame = decodeFrame(text, this.#version);
    } catch (error) {
      this.refuse(1003, error instanceof FrameError ? error.message.slice(0, 120) : "bad frame");
      return;
    }
    // A heartbeat is answered before waiting joins: a client that hears nothing takes its socket for dead.
    if (frame.topic === "phoenix" && frame.event === "heartbeat") {
      this.#reply(frame, "ok", {});
      return;
    }
    if (this.#waiting >= MAX_WAITING_MESSAGES || this.#waitingLetters > MAX_WAITING_LETTERS) {
      this.refuse(1008, "too many messages");
      return;
    }
    this.#waiting += 1;
    this.#waitingLetters += text.length;
    // Channels of one socket wait beside each other.
    const admitted = frame.event === "phx_join" ? this.#admit() : Promise.resolve(true);
    this.#queue = this.#queue
      .then(() => this.#handle(frame, admitted))
      .finally(() => {
        this.#waiting -= 1;
        this.#waitingLetters -= text.length;
      });
  }

  /** Joins a channel. Never throws: a failure is told to the client. */
  async #handle(frame: ClientFrame, admitted: Promise<boolean>): Promise<void> {
    if (this.#isClosed) return;
    const { topic, event } = frame;
    try {
      if (event === "phx_join") await this.#join(frame, admitted);
      else if (!this.#channels.has(topic)) this.#reply(frame, "error", { reason: "unmatched topic" });
      else if (event === "phx_leave") this.#leave(frame);
      else if (event === "access_token") await this.#renew(frame);
      else this.#reply(frame, "error", { reason: `${event} is not offered by this server` });
    } catch (error) {
      if (error instanceof GoneError) return;
      const isTold =
        error instanceof Refusal ||
        error instanceof FrameError ||
        error instanceof FilterError ||
        error instanceof TokenError;
      if (!isTold) this.#shared.log.error({ err: error, topic, event }, "realtime message failed");
      this.#reply(frame, "error", { reason: isTold ? error.message : "DatabaseUnavailable: try again" });
    }
  }

  /** Waits until changes can be followed, and then for a turn; says whether both came. Never rejects. */
  async #admit(): Promise<boolean> {
    const { limits, turns } = this.#shared;
    const until = performance.now() + limits.joinPatienceMs * (1 - JITTER * Math.random());
    return (
      (await this.#shared.whenListening(until - performance.now())) &&
      (await turns.wait(networkOf(this.#address), until - performance.now(), this.#gone.signal))
    );
  }

  async #join(frame: ClientFrame, admitted: Promise<boolean>): Promise<void> {
    const { topic } = frame;
    const request = parseJoin(frame.payload);
    if (!topic.startsWith("realtime:")) throw new Refusal("unmatched topic");
    if (request.private) throw new Refusal("private channels are not offered by this server");
    // A second join of a topic ends the first, as in Phoenix.
    this.#forget(topic);
    if (this.#channels.size >= MAX_CHANNELS) {
      throw new Refusal(`ChannelRateLimitReached: at most ${MAX_CHANNELS} channels`);
    }
    const identity = this.#identify(request.accessToken);
    const text = topic + JSON.stringify(request.bindings);
    // Tables are counted before a filter is looked at: each named table takes as much.
    const bytes = Buffer.byteLength(text);
    this.#refuseTooMuch(CHANNEL_BYTES + bytes);
    const ids = bindingIds(request.bindings);
    if (!(await admitted)) throw new Refusal(CANNOT_FOLLOW);
    const sources = { ...this.#shared, gone: this.#gone.signal };
    const bindings = await bindRequests(request.bindings, ids, sources);
    const settled = await this.#settle(identity);
    if (this.#isClosed) return settled.leave();
    // A binding of all tables is kept once for each table.
    const copies = Math.max(1, Math.ceil(bindings.length / request.bindings.length || 1));
    const channel: Joined = {
      // From here on nothing waits: a change whose notice comes after this line reaches the channel.
      ...this.#makeRoom(CHANNEL_BYTES + bytes * copies, settled),
      asked: identity.key,
      topic,
      joinRef: frame.join_ref,
      version: this.#version,
      bindings,
      expiry: null,
      send: (message) => this.#send(message),
      fail: (reason) => this.#fail(topic, reason),
    };
    this.#channels.set(topic, channel);
    this.#watchIdle();
    this.#shared.subscriptions.add(channel);
    this.#watchExpiry(channel);
    const echoed = request.bindings.map((binding, index) => ({ id: ids[index], ...binding }));
    this.#reply(frame, "ok", { postgres_changes: echoed });
    if (bindings.length > 0) this.#tellSystem(channel, "ok", "postgres_changes", "Subscribed to PostgreSQL");
  }

  /** Counts the bytes that a channel follows. Throws a Refusal when the socket or its address follows too much, or nothing can be followed. */
  #makeRoom(bytes: number, settled: Settled): Pick<Joined, "bytes" | "giveBack"> & Settled {
    try {
      if (!this.#shared.isListening()) throw new Refusal(CANNOT_FOLLOW);
      this.#refuseTooMuch(bytes);
      const giveBack = this.#takeBytes(bytes);
      if (giveBack === null) throw new Refusal(FOLLOWS_TOO_MUCH);
      return { bytes, giveBack, ...settled };
    } catch (error) {
      settled.leave();
      throw error;
    }
  }

  /** The identity that a channel follows as. A login without rights follows as a visitor when too many of them follow as themselves. */
  #settle(identity: Identity): Promise<Settled> {
    return this.#shared.strangers.settle(identity, this.#keyIdentity, networkOf(this.#address));
  }

  #refuseTooMuch(bytes: number): void {
    const held = [...this.#channels.values()].reduce((sum, channel) => sum + channel.bytes, 0);
    if (held + bytes > this.#shared.limits.bindingBytes) throw new Refusal(FOLLOWS_TOO_MUCH);
  }

  #identify(token: string | null): Identity {
    return token === null ? this.#keyIdentity : identityOfToken(token, this.#shared.credentials, Date.now());
  }

  /** A new token for a joined channel; a bad one ends the channel, as in Supabase. */
  async #renew(frame: ClientFrame): Promise<void> {
    const channel = this.#channels.get(frame.topic);
    if (!channel) return;
    const token = parseAccessToken(frame.payload);
    try {
      const identity = this.#identify(token);
      // The same login with a newer token, which is nearly every renewal, asks the database nothing. Another login waits for a turn, as a
      // join does: a flood of such renewals would occupy the connections that read changes.
      const isSame = identity.key === channel.asked;
      if (!isSame && identity.account !== null && !(await this.#admit())) return this.#fail(frame.topic, CANNOT_FOLLOW);
      const settled = isSame ? null : await this.#settle(identity);
      if (this.#channels.get(frame.topic) !== channel) return settled?.leave();
      if (settled !== null) {
        channel.leave();
        Object.assign(channel, settled, { asked: identity.key });
      } else if (channel.identity.key === identity.key) channel.identity = identity;
      this.#watchExpiry(channel);
    } catch (error) {
      if (!(error instanceof TokenError)) throw error;
      this.#end(channel, error.message);
    }
  }

  #watchExpiry(channel: Joined): void {
    if (channel.expiry) clearTimeout(channel.expiry);
    channel.expiry = null;
    const { expiresAt } = channel.identity;
    if (expiresAt === null) return;
    const left = expiresAt - Date.now();
    channel.expiry = setTimeout(
      () => {
        if (Date.now() >= expiresAt) this.#end(channel, "Token has expired");
        else this.#watchExpiry(channel);
      },
      Math.min(Math.max(left, 0), LONGEST_TIMER_MS),
    );
    channel.expiry.unref();
  }

  #leave(frame: ClientFrame): void {
    this.#forget(frame.topic);
    this.#reply(frame, "ok", {});
  }

  /** Ends a channel for good: the client does not join again by itself. */
  #end(channel: Joined, message: string): void {
    this.#tellSystem(channel, "error", "system", message);
    this.#push(channel, "phx_close", {}, channel.joinRef);
    this.#forget(channel.topic);
  }

  /** Ends a channel so that the client joins again. */
  #fail(topic: string, reason: string): void {
    const channel = this.#channels.get(topic);
    if (!channel) return;
    this.#forget(topic);
    this.#push(channel, "phx_error", { reason }, channel.joinRef);
  }

  #forget(topic: string): void {
    const channel = this.#channels.get(topic);
    if (!channel) return;
    if (channel.expiry) clearTimeout(channel.expiry);
    this.#channels.delete(topic);
    channel.giveBack();
    channel.leave();
    this.#watchIdle();
    this.#shared.subscriptions.remove(channel);
  }

  /** Forgets every channel. */
  close(): void {
    this.#isClosed = true;
    this.#gone.abort();
    for (const topic of this.#channels.keys()) this.#forget(topic);
    this.#watchIdle();
  }

  /** The client closes a socket whose last channel it left; a socket that stays without a channel takes a place for nothing. */
  #watchIdle(): void {
    const isIdle = this.#channels.size === 0 && !this.#isClosed;
    if (isIdle && this.#idle === null) {
      this.#idle = setTimeout(
        () => this.#socket.close(1008, "no channel was joined"),
        this.#shared.limits.joinWithinMs,
      );
      this.#idle.unref();
    } else if (!isIdle && this.#idle !== null) {
      clearTimeout(this.#idle);
      this.#idle = null;
    }
  }

  #tellSystem(channel: Joined, status: "ok" | "error", extension: string, message: string): void {
    const name = channel.topic.slice("realtime:".length);
    this.#push(channel, "system", { status, extension, message, channel: name }, null);
  }

  #push(channel: Joined, event: string, payload: unknown, ref: string | null): void {
    const { topic, joinRef } = channel;
    this.#send(encodeFrame(this.#version, { joinRef, ref, topic, event, payload }));
  }

  #reply(frame: ClientFrame, status: "ok" | "error", response: unknown): void {
    const { topic, ref, join_ref: joinRef } = frame;
    const payload = { status, response };
    this.#send(encodeFrame(this.#version, { joinRef, ref, topic, event: "phx_reply", payload }));
  }

  #send(frame: string | Buffer): void {
    if (this.#isClosed) return;
    const { waiting } = this.#shared;
    if (this.#socket.bufferedAmount > (waiting.isTooMuch ? MAX_BUFFERED_IN_NEED : MAX_BUFFERED_BYTES)) {
      this.#shared.countDropped();
      this.close();
      this.#socket.terminate();
      return;
    }
    if (typeof frame === "string") this.#socket.send(frame, { binary: false });
    else this.#socket.send(frame, { binary: false }, waiting.enter(frame));
  }
}
