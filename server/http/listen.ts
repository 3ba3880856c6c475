// Lets the application listen on an address, and stops it again without cutting anybody short.
import { type IncomingMessage, type Server, type ServerResponse, createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { App } from "#server/app.ts";
import { refuseUpgrade } from "./refusal.ts";

/** Longest time that begun requests may take to finish when the server stops. */
const DRAIN_MS = 10_000;

export type Listening = {
  /** Address with the port that was really taken, like `http://127.0.0.1:3000`. */
  url: string;
  /**
   * Stops the server: lets proxies see that it leaves, stops accepting, tells sockets to come back later, waits for requests (at most ten
   * seconds), and closes the rest.
   */
  drain: () => Promise<void>;
};

/**
 * Bounds of a connection, in milliseconds and bytes. Slow senders of headers and bodies are cut off (408), looked for every few seconds; a
 * photo of 10 MB has a minute. The pause between two requests may be longer than a load balancer's minute.
 */
const CONNECTION_LIMITS = {
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 75_000,
  /** Largest headers: keys and tokens are below 2 kB, and more is answered 431. */
  maxHeaderSize: 16 * 1024,
};

/** An address that the server holds. Until an application is served, every request is told to come back in a moment. */
export type Claimed = {
  url: string;
  /**
   * Serves the application. `leavingMs` is the time for which the server still answers after it is told to stop, while `/readyz` says that
   * it leaves; none when left out.
   */
  serve: (app: App, leavingMs?: number) => Listening;
  release: () => Promise<void>;
};

/**
 * Takes an address before anything is made that could be lost, such as a password that is told once. Rejects with a clear text when the
 * port is in use or not allowed.
 */
export async function claim(
  address: { host: string; port: number },
  limits: Partial<typeof CONNECTION_LIMITS> = {},
): Promise<Claimed> {
  const server = createServer({ ...CONNECTION_LIMITS, ...limits });
  server.on("request", refuseRequest);
  server.on("upgrade", refuseEarly);
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(explain(error, address)));
    server.listen(address.port, address.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const host = address.host.includes(":") ? `[${address.host}]` : address.host;
  const url = `http://${host}:${port}`;
  return {
    url,
    serve: (app, leavingMs = 0) => {
      server.off("request", refuseRequest).off("upgrade", refuseEarly);
      return { url, drain: serveOn(server, app, leavingMs) };
    },
    release: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const tellLeaving = (response: ServerResponse) =>
  response
    .writeHead(503, { "Content-Type": "application/json", "Cache-Control": "no-store" })
    .end('{"state":"leaving"}');
const refuseRequest = (_request: IncomingMessage, response: ServerResponse) =>
  response.writeHead(503, { "Retry-After": "2", "Cache-Control": "no-store" }).end("The server is starting.\n");
const refuseEarly = (_request: IncomingMessage, socket: Socket) => refuseUpgrade(socket, "503 Service Unavailable");

/** Takes an address and serves an application on it. Rejects as `claim` does. */
export async function listen(
  app: App,
  address: { host: string; port: number },
  limits: Partial<typeof CONNECTION_LIMITS> = {},
): Promise<Listening> {
  return (await claim(address, limits)).serve(app);
}

/** Hands the server's requests to an application, and gives the function that stops this. */
function serveOn(server: Server, app: App, leavingMs: number): () => Promise<void> {
  let isLeaving = false;
  let isDraining = false;
  server.maxConnections = app.mostConnections;
  server.on("connection", (socket: Socket) => {
    if (!app.takeConnection(socket)) socket.destroy();
  });
  server.on("drop", () => app.noteDropped());
  // A connection that has just become idle would keep a stopping server waiting until its browser leaves.
  server.on("request", (_request, response: ServerResponse) => {
    response.once("close", () => {
      if (isDraining) setImmediate(() => server.closeIdleConnections());
    });
  });
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    // A proxy must not keep a connection that is about to be closed: it would lose a request that it sends in that moment.
    if (isLeaving) response.shouldKeepAlive = false;
    if (isLeaving && request.url === "/readyz") tellLeaving(response);
    else app.handle(request, response);
  });
  server.on("upgrade", (request, socket: Socket, head) => {
    socket.on("error", () => socket.destroy());
    app.handleUpgrade(request, socket, head);
  });
  return async () => {
    isLeaving = true;
    await pause(leavingMs);
    isDraining = true;
    const closed = new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
    await app.closeSockets();
    server.closeIdleConnections();
    const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    await closed;
    clearTimeout(timer);
  };
}

function explain(error: Error, { host, port }: { host: string; port: number }): Error {
  const code = "code" in error ? error.code : "";
  if (code === "EADDRINUSE")
    return new Error(
      `Port ${port} on ${host} is taken by another program. Choose another one, for example PORT=${port + 1}.`,
    );
  if (code === "EACCES")
    return new Error(
      `Port ${port} on ${host} may not be used by this user. Choose a port above 1023, for example PORT=3000.`,
    );
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return new Error(`HOST=${host} is not an address of this machine.`);
  return error;
}
