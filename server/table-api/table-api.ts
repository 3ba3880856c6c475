// The table API: a call comes in, is understood whole or refused, is asked of the database as its caller, and answered.
import type { Logger } from "pino";
import { tooManyText, type LimitedAction } from "#contract/rate-limits.ts";
import type { SecurityProfile } from "#contract/states.ts";
import type { Database } from "#server/database/driver/connect.ts";
import { Pipeline } from "#server/database/driver/pipeline.ts";
import { TELL_BEHIND, TELLS_BEHIND } from "#server/realtime/changes/capture-sql.ts";
import { isOwnMachine, networkOf } from "#server/callers/client-address.ts";
import type { LimitedCaller } from "#server/limits/counters.ts";
import { shortened } from "#server/http/request-log.ts";
import type { Limits } from "#server/limits/limits.ts";
import {
  type HeaderReader,
  readActing,
  type Caller,
  type CallerReader,
  createCallerReader,
} from "#server/callers/caller.ts";
import {
  CHANGE_BYTES,
  CONNECTIONS,
  type RouteBounds,
  ROUTES,
  type OwnRoutes,
  type WholeRoute,
  tableRoutes,
} from "#server/http/bounds.ts";
import { refuseCompressed, tooLarge } from "#server/http/bodies.ts";
import { Refusal } from "#server/http/refusal.ts";
import type { Credentials, Role } from "#server/callers/identity.ts";
import { type Work, callWork, deleteWork, insertWork, notOne, readWork, updateWork } from "./calls.ts";
import { type Wishes, readWishes, requireJson, type Query, type Target, readQuery, readTarget } from "./query.ts";
import { InTurn } from "#server/http/turns.ts";
import { bodyOfRefusal, refusalOf } from "./refusal.ts";
import { readRow, readRows } from "./rows.ts";
import { type Schema, readSchema, requireGrant, tableOf } from "./schema.ts";
import { Shapes } from "./statements.ts";

/** A call as it came. */
export type TableCall = {
  /** ID of the request, as the log has it; null for a call of the server itself. */
  id: string | null;
  method: string;
  /** Path as it was sent: nothing in it is decoded. */
  path: string;
  /** Text behind the question mark. */
  query: string;
  header: HeaderReader;
  /** Reads the body; null when it has more than `mostBytes` bytes. */
  readBody: (mostBytes: number) => Promise<Uint8Array | null>;
  /** Gives the network address that the call counts for; null for a call of the server itself, which no limit counts. */
  readAddress: (() => string) | null;
  /** Counts the bytes of a long answer until its reader has taken them. Throws a Refusal when too many wait already. */
  holdAnswer: (bytes: number) => void;
};

/** Answer of a call; a long body is in pieces. */
export type TableAnswer = { status: number; headers: Record<string, string>; body: string | readonly string[] };

export type TableApiOptions = {
  databaseUrl: string;
  /** A pool of the database's owner, which reads the schema. */
  database: Database;
  credentials: Credentials;
  securityProfile: SecurityProfile;
  /** Tables and functions with limits, sizes or rights of their own. */
  routes: OwnRoutes;
  /** Limits of calls; null where nothing is limited. */
  limits: Pick<Limits, "count" | "countAhead" | "waitOf"> | null;
  /** Called when a change may be stored that no follower was told. */
  onUntold: () => void;
  log: Logger;
};

/** Changes count by their rows and bytes, since each writes rows of the trail that are kept. */
const CHANGE = { as: "work", bytesEach: CHANGE_BYTES } as const;
/** The bounds of one call, for every table and function that has no row of its own. */
const INSERT: WholeRoute = { ...ROUTES["POST /rest/v1/<table>"], counts: CHANGE };
const UPDATE = ROUTES["PATCH /rest/v1/<table>"];
const REMOVAL = ROUTES["DELETE /rest/v1/<table>"];
const CALL: WholeRoute = ROUTES["POST /rest/v1/rpc/<function>"];
const CHANGING_CALL: WholeRoute = { ...CALL, counts: CHANGE };

const JSON_TYPE = "application/json; charset=utf-8";
const CLAIM = "select set_config('request.jwt.claims', $1, true)";
const ACT = "select set_config('request.headers', $1, true)";
/** Names a call for an operator who looks into `pg_stat_activity`. Quick reads have no name, since nobody would find them there. */
const NAME = "select set_config('application_name', $1, true)";
/** Name of the connections. */
const CONNECTIONS_NAME = "parkering api";

