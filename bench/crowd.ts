// A crowd: 20 000 logins of 1000 sites over two processes. Times from a change to the screens of its site, and from one change to all; and
// the company that they work for, for ten minutes.
import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { memoryOf, startBuilt, makeDataDir } from "#tests/support/server/built-product.ts";
import { startProduct } from "#tests/support/server/product.ts";
import { FORWARDED_FOR, newAddress } from "#tests/support/rows/writes.ts";
import { onDatabase } from "./city.ts";
import { measureCompany } from "./crowd/company.ts";
import { parkingAt, type Server } from "./crowd/crowd.ts";
import { type Arrival, type FromHolder, moment, type ToHolder } from "./crowd/messages.ts";
import { makeAttendantsOf } from "./peers/people.ts";
import { type Figure, milliseconds, percentile, printTable } from "./table.ts";

const LOGINS = Number(process.env["CROWD_LOGINS"] ?? 20_000);
const SITES = Number(process.env["CROWD_SITES"] ?? 1000);
const CHANGES = { aSecond: 50, warmUp: 10, seconds: 60 } as const;
const TO_ALL = { warmUp: 1, measured: 5 } as const;
/** Longest waits in 95 of 100, in milliseconds. */
const TARGETS = { site: 100, all: 1500 } as const;
/** An event that has not come by then is lost, in milliseconds. */
const PATIENCE = 10_000;

const said = (what: string, p95: number, most: number) =>
  `${what}; target ${most} ms: ${p95 <= most ? "holds" : "MISSED"}`;

/** Measures and prints what is `wanted` of one crowd, in the profile `hardened`. */
export async function measureCrowdOfSites(wanted: { changes: boolean; company: boolean }): Promise<void> {
  const product = await startProduct({ profile: "hardened" });
  const { dataDir, remove } = makeDataDir();
  const second = await startBuilt(dataDir, {
    DATABASE_URL: product.databaseUrl,
    SECURITY_PROFILE: "hardened",
    SEED: "",
    PUBLIC_URL: product.url,
  });
  const holders: ChildProcess[] = [];
  try {
    const projects = Array.from({ length: SITES }, (_, n) => `matplats-${n}`);
    await addSites(product.databaseUrl, projects);
    const atSites = Array.from({ length: LOGINS }, (_, n) => projects[n % SITES] ?? "");
    const tokens = await makeAttendantsOf(product.databaseUrl, atSites);
    const followers = tokens.map((token, n) => ({ token, project: atSites[n] ?? "" }));
    const began = moment();
    const servers = [product, second];
    await Promise.all(
      servers.map(async ({ url, publishableKey }, at) => {
        const holder = fork("bench/crowd/holder.ts", { execArgv: ["--import", "tsx"] });
        holders.push(holder);
        await hold(holder, { url, publishableKey, followers: followers.filter((_, n) => n % servers.length === at) });
      }),
    );
    const joined = (moment() - began) / 1000;
    const memory = () => ({
      what: "memory of the second process",
      value: `${Math.round(memoryOf(second.server.child.pid ?? 0))} MB`,
    });
    printTable(`${LOGINS} logins of ${SITES} sites, two processes, \`hardened\``, [
      { what: "all joined in", value: `${Math.round(joined)} s` },
      ...(wanted.changes ? await measureChanges(servers, holders, projects, product.databaseUrl) : []),
      memory(),
    ]);
    if (!wanted.company) return;
    const { databaseUrl } = product;
    const company = { databaseUrl, servers, people: followers, projects, arrivals: () => askArrivals(holders) };
    printTable("The company's ten minutes", [...(await measureCompany(company)), memory()]);
  } finally {
    for (const holder of holders) holder.kill();
    await second.stop();
    remove();
    await product.stop();
  }
}

async function measureChanges(
  servers: readonly Server[],
  holders: readonly ChildProcess[],
  projects: readonly string[],
  databaseUrl: string,
): Promise<Figure[]> {
  const site = await measureSites(servers, holders, projects);
  const all = await measureAll(databaseUrl, holders);
  return [
    {
      what: `${CHANGES.aSecond} changes a second: a change at its site's screens, p95`,
      value: milliseconds(site.p95),
      note: said(
        `p50 ${milliseconds(site.p50)}, ${site.missing} events missing, ${site.refused} changes refused`,
        site.p95,
        TARGETS.site,
      ),
    },
    {
      what: "one change to all, until the last screen",
      value: milliseconds(all.last),
      note: said(
        `p50 ${milliseconds(all.p50)}, p95 ${milliseconds(all.p95)}, ${all.missing} events missing`,
        all.p95,
        TARGETS.all,
      ),
    },
  ];
}

