// Logins with the same rights share what they are told of a table: compared with each asked alone, over random people, rows and policies.
// `npm test` asks the first runs of the seed and half of the values of a login's rights: a changed right asks anew, not its value.
import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SESSION_KINDS } from "#contract/states.ts";
import type { Identity } from "#server/callers/identity.ts";
import { installCapture, type Table, tableKey } from "#server/realtime/changes/changes.ts";
import { Rights } from "#server/realtime/changes/rights.ts";
import { type OldRow, readVisibility } from "#server/realtime/visibility.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/database.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { isWhole } from "#tests/support/run/whole.ts";

const SEED = Number(process.env["BAD_INPUT_SEED"] ?? 20_261_123);
const RUNS = (isWhole ? 12 : 2) * Number(process.env["BAD_INPUT_RUNS"] ?? 1);
/** By which values are chosen: of each list some before its middle and some behind it, all of them by `npm run test:all`. */
const BY = isWhole ? [0, 1, 2, 3] : [0, 3];
const PEOPLE = 8;
const CODES = ["ostra-hamnen", "norra-kajen", "standard", null];

/** Questions of a policy, and whether rights answer them. */
const CONDITIONS: [condition: string, isAnsweredByRights: boolean][] = [
  ["true", true],
  ["(select private.is_hardened())", true],
  ["(select private.is_specified())", true],
  ["(select private.is_login_alive()) and project_id is not null", true],
  ["(select private.is_login_shown())", true],
  ["(select private.is_kind('main-admin', 'admin'))", true],
  ["(select private.own_kind()) = 'attendant'", true],
  ["project_id = any ((select private.own_projects('attendant', 'admin'))::text[])", true],
  ["coalesce(site_id::text, project_id, '') = any ((select private.own_places())::text[])", true],
  [
    "(select private.is_specified()) or coalesce(site_id::text, project_id, '') = any ((select private.own_places('attendant'))::text[])",
    true,
  ],
  ["(select private.is_account_admin())", true],
  ["(select private.is_agent()) and not (project_id is distinct from 'standard')", true],
  ["private.is_login_alive() and private.is_kind('attendant')", true],
  ["owner = (select auth.uid())", false],
  ["(select private.own_user_id('attendant', 'admin')) = 'person-1'", false],
  ["(select auth.jwt() ->> 'sub') = owner::text", false],
  ["(select current_setting('request.jwt.claims', true)::jsonb ->> 'sub') = owner::text", false],
  ["exists (select from public.user_roles r where r.user_id = shared_notes.owner)", false],
  ["project_id = lower(current_user)", false],
];

let database: TestDatabase;
let table: Table;
const people = Array.from({ length: PEOPLE }, () => ({ account: randomUUID(), login: randomUUID() }));
const keys: [string][] = [];
const gone: OldRow[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const { sql } = database;
  for (const path of ["ostra-hamnen", "norra-kajen"]) await insertRow(sql, "main_page_sites", { path });
  await sql`create table public.shared_notes (id uuid primary key, project_id text, site_id uuid, owner uuid)`;
  await sql`alter table public.shared_notes enable row level security`;
  await sql`grant select on public.shared_notes to authenticated`;
  await sql`alter publication supabase_realtime add table public.shared_notes`;
  const catalogue = await installCapture(database.database, pino({ level: "silent" }));
  table = catalogue.get(tableKey("public", "shared_notes")) as Table;
  for (const project of CODES) {
    for (const owner of [null, people[0]?.account ?? null]) {
      const id = randomUUID();
      await sql`insert into shared_notes select ${id}, ${project}, (select s.id from main_page_sites s where s.path = ${project}), ${owner}`;
      await sql`insert into realtime.gateway_old_rows (statement, key, old_row)
        select 1, jsonb_build_array(id::text), to_jsonb(n) from shared_notes n where id = ${id}`;
      keys.push([id]);
      gone.push(["1", [id]]);
    }
  }
});
afterAll(() => database.drop());

const identityOf = ({ account, login }: (typeof people)[number]): Identity => {
  const claims = { role: "authenticated", sub: account, session_id: login };
  return { key: JSON.stringify(claims), role: "authenticated", claims, account, login, expiresAt: null };
};