export class TableApi {
  readonly #options: TableApiOptions;
  readonly #routes: ReadonlyMap<string, WholeRoute>;
  readonly #pipelines: Record<Role, Pipeline>;
  readonly #shapes = new Shapes();
  /**
   * Large reads of the same client, one after the other: a client that repeats a large read over a few connections takes the database and
   * this process once. This is courtesy and no limit.
   */
  readonly #largeReads = new InTurn();
  readonly #readCaller: CallerReader;
  #schema: Schema = { tables: new Map(), functions: new Map() };

  /** Makes the API. Call `readSchema` before the first call. */
  constructor(options: TableApiOptions) {
    this.#options = options;
    this.#routes = tableRoutes(options.routes);
    this.#readCaller = createCallerReader(options.credentials);
    const open = (role: Role) =>
      new Pipeline({
        url: options.databaseUrl,
        name: CONNECTIONS_NAME,
        connections: CONNECTIONS.tables[role],
        settings: {
          role,
          "request.jwt.claims": JSON.stringify({ role }),
          search_path: "public,extensions",
          TimeZone: "UTC",
          statement_timeout: String(INSERT.statementMs),
        },
        behind: { settings: TELLS_BEHIND, statement: TELL_BEHIND, fail: options.onUntold },
      });
    this.#pipelines = { anon: open("anon"), authenticated: open("authenticated"), service_role: open("service_role") };
  }

  /** Reads the schema of the database, at the start and after a change. Throws when it cannot be read. */
  async readSchema(): Promise<void> {
    this.#schema = await readSchema(this.#options.database);
    this.#shapes.clear();
  }

