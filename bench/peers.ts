// The product beside a bare endpoint on the same database and beside Parse Server: one run, round by round, medians and ratios.
//
// `npm run bench -- peers`. BENCH_SECONDS and BENCH_ROUNDS (5 and 3) shorten it to try the bench itself out.
import type { SecurityProfile } from "#contract/states.ts";
import { RATE_LIMITS } from "#contract/rate-limits.ts";
import { type RunningProduct, startProduct } from "#tests/support/server/product.ts";
import { addFresh, fillParkings, fillProperties, MANY, removeInserted, waitUntilQuiet } from "./city.ts";
import { installPeers } from "./peers/install.ts";
import { type ParseServer, startParseServer } from "./peers/parse.ts";
import {
  attendantsInTurn,
  makeAttendants,
  readJwtSecret,
  signInAttendant,
  visitors,
  withoutLimits,
} from "./peers/people.ts";
import { findPgbench, pgbenchParkings } from "./peers/pgbench.ts";
import { startPeer } from "./peers/process.ts";
import { checkAnswers, loadOf, PARSE, type Readings, runRounds, secondsOf, type Side } from "./peers/rounds.ts";
import {
  bareParkings,
  bareVisits,
  jsonHeaders,
  PARKING_CALLS,
  type ParkingCall,
  parseParkings,
  productParkings,
  productVisits,
  someParking,
  VISITOR_CALLS,
} from "./peers/sides.ts";
import { type Figure, milliseconds, printColumns, printTable } from "./table.ts";

/**
 * Connections of the bare endpoint to the database, the fastest of 4, 8 and 16 over the four calls. BARE_CONNECTIONS tries other numbers.
 */
const BARE_CONNECTIONS = 16;

/** Most inserts a second that the bench has people for: more than any of the servers reaches. */
const MOST_INSERTS_A_SECOND = 4000;

/** Rows that are inserted before each search of each server: some three thousand make a pending list of 4 MB. */
const FRESH_PARKINGS = 2000;

const LOAD = loadOf(32);
const CROWDED = { ...loadOf(64), rounds: 1 };
const CROWDED_CALLS = ["key", "insert"] as const;
const LONGEST_P99_MS = 60;

/** The least ratio that each call has to reach: of a visitor to PostgreSQL alone, of a person to the bare endpoint. */
const TARGETS = {
  visitor: { key: 0.2, "newest 100": 0.45, search: 0.48, insert: 1 },
  person: { key: 0.85, "newest 100": 1.5, search: 1.2, insert: 0.95 },
} as const satisfies Record<string, Record<ParkingCall, number>>;

/** Measures and prints everything, and gives the calls that reach their target and those that do not. */
export async function measurePeers(): Promise<void> {
  const folder = installPeers();
  const pgbench = findPgbench();
  if (pgbench === null)
    console.log("left out: pgbench, which is not there (apt install postgresql-contrib, or PGBENCH=/its/path)");
  const targets: Figure[] = [];
  await onFilledProduct("specified", folder, async (stage) => {
    const caller = { headers: jsonHeaders({ apikey: stage.product.publishableKey }) };
    const least = pgbench === null ? null : TARGETS.visitor;
    await compareParkings(stage, "a visitor in `specified`", least, targets, {
      product: productParkings(stage.product, stage.id, caller),
      bare: bareParkings(stage.bareUrl, stage.id, caller),
      parse: parseParkings(stage.parse),
      ...(pgbench === null ? {} : { database: pgbenchParkings(pgbench, stage.product.databaseUrl, stage.id) }),
    });
  });
  await onFilledProduct("hardened", folder, async (stage) => {
    await comparePerson(stage, targets);
    await compareVisits(stage, targets);
  });
  printTable("Targets", targets);
}

/** A running product with many rows, and its two peers on the same PostgreSQL. */
type Stage = { product: RunningProduct; id: string; bareUrl: string; parse: ParseServer };

