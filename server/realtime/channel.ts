/** A channel of a socket, and the tables that the channel follows. */
import type { Identity } from "../callers/identity.ts";
import type { Filter } from "./filters.ts";
import type { BindingRequest, ProtocolVersion } from "./protocol.ts";

/** A table that a channel follows, with its events and its filter. */
export type Binding = {
  id: number;
  event: BindingRequest["event"];
  /** Key of the table in the catalogue. */
  table: string;
  filter: Filter | null;
};

/** Channel that a socket has joined. */
export type Channel = {
  topic: string;
  joinRef: string | null;
  version: ProtocolVersion;
  identity: Identity;
  bindings: Binding[];
  /** Sends a frame that several sockets share. */
  send(frame: Buffer): void;
  /** Tells the client to join again after missed changes, and forgets the channel. */
  fail(reason: string): void;
};