/** Forgets all people and makes them anew, each with a login of now: attendants of one site, and accounts with an e-mail and a role. */
async function begin(): Promise<void> {
  const { sql } = database;
  await sql`delete from auth.users`;
  await sql`update private.settings set security_profile = 'hardened', require_second_factor = '{}'`;
  for (const [n, { account, login }] of people.entries()) {
    const isStaff = n < PEOPLE / 2;
    const email = `person-${n}@${isStaff ? "attendant.konto.parkering.example" : "example.com"}`;
    await sql`insert into auth.users (id, email, email_confirmed_at, raw_app_meta_data) values (${account}, ${email}, now(), '{"assigned": true}')`;
    if (isStaff)
      await sql`insert into staff_accounts (account_id, kind, project_id, user_id)
        values (${account}, 'attendant', 'ostra-hamnen', ${`person-${n}`})`;
    else await sql`insert into user_roles (user_id, role) values (${account}, ${n % 2 === 0 ? "admin" : "employee"})`;
    await sql`insert into auth.sessions (id, user_id, aal) values (${login}, ${account}, ${n % 4 === 2 ? "aal2" : "aal1"})`;
  }
}

/** A change: its person, its kind, and a value to choose by. */
type Step = { who: number; what: keyof typeof CHANGES; by: number };
const pick = <T>(from: readonly T[], by: number): T => from[by % from.length] as T;
const HOURS = [-721, -9, -8, -7, -1, 0, 1, 24];

const CHANGES = {
  "the login ends": ({ login }) => database.sql`delete from auth.sessions where id = ${login}`,
  "the login is of another time": ({ login }, by) =>
    database.sql`update auth.sessions set created_at = now() + ${pick(HOURS, by)} * interval '1 hour' where id = ${login}`,
  "the login was used": ({ login }, by) =>
    database.sql`update auth.sessions set refreshed_at = now() at time zone 'utc' + ${pick(HOURS, by)} * interval '1 hour' where id = ${login}`,
  "the login has an end": ({ login }, by) =>
    database.sql`update auth.sessions set not_after = now() + ${pick(HOURS, by)} * interval '1 hour' where id = ${login}`,
  "the login is somebody else's": ({ login }, by) =>
    database.sql`update auth.sessions set user_id = ${pick(people, by).account} where id = ${login}`,
  "the second factor was shown": ({ login }, by) =>
    database.sql`update auth.sessions set aal = ${pick(["aal1", "aal2", null], by)} where id = ${login}`,
  "there is a second factor": ({ account }, by) =>
    database.sql`insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
      values (gen_random_uuid(), ${account}, 'totp', ${pick(["verified", "unverified"], by)}, now(), now())`,
  "no second factor": ({ account }) => database.sql`delete from auth.mfa_factors where user_id = ${account}`,
  "second factors are demanded": (_, by) =>
    database.sql`update private.settings set require_second_factor = ${pick([[], ["attendant"], ["agent"], ["account-admin", "admin"]], by)}`,
  "an e-mail account": ({ account }) =>
    database.sql`with gone as (delete from staff_accounts where account_id = ${account})
      update auth.users set email = id || '@example.com' where id = ${account}`,
  "another kind": ({ account }, by) =>
    database.sql`update staff_accounts set kind = ${pick(SESSION_KINDS, by)}, serves_all = false where account_id = ${account}`,
  "another project": ({ account }, by) =>
    database.sql`update staff_accounts set project_id = ${pick(CODES, by)} where account_id = ${account}`,
  "all sites": ({ account }, by) =>
    database.sql`update staff_accounts set kind = 'admin', project_id = 'standard', serves_all = ${by % 2 === 0} where account_id = ${account}`,
  "a password to choose": ({ account }, by) =>
    database.sql`update staff_accounts set must_change_password = ${by % 2 === 0} where account_id = ${account}`,
  "a password to choose, by e-mail": ({ account }, by) =>
    database.sql`update auth.users set raw_app_meta_data = ${database.sql.json({ must_change_password: by % 2 === 0 })} where id = ${account}`,
  "a confirmed address": ({ account }, by) =>
    database.sql`update auth.users set email_confirmed_at = ${pick([null, new Date()], by)} where id = ${account}`,
  "a role": ({ account }, by) =>
    database.sql`insert into user_roles (user_id, role) values (${account}, ${pick(["admin", "employee", "customer"], by)}) on conflict do nothing`,
  "no role": ({ account }) => database.sql`delete from user_roles where user_id = ${account}`,
  "the account is deactivated": ({ account }, by) =>
    database.sql`insert into profiles (id, email, deactivated_at) values (${account}, ${`${account}@example.com`}, ${pick([new Date(), null], by)})
      on conflict (id) do update set deactivated_at = excluded.deactivated_at`,
  "the account is removed": ({ account }) => database.sql`delete from auth.users where id = ${account}`,
  "the other profile": (_, by) =>
    database.sql`update private.settings set security_profile = ${pick(["hardened", "specified", "hardened"], by)}`,
} satisfies Record<string, (person: (typeof people)[number], by: number) => PromiseLike<unknown>>;