  /** Asks the database as each of its roles. Throws when one of them is not answered. */
  async tryRoles(): Promise<void> {
    await Promise.all(Object.values(this.#pipelines).map((pipeline) => pipeline.run([{ text: "select 1" }])));
  }

  /** Whether a name below the API's address (`<table>`, `rpc/<function>`) is a table or a function that is offered. */
  isKnown(name: string): boolean {
    const { tables, functions } = this.#schema;
    return name.startsWith("rpc/") ? functions.has(name.slice("rpc/".length)) : tables.has(name);
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.#pipelines).map((pipeline) => pipeline.close()));
  }

  /** Answers a call. Never rejects. */
  async answer(call: TableCall): Promise<TableAnswer> {
    let role: Role = "anon";
    try {
      const target = readTarget(call.path);
      requireMethod(call.method, target);
      const query = readQuery(call.query);
      const wishes = readWishes(call.header);
      const caller = this.#readCaller(call.header, query.apikey);
      role = caller.role;
      return await this.#do(call, { target, query, wishes, caller });
    } catch (error) {
      const refusal = refusalOf(error, role);
      if (refusal === null)
        this.#options.log.error({ id: call.id, err: error, path: shortened(call.path) }, "a table call failed");
      return answerOf(refusal ?? new Refusal(500, "PGRST000", "The server failed. Please try again."));
    }
  }

  #do(call: TableCall, asked: Asked): Promise<TableAnswer> {
    if (asked.target.kind === "function") return this.#call(call, asked);
    if (call.method === "POST") return this.#insert(call, asked);
    if (call.method === "PATCH") return this.#update(call, asked);
    if (call.method === "DELETE") return this.#delete(call, asked);
    return this.#read(call, asked);
  }

  async #read(call: TableCall, { target, query, wishes, caller }: Asked): Promise<TableAnswer> {
    const { readAddress } = call;
    const isHead = call.method === "HEAD";
    const work = readWork(tableOf(this.#schema, target.name), query, wishes, isHead);
    const ask = () => this.#ask(call, caller, work);
    const shape = this.#shapes.get(work);
    const waits = shape.isLarge && readAddress !== null;
    const answered = await (waits ? this.#largeReads.run(`${shape.name} ${readAddress()}`, ask) : ask());
    const { count, body, all } = work.isLong ? longAnswer(answered, wishes) : shortAnswer(answered, wishes);
    hold(call, body);
    shape.isLarge = typeof body !== "string";
    if (wishes.isSingle && count !== 1) throw notOne(count);
    const total = wishes.wantsCount ? all : null;
    const range = `${count === 0 ? "*" : `${query.offset}-${query.offset + count - 1}`}/${total ?? "*"}`;
    if (total !== null && query.offset > total) {
      const details = `An offset of ${query.offset} was requested, but there are only ${total} rows.`;
      throw new Refusal(416, "PGRST103", "Requested range not satisfiable", { details });
    }
    const headers = { "Content-Type": typeOf(wishes), "Content-Range": range };
    return { status: total !== null && count < total ? 206 : 200, headers, body: isHead ? "" : body };
  }

  async #insert(call: TableCall, { target, query, wishes, caller }: Asked): Promise<TableAnswer> {
    const table = tableOf(this.#schema, target.name);
    requireGrant(this.#schema, "insert", table.name, caller.role);
    requireBody(call);
    const who = this.#kindOf(caller);
    const { bytes, rows, counts } = this.#routes.get(table.name) ?? INSERT;
    if (counts !== undefined) this.#refuseTooMany(counts.as, call, caller);
    const body = await this.#bodyOf(call, mostOf(bytes, who));
    const found = readRows(body, { columns: query.columns, mostRows: mostOf(rows ?? 1, who) });
    const work = insertWork(table, query, wishes, found);
    const points = Math.max(found.rows.length, partsOf(body, counts));
    if (counts !== undefined) await this.#count(counts, call, caller, points);
    return written(201, await this.#write(call, caller, work), wishes);
  }

  async #update(call: TableCall, { target, query, wishes, caller }: Asked): Promise<TableAnswer> {
    const table = tableOf(this.#schema, target.name);
    requireGrant(this.#schema, "update", table.name, caller.role);
    await this.#count(CHANGE, call, caller, 1);
    const body = await this.#bodyOf(call, UPDATE.bytes[this.#kindOf(caller)]);
    await this.#countMore(CHANGE, call, caller, body);
    const most = caller.role === "service_role" ? null : UPDATE.rows;
    const work = updateWork(table, query, wishes, await readRow(body), most);
    return written(204, await this.#change(call, caller, work), wishes);
  }

  async #delete(call: TableCall, { target, query, wishes, caller }: Asked): Promise<TableAnswer> {
    const table = tableOf(this.#schema, target.name);
    requireGrant(this.#schema, "delete", table.name, caller.role);
    const work = deleteWork(table, query, wishes, caller.role === "service_role" ? null : REMOVAL.rows);
    await this.#count(CHANGE, call, caller, 1);
    return written(204, await this.#change(call, caller, work), wishes);
  }

  /** Changes what filters find, and counts each further row once it is changed. Throws a Refusal 413 where they find too many rows. */
  async #change(call: TableCall, caller: Caller, work: Work): Promise<Rows> {
    const rows = await this.#write(call, caller, work);
    const [answered] = rows;
    if (work.most === undefined || answered === undefined) return rows;
    if (Number(answered.at(-1)) > work.most)
      throw new Refusal(413, "PGRST102", `At most ${work.most} rows can be changed at a time.`);
    const more = Number(answered[0]) - 1;
    const { limits } = this.#options;
    if (more > 0 && limits !== null && call.readAddress !== null)
      await limits.count(CHANGE.as, { address: call.readAddress(), account: caller.account }, more);
    return rows;
  }

  async #call(call: TableCall, { target, query, wishes, caller }: Asked): Promise<TableAnswer> {
    const route = this.#routes.get(`rpc/${target.name}`) ?? (this.#changes(target.name) ? CHANGING_CALL : CALL);
    const { counts, misses } = route;
    const { bytes, values } = this.#mayUse(route, caller) ? route : CALL;
    requireGrant(this.#schema, "execute", target.name, caller.role);
    requireBody(call);
    // A call above a limit is refused before its body is read, since the body is most of what a refused call costs. Only where the body
    // decides about the limit is it read first.
    const isByValues = counts?.account !== undefined || counts?.isFree !== undefined;
    if (counts !== undefined && !isByValues) await this.#count(counts, call, caller, 1);
    else if (counts !== undefined && counts.isFree === undefined)
      this.#refuseTooMany(counts.as, call, { ...caller, account: null });
    const body = await this.#bodyOf(call, mostOf(bytes, this.#kindOf(caller)));
    if (counts !== undefined && !isByValues) await this.#countMore(counts, call, caller, body);
    const row = await readRow(body, values);
    const work = callWork(this.#schema, target.name, query, wishes, row, route.isQuick?.(row) === true);
    if (counts !== undefined && isByValues && counts.isFree?.(row) !== true) {
      const account = counts.account === undefined ? caller.account : counts.account(row);
      await this.#count(counts, call, { ...caller, account }, 1);
    }
    const [answered] = await this.#write(call, caller, work).catch(async (error: unknown) => {
      if (misses !== undefined && refusalOf(error, caller.role)?.status === 404)
        await this.#count(misses, call, { ...caller, account: null }, 1);
      throw error;
    });
    const count = answered?.[0] ?? "0";
    const answer = answered?.[1] ?? "null";
    if (!work.changes) hold(call, answer);
    if (misses?.isMiss(answer) === true) await this.#count(misses, call, { ...caller, account: null }, 1);
    if (work.result === "nothing") return { status: 204, headers: {}, body: "" };
    if (wishes.isSingle && count !== "1") throw notOne(Number(count));
    const headers = { "Content-Type": typeOf(wishes) };
    return { status: 200, headers, body: work.result === "rows" ? bodyOf(answer, wishes) : answer };
  }

  #changes(name: string): boolean {
    return this.#schema.functions.get(name)?.some(({ changes }) => changes) === true;
  }

  #kindOf({ claims, role }: Caller): "visitor" | "others" {
    const isVisitor = this.#options.securityProfile === "hardened" && claims === null && role === "anon";
    return isVisitor ? "visitor" : "others";
  }

  /** Whether the caller is of the kind that may send as much as the route's own row says. */
  #mayUse(route: WholeRoute, { role, kind }: Caller): boolean {
    if (route.kind === undefined || route.kind === kind) return true;
    return this.#options.securityProfile === "specified" || role === "service_role";
  }

  async #bodyOf(call: TableCall, mostBytes: number): Promise<Uint8Array> {
    requireBody(call);
    const body = await call.readBody(mostBytes);
    if (body === null) throw tooLarge(mostBytes);
    return body;
  }

  async #count(
    { as: action, isAhead = false }: { as: LimitedAction; isAhead?: boolean },
    call: TableCall,
    { role, account }: Pick<Caller, "role"> & Pick<LimitedCaller, "account">,
    points: number,
  ): Promise<void> {
    const { limits } = this.#options;
    if (limits === null || call.readAddress === null || role === "service_role") return;
    const count = isAhead ? limits.countAhead : limits.count;
    refuseFor(await count(action, { address: call.readAddress(), account }, points));
  }

  /** Counts the parts of a long body after the first one, which the call itself has counted. */
  async #countMore(counts: Counts, call: TableCall, caller: Caller, body: Uint8Array): Promise<void> {
    const parts = partsOf(body, counts);
    if (parts > 1) await this.#count(counts, call, caller, parts - 1);
  }

  /** Refuses a caller who is above a limit already, before the body is read. The count itself comes after the body. */
  #refuseTooMany(action: LimitedAction, call: TableCall, { role, account }: Caller): void {
    const { limits } = this.#options;
    if (limits === null || call.readAddress === null || role === "service_role") return;
    refuseFor(limits.waitOf(action, { address: call.readAddress(), account }));
  }

