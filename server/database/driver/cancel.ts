// Cancels the statement of a connection at the database, when nobody waits for the answer any more.
//
// A commit that waits for a standby does not notice that its caller has left. Each such commit would keep a connection of the database
// until the standby is back, and soon no connection would be left for reading.
import { connect } from "node:net";
import type { Client } from "pg";

const CANCEL = 80_877_102;
const GIVE_UP_MS = 3000;

/** Asks the database, over a connection of its own, to cancel the running statement of this connection. The result is not reported. */
export function cancelOn(client: Client): void {
  // Both values come with the connection, and are missing in the types of `pg`.
  const { processID, secretKey } = client as unknown as { processID: number | null; secretKey: number };
  if (processID === null) return;
  const asking = Buffer.alloc(16);
  for (const [index, value] of [16, CANCEL, processID, secretKey].entries()) asking.writeInt32BE(value, 4 * index);
  const { host, port } = client;
  const socket = host.startsWith("/") ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  socket.setTimeout(GIVE_UP_MS, () => socket.destroy());
  socket.on("error", () => socket.destroy());
  socket.end(asking);
}