/** Changes it. What a constraint refuses, such as a role of an account that is gone, is no change. */
async function change({ who, what, by }: Step): Promise<void> {
  await CHANGES[what](pick(people, who), by).then(undefined, (error: { code: string }) => {
    if (!error.code.startsWith("23")) throw error;
  });
}

type Policy = { condition: number; restrictive: boolean };
const policies = fc.array(fc.record({ condition: fc.nat({ max: CONDITIONS.length - 1 }), restrictive: fc.boolean() }), {
  minLength: 1,
  maxLength: 3,
});
const steps = fc.array(
  fc.record<Step>({
    who: fc.nat({ max: PEOPLE - 1 }),
    what: fc.constantFrom(...(Object.keys(CHANGES) as (keyof typeof CHANGES)[])),
    by: fc.nat({ max: 23 }),
  }),
  { minLength: 1, maxLength: 10 },
);

async function setPolicies(wanted: readonly Policy[]): Promise<void> {
  const { sql } = database;
  const present = await sql<
    { polname: string }[]
  >`select polname from pg_policy where polrelid = 'shared_notes'::regclass`;
  for (const { polname } of present) await sql`drop policy ${sql(polname)} on shared_notes`;
  for (const [n, { condition, restrictive }] of wanted.entries()) {
    await sql.unsafe(`create policy "${n}" on shared_notes as ${restrictive ? "restrictive" : "permissive"}
      for ${n % 2 === 0 ? "select" : "all"} to authenticated using (${CONDITIONS[condition]?.[0] ?? ""})`);
  }
}

/** The rows that each person sees, and the removed rows that each could see. */
async function seen(asked: readonly Identity[], rights: Rights) {
  const told = await readVisibility(database.database, table, { keys, gone }, asked, rights);
  return asked.map(({ key }) => [told.visible.get(key), told.sawBefore.get(key)]);
}

// Spec rules §11: A live change
test("logins that share an answer are told what each would be told alone, whatever changes meanwhile", async () => {
  await fc.assert(
    fc.asyncProperty(policies, steps, async (wanted, changes) => {
      await begin();
      await setPolicies(wanted);
      const everybody = people.map(identityOf);
      const rights = new Rights();
      await seen(everybody, rights);
      for (const step of changes) {
        await change(step);
        const alone = [];
        for (const identity of everybody) alone.push(...(await seen([identity], new Rights())));
        expect(await seen(everybody, rights)).toEqual(alone);
      }
    }),
    { seed: SEED, numRuns: RUNS },
  );
});

test("logins with the same rights get the same answer of every function of rights, whatever changes meanwhile", async () => {
  await setPolicies([{ condition: 0, restrictive: false }]);
  const changes = fc.asyncProperty(steps, async (some) => {
    await begin();
    expect(await findDifferences(some)).toEqual([]);
  });
  await fc.assert(changes, { seed: SEED, numRuns: RUNS });
});

// Spec rules §11: A live change
test.each(Object.keys(CHANGES) as Step["what"][])("rights that are known are learned anew when: %s", async (what) => {
  await begin();
  await setPolicies([{ condition: 0, restrictive: false }]);
  // Each kind of subscription has two people, with different values.
  const pairs = [0, PEOPLE / 2].flatMap((who) =>
    BY.flatMap((by) => [
      { who, by },
      { who: who + 2, by: by + 1 },
    ]),
  );
  expect(await findDifferences(pairs.map(({ who, by }) => ({ who, what, by })))).toEqual([]);
});