  /** Runs work that may change something, and tells the trail who acts. */
  #write(call: TableCall, caller: Caller, work: Work): Promise<Rows> {
    return this.#ask(call, caller, work, readActing(call.header, caller.role, this.#options.securityProfile));
  }

  /**
   * Runs work as the caller and gives its rows: a visitor's statement goes alone, everybody else's after a statement that sets their
   * claims.
   */
  async #ask(
    call: TableCall,
    { role, claims, account }: Caller,
    work: Work,
    acting: string | null = null,
  ): Promise<Rows> {
    const { id, readAddress } = call;
    const { name, text } = this.#shapes.get(work);
    const statement = { name, text, values: work.values };
    const isNamed = id !== null && (work.changes || work.weight === "long");
    const known = [
      ...(isNamed ? [{ name: "name", text: NAME, values: [`${CONNECTIONS_NAME} ${id}`] }] : []),
      ...(claims === null ? [] : [{ name: "claim", text: CLAIM, values: [claims] }]),
      ...(acting === null ? [] : [{ name: "act", text: ACT, values: [acting] }]),
    ];
    const asker = () => {
      const address = readAddress?.() ?? "";
      // A proxy on this machine may stand for everybody, as the server's own functions do.
      return {
        address: networkOf(address),
        account: account ?? "",
        isEverybody: address === "" || isOwnMachine(address),
      };
    };
    const answers = await this.#pipelines[role].run([...known, statement], work.weight, work.changes, { id, asker });
    return answers.at(-1)?.rows ?? [];
  }
}

