// Time for the books of a year: forty sites with 5 000 cases each, of all kinds and with closed months, asked site by site as the screen asks; and
// for a bank's file of 5 000 rows whose cases are of all forty, read at the company; and for one of a site on the real screen.
//
// `npm run bench -- ledger`.
import { randomUUID } from "node:crypto";
import { PROTECTED_ADMIN_ID } from "#contract/projects.ts";
import { type RunningProduct, startProduct } from "#tests/support/server/product.ts";
import { measureBankFile } from "./bank-file.ts";
import { onDatabase } from "./city.ts";
import { jsonHeaders } from "./peers/sides.ts";
import { timeOf } from "./office.ts";
import { launchBrowser } from "./screens.ts";
import { milliseconds, percentile, printTable } from "./table.ts";

const SITES = 40;
const CASES = 200_000;
const TARGET_MS = 5000;
const FILE_ROWS = 5000;
const LOOK_ROWS = 500;
const FILE_TARGET_MS = 4000;
const ROWS_TARGET_MS = 300;
const DAY_MS = 86_400_000;

const siteOf = (n: number) => `bokforing-${n}`;
const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** Measures and prints the time, in the profile `specified`: the admin of `hardened` asks the same functions. */
export async function measureLedger(): Promise<void> {
  const product = await startProduct();
  try {
    await fillBooks(product);
    const headers = jsonHeaders({ apikey: product.publishableKey, authorization: `Bearer ${product.publishableKey}` });
    const body = { acting_as: PROTECTED_ADMIN_ID, first: dayBefore(365), last: dayBefore(0) };
    const ask = (site: number) =>
      timeOf(`${product.url}/rest/v1/rpc/site_ledger`, {
        method: "POST",
        headers,
        body: JSON.stringify({ ...body, project: siteOf(site) }),
      });
    const open = await eachSite(ask);
    const month = `${dayBefore(40).slice(0, 7)}-01`;
    const closing = await onDatabase(product.databaseUrl, (client) =>
      eachSite(async (site) => {
        const started = performance.now();
        await client.query("select public.close_ledger_month($1, $2, $3)", [siteOf(site), month, PROTECTED_ADMIN_ID]);
        return performance.now() - started;
      }),
    );
    const closed = await eachSite(ask);
    printTable(
      `The books of ${SITES} sites, ${CASES} cases`,
      Object.entries({
        "a year of all, open": open,
        "closing a year of all": closing,
        "a year of all, closed": closed,
      }).map(([what, took]) => {
        const all = took.reduce((sum, each) => sum + each, 0);
        const holds = all < TARGET_MS ? "holds" : "MISSED";
        return {
          what,
          value: milliseconds(all),
          note: `< ${TARGET_MS} ms: ${holds}; a site p95 ${milliseconds(percentile(took, 0.95))}`,
        };
      }),
    );
    await measureRows(product, headers);
    await measureFile(product);
    const browser = await launchBrowser();
    printTable("The same on the screen of a site", await measureBankFile(browser, product, siteOf(1)));
    await browser.close();
  } finally {
    await product.stop();
  }
}

/** The rows behind the books, as an auditor asks them: of an open day, of a closed one, and of a case. */
async function measureRows({ url, databaseUrl }: RunningProduct, headers: Record<string, string>): Promise<void> {
  const { rows: cases } = await onDatabase(databaseUrl, (client) =>
    client.query<{ of_case: string }>(
      "select min(case_number) as of_case from public.fines where project_id = 'bokforing-1'",
    ),
  );
  const asked = {
    "an open day": { of_day: dayBefore(1) },
    "a closed day": { of_day: dayBefore(90) },
    "a case": cases[0],
  };
  const table = [];
  for (const [what, of] of Object.entries(asked)) {
    const body = (site: number) => JSON.stringify({ project: siteOf(site), acting_as: PROTECTED_ADMIN_ID, ...of });
    const took = await eachSite((site) =>
      timeOf(`${url}/rest/v1/rpc/list_ledger_rows`, { method: "POST", headers, body: body(site) }),
    );
    const slow = percentile(took, 0.95);
    const holds = slow < ROWS_TARGET_MS ? "holds" : "MISSED";
    table.push({ what, value: milliseconds(slow), note: `p95 of ${SITES} sites, < ${ROWS_TARGET_MS} ms: ${holds}` });
  }
  printTable("The rows behind the books of a site", table);
}

