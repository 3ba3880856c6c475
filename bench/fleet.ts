// Taxi and real estate with 200 000 turns and 50 000 bids (document 5 §10): the lists of both, a press on a car in a browser, and a bid on
// every open screen.
import { randomBytes, randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";
import type { Page } from "@playwright/test";
import { staffAddress } from "#contract/staff-address.ts";
import { HARDENED_PASSWORDS } from "#tests/support/database/hardened.ts";
import { plainClient } from "#tests/support/rows/writes.ts";
import { sellProperty } from "#tests/support/rows/sales.ts";
import { type RunningProduct, startProduct } from "#tests/support/server/product.ts";
import { onDatabase } from "./city.ts";
import { judged } from "./dispatch.ts";
import { timeOf } from "./office.ts";
import { jsonHeaders } from "./peers/sides.ts";
import { openSocket } from "./realtime.ts";
import { launchBrowser, PHONE } from "./screens.ts";
import { type Figure, milliseconds, percentile, printTable } from "./table.ts";

const TAXI = "157715";
const ROWS = {
  turns: 200_000,
  cars: 40,
  chauffeurs: 60,
  faults: 4000,
  properties: 400,
  bids: 50_000,
  ofOne: 5000,
} as const;
const FOLLOWERS = 500;
const ASKED = { warmUp: 5, measured: 60 } as const;
const BIDS = { warmUp: 3, measured: 40 } as const;
const PRESSES = { warmUp: 2, measured: 30 } as const;
/** Longest waits in 95 of 100, in milliseconds. */
const TARGETS = { list: 300, press: 400, bid: 100 } as const;
const SLOWER = 4;

type Asked = { what: string; path: string; body?: object };
type Login = { kind: "chauffeur" | "chauffeur-admin"; userId: string; password: string };
const CHAUFFEUR: Login = { kind: "chauffeur", userId: "chauffor01", password: "Taxi-7410" };
const ADMIN: Login = { kind: "chauffeur-admin", userId: "TAXIADMIN", password: HARDENED_PASSWORDS.TAXIADMIN };
const AGENT = { email: "agent@parkering.example", password: "Agent-7410" };

const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const TURN =
  "id,vehicle_id,slot,chauffeur_id,taken_at,start_km,until,extended_hours,ended_at,ended_by,ended_by_id,reason,returned_at,end_km,km,km_is_estimated,gap_km";
const FAULT = "id,vehicle_id,text,severity,reported_by,reported_at,fixed_by,fixed_at,fix_note,photos";
const BID =
  "id,property_id,bidder_name,amount,accepted,created_at,bidder_id,visibility,has_conditions,source,received_at,withdrawn_at";

/** Measures and prints all of it, in the profile `hardened`. */
export async function measureFleet(): Promise<void> {
  const product = await startProduct({ profile: "hardened" });
  try {
    const property = await sellProperty(product.sql, "Mätarvillan", { price: 4_000_000, bid_mode: "broker" });
    await fill(product.databaseUrl, property);
    const figures = [...(await measureTaxiLists(product)), ...(await measureBidLists(product, property))];
    figures.push(await measureTaking(product), await measureBids(product, property));
    printTable(`Fleet: ${ROWS.turns} turns, ${ROWS.bids} bids, ${FOLLOWERS} screens, \`hardened\``, figures);
  } finally {
    await product.stop();
  }
}

/** Adds cars with turns of years and faults, and properties with bids, of which one has many by people whose bids are kept. */
const fill = (databaseUrl: string, property: string) =>
  onDatabase(databaseUrl, async (client) => {
    await client.query("set session_replication_role = replica");
    await client.query(`insert into public.vehicles (project_id, site_id, slot, name, model, state)
      select v.project_id, v.site_id, n, 'Bil ' || n, 'Volvo V90', 'in_service'
      from generate_series(7, ${ROWS.cars}) n, (select project_id, site_id from public.vehicles where project_id = '${TAXI}' limit 1) v`);
    await client.query(`insert into public.vehicle_turns (project_id, site_id, vehicle_id, slot, chauffeur_id, taken_at, start_km, end_km, ended_at, returned_at, ended_by, ended_by_id)
      select v.project_id, v.site_id, v.id, v.slot, who, t, n * 3 % 900000, n * 3 % 900000 + n % 200, t + interval '9 hours', t + interval '9 hours', 'chauffeur', who
      from generate_series(1, ${ROWS.turns}) n
        join public.vehicles v on v.project_id = '${TAXI}' and v.slot = 1 + n % ${ROWS.cars},
        lateral (select case n % ${ROWS.chauffeurs} when 0 then '${CHAUFFEUR.userId}' else 'forare' || n % ${ROWS.chauffeurs} end as who,
          now() - interval '10 hours' - (${ROWS.turns} - n) / ${ROWS.cars} * interval '10 hours' as t) of_turn`);
    await client.query(`insert into public.vehicle_faults (project_id, site_id, vehicle_id, text, reported_by, reported_at, fixed_by, fixed_at)
      select v.project_id, v.site_id, v.id, 'Repa ' || n, 'forare1', t, case when n % 20 > 0 then 'TAXIADMIN' end, case when n % 20 > 0 then t end
      from generate_series(1, ${ROWS.faults}) n join public.vehicles v on v.project_id = '${TAXI}' and v.slot = 1 + n % ${ROWS.cars},
        lateral (select now() - n * interval '4 hours' as t) moment`);
    await client.query(`insert into public.properties (title, seller_name, short_description, price, address, city, status, created_at)
      select 'Villa ' || n, 'Åsa Öberg', 'Ljust och lugnt.', 2000000 + n * 1000, 'Gatan ' || n, 'Ystad', case when n % 4 = 0 then 'sold' else 'available' end,
        now() - n * interval '1 day' from generate_series(1, ${ROWS.properties}) n`);
    await client.query(
      `insert into public.bidders (property_id, number, name) select '${property}', n, 'Budgivare ' || n from generate_series(1, 200) n`,
    );
    await client.query(`insert into public.property_bids (property_id, bidder_name, amount, bidder_id, has_conditions, created_at)
      select '${property}', 'Bidder ' || b.number, 1000000 + n * 100, b.id, n % 10 = 0, now() - (${ROWS.ofOne} - n) * interval '1 minute'
      from generate_series(1, ${ROWS.ofOne}) n join public.bidders b on b.property_id = '${property}' and b.number = 1 + n % 200`);
    await client.query(`insert into public.property_bids (property_id, bidder_name, amount, created_at)
      select p.id, 'Bo', 1000000 + n * 100, now() - n * interval '1 minute'
      from generate_series(1, ${ROWS.bids - ROWS.ofOne}) n
        join (select id, row_number() over (order by id) as at from public.properties where title like 'Villa %') p on p.at = 1 + n % ${ROWS.properties}`);
    await client.query(
      `insert into public.bid_details (bid_id, conditions) select id, 'Med lån' from public.property_bids where has_conditions`,
    );
    await client.query(`insert into public.sale_events (property_id, bid_id, kind, at, data)
      select property_id, id, 'bid_placed', created_at, jsonb_build_object('amount', amount, 'visibility', 'public') from public.property_bids`);
    await client.query(
      "vacuum (analyze) public.vehicle_turns, public.vehicle_faults, public.vehicles, public.properties, public.property_bids, public.bidders, public.bid_details, public.sale_events",
    );
  });

async function signIn({ url, publishableKey }: RunningProduct, login: Login | typeof AGENT) {
  const email = "email" in login ? login.email : (staffAddress({ project: TAXI, ...login }) ?? "");
  const { auth } = plainClient(url, publishableKey);
  const { data, error } = await auth.signInWithPassword({ email, password: login.password });
  if (error) throw new Error(`${email} cannot sign in: ${error.message}`);
  return jsonHeaders({ apikey: publishableKey, authorization: `Bearer ${data.session.access_token}` });
}

/** Each list in 95 of 100 readings. */
async function measureLists({ url }: RunningProduct, headers: Record<string, string>, lists: readonly Asked[]) {
  const figures: Figure[] = [];
  for (const { what, path, body } of lists) {
    const request = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
    const took: number[] = [];
    for (let run = -ASKED.warmUp; run < ASKED.measured; run += 1) {
      const waited = await timeOf(`${url}/rest/v1/${path}`, request);
      if (run >= 0) took.push(waited);
    }
    figures.push(judged(what, percentile(took, 0.95), TARGETS.list, `p50 ${milliseconds(percentile(took, 0.5))}`));
  }
  return figures;
}

async function measureTaxiLists(product: RunningProduct): Promise<Figure[]> {
  const [car] = await product.sql<{ id: string }[]>`select id from vehicles where project_id = ${TAXI} and slot = 3`;
  const turns = `vehicle_turns?select=${TURN}&project_id=eq.${TAXI}`;
  const faults = `vehicle_faults?select=${FAULT}&project_id=eq.${TAXI}`;
  const hours = (days: number): Asked => ({
    what: `hours of ${days} days`,
    path: "rpc/taxi_hours",
    body: { project: TAXI, from: dayBefore(days), to: dayBefore(0), acting_as: ADMIN.userId },
  });
  const started = encodeURIComponent(`(ended_at.is.null,ended_at.gt.${dayBefore(3)}T00:00:00Z)`);
  return [
    ...(await measureLists(product, await signIn(product, CHAUFFEUR), [
      { what: "who has which car", path: `${turns}&ended_at=is.null&order=slot&limit=40` },
      {
        what: "a chauffeur's own turns of 30 days",
        path: `${turns}&chauffeur_id=eq.${CHAUFFEUR.userId}&taken_at=gte.${dayBefore(30)}&order=taken_at.desc,id.desc&limit=500`,
      },
      { what: "open faults", path: `${faults}&fixed_at=is.null&order=reported_at.desc,id.desc&limit=500` },
    ])),
    ...(await measureLists(product, await signIn(product, ADMIN), [
      {
        what: "a day's turns",
        path: `${turns}&taken_at=lt.${dayBefore(2)}T00:00:00Z&taken_at=gte.${dayBefore(34)}T00:00:00Z&or=${started}&order=slot,taken_at&limit=500`,
      },
      {
        what: "a car's turns",
        path: `vehicle_turns?select=${TURN}&vehicle_id=eq.${car?.id}&order=taken_at.desc,id.desc&limit=50`,
      },
      { what: "the latest faults", path: `${faults}&order=reported_at.desc,id.desc&limit=500` },
      hours(31),
      hours(366),
    ])),
  ];
}

async function measureBidLists(product: RunningProduct, property: string): Promise<Figure[]> {
  const { sql, publishableKey } = product;
  const properties = await sql<{ id: string }[]>`select id from properties where status = 'available' limit 24`;
  const bids = `property_bids?select=${BID}&property_id=eq.${property}`;
  const events = `sale_events?select=id,kind,by,at,bid_id,data&property_id=eq.${property}`;
  const visitor = jsonHeaders({ apikey: publishableKey });
  const listed = "properties?select=id,title,price,city,status,created_at&status=eq.available";
  return [
    ...(await measureLists(product, visitor, [
      { what: "properties for sale", path: `${listed}&order=created_at.desc,id.desc&limit=24` },
      { what: "what the listings offer to choose", path: "rpc/get_listing_choices", body: {} },
      {
        what: "figures of 24 properties' bids",
        path: "rpc/get_bid_figures",
        body: { property_ids: [property, ...properties.slice(1).map(({ id }) => id)] },
      },
      { what: "public bids", path: `${bids}&order=amount.desc,id.desc&limit=50` },
    ])),
    ...(await measureLists(product, await signIn(product, AGENT), [
      { what: "an agent's bids", path: `${bids}&order=created_at.desc,id.desc&limit=1000` },
      { what: "the history of a sale", path: `${events}&order=at.desc,id.desc&limit=50` },
      {
        what: `the list to hand over, ${ROWS.ofOne} bids`,
        path: "rpc/bid_list",
        body: { property_id: property, purpose: "anonymous", event_id: randomUUID(), acting_as: AGENT.email },
      },
    ])),
  ];
}

/** What the page keeps of the press that it is about to take. */
type Watched = typeof globalThis & { answered?: Promise<number> };

/** In the page: keeps the milliseconds from the next press to the word on the own car, which is gone between two presses. */
function watchPress(word: string): void {
  (globalThis as Watched).answered = new Promise((resolve) => {
    let began = Number.NaN;
    document.addEventListener("click", () => (began = performance.now()), { capture: true, once: true });
    const observer = new MutationObserver(() => {
      if (document.querySelector('[aria-label="Din bil"]')?.textContent?.includes(word) !== true) return;
      observer.disconnect();
      resolve(performance.now() - began);
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}

/** From the press on a free car to the word that it is taken, on a phone whose processor is four times slower. */
async function measureTaking({ url, sql }: RunningProduct): Promise<Figure> {
  const browser = await launchBrowser();
  const page = await (await browser.newContext({ viewport: PHONE, locale: "sv-SE" })).newPage();
  await page.goto(`${url}/${TAXI}/chauffeur-login`);
  await page.getByLabel("Chauffeur ID").fill(CHAUFFEUR.userId);
  await page.getByLabel("Password", { exact: true }).fill(CHAUFFEUR.password);
  await page.getByRole("button", { name: "Log In" }).click();
  await page.getByText("Uppdateras direkt").waitFor();
  await (await page.context().newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  const took: number[] = [];
  for (let run = -PRESSES.warmUp; run < PRESSES.measured; run += 1) {
    const waited = await take(page, 1 + ((run + PRESSES.warmUp) % 6));
    if (run >= 0) took.push(waited);
    await sql`delete from vehicle_registrations`;
    await page.getByRole("region", { name: "Din bil" }).waitFor({ state: "detached" });
  }
  await browser.close();
  const note = `CPU ${SLOWER}× slower, p50 ${milliseconds(percentile(took, 0.5))}`;
  return judged("taking a car, press to word", percentile(took, 0.95), TARGETS.press, note);
}

async function take(page: Page, slot: number): Promise<number> {
  await page.evaluate(watchPress, `Din bil: Bil ${slot}`);
  await page
    .getByRole("button", { name: `Bil ${slot}` })
    .first()
    .click();
  const waited = await page.evaluate(() => (globalThis as Watched).answered ?? Number.NaN);
  await page.getByRole("region", { name: "Din bil" }).waitFor();
  return waited;
}

/** From a visitor's bid to each of the screens that follow the property, a reading for each. */
async function measureBids(product: RunningProduct, property: string): Promise<Figure> {
  const { url, publishableKey } = product;
  const heard = new EventEmitter();
  const followed = [
    { event: "*", schema: "public", table: "property_bids", filter: `property_id=eq.${property}` },
    { event: "*", schema: "public", table: "properties" },
  ];
  const sockets = [];
  for (let each = 0; each < FOLLOWERS; each += 1)
    sockets.push(await openSocket(product, null, () => heard.emit("change"), followed));
  const bid = async (amount: number) => {
    const { error } = await plainClient(url, publishableKey).rpc("place_bid", {
      bid: { id: randomUUID(), property_id: property, amount },
      bidder: { name: "Lena Ek", phone: randomUUID() },
      key: randomBytes(16).toString("base64url"),
    });
    if (error) throw new Error(`The bid is refused: ${error.message}`);
  };
  const readings: number[] = [];
  for (let run = -BIDS.warmUp; run < BIDS.measured; run += 1) {
    const round: number[] = [];
    const started = performance.now();
    await new Promise<void>((resolve, reject) => {
      heard.removeAllListeners("change").on("change", () => {
        if (round.push(performance.now() - started) === FOLLOWERS) resolve();
      });
      bid(5_000_000 + (run + BIDS.warmUp) * 1000).catch(reject);
    });
    if (run >= 0) readings.push(...round);
  }
  for (const socket of sockets) socket.terminate();
  const p50 = milliseconds(percentile(readings, 0.5));
  return judged(`a bid on each of ${FOLLOWERS} screens`, percentile(readings, 0.95), TARGETS.bid, `p50 ${p50}`);
}
