// A database as the gateway meets it: rows with an owner, logins whose rights change, notices that may be lost, doubled, late or reordered.
import { EventEmitter, once } from "node:events";
import type { Sql } from "sql-template-tag";
import type { Database } from "#server/database/driver/connect.ts";
import { CHANGES_CHANNEL } from "#server/realtime/changes/capture-sql.ts";
import { type Connection, SELF_CHANNEL } from "#server/realtime/changes/listener.ts";
import type { Answer } from "#server/realtime/changes/rights.ts";
import type { FakeTime } from "./fake-time.ts";

/** A row, which logins of its site see. `version` tells its states apart. */
export type Row = { id: string; site: string; version: number };
export const LOGINS = ["anna", "bo", "cilla"] as const;
export type Login = (typeof LOGINS)[number];
export const TABLE = "public.notes";

export const FIRST_SITE = "kajen";

/** Mishaps of a notice on its way. */
export type Way = { late: number; isDoubled: boolean };

/** Milliseconds that a statement takes on its way there and back. */
const WAY_MS = 3;
const CONNECT_MS = 20;

export class FakeDatabase {
  readonly rows = new Map<string, Row>();
  /** The site that each login belongs to, or null for one that ended. */
  readonly siteOf = new Map<Login, string | null>(LOGINS.map((login) => [login, FIRST_SITE]));
  /** Moments at which each login's rights changed, and each row did. */
  readonly rightsChanged = new Map<Login, number>();
  readonly rowChanged = new Map<string, number>();
  /** Sites at which each login and each row has ever been. */
  readonly #sites = new Map<string, Set<string>>();
  /** Logins that could see a row, by the number of the answer. */
  readonly #seenIn = new Map<number, Set<string>>();
  readonly #time: FakeTime;
  readonly #lines = new Set<Line>();
  readonly #oldRows = new Map<string, Row[]>();
  #notes: { account: string; tick: number }[] = [];
  #tick = 0;
  #answers = 0;
  #statements = 0;
  #lives = 1;
  #isAway = false;

  constructor(time: FakeTime) {
    this.#time = time;
  }

