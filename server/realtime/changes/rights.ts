/** Logins with the same rights, so that one of them is asked for all: learned from the database, and learned anew after a change. */
import sql, { raw } from "sql-template-tag";

import type { Database } from "#server/database/driver/connect.ts";
import type { Table } from "./changes.ts";
import type { Identity, Role } from "#server/callers/identity.ts";

/** A row of the answer of `realtime.gateway_read`. */
export type Answer = {
  kind: "shares" | "now" | "changed" | "visible" | "row" | "gone" | "present" | "failed";
  reader: number;
  visible: number[] | null;
  role_name: Role;
  body: string | null;
  /** Life of the database that answers (`realtime.gateway_life`); null before the life has a name. */
  life: string | null;
};

/**
 * Basis of learned rights: the life of the database, the snapshot in which they were read, and the moment (seconds since 1970) at which
 * time alone changes the first of them.
 */
export type Basis = { life: string; snapshot: string; until: number };

/** Expression for the life of the database, for the list of a SELECT. */
export const LIFE = raw("(select id::text from realtime.gateway_life limit 1) as life");

type Login = { id: string; account: string; login: string };
type Learned = { n: number; rights: string; until: number | null; snapshot: string; life: string | null };

/**
 * Milliseconds for which learned rights are relied on. Changes of rights are noted for at least a minute (old-rows.ts), so half a minute is
 * left to read the rows.
 */
const LEARNED_FOR_MS = 30_000;
/** Most logins that are remembered; with more, all are learned anew. */
const MOST_LOGINS = 20_000;

export class Rights {
  /** Account and rights of each login. */
  readonly #byLogin = new Map<string, { account: string; rights: string }>();
  /** Tables whose policies ask for more than rights, by oid. */
  readonly #askingMore = new Set<number>();
  #basis: Basis | null = null;
  #askedAt = 0;
  #learnedAt = 0;

  /** Basis of the answers that are shared now; null before anything was learned. */
  get basis(): Basis | null {
    return this.#basis;
  }

  /** Forgets everything: the database may be another one. */
  forget(): void {
    this.#askingMore.clear();
    this.#forgetLogins();
  }

  #forgetLogins(): void {
    this.#byLogin.clear();
    this.#basis = null;
  }

  /** Whether answers about a table may be shared among some of the identities. */
  mayShare(table: Table, identities: readonly Identity[]): boolean {
    return !this.#askingMore.has(table.oid) && identities.filter((identity) => loginOf(identity) !== null).length > 1;
  }

  /**
   * Gives for each identity the identity that is asked in its place, and learns the rights that are not known yet. Throws when the database
   * does.
   */
  async represent(database: Database, identities: readonly Identity[]): Promise<Map<Identity, Identity>> {
    this.#askedAt = performance.now();
    const isOld = this.#askedAt - this.#learnedAt > LEARNED_FOR_MS;
    if (isOld || this.#byLogin.size > MOST_LOGINS) this.#forgetLogins();
    const logins = identities.map((identity) => ({ identity, login: loginOf(identity) }));
    await this.#learn(
      database,
      logins.flatMap(({ login }) => (login === null || this.#byLogin.has(login.id) ? [] : [login])),
    );
    const first = new Map<string, Identity>();
    const representatives = new Map<Identity, Identity>();
    for (const { identity, login } of logins) {
      const rights = login ? this.#byLogin.get(login.id)?.rights : undefined;
      const representative = rights === undefined ? identity : (first.get(rights) ?? identity);
      if (rights !== undefined) first.set(rights, representative);
      representatives.set(identity, representative);
    }
    return representatives;
  }

  /**
   * Takes the answers about rights, and forgets rights that do not hold any more. Says whether the answers hold for all identities; where
   * they do not, the question is asked again.
   */
  accept(table: Table, identities: readonly Identity[], answers: readonly Answer[]): boolean {
    const said = (kind: Answer["kind"]) => answers.filter((answer) => answer.kind === kind).map(({ body }) => body);
    if (said("shares")[0] !== "true") {
      this.#askingMore.add(table.oid);
      return false;
    }
    const changed = new Set(said("changed"));
    const [snapshot] = said("now");
    const isSameLife = answers.every(({ life }) => life === this.#basis?.life);
    if (changed.has(null) || this.#basis === null || !isSameLife || typeof snapshot !== "string") {
      this.#forgetLogins();
      return false;
    }
    if (changed.size > 0) {
      for (const [id, { account }] of this.#byLogin) if (changed.has(account)) this.#byLogin.delete(id);
    }
    this.#basis.snapshot = snapshot;
    this.#learnedAt = this.#askedAt;
    return changed.size === 0 || !identities.some((identity) => changed.has(loginOf(identity)?.account ?? ""));
  }

  async #learn(database: Database, logins: readonly Login[]): Promise<void> {
    if (logins.length === 0) return;
    const { rows } = await database.query<Learned>(sql`
      select n::int, rights, extract(epoch from until)::float8 as until, pg_current_snapshot()::text as snapshot, ${LIFE}
      from private.rights_of_logins(
        ${logins.map(({ account }) => account)}::uuid[], ${logins.map(({ login }) => login)}::uuid[])`);
    for (const { n, rights, until, snapshot, life } of rows) {
      // Rights of another life are forgotten, and rights of a life without a name are not kept.
      if (this.#basis !== null && this.#basis.life !== life) this.#forgetLogins();
      if (life === null) return;
      const login = logins[n - 1];
      if (login) this.#byLogin.set(login.id, { account: login.account, rights });
      // An older snapshot is kept: changes since then are asked for again, also by readers that know them already.
      if (this.#basis === null) this.#learnedAt = this.#askedAt;
      this.#basis ??= { life, snapshot, until: Infinity };
      this.#basis.until = Math.min(this.#basis.until, until ?? Infinity);
    }
  }
}

/** The login of an identity. Null for an identity without one: it is asked for itself, and never in the place of others. */
const loginOf = ({ role, account, login }: Identity): Login | null =>
  role !== "authenticated" || account === null || login === null ? null : { id: `${account} ${login}`, account, login };
