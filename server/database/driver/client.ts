// The client that every connection to the database is made with: it goes to the host that takes writes.
import { Client, type ClientConfig } from "pg";
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
