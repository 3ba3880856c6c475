// Model of the gateway: the real listener, beat, delivery and rights, on a database and a clock that are made up. Notices, connections and
// rights meet every mishap. In the end each screen shows the rows that its login may see, and nobody was told of a row that was hidden.
import {
  type Arbitrary,
  array,
  assert,
  asyncProperty,
  boolean,
  constant,
  constantFrom,
  nat,
  oneof,
  option,
  record,
} from "fast-check";
import { pino } from "pino";
import { expect, test } from "vitest";
import type { Catalogue } from "#server/realtime/changes/changes.ts";
import { parseNotice } from "#server/realtime/changes/changes.ts";
import { startListener, type Listener } from "#server/realtime/changes/listener.ts";
import { Delivery } from "#server/realtime/delivery.ts";
import type { Filter } from "#server/realtime/filters.ts";
import type { Channel } from "#server/realtime/channel.ts";
import { Subscriptions } from "#server/realtime/subscriptions.ts";
import { WHOLE_TEST_MS } from "#tests/support/run/patience.ts";
import { isWhole } from "#tests/support/run/whole.ts";
import { FakeDatabase, FIRST_SITE, LOGINS, type Login, type Row, TABLE } from "./fake-database.ts";
import { FakeTime } from "./fake-time.ts";

const SEED = 20_261_226;
const RUNS = isWhole ? 2500 : 500;
/** A gap is told within this time, in milliseconds. */
const TOLD_WITHIN_MS = 3000;
/** Time until everything that was begun is over. */
const SETTLED_MS = 30_000;

const key = { name: "id", type: "uuid", typeSql: "uuid", keyPosition: 1 };
const CATALOGUE: Catalogue = new Map([
  [TABLE, { oid: 1, schema: "public", name: "notes", columns: [key], keyColumns: [key] }],
]);

const OF_FIRST_SITE: Filter = { column: "site", operator: "eq", values: [FIRST_SITE] };

/** A screen: joins, fetches, follows the events, and joins again after a gap. */
class Screen {
  readonly view = new Map<string, Row>();
  readonly login: Login;
  /** Whether the screen follows its first site alone. */
  readonly #isFiltered: boolean;
  /** Moment since which the screen is whole, apart from the events that it is told. */
  fetchedAt = 0;
  gaps = 0;
  channel: Channel | null = null;
  readonly #world: World;
  /** Changes that came during the fetch. */
  #during: (() => void)[] | null = null;

  constructor(login: Login, isFiltered: boolean, world: World) {
    this.login = login;
    this.#isFiltered = isFiltered;
    this.#world = world;
  }

  shows = (row: Row): boolean =>
    this.#world.database.sees(this.login, row) && (!this.#isFiltered || row.site === FIRST_SITE);

  join(): void {
    const { listener, subscriptions, time } = this.#world;
    if (!listener.isListening()) return void time.in(50, () => this.join());
    const { login } = this;
    this.channel = {
      topic: `realtime:${login}`,
      joinRef: "1",
      version: "2.0.0",
      identity: { key: login, role: "authenticated", claims: { sub: login }, account: login, login, expiresAt: null },
      bindings: [{ id: 1, event: "*", table: TABLE, filter: this.#isFiltered ? OF_FIRST_SITE : null }],
      send: (frame) => this.#hear(frame.toString()),
      fail: () => this.#fail(),
    };
    subscriptions.add(this.channel);
    void this.#fetch(this.channel);
  }

  #fail(): void {
    if (this.channel !== null) this.#world.subscriptions.remove(this.channel);
    this.channel = null;
    this.gaps += 1;
    this.#world.time.in(1000, () => this.join());
  }

  async #fetch(channel: Channel): Promise<void> {
    this.#during = [];
    const asked = this.#world.time.now();
    const rows = await this.#world.database.fetch(this.login).catch(() => null);
    if (this.channel !== channel) return;
    if (rows === null)
      return void this.#world.time.in(200, () => this.channel === channel && void this.#fetch(channel));
    this.view.clear();
    for (const row of rows) if (this.shows(row)) this.view.set(row.id, row);
    for (const change of this.#during.splice(0)) change();
    this.#during = null;
    this.fetchedAt = asked;
  }

  #hear(text: string): void {
    const [, , , , payload] = JSON.parse(text) as [null, null, string, string, { data: Told }];
    const { type, record, old_record: old } = payload.data;
    const { database } = this.#world;
    const mayHear =
      type === "DELETE"
        ? database.couldEverSee(this.login, old?.id ?? "")
        : database.couldSee(record?.answer ?? 0, this.login, record?.id ?? "");
    if (!mayHear) this.#world.leaks.push(`${this.login} ${text}`);
    const apply = () => {
      if (type === "DELETE") this.view.delete(old?.id ?? "");
      else if (record) this.view.set(record.id, { id: record.id, site: record.site, version: record.version });
    };
    this.#during?.push(apply);
    apply();
  }
}

type Told = {
  type: "INSERT" | "UPDATE" | "DELETE";
  record?: Row & { answer: number };
  old_record?: { id: string };
};

type World = {
  time: FakeTime;
  database: FakeDatabase;
  subscriptions: Subscriptions;
  listener: Listener;
  screens: Screen[];
  /** Hidden rows that somebody was told of. */
  leaks: string[];
};