  /** Changes, makes or removes (null) a row, and sends the notice. */
  write(id: string, site: string | null, way: Way): void {
    const before = this.rows.get(id);
    if (site === null && before === undefined) return;
    this.#tick += 1;
    if (site === null) this.rows.delete(id);
    else this.rows.set(id, { id, site, version: this.#tick });
    this.rowChanged.set(id, this.#time.now());
    const operation = site === null ? "DELETE" : before === undefined ? "INSERT" : "UPDATE";
    const isKept = before !== undefined && before.site !== site;
    const statement = isKept ? String((this.#statements += 1)) : null;
    if (statement !== null && before) this.#oldRows.set(statement, [before]);
    this.#noteSite(id, site);
    const notice = { s: "public", t: "notes", at: "2026-11-26T08:00:00Z", o: operation, k: [[id]], b: statement };
    this.#tell(CHANGES_CHANNEL, JSON.stringify(notice), way);
  }

  /** Gives a login another site, or ends it (null). */
  move(login: Login, site: string | null): void {
    this.#tick += 1;
    this.siteOf.set(login, site);
    this.#notes.push({ account: login, tick: this.#tick });
    this.rightsChanged.set(login, this.#time.now());
    this.#noteSite(login, site);
  }

  /** Makes the listening connections silent for good. */
  freeze(): void {
    for (const line of this.#lines) line.carries = false;
  }

  /** Makes the listening connections lose notices for `ms` milliseconds. */
  lose(ms: number): void {
    for (const line of this.#lines) line.losesUntil = this.#time.now() + ms;
  }

  /** Cuts the listening connections. */
  cut(): void {
    for (const line of this.#lines) void line.end();
  }

  /** Crashes the database, which is back after `ms` milliseconds without its unlogged rows. */
  crash(ms: number): void {
    this.#isAway = true;
    this.#lives += 1;
    this.#notes = [];
    this.#oldRows.clear();
    this.cut();
    this.#time.in(ms, () => (this.#isAway = false));
  }

  connect = async (heard: (channel: string, payload: string) => void): Promise<Connection> => {
    await this.#time.wait(CONNECT_MS);
    if (this.#isAway) throw new Error("The database is away.");
    const line = new Line(heard, () => this.#lines.delete(line));
    this.#lines.add(line);
    return line;
  };

  say = async (word: string): Promise<void> => {
    await this.#reach();
    this.#tell(SELF_CHANNEL, word, { late: 0, isDoubled: false });
    await this.#time.wait(WAY_MS);
  };

  /** Questions of the gateway: rights of logins, values that lead to followers, and rows as logins see them. */
  readonly database = {
    query: async (statement: Sql) => {
      await this.#reach();
      const asks = (word: string) => statement.sql.includes(word);
      const rows = asks("rights_of_logins")
        ? this.#rights(statement.values)
        : asks("followed")
          ? this.#sitesOf(statement.values)
          : this.#read(statement.values);
      await this.#time.wait(WAY_MS);
      return { rows };
    },
  } as unknown as Database;

  /** Rows that a login sees when it fetches. */
  async fetch(login: Login): Promise<Row[]> {
    await this.#reach();
    const rows = [...this.rows.values()].filter((row) => this.sees(login, row));
    await this.#time.wait(WAY_MS);
    return rows;
  }

  sees = (login: Login, { site }: Row): boolean => this.siteOf.get(login) === site;

  /** Whether a login could see a row in the answer of that number. */
  couldSee = (answer: number, login: Login, id: string): boolean =>
    this.#seenIn.get(answer)?.has(`${login} ${id}`) === true;

  /**
   * Whether the rights of a login, now or before, ever showed a row: a removed row is told to logins that could see it by their present
   * rights.
   */
  couldEverSee(login: Login, id: string): boolean {
    const sites = this.#sites.get(id) ?? new Set();
    return [...(this.#sites.get(login) ?? [FIRST_SITE])].some((site) => sites.has(site));
  }

  async #reach(): Promise<void> {
    await this.#time.wait(WAY_MS);
    if (this.#isAway) throw new Error("The database is away.");
  }

  #noteSite(what: string, site: string | null): void {
    const sites = this.#sites.get(what) ?? new Set(LOGINS.some((login) => login === what) ? [FIRST_SITE] : []);
    this.#sites.set(what, site === null ? sites : sites.add(site));
  }

  #tell(channel: string, payload: string, { late, isDoubled }: Way): void {
    const lines = [...this.#lines];
    const arrive = () => {
      for (const line of lines) line.hear(channel, payload, this.#time.now());
    };
    this.#time.in(late + 1, arrive);
    if (isDoubled) this.#time.in(late + 7, arrive);
  }

  get #life(): string {
    return String(this.#lives);
  }

  #rights([accounts]: unknown[]) {
    for (const account of accounts as Login[]) this.asked.add(account);
    return (accounts as Login[]).map((account, index) => ({
      n: index + 1,
      rights: this.siteOf.get(account) ?? "none",
      until: null,
      snapshot: String(this.#tick),
      life: this.#life,
    }));
  }

  #sitesOf([keysText]: unknown[]): { position: number; body: string }[] {
    return (JSON.parse(keysText as string) as [string][]).flatMap(([id], position) => {
      const row = this.rows.get(id);
      return row ? [{ position, body: JSON.stringify({ site: row.site }) }] : [];
    });
  }

  /** Logins that questions were about. */
  readonly asked = new Set<string>();

  #read([, , wantedText, goneText, readersText, since]: unknown[]): Answer[] {
    const wanted = JSON.parse(wantedText as string) as [string][];
    const gone = JSON.parse(goneText as string) as [string, [string]][];
    const readers = (JSON.parse(readersText as string) as { claims: { sub: Login } }[]).map(({ claims }) => claims.sub);
    for (const reader of readers) this.asked.add(reader);
    const olds = gone.map(([statement, [id]]) => this.#oldRows.get(statement)?.find((row) => row.id === id));
    if (gone.some(([statement]) => !this.#oldRows.has(statement))) throw new Error("Old rows are gone.");
    this.#answers += 1;
    const number = this.#answers;
    const seen = [...this.rows.values()].flatMap((row) =>
      LOGINS.flatMap((login) => (this.sees(login, row) ? [`${login} ${row.id}`] : [])),
    );
    this.#seenIn.set(number, new Set(seen));
    const answer = (kind: Answer["kind"], more: Partial<Answer>): Answer => ({
      kind,
      reader: 0,
      visible: null,
      role_name: "authenticated",
      body: null,
      life: this.#life,
      ...more,
    });
    const answers: Answer[] = [];
    if (since !== null) {
      answers.push(answer("shares", { body: "true" }), answer("now", { body: String(this.#tick) }));
      for (const { account, tick } of this.#notes)
        if (tick > Number(since)) answers.push(answer("changed", { body: account }));
    }
    const there = wanted.map(([id]) => this.rows.get(id));
    const positions = (rows: readonly (Row | undefined)[], login: Login) =>
      rows.flatMap((row, position) => (row && this.sees(login, row) ? [position] : []));
    for (const [reader, login] of readers.entries()) {
      answers.push(answer("visible", { reader, visible: positions(there, login) }));
      if (gone.length > 0) answers.push(answer("gone", { reader, visible: positions(olds, login) }));
    }
    for (const [position, row] of there.entries())
      if (row) answers.push(answer("row", { reader: position, body: JSON.stringify({ ...row, answer: number }) }));
    return answers;
  }
}

/** A connection that listens. */
class Line implements Connection {
  isOpen = true;
  carries = true;
  losesUntil = 0;
  readonly #events = new EventEmitter();
  readonly lost = once(this.#events, "lost");
  readonly #heard: (channel: string, payload: string) => void;
  readonly #leave: () => void;

  constructor(heard: (channel: string, payload: string) => void, leave: () => void) {
    this.#heard = heard;
    this.#leave = leave;
  }

  hear(channel: string, payload: string, now: number): void {
    if (this.isOpen && this.carries && now >= this.losesUntil) this.#heard(channel, payload);
  }

  end(): Promise<void> {
    this.isOpen = false;
    this.#leave();
    this.#events.emit("lost");
    return Promise.resolve();
  }
}
