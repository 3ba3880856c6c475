// A network between two sides, such as a browser and the server, that a test can cut like a cable.
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export type Cable = {
  /** Address of the server through the cable. */
  url: string;
  /** Cuts every connection and refuses new ones, until `plug` is called. */
  pull(): void;
  plug(): void;
  /** Swallows everything that is sent over the present connections from now on, without telling either side. */
  freeze(): void;
  close(): void;
};

/** Lays a cable to the server at `target` (an http address of this machine). */
export async function layCable(target: string): Promise<Cable> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let isPulled = false;
  const end = createServer((near) => {
    if (isPulled) {
      near.destroy();
      return;
    }
    const far = connect(Number(port), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.pipe(other);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  end.listen(0, "127.0.0.1");
  await once(end, "listening");
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(end.address() as AddressInfo).port}`,
    pull() {
      isPulled = true;
      cut();
    },
    plug() {
      isPulled = false;
    },
    freeze() {
      for (const socket of open) socket.unpipe();
    },
    close() {
      cut();
      end.close();
    },
  };
}