test("a login that ends by time alone hears nothing from then on", async () => {
  await begin();
  await setPolicies([
    { condition: CONDITIONS.findIndex(([one]) => one.startsWith("private.is_login_alive()")), restrictive: false },
  ]);
  const everybody = people.map(identityOf);
  const rights = new Rights();
  const counts = async () => (await seen(everybody, rights)).map(([visible]) => visible?.size ?? 0);
  const all = keys.length;
  await database.sql`update auth.sessions set created_at = now() - interval '8 hours' + interval '2 seconds' where id = ${people[0]?.login ?? ""}`;
  // Learned while it goes on, unless the machine is slow.
  await counts();
  await expect.poll(counts).toEqual([0, all, all, all, 0, 0, 0, 0]);
});

/** Changes one thing after the other, and tells who is then answered otherwise by a function than the one that is asked for them. */
async function findDifferences(changes: readonly Step[]): Promise<unknown[]> {
  const everybody = people.map(identityOf);
  const rights = new Rights();
  const differences: unknown[] = [];
  await seen(everybody, rights);
  for (const step of changes) {
    await change(step);
    await seen(everybody, rights);
    const answers = new Map(await Promise.all(everybody.map(async (one) => [one, await answersOf(one)] as const)));
    for (const [one, asked] of await rights.represent(database.database, everybody))
      if (!isDeepStrictEqual(answers.get(one), answers.get(asked)))
        differences.push({ step, answers: answers.get(one), shared: answers.get(asked) });
  }
  return differences;
}

/** Answers of all functions of rights to a login. */
async function answersOf({ claims }: Identity): Promise<unknown> {
  const rows = await database.sql.begin(async (sql) => {
    await sql`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`;
    return await sql`select private.is_specified(), private.is_hardened(), private.is_login_alive(), private.is_login_shown(), private.own_kind(),
      private.own_places(), private.is_account_admin(), private.is_agent(),
      (select json_agg(json_build_array(private.is_kind(k), private.own_projects(k), private.own_places(k))) from unnest(${[...SESSION_KINDS]}::text[]) k)`;
  });
  return rows[0];
}

test("every function of rights is compared", async () => {
  const rows = await database.sql<{ name: string }[]>`
    select f::regproc::text as name from unnest(private.functions_of_rights()) f`;
  const compared = answersOf.toString();
  expect(rows.filter(({ name }) => !compared.includes(`${name}(`))).toEqual([]);
});

test.each(CONDITIONS)("rights answer a policy that asks `%s`: %s", async (condition, isAnsweredByRights) => {
  await begin();
  await setPolicies([{ condition: CONDITIONS.findIndex(([one]) => one === condition), restrictive: false }]);
  const everybody = people.map(identityOf);
  const rights = new Rights();
  await seen(everybody, rights);
  expect(rights.mayShare(table, everybody)).toBe(isAnsweredByRights);
  // Attendants of one site, administrators of accounts, and agents: one of each is asked.
  expect(new Set((await rights.represent(database.database, everybody)).values()).size).toBe(3);
});

test("the product's live tables are shared but where people's own rows or other tables are asked for", async () => {
  const tables = await database.sql<{ name: string; shares: boolean; asks_more: boolean }[]>`
    select t.tablename as name, realtime.gateway_shares(t.tablename::regclass) as shares, exists (
      select from pg_policies p where p.tablename = t.tablename and p.cmd in ('SELECT', 'ALL') and p.qual ~ 'auth\.|own_user_id|own_employee_id|own_person_id|EXISTS'
    ) as asks_more
    from pg_publication_tables t where t.pubname = 'supabase_realtime' and t.tablename <> 'shared_notes'`;
  expect(tables.filter(({ shares, asks_more }) => shares === asks_more)).toEqual([]);
  const shared = tables.filter(({ shares }) => shares).map(({ name }) => name);
  expect(shared).toEqual(expect.arrayContaining(["parkings", "parking_deletion_logs", "web_activity_logs", "units"]));
  expect(shared).not.toContain("shift_registrations");
});
