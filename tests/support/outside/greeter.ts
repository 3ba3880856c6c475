// A way to a database whose first connection is greeted, and gets no answer after that.
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** PostgreSQL's words for a login that needs no password (`R`), and for being ready (`Z`, idle). */
const GREETING = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);

/** Lays the way to the database at `target`: the first connection ends at the greeting, the others reach the database. */
export async function greetFirst(target: string): Promise<{ url: string; close(): void }> {
  const url = new URL(target);
  const { hostname, port } = url;
  const open = new Set<Socket>();
  const keep = (socket: Socket, other?: Socket) => {
    open.add(socket);
    socket.on("error", () => other?.destroy());
    socket.on("close", () => {
      open.delete(socket);
      other?.destroy();
    });
  };
  let isFirst = true;
  const way = createServer((near) => {
    if (isFirst) {
      isFirst = false;
      keep(near);
      near.once("data", () => near.write(GREETING));
      return;
    }
    const far = connect(Number(port), hostname);
    keep(near, far);
    keep(far, near);
    near.pipe(far);
    far.pipe(near);
  });
  way.listen(0, "127.0.0.1");
  await once(way, "listening");
  url.port = String((way.address() as AddressInfo).port);
  return {
    url: url.href,
    close() {
      for (const socket of open) socket.destroy();
      way.close();
    },
  };
}
