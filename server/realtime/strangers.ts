/**
 * Logins without any right that follow changes. Such a login is asked alone where a policy looks at more than rights, and anybody may sign
 * up for accounts. So only a limited number follows as themselves; the others follow as visitors, who are asked once for all.
 */
import sql from "sql-template-tag";
import type { Database } from "#server/database/driver/connect.ts";
import { isOwnMachine } from "#server/callers/client-address.ts";
import type { Identity } from "#server/callers/identity.ts";
import { AddressCount } from "#server/http/in-flight.ts";
import type { SocketLimits } from "./socket-limits.ts";

/** An identity that a channel follows as, and the function that gives its place back. */
export type Settled = { identity: Identity; leave: () => void };

type Place = { channels: number; leave: () => void };

export class Strangers {
  readonly #database: Database;
  readonly #limits: Pick<SocketLimits, "strangers" | "strangersPerNetwork">;
  readonly #networks = new AddressCount();
  /** Places by network and identity. */
  readonly #places = new Map<string, Place>();

  constructor(database: Database, limits: Pick<SocketLimits, "strangers" | "strangersPerNetwork">) {
    this.#database = database;
    this.#limits = limits;
  }

  /**
   * Gives the identity to follow as: the given one, or the visitor's for a login without rights when too many of them follow already.
   * Throws when the database does.
   */
  async settle(identity: Identity, visitor: Identity, network: string): Promise<Settled> {
    const { account, login } = identity;
    if (account === null || login === null || (await this.#hasRights(account, login)))
      return { identity, leave: () => undefined };
    const leave = this.#enter(`${network} ${identity.key}`, network);
    return leave === null ? { identity: visitor, leave: () => undefined } : { identity, leave };
  }

  async #hasRights(account: string, login: string): Promise<boolean> {
    const { rows } = await this.#database.query<{ has: boolean }>(sql`
      select r.rights::jsonb #>> '{1,0}' is not null or r.rights::jsonb -> 2 = 'true' or r.rights::jsonb -> 3 = 'true' as has
      from private.rights_of_logins(array[${account}]::uuid[], array[${login}]::uuid[]) r`);
    return rows[0]?.has === true;
  }

  /** Takes a place for an identity, which all of its channels share; null where no place is left. */
  #enter(key: string, network: string): (() => void) | null {
    const place = this.#places.get(key) ?? this.#newPlace(network);
    if (place === null) return null;
    place.channels += 1;
    this.#places.set(key, place);
    return () => {
      place.channels -= 1;
      if (place.channels > 0) return;
      this.#places.delete(key);
      place.leave();
    };
  }

  #newPlace(network: string): Place | null {
    const most = isOwnMachine(network) ? Infinity : this.#limits.strangersPerNetwork;
    if (this.#places.size >= this.#limits.strangers) return null;
    const leave = this.#networks.enter(network, most);
    return leave && { channels: 0, leave };
  }
}
