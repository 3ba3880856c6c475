// A company at work for ten minutes: checks, fines and visitors' parkings of 1000 sites over two processes, while everybody follows the own
// site.
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { decodeJwt } from "jose";
import { FORWARDED_FOR, newAddress } from "#tests/support/rows/writes.ts";
import { onDatabase } from "../city.ts";
import { newFine } from "../office.ts";
import { type Figure, milliseconds, percentile } from "../table.ts";
import { type Crowd, parkingAt } from "./crowd.ts";
import { moment } from "./messages.ts";

/** Calls a second: 200 writes, since a check is kept too. */
const RATES = { check: 83, fine: 17, parking: 100 } as const;
type Kind = keyof typeof RATES;
const KINDS = Object.keys(RATES) as Kind[];

const MINUTES = Number(process.env["COMPANY_MINUTES"] ?? 10);
const WARM_UP_SECONDS = 10;
/** Longest wait of 95 of 100 checks, in milliseconds. */
const MOST_CHECK_P95 = 20;
/** An event that has not come by then is lost, in milliseconds. */
const PATIENCE = 10_000;

type Answered = { took: Record<Kind, number[]>; refused: string[]; begun: Map<string, number> };

/** Measures the company's work at these rates; nobody sends more than one person may. */
export async function measureCompany(crowd: Crowd): Promise<Figure[]> {
  const answered: Answered = { took: { check: [], fine: [], parking: [] }, refused: [], begun: new Map() };
  await fillNotices(crowd);
  const seconds = WARM_UP_SECONDS + MINUTES * 60;
  const numbers = await numbersOf(crowd, seconds * RATES.fine);
  const waits: number[] = [];
  const listen = async () => {
    for (const [id, , at] of await crowd.arrivals()) {
      const from = answered.begun.get(id);
      if (from !== undefined) waits.push(at - from);
    }
  };
  await listen();
  const running: Promise<void>[] = KINDS.map((kind) => keepOn(crowd, kind, seconds, numbers, answered));
  const over = new AbortController();
  const listening = (async () => {
    for (; !over.signal.aborted; await pause(1000)) await listen();
  })();
  await Promise.all(running);
  const expected = answered.begun.size * (crowd.people.length / crowd.projects.length);
  for (const end = moment() + PATIENCE; moment() < end && waits.length < expected;) await pause(100);
  over.abort();
  await listening;
  const checks = percentile(answered.took.check, 0.95);
  return [
    ...KINDS.map((kind) => ({
      what: `${RATES[kind]} ${kind}s a second, p95`,
      value: milliseconds(percentile(answered.took[kind], 0.95)),
      note:
        `p50 ${milliseconds(percentile(answered.took[kind], 0.5))}, p99 ${milliseconds(percentile(answered.took[kind], 0.99))}, ` +
        `${answered.took[kind].length} answered` +
        (kind === "check" ? `; target ${MOST_CHECK_P95} ms: ${checks <= MOST_CHECK_P95 ? "holds" : "MISSED"}` : ""),
    })),
    {
      what: "refused",
      value: `${answered.refused.length}`,
      note: `target 0: ${answered.refused.length === 0 ? "holds" : `MISSED, first ${answered.refused[0]}`}`,
    },
    {
      what: "a parking at its site's screens, p95",
      value: milliseconds(percentile(waits, 0.95)),
      note: `p50 ${milliseconds(percentile(waits, 0.5))}, ${expected - waits.length} of ${expected} events missing`,
    },
  ];
}

/** What a notice must say, as the seed's site has it: no site without it issues a fine. */
const fillNotices = ({ databaseUrl, projects }: Crowd) =>
  onDatabase(databaseUrl, (client) =>
    client.query(
      `update public.site_settings s set issuer_name = seed.issuer_name, org_number = seed.org_number,
         contact_email = seed.contact_email, contact_phone = seed.contact_phone, payment_methods = seed.payment_methods
       from public.site_settings seed where seed.project_id = 'ostra-hamnen' and s.project_id = any ($1)`,
      [projects],
    ),
  );

/** One case number of each attendant who fines. */
async function numbersOf({ databaseUrl }: Crowd, count: number): Promise<Map<string, string>> {
  const { rows } = await onDatabase(databaseUrl, (client) =>
    client.query<{ account: string; number: string }>(
      `select s.account_id as account, (private.new_case_numbers(gen_random_uuid(), 1, row('attendant', s.user_id, s.account_id, s.project_id)))[1] as number
       from (select * from public.staff_accounts where user_id like 'bench-%' order by account_id limit $1) s`,
      [count],
    ),
  );
  return new Map(rows.map(({ account, number }) => [account, number]));
}

async function keepOn(
  crowd: Crowd,
  kind: Kind,
  seconds: number,
  numbers: ReadonlyMap<string, string>,
  { took, refused, begun }: Answered,
): Promise<void> {
  const people = crowd.people.map(({ token, project }) => ({ token, project, account: decodeJwt(token).sub ?? "" }));
  const able = kind === "fine" ? people.filter(({ account }) => numbers.has(account)) : people;
  const send = async (n: number) => {
    const person = able[(n * 7919) % able.length];
    const server = crowd.servers[n % crowd.servers.length];
    if (person === undefined || server === undefined) throw new Error("Nobody is left who may work.");
    const { token, project, account } = person;
    const actingAs = `bench-${account}`;
    const fine = () => ({ ...newFine(numbers.get(account)), project_id: project });
    const id = randomUUID();
    const [path, body] = {
      check: ["rpc/check_plate", { project, plate: plateOf(n), check_id: id, acting_as: actingAs }],
      fine: ["rpc/issue_fine", { fine: fine(), accepted: [], acting_as: actingAs }],
      parking: ["parkings", parkingAt(id, project)],
    }[kind] as [string, object];
    const isMeasured = n >= WARM_UP_SECONDS * RATES[kind];
    const from = moment();
    const response = await fetch(`${server.url}/rest/v1/${path}`, {
      method: "POST",
      headers: {
        apikey: server.publishableKey,
        "content-type": "application/json",
        [FORWARDED_FOR]: newAddress(),
        ...(kind === "parking" ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) refused.push(`${kind}: ${response.status} ${text.slice(0, 200)}`);
    else if (isMeasured) {
      took[kind].push(moment() - from);
      if (kind === "parking") begun.set(id, from);
    }
  };
  const running: Promise<void>[] = [];
  const began = moment();
  for (let n = 0; n < seconds * RATES[kind]; n += 1) {
    await pause(Math.max(0, began + (n * 1000) / RATES[kind] - moment()));
    running.push(
      send(n).catch((error: Error) => {
        refused.push(`${kind}: ${error.message}`);
      }),
    );
  }
  await Promise.all(running);
}

const plateOf = (n: number) =>
  `${String.fromCharCode(65 + (n % 23), 65 + ((n * 5) % 23), 65 + ((n * 11) % 23))}${String(n % 1000).padStart(3, "0")}`;