async function onFilledProduct(
  profile: SecurityProfile,
  folder: string,
  work: (stage: Stage) => Promise<void>,
): Promise<void> {
  const undo: (() => Promise<void>)[] = [];
  try {
    const product = await startProduct({ profile });
    undo.push(() => product.stop());
    await fillParkings(product.databaseUrl);
    await fillProperties(product.databaseUrl, 500, 2000);
    const users = profile === "hardened" ? "signed in" : "everybody";
    const parse = await startParseServer(product.databaseUrl, folder, users);
    undo.push(() => parse.stop());
    const bare = await startPeer("bare-endpoint.mjs", {
      DATABASE_URL: product.databaseUrl,
      JWT_SECRET: await readJwtSecret(product.databaseUrl),
      PEERS_FOLDER: folder,
      POOL_SIZE: process.env["BARE_CONNECTIONS"] ?? String(BARE_CONNECTIONS),
      BARE_DRIVER: process.env["BARE_DRIVER"] ?? "postgres",
    });
    undo.push(() => bare.stop());
    await work({ product, id: await someParking(product.databaseUrl), bareUrl: bare.url, parse });
  } finally {
    for (const step of undo.toReversed()) await step();
  }
}

/** Callers: reads go as the demo's attendant, inserts as so many attendants that no limit is reached. */
async function comparePerson(stage: Stage, targets: Figure[]): Promise<void> {
  const { product, id, bareUrl, parse } = stage;
  const apikey = { apikey: product.publishableKey };
  const token = await signInAttendant(product.url, product.publishableKey);
  const headers = jsonHeaders({ ...apikey, authorization: `Bearer ${token}` });
  const seconds = secondsOf(LOAD) + secondsOf(CROWDED);
  const count = Math.ceil((seconds * MOST_INSERTS_A_SECOND) / RATE_LIMITS.parkings.account.points);
  const tokens = await makeAttendants(product.databaseUrl, count);
  const caller = { headers, project: "ostra-hamnen" };
  await compareParkings(stage, "a signed-in attendant in `hardened`", TARGETS.person, targets, {
    product: productParkings(product, id, { ...caller, senders: attendantsInTurn(jsonHeaders(apikey), tokens) }),
    bare: bareParkings(bareUrl, id, { ...caller, senders: withoutLimits(jsonHeaders(apikey), tokens) }),
    parse: parseParkings(parse, "ostra-hamnen"),
  });
}

/** `database` is PostgreSQL alone, beside which a visitor's calls are held. */
type Sides = Record<"product" | "bare" | "parse", Side<ParkingCall>> & { database?: Side<ParkingCall> };

async function compareParkings(
  stage: Stage,
  who: string,
  least: Record<ParkingCall, number> | null,
  targets: Figure[],
  { product, bare, parse, database }: Sides,
): Promise<void> {
  const sides = [bare, product, parse, ...(database === undefined ? [] : [database])];
  const tidy = tidyAfter(stage);
  const found = await checkAnswers(sides, PARKING_CALLS);
  const readings = await runRounds(sides, PARKING_CALLS, LOAD, tidy);
  const title = `Requests a second, ${LOAD.connections} connections, ${MANY} parkings: ${who}`;
  printRatios(title, readings, PARKING_CALLS, found);
  const measure = database?.name ?? bare.name;
  for (const name of PARKING_CALLS) {
    const ratio = rateOf(readings, name, product.name) / rateOf(readings, name, measure);
    if (least !== null)
      targets.push(held(`${who}: ${name} beside ${measure}`, ratio, `≥ ${least[name]}`, ratio >= least[name]));
    const ahead = rateOf(readings, name, product.name) / rateOf(readings, name, PARSE);
    targets.push(held(`${who}: ${name} beside Parse Server`, ahead, "> 1", ahead > 1));
  }
  const crowded = await runRounds([bare, product], CROWDED_CALLS, CROWDED, tidy);
  for (const name of CROWDED_CALLS) {
    const p99 = crowded.get(product.name)?.[name]?.p99 ?? Number.NaN;
    const isHeld = p99 < LONGEST_P99_MS;
    targets.push({
      what: `${who}: ${name}, p99 at ${CROWDED.connections} connections`,
      value: milliseconds(p99),
      note: `< ${LONGEST_P99_MS} ms: ${isHeld ? "holds" : "MISSED"}; bare ${milliseconds(crowded.get(bare.name)?.[name]?.p99 ?? Number.NaN)}`,
    });
  }
}

