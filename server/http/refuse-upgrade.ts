// Refuses a connection that asked to become a WebSocket. Node's HTTP server has given such a connection up, with all of its time limits.
import type { Duplex } from "node:stream";

/** Answers with a status such as `404 Not Found`, and closes the connection, whatever its client still sends or leaves open. */
export function refuseUpgrade(socket: Duplex, status: string, reason = ""): void {
  // The peer may be gone already, so that nobody is left to tell.
  socket.on("error", () => undefined);
  // Unread bytes would hold back the end of the client's half, and the connection would keep its place until the server ends.
  socket.resume();
  socket.once("finish", () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: ${reason.length}\r\n\r\n${reason}`);
}
