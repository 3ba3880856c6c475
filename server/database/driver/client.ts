// The client that every connection to the database is made with: it goes to the host that takes writes, knows whether a pooler keeps its
// session, and cancels its statement.
import { connect } from "node:net";
import { Client, type ClientConfig, escapeLiteral } from "pg";
import { atHost, findPrimary, hostsIn, StandbyError } from "./hosts.ts";

/** Configuration of a `pg` client, with the address of the database, which may name several hosts. */
export type DatabaseClientConfig = ClientConfig & { connectionString: string };

export class DatabaseClient extends Client {
  readonly #url: string;
  readonly #config: ClientConfig;
  readonly #hasHosts: boolean;
  #isEnded = false;
  #isStandby = false;

  constructor(config: DatabaseClientConfig) {
    const [first, ...others] = hostsIn(config.connectionString);
    const url = withModesOfLibpq(config.connectionString);
    super({ ...config, connectionString: first === undefined ? url : atHost(url, first) });
    this.#url = url;
    this.#config = { ssl: config.ssl };
    this.#hasHosts = others.length > 0;
    this.connection.on("parameterStatus", ({ parameterName, parameterValue }) => {
      if (parameterName === "in_hot_standby") this.#isStandby = parameterValue === "on";
    });
  }

  override connect(): Promise<Client>;
  override connect(tell: (error: Error | null, client?: Client) => void): void;
  override connect(tell?: (error: Error | null, client?: Client) => void): Promise<Client> | void {
    const connected = this.#connect();
    if (tell === undefined) return connected;
    connected.then(
      (client) => tell(null, client),
      (error: Error) => tell(error),
    );
  }

  /**
   * The host may have lost its rank since a proxy chose it, or since it was found a moment ago: then its rows are old and it takes no
   * writes.
   */
  async #connect(): Promise<Client> {
    const client = await (this.#hasHosts ? this.#connectToPrimary() : super.connect());
    if (!this.#isStandby) return client;
    // The rank that a pooler reported may be as old as the pooler's own first connection, so the host is asked again.
    const { rows } = await client.query<{ is: boolean }>("select pg_is_in_recovery() as is");
    if (rows[0]?.is === false) return client;
    void this.end().catch(() => undefined);
    throw new StandbyError();
  }

  async #connectToPrimary(): Promise<Client> {
    const { host, port } = await findPrimary(this.#url, this.#config);
    // The caller may have given up the connection meanwhile.
    if (this.#isEnded || this.connection.stream.destroyed) throw new Error("Connection terminated");
    this.host = host.replace(/^\[|\]$/g, "");
    if (port !== "") this.port = Number(port);
    return super.connect();
  }

  override end(): Promise<void>;
  override end(callback: (error: Error) => void): void;
  override end(callback?: (error: Error) => void): Promise<void> | void {
    this.#isEnded = true;
    return callback === undefined ? super.end() : super.end(callback);
  }
}

/**
 * The address with `sslmode` read as psql reads it: `require` asks for encryption alone. `pg` by itself would also ask for a known
 * certificate, which servers with a certificate of their own do not have.
 */
export const withModesOfLibpq = (url: string): string =>
  /[?&]sslmode=/.test(url) && !url.includes("uselibpqcompat=") ? `${url}&uselibpqcompat=true` : url;

// Poolers between the server and PostgreSQL keep a session for each connection, or lend a session for each transaction (pooling.ts finds out).
// With a lent session, session settings would be somebody else's in the next moment. So settings and the role are set in each transaction,
// no statement stays prepared, and work that needs a session of its own goes past the pooler (DATABASE_DIRECT_URL).

/** The mark is a parameter of the address, so that everything that gets the address knows of the pooler. */
const MARK = "parkering_pooling=transactions";

/** Whether a connection to this address is one session from its beginning to its end. */
export const keepsSessions = (url: string): boolean => !url.includes(MARK);

/** The address of a pooler that lends its sessions for a transaction each. */
export const lendingSessions = (url: string): string => `${url}${url.includes("?") ? "&" : "?"}${MARK}`;

/** Statement for these settings, in the session or in the transaction that it runs in; empty without settings. */
export const settingText = (settings: Record<string, string>, isLocal: boolean): string => {
  const calls = Object.entries(settings).map(
    ([name, value]) => `set_config(${escapeLiteral(name)}, ${escapeLiteral(value)}, ${isLocal})`,
  );
  return calls.length === 0 ? "" : `select ${calls.join(", ")}`;
};

/** Code of the request to cancel, as PostgreSQL's protocol has it. */
const CANCEL = 80_877_102;
const GIVE_UP_MS = 3000;

/**
 * Asks the database, over a connection of its own, to cancel the running statement of this connection, when nobody waits for the answer any
 * more. The result is not reported.
 *
 * A commit that waits for a standby does not notice that its caller has left. Each such commit would keep a connection of the database
 * until the standby is back, and soon no connection would be left for reading.
 */
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