/** The company's bank file: told, booked, told again and taken back. */
async function measureFile(product: RunningProduct): Promise<void> {
  const rows = await onDatabase(product.databaseUrl, async (client) => {
    await client.query("update public.company set issuer_name = 'Hamnbolaget', payment_methods = $1", [
      JSON.stringify([{ kind: "bankgiro", value: "991-2346", text: "" }]),
    ]);
    await client.query("update public.site_settings set of_company = true where project_id like 'bokforing-%'");
    const { rows: cases } = await client.query<{ case_number: string }>(
      "select case_number from public.fines where project_id like 'bokforing-%' order by md5(case_number) limit $1",
      [FILE_ROWS],
    );
    return cases.map(({ case_number: reference }, at) => ({
      bank_key: `rad ${at}`,
      amount_ore: 70_000,
      value_date: dayBefore(0),
      reference,
      payer_text: "Åsa Öberg",
      method: "bankgiro",
    }));
  });
  const headers = jsonHeaders({ apikey: product.publishableKey, authorization: `Bearer ${product.publishableKey}` });
  const call = (name: string, args: object) =>
    timeOf(`${product.url}/rest/v1/rpc/${name}`, {
      method: "POST",
      headers,
      body: JSON.stringify({ acting_as: PROTECTED_ADMIN_ID, ...args }),
    });
  const file = { id: randomUUID(), name: "bgmax.txt" };
  const steps = [
    ["book", "book_payments", { project: "company", rows, file }],
    ["book again", "book_payments", { project: "company", rows, file: { ...file, id: randomUUID() } }],
    ["undo", "undo_import", { file_id: file.id }],
  ] as const;
  const table = [];
  // The screen compares a part of the file a call (web/data/payments/bank-rows.ts).
  const match = async () => {
    let took = 0;
    for (let from = 0; from < rows.length; from += LOOK_ROWS)
      took += await call("match_payments", { project: "company", rows: rows.slice(from, from + LOOK_ROWS) });
    return took;
  };
  const measured: [string, () => Promise<number>][] = [
    ["match", match],
    ...steps.map(([what, name, args]): [string, () => Promise<number>] => [what, () => call(name, args)]),
  ];
  for (const [what, measure] of measured) {
    const took = await measure();
    const holds = took < FILE_TARGET_MS ? "holds" : "MISSED";
    table.push({ what, value: milliseconds(took), note: `< ${FILE_TARGET_MS} ms: ${holds}` });
  }
  printTable(`A bank's file of ${FILE_ROWS} rows over ${SITES} sites`, table);
}

/** Milliseconds of each site, one after the other. */
async function eachSite(measure: (site: number) => Promise<number>): Promise<number[]> {
  const took: number[] = [];
  for (let site = 1; site <= SITES; site += 1) took.push(await measure(site));
  return took;
}

/** A year of cases: most paid, some reminded with a fee, withdrawn or written off, each with its events. */
async function fillBooks({ databaseUrl }: RunningProduct): Promise<void> {
  await onDatabase(databaseUrl, async (client) => {
    await client.query(
      "insert into public.main_page_sites (name, path, description) select 'Plats ' || n, 'bokforing-' || n, 'Plats' from generate_series(1, $1::int) n",
      [SITES],
    );
    await client.query("set session_replication_role = replica");
    await client.query(
      `insert into public.fines (id, project_id, site_id, kind, case_number, public_key, plate, violation_text, amount, due_date, observed_from,
         issued_by, issued_at, received_at, created_at, last_event, vat_percent, status, fee, paid_ore)
       select gen_random_uuid(), s.path, s.id, 'report', lpad(n::text, 8, '0'), lpad(n::text, 22, 'b'), 'B' || n, 'Parkerat längre än tillåten tid', 700,
         (t + interval '14 days')::date, t, 'vakt01', t, t, t, gen_random_uuid(), case n % 2 when 0 then 25 end,
         (array['paid', 'paid', 'paid', 'paid', 'paid', 'paid', 'issued', 'withdrawn', 'reminded', 'written_off'])[1 + n / 40 % 10],
         case n / 40 % 10 when 8 then 60 else 0 end, case when n / 40 % 10 < 6 then 70000 else 0 end
       from generate_series(1, $1::int) n join public.main_page_sites s on s.path = 'bokforing-' || (1 + n % $2::int),
         lateral (select now() - n * interval '1 year' / $1::int as t) moment`,
      [CASES, SITES],
    );
    for (const statement of [
      `insert into public.fine_events (id, fine_id, project_id, site_id, number, kind, by_kind, at, created_at, status_after)
         select f.id, f.id, f.project_id, f.site_id, 1, 'issued', 'attendant', f.issued_at, f.issued_at, 'issued' from public.fines f where f.project_id like 'bokforing-%'`,
      `insert into public.fine_events (id, fine_id, project_id, site_id, number, kind, by_kind, at, created_at, status_before, status_after, data)
         select f.last_event, f.id, f.project_id, f.site_id, 2, case f.status when 'paid' then 'payment' else f.status end, 'admin',
           f.issued_at + interval '9 days', f.issued_at + interval '9 days', 'issued', f.status, '{"fee": 60}'
         from public.fines f where f.project_id like 'bokforing-%' and f.status <> 'issued'`,
      `insert into public.payments (id, fine_id, project_id, site_id, amount_ore, value_date, method, by_id, created_at)
         select f.last_event, f.id, f.project_id, f.site_id, 70000, (f.issued_at + interval '9 days')::date, 'bankgiro', 'admin01', f.issued_at + interval '9 days'
         from public.fines f where f.project_id like 'bokforing-%' and f.status = 'paid'`,
      `insert into public.fine_events (id, fine_id, project_id, site_id, number, kind, by_kind, at, created_at, status_before, status_after)
         select gen_random_uuid(), f.id, f.project_id, f.site_id, 2 + n, 'noted', 'admin', f.issued_at, f.issued_at, f.status, f.status
         from public.fines f, generate_series(1, 3) n where f.project_id like 'bokforing-%'`,
    ])
      await client.query(statement);
    await client.query("vacuum (analyze)");
    await client.query("checkpoint");
  });
}