async function begin(isFiltered = false): Promise<World & { end(): Promise<void> }> {
  const time = new FakeTime();
  const database = new FakeDatabase(time);
  const subscriptions = new Subscriptions();
  const log = pino({ level: "silent" });
  const delivery = new Delivery({
    database: database.database,
    subscriptions,
    catalogue: () => CATALOGUE,
    log,
    fewChannels: 0,
  });
  const starting = startListener({
    databaseUrl: "",
    log,
    say: database.say,
    connect: database.connect,
    clock: time,
    onNotice: (text) => {
      const notice = parseNotice(text);
      if (notice) delivery.take(notice);
    },
    onSchemaChange: () => undefined,
    onLost: () => delivery.failAll("lost"),
    onRestored: () => Promise.resolve(),
  });
  await time.pass(100);
  const world = {
    time,
    database,
    subscriptions,
    listener: await starting,
    screens: [] as Screen[],
    leaks: [] as string[],
  };
  for (const login of LOGINS) world.screens.push(new Screen(login, isFiltered, world));
  for (const screen of world.screens) screen.join();
  await time.pass(100);
  return {
    ...world,
    end: async () => {
      const closing = world.listener.close();
      await time.pass(100);
      await closing;
    },
  };
}

const ON_TIME = { late: 0, isDoubled: false };
const way = record({ late: constantFrom(0, 0, 0, 5, 40, 700, 2000), isDoubled: boolean() });
const id = constantFrom("1", "2", "3");
const site = constantFrom("kajen", "torget");
const login = constantFrom(...LOGINS);
/** A step of the model. */
const step = oneof(
  { weight: 12, arbitrary: record({ is: constant("write"), id, site: option(site), way }) },
  { weight: 2, arbitrary: record({ is: constant("replace"), id, site, way }) },
  { weight: 3, arbitrary: record({ is: constant("move"), login, site: option(site) }) },
  { weight: 6, arbitrary: record({ is: constant("pass"), ms: constantFrom(1, 10, 300, 1500) }) },
  { weight: 1, arbitrary: record({ is: constantFrom("freeze", "cut") }) },
  // Notices are lost for longer than the time between two heartbeats: a connection that lives on never loses single notices between two
  // beats.
  { weight: 1, arbitrary: record({ is: constant("lose"), ms: constantFrom(1500, 2400) }) },
  { weight: 1, arbitrary: record({ is: constant("crash"), ms: constantFrom(100, 900, 4000) }) },
);
type Step = typeof step extends Arbitrary<infer T> ? T : never;

function happen(each: Step, { database, time }: World): unknown {
  // The row is removed and made anew on another connection, whose notice is not late.
  if (each.is === "replace" && "way" in each) database.write(each.id, null, each.way);
  if ("way" in each) return database.write(each.id, each.site, each.is === "replace" ? ON_TIME : each.way);
  if ("login" in each) return database.move(each.login, each.site);
  if (!("ms" in each)) return each.is === "freeze" ? database.freeze() : database.cut();
  if (each.is === "pass") return time.pass(each.ms);
  return each.is === "lose" ? database.lose(each.ms) : database.crash(each.ms);
}

/** Rows that a screen shows wrongly. Rights that change count from a row's next change on, so older rows are left out. */
function wrongOn(screen: Screen, database: FakeDatabase): string[] {
  const { login: of, view, fetchedAt } = screen;
  const movedAt = database.rightsChanged.get(of) ?? -1;
  const ids = new Set([...view.keys(), ...database.rows.keys()]);
  return [...ids].flatMap((row) => {
    const now = database.rows.get(row);
    const should = now !== undefined && screen.shows(now) ? now : undefined;
    const isOlder = movedAt >= fetchedAt && ((database.rowChanged.get(row) ?? -1) <= movedAt || should === undefined);
    return isOlder || view.get(row)?.version === should?.version ? [] : [`${of} ${row}`];
  });
}

test(
  "whatever is lost, doubled, late or reordered, and whoever's rights change: all screens are right in the end",
  async () => {
    await assert(
      asyncProperty(array(step, { minLength: 1, maxLength: 30 }), boolean(), async (steps, isFiltered) => {
        const world = await begin(isFiltered);
        for (const each of steps) await happen(each, world);
        await world.time.pass(SETTLED_MS);
        expect(world.leaks).toEqual([]);
        for (const screen of world.screens) {
          expect(screen.channel).not.toBeNull();
          expect(wrongOn(screen, world.database)).toEqual([]);
        }
        await world.end();
      }),
      { seed: SEED, numRuns: RUNS },
    );
  },
  WHOLE_TEST_MS,
);

test(
  "a connection that carries nothing, or lost something, is a gap that everybody is told within three seconds",
  async () => {
    await assert(
      asyncProperty(constantFrom("freeze", "lose"), nat({ max: 2000 }), async (fault, after) => {
        const world = await begin();
        await world.time.pass(after);
        if (fault === "freeze") world.database.freeze();
        else world.database.lose(1500);
        world.database.write("1", "kajen", ON_TIME);
        await world.time.pass(TOLD_WITHIN_MS);
        expect(world.screens.map(({ gaps }) => gaps)).toEqual([1, 1, 1]);
        await world.time.pass(5000);
        expect(world.screens.map(({ view }) => [...view.keys()])).toEqual([["1"], ["1"], ["1"]]);
        await world.end();
      }),
      { seed: SEED, numRuns: RUNS / 5 },
    );
  },
  WHOLE_TEST_MS,
);
