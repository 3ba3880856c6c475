// The network between two sides, such as a browser and the server, as a cable that a test can pull out.
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export type Cable = {
  /** Address of the server through the cable. */
  url: string;
  /** Cuts every connection and lets no new one through, until it is plugged in again. */
  pull(): void;
  plug(): void;
  /** From now on what is sent over the connections that there are arrives nowhere, and nobody is told. */
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
