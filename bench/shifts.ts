// The clock with 200 000 turns of 2 000 people (document 5 §10): lists of an attendant and of the site's admin, hours of a month and their file.
import { staffAddress } from "#contract/staff-address.ts";
import { hoursCsv } from "#session/work-clock/hours-csv.ts";
import { reviewTexts } from "#session/work-clock/review-texts.ts";
import { plainClient } from "#tests/support/rows/writes.ts";
import { type RunningProduct, startProduct } from "#tests/support/server/product.ts";
import { onDatabase } from "./city.ts";
import { judged } from "./dispatch.ts";
import { timeOf } from "./office.ts";
import { jsonHeaders } from "./peers/sides.ts";
import { type Figure, milliseconds, percentile, printTable } from "./table.ts";

const SITE = "ostra-hamnen";
const ROWS = { turns: 200_000, people: 2000 } as const;
const ASKED = { warmUp: 3, measured: 30 } as const;
/** The longest wait in 95 of 100, in milliseconds. */
const TARGET = 300;
const ATTENDANT = { kind: "attendant", userId: "vakt01", password: "Vakt-7410" } as const;
const ADMIN = { kind: "admin", userId: "admin01", password: "Admin-7410" } as const;
const TURN = "id,project_id,kind,user_id,name,started_at,ended_at,source,note,status,is_forgotten,needs_check";

/** Measures and prints all of it, in the profile `hardened`. */
export async function measureShifts(): Promise<void> {
  const product = await startProduct({ profile: "hardened" });
  try {
    await fill(product.databaseUrl);
    const turns = `work_turns?select=${TURN}&kind=eq.attendant`;
    const newest = "order=started_at.desc,id.desc&limit=50";
    const own = await headersOf(product, ATTENDANT);
    const admin = await headersOf(product, ADMIN);
    const waiting = `${turns}&project_id=eq.${SITE}&status=eq.waiting`;
    printTable(`Shifts: ${ROWS.turns} turns of ${ROWS.people} people, \`hardened\``, [
      await measure("own latest turns", product, own, `${turns}&user_id=eq.${ATTENDANT.userId}&${newest}`),
      await measure("turns that wait", product, admin, `${waiting}&ended_at=gte.1900-01-01T00:00:00Z&${newest}`),
      await measure("turns that nobody ended", product, admin, `${waiting}&ended_at=is.null&${newest}`),
      await measure("who is in now", product, admin, `${turns}&project_id=eq.${SITE}&status=eq.running&${newest}`),
      await measure("all turns", product, admin, `${turns}&project_id=eq.${SITE}&${newest}`),
      await measure("hours of a month and their CSV", product, admin, "rpc/work_hours", {
        project: SITE,
        kind: "attendant",
        from: dayBefore(30),
        to: dayBefore(0),
        acting_as: ADMIN.userId,
      }),
    ]);
  } finally {
    await product.stop();
  }
}

const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Adds turns of the last hundred days, one a person and day, most of them approved, with a break in every second. */
const fill = (databaseUrl: string) =>
  onDatabase(databaseUrl, async (client) => {
    await client.query("set session_replication_role = replica");
    await client.query(`insert into public.work_turns (project_id, site_id, kind, person_id, user_id, name, started_at, ended_at, status, is_forgotten)
      select s.path, s.id, 'attendant', md5('person' || p)::uuid, 'arbetare' || p, 'Namn ' || p, t, case when n % 97 > 0 then t + interval '8 hours' end,
        case when n % 97 = 0 or n % 10 = 0 then 'waiting' else 'approved' end, n % 97 = 0
      from generate_series(1, ${ROWS.turns}) n join public.main_page_sites s on s.path = '${SITE}',
        lateral (select n % ${ROWS.people} as p, now() - interval '1 day' - (n / ${ROWS.people}) * interval '1 day' - (n % 600) * interval '1 minute' as t) of_turn`);
    await client.query(`insert into public.work_breaks (turn_id, started_at, ended_at)
      select id, started_at + interval '4 hours', started_at + interval '4 hours 30 minutes' from public.work_turns
      where ended_at is not null and extract(minute from started_at)::int % 2 = 0`);
    await client.query("vacuum (analyze) public.work_turns, public.work_breaks");
  });

async function headersOf(
  { url, publishableKey }: RunningProduct,
  person: { kind: "attendant" | "admin"; userId: string; password: string },
) {
  const { auth } = plainClient(url, publishableKey);
  const email = staffAddress({ project: SITE, ...person }) ?? "";
  const { data, error } = await auth.signInWithPassword({ email, password: person.password });
  if (error) throw new Error(`${person.userId} cannot sign in: ${error.message}`);
  return jsonHeaders({ apikey: publishableKey, authorization: `Bearer ${data.session.access_token}` });
}

/** A list or the hours, in 95 of 100 readings; of the hours the file is written, too. */
async function measure(
  what: string,
  { url }: RunningProduct,
  headers: Record<string, string>,
  path: string,
  body?: object,
): Promise<Figure> {
  const request = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
  const took: number[] = [];
  for (let run = -ASKED.warmUp; run < ASKED.measured; run += 1) {
    const waited = await timeOf(`${url}/rest/v1/${path}`, request);
    if (run >= 0) took.push(waited);
  }
  let wrote = 0;
  if (body !== undefined) {
    const answer = (await (await fetch(`${url}/rest/v1/${path}`, request)).json()) as {
      rows: Parameters<typeof hoursCsv>[0];
    };
    const begun = performance.now();
    hoursCsv(answer.rows, reviewTexts.sv.hours);
    wrote = performance.now() - begun;
  }
  const longest = percentile(took, 0.95) + wrote;
  return judged(what, longest, TARGET, `p50 ${milliseconds(percentile(took, 0.5))}`);
}