const addSites = (databaseUrl: string, projects: readonly string[]) =>
  onDatabase(databaseUrl, (client) =>
    client.query(
      `insert into public.main_page_sites (name, path, description) select path, path, 'Mätplats' from unnest($1::text[]) path`,
      [projects],
    ),
  );

async function hold(holder: ChildProcess, followers: Extract<ToHolder, { hold: unknown }>["hold"]): Promise<void> {
  holder.send({ hold: followers } satisfies ToHolder);
  const wanted = followers.followers.length;
  for (;;) {
    const [word] = (await once(holder, "message")) as [FromHolder];
    if ("open" in word && word.open === wanted) return;
  }
}

/** Events since the last question, of all holders. Throws when a socket was closed. */
async function askArrivals(holders: readonly ChildProcess[]): Promise<Arrival[]> {
  const told = await Promise.all(
    holders.map(async (holder) => {
      holder.send({ tell: true } satisfies ToHolder);
      const [word] = (await once(holder, "message")) as [FromHolder];
      return word;
    }),
  );
  return told.flatMap((word) => {
    if (!("arrivals" in word)) return [];
    if (word.lost > 0) throw new Error(`${word.lost} sockets were closed.`);
    return word.arrivals;
  });
}

/** Waits until so many events came, and gives the waits of each. */
async function waitsOf(holders: readonly ChildProcess[], begun: ReadonlyMap<string, number>, count: number) {
  const waits: number[] = [];
  for (const end = moment() + PATIENCE; moment() < end && waits.length < count; await pause(100)) {
    for (const [id, , at] of await askArrivals(holders)) {
      const from = begun.get(id);
      if (from !== undefined) waits.push(at - from);
    }
  }
  return { waits, missing: count - waits.length };
}

async function measureSites(servers: readonly Server[], holders: readonly ChildProcess[], projects: readonly string[]) {
  const begun = new Map<string, number>();
  const running: Promise<void>[] = [];
  let refused = 0;
  const insert = async (n: number) => {
    const id = randomUUID();
    const { url, publishableKey } = servers[n % servers.length] as Server;
    const from = moment();
    // Half of the sites' changes come from the other process than the one that is asked.
    const response = await fetch(`${url}/rest/v1/parkings`, {
      method: "POST",
      headers: { apikey: publishableKey, "content-type": "application/json", [FORWARDED_FOR]: newAddress() },
      body: JSON.stringify(parkingAt(id, projects[(n * 7) % projects.length] ?? "")),
    });
    if (!response.ok) refused += 1;
    else if (n >= CHANGES.warmUp * CHANGES.aSecond) begun.set(id, from);
  };
  const count = (CHANGES.warmUp + CHANGES.seconds) * CHANGES.aSecond;
  const from = moment();
  for (let n = 0; n < count; n += 1) {
    await pause(Math.max(0, from + (n * 1000) / CHANGES.aSecond - moment()));
    running.push(insert(n));
  }
  await Promise.all(running);
  const { waits, missing } = await waitsOf(holders, begun, (begun.size * LOGINS) / SITES);
  return { p50: percentile(waits, 0.5), p95: percentile(waits, 0.95), missing, refused };
}

/** A property for sale, which every screen of the crowd follows. */
async function measureAll(databaseUrl: string, holders: readonly ChildProcess[]) {
  const waits: number[] = [];
  const last: number[] = [];
  let missing = 0;
  for (let run = -TO_ALL.warmUp; run < TO_ALL.measured; run += 1) {
    const id = randomUUID();
    const begun = new Map([[id, moment()]]);
    await onDatabase(databaseUrl, (client) =>
      client.query(
        `insert into public.properties (id, title, seller_name, short_description, price, address, city)
         values ($1, 'Mäthus', 'Åsa', 'Ett hus', 1000000, 'Mätgatan 1', 'Ystad')`,
        [id],
      ),
    );
    const round = await waitsOf(holders, begun, LOGINS);
    if (run < 0) continue;
    waits.push(...round.waits);
    last.push(Math.max(...round.waits));
    missing += round.missing;
  }
  return { p50: percentile(waits, 0.5), p95: percentile(waits, 0.95), last: percentile(last, 0.5), missing };
}
