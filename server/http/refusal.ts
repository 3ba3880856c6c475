// The Refusal of every service: the error that ends a call, whose body each service words as its client reads it. And the refusal of a socket.
import type { Duplex } from "node:stream";

/** An answer that ends a request: its status, a code of the service, and a text for the caller. */
export class Refusal extends Error {
  override name = "Refusal";
  readonly status: number;
  readonly code: string;
  /** Headers of this refusal, besides those of every answer. */
  readonly headers: Record<string, string>;
  /** Further fields of the body. */
  readonly more: Record<string, unknown>;

  constructor(
    status: number,
    code: string,
    message: string,
    { headers = {}, ...more }: { headers?: Record<string, string>; [field: string]: unknown } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
    this.more = more;
  }
}

/**
 * Refuses a connection that asked to become a WebSocket, with a status such as `404 Not Found`, and closes it, whatever its client still sends
 * or leaves open. Node's HTTP server has given such a connection up, with all of its time limits.
 */
export function refuseUpgrade(socket: Duplex, status: string, reason = ""): void {
  // The peer may be gone already, so that nobody is left to tell.
  socket.on("error", () => undefined);
  // Unread bytes would hold back the end of the client's half, and the connection would keep its place until the server ends.
  socket.resume();
  socket.once("finish", () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: ${reason.length}\r\n\r\n${reason}`);
}