/** Rows of an answer: texts, or null. */
type Rows = readonly (readonly (string | null)[])[];

type Counts = Pick<NonNullable<WholeRoute["counts"]>, "as" | "isAhead" | "bytesEach">;

/** Number of times that a body counts: once for each `bytesEach` bytes, and at least once. */
const partsOf = ({ byteLength }: Uint8Array, { bytesEach = Infinity }: Partial<Counts> = {}): number =>
  Math.max(1, Math.ceil(byteLength / bytesEach));

const mostOf = (bound: NonNullable<RouteBounds["rows"]>, who: "visitor" | "others"): number =>
  typeof bound === "number" ? bound : bound[who];

type Asked = { target: Target; query: Query; wishes: Wishes; caller: Caller };

const typeOf = ({ isSingle }: Wishes) => (isSingle ? "application/vnd.pgrst.object+json; charset=utf-8" : JSON_TYPE);

/** The rows as a list, or a single row without the brackets of the list. */
const bodyOf = (rows: string, { isSingle }: Wishes) => (isSingle ? rows.slice(1, -1) : rows);

function shortAnswer([answered]: Rows, wishes: Wishes) {
  const [count, rows, all] = answered ?? [];
  return { count: Number(count ?? 0), all: Number(all ?? 0), body: bodyOf(rows ?? "[]", wishes) };
}

/** Letters of a piece of a long body, which is sent in one turn of the event loop. */
const PIECE = 64 * 1024;

function longAnswer(answered: Rows, { isSingle }: Wishes) {
  const rows = answered.flatMap(([row]) => (row === null || row === undefined ? [] : [row]));
  const all = Number(answered[0]?.[1] ?? 0);
  if (isSingle) return { count: rows.length, all, body: rows[0] ?? "" };
  const pieces: string[] = [];
  let piece = "[";
  for (const [at, row] of rows.entries()) {
    if (piece.length > PIECE) {
      pieces.push(piece);
      piece = "";
    }
    piece += at === 0 ? row : `,${row}`;
  }
  piece += "]";
  return { count: rows.length, all, body: pieces.length === 0 ? piece : [...pieces, piece] };
}

/** Counts a long body until its reader has taken it. Throws a Refusal. */
function hold({ holdAnswer }: TableCall, body: TableAnswer["body"]): void {
  const letters = typeof body === "string" ? body.length : body.reduce((sum, piece) => sum + piece.length, 0);
  if (letters > PIECE) holdAnswer(letters);
}

/** Answer of a write: its rows where they were asked for, else `emptyStatus` and nothing. */
function written(emptyStatus: 201 | 204, [answered]: Rows, wishes: Wishes): TableAnswer {
  if (!wishes.wantsRows) return { status: emptyStatus, headers: {}, body: "" };
  const headers = { "Content-Type": typeOf(wishes), "Preference-Applied": "return=representation" };
  return { status: emptyStatus === 201 ? 201 : 200, headers, body: bodyOf(answered?.[1] ?? "[]", wishes) };
}

const answerOf = (refusal: Refusal): TableAnswer => ({
  status: refusal.status,
  headers: { "Content-Type": JSON_TYPE, ...refusal.headers },
  body: bodyOfRefusal(refusal),
});

/** Throws a Refusal 429 for a caller who has to wait `seconds`. */
function refuseFor(seconds: number | null): void {
  if (seconds !== null)
    throw new Refusal(429, "PT429", tooManyText(seconds), { headers: { "Retry-After": String(seconds) } });
}

const METHODS = { table: ["GET", "HEAD", "POST", "PATCH", "DELETE"], function: ["POST"] } as const;

function requireMethod(method: string, { kind }: Target): void {
  const known: readonly string[] = METHODS[kind];
  if (known.includes(method)) return;
  const headers = { Allow: known.join(", ") };
  throw new Refusal(405, "PGRST117", `The method ${method} is not supported here.`, { headers });
}

function requireBody({ header }: TableCall): void {
  const refusal = refuseCompressed(header("content-encoding"));
  if (refusal !== null) throw refusal;
  requireJson(header);
}