/** Compares the calls of visitors in `hardened`, where they may not read parkings. */
async function compareVisits(stage: Stage, targets: Figure[]): Promise<void> {
  const { product, bareUrl } = stage;
  const headers = jsonHeaders({ apikey: product.publishableKey });
  const sides = [
    bareVisits(bareUrl, { headers, senders: visitors(headers) }),
    productVisits(product, { headers, senders: visitors(headers) }),
  ];
  const found = await checkAnswers(sides, VISITOR_CALLS);
  const readings = await runRounds(sides, VISITOR_CALLS, LOAD, tidyAfter(stage));
  printRatios(
    `Requests a second, ${LOAD.connections} connections: a visitor in \`hardened\``,
    readings,
    VISITOR_CALLS,
    found,
  );
  const least = { "site by path": 1.7, "newest 24 properties": 1.9, "insert a parking": 0.95 };
  for (const name of VISITOR_CALLS) {
    const ratio = ratioOf(readings, name, "product");
    targets.push(
      held(`a visitor in \`hardened\`: ${name} beside bare`, ratio, `≥ ${least[name]}`, ratio >= least[name]),
    );
  }
}

/**
 * Leaves each database as it was, so that the next server meets the same rows; the search, which comes next, meets the rows of a busy hour.
 */
const tidyAfter =
  ({ product, parse }: Stage) =>
  async (name: string, side: string): Promise<void> => {
    await waitUntilQuiet(product.databaseUrl);
    if (name === "newest 100") await addFresh(product.databaseUrl, FRESH_PARKINGS);
    if (!name.startsWith("insert")) return;
    await (side === PARSE ? parse.removeInserted() : removeInserted(product.databaseUrl));
  };

const rateOf = <Name extends string>(readings: Readings<Name>, name: Name, side: string) =>
  readings.get(side)?.[name]?.rate ?? Number.NaN;

const ratioOf = <Name extends string>(readings: Readings<Name>, name: Name, side: string) =>
  rateOf(readings, name, side) / rateOf(readings, name, "bare");

/** A ratio to a server that answered nothing means nothing. */
const held = (what: string, value: number, wanted: string, isHeld: boolean): Figure => ({
  what,
  value: value.toFixed(2),
  note: `${wanted}: ${isHeld && Number.isFinite(value) ? "holds" : "MISSED"}`,
});

/** A line for each call. Refused answers are told, since a rate that includes them means nothing. */
function printRatios<Name extends string>(
  title: string,
  readings: Readings<Name>,
  names: readonly Name[],
  found: Record<Name, number>,
): void {
  const sides = [...readings.keys()];
  const others = sides.filter((side) => side !== "bare");
  const notes = (name: Name) => {
    const refused = sides
      .map((side) => [side, readings.get(side)?.[name]?.refused ?? 0] as const)
      .filter(([, count]) => count > 0)
      .map(([side, count]) => `${side}: ${count} REFUSED`);
    const rows = name.startsWith("insert") ? [] : [`${found[name]} rows`];
    const regex = name === "search" && readings.has(PARSE) ? [`${PARSE} has no trigram search: $regex`] : [];
    return [...rows, ...regex, ...refused].join("; ");
  };
  printColumns(
    title,
    ["", ...sides, ...others.map((side) => `${side} / bare`), "p50 of the product", ""],
    names.map((name) => [
      name,
      ...sides.map((side) => shown(rateOf(readings, name, side), 0)),
      ...others.map((side) => shown(ratioOf(readings, name, side), 2)),
      milliseconds(readings.get("product")?.[name]?.p50 ?? Number.NaN),
      notes(name),
    ]),
  );
}

const shown = (value: number, digits: number) => (Number.isNaN(value) ? "–" : value.toFixed(digits));
