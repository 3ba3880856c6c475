// A request whose body never ends: it comes in pieces without a length, or announces a length and sends little of it.
import { type Socket, connect } from "node:net";

export type Endless = {
  socket: Socket;
  /** Status of the answer; 0 when the connection ended without an answer. */
  status: Promise<number>;
  /** Resolves when the server has closed the connection. */
  closed: Promise<void>;
  /** Bytes of the body that were handed to the network. */
  sent: () => number;
};

const PIECE = Buffer.alloc(64 * 1024, 32);

/** A piece of 64 kB, cut into HTTP chunks of so many bytes. */
function asChunks(bytes: number): Buffer {
  const chunk = Buffer.concat([
    Buffer.from(`${bytes.toString(16)}\r\n`),
    PIECE.subarray(0, bytes),
    Buffer.from("\r\n"),
  ]);
  return Buffer.concat(Array.from({ length: Math.ceil(PIECE.length / bytes) }, () => chunk));
}

/**
 * Begins the request, and sends as much of the body as the server takes, or `most` bytes of it. A `content-length` among the headers gives
 * the body a length; without one the body is chunked in pieces of `pieceBytes`.
 */
export function sendEndless(
  url: string,
  { method, path, headers = {} }: { method: string; path: string; headers?: Record<string, string> },
  most = Infinity,
  pieceBytes = PIECE.length,
): Endless {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const isChunked = !("content-length" in headers);
  const all = { host: "127.0.0.1", ...headers, ...(isChunked ? { "transfer-encoding": "chunked" } : {}) };
  const lines = Object.entries(all).map((pair) => `${pair.join(": ")}\r\n`);
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n`);
  const piece = isChunked ? asChunks(pieceBytes) : PIECE;
  let sent = 0;
  const send = () => {
    while (!socket.destroyed && sent < most) {
      sent += PIECE.length;
      if (!socket.write(piece)) return;
    }
  };
  socket.on("drain", send);
  send();
  socket.on("error", () => undefined);
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  const status = new Promise<number>((resolve) => {
    socket.once("data", (data) => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(data.toString("latin1"))?.[1] ?? 0)));
    void closed.then(() => resolve(0));
  });
  socket.resume();
  return { socket, status, closed, sent: () => sent };
}
