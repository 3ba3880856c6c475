// The profile hardened from its beginning: the first start on an empty database, and the move of a `specified` one.
// `npm test` begins with all migrations made; lifecycle begins with a bare database in `npm run test:all`.
import { createHash } from "node:crypto";
import { pino } from "pino";
import type { Sql } from "postgres";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { prepareDatabase, ProfileMismatchError } from "#server/database/prepare.ts";
import { hardenDatabase } from "#server/identities/harden.ts";
import { renewMainAdminPassword } from "#server/identities/set-up.ts";
import { type TestDatabase, createTestDatabase } from "#tests/support/database/database.ts";

const log = pino({ level: "silent" });
const databases: TestDatabase[] = [];
afterEach(async () => {
  for (const database of databases.splice(0)) await database.drop();
});

async function open(from: "empty" | "seeded" | "hardened"): Promise<TestDatabase> {
  const database = await createTestDatabase({ from });
  databases.push(database);
  return database;
}

/** Whether this is the password of the person's account. */
async function opens(sql: Sql, kind: string, userId: string, password: string): Promise<boolean> {
  const rows = await sql<{ right: boolean }[]>`
    select u.encrypted_password = extensions.crypt(${password}, u.encrypted_password) as right
    from auth.users u join public.staff_accounts s on s.account_id = u.id where s.kind = ${kind} and s.user_id = ${userId}`;
  return rows.length === 1 && rows[0]?.right === true;
}

describe("the first start on an empty database", () => {
  // Spec 3 §4: fixed credentials |
  it("makes the built-in accounts and gives the main admin's one-time password once", async () => {
    const { url, sql } = await open("empty");
    const first = await prepareDatabase({ url, profile: "hardened", seed: "demo", log });
    expect(first).toMatchObject({ seeded: true, mainAdminPassword: expect.stringMatching(/^(\w{4}-){3}\w{4}$/) });
    expect(await opens(sql, "main-admin", "huvudadmin", first.mainAdminPassword ?? "")).toBe(true);
    const people =
      await sql`select kind, project_id, user_id, serves_all, must_change_password from public.staff_accounts order by kind`;
    expect([...people]).toEqual([
      {
        kind: "admin",
        project_id: "standard",
        user_id: "standardadmin",
        serves_all: true,
        must_change_password: false,
      },
      { kind: "ase-admin", project_id: "ASE", user_id: "aseadmin", serves_all: false, must_change_password: false },
      {
        kind: "chauffeur-admin",
        project_id: "157715",
        user_id: "TAXIADMIN",
        serves_all: false,
        must_change_password: false,
      },
      {
        kind: "dispatch-admin",
        project_id: "721075",
        user_id: "ledning",
        serves_all: false,
        must_change_password: false,
      },
      { kind: "main-admin", project_id: null, user_id: "huvudadmin", serves_all: false, must_change_password: true },
    ]);
    const second = await prepareDatabase({ url, profile: "hardened", seed: "demo", log });
    expect(second).toEqual({ seeded: false, applied: [], mainAdminPassword: null });
    expect(await opens(sql, "main-admin", "huvudadmin", first.mainAdminPassword ?? "")).toBe(true);
  });

  it("seeds sites, units and properties, and nobody whose password everybody knows", async () => {
    const { url, sql } = await open("empty");
    await prepareDatabase({ url, profile: "hardened", seed: "demo", log });
    const [count] = await sql`
      select (select count(*)::int from public.main_page_sites) as sites, (select count(*)::int from public.units) as units,
        (select count(*)::int from public.properties) as properties, (select count(*)::int from public.parkings) as parkings,
        (select count(*)::int from public.project_attendants) as people, (select count(*)::int from public.user_roles) as roles`;
    expect(count).toEqual({ sites: 6, units: 12, properties: 6, parkings: 0, people: 0, roles: 0 });
  });

  // Spec rules §2: A company begins
  it.each(["hardened", "specified"] as const)("without a seed, in %s, has the standard site alone", async (profile) => {
    const { url, sql } = await open("empty");
    const first = await prepareDatabase({ url, profile, seed: "none", log });
    expect(first).toMatchObject({
      seeded: true,
    });
    expect(typeof first.mainAdminPassword).toBe(profile === "hardened" ? "string" : "object");
    const [count] = await sql`
      select (select array_agg(path) from public.main_page_sites) as sites, (select count(*)::int from public.units) as units,
        (select count(*)::int from public.properties) as properties, (select count(*)::int from public.parkings) as parkings,
        (select count(*)::int from public.project_attendants) as people, (select count(*)::int from public.user_roles) as roles`;
    expect(count).toEqual({ sites: ["standard"], units: 0, properties: 0, parkings: 0, people: 0, roles: 0 });
    expect(await prepareDatabase({ url, profile, seed: "demo", log })).toMatchObject({ seeded: false });
    expect(await sql`select from public.main_page_sites`).toHaveLength(1);
  });

  it("gives a lost main admin's password anew, and ends their logins", async () => {
    const { url, sql, database } = await open("empty");
    const { mainAdminPassword } = await prepareDatabase({ url, profile: "hardened", seed: "demo", log });
    await sql`
      insert into auth.sessions (id, user_id) select gen_random_uuid(), account_id from public.staff_accounts where kind = 'main-admin'`;
    await sql`
      insert into auth.mfa_factors (id, user_id, factor_type, status, secret, created_at, updated_at)
      select gen_random_uuid(), account_id, 'totp', 'verified', 'x', now(), now() from public.staff_accounts where kind = 'main-admin'`;
    await sql`insert into private.recovery_codes (account_id, code_hash) select account_id, 'x' from public.staff_accounts where kind = 'main-admin'`;
    await sql`update auth.users set last_sign_in_at = now()`;
    const renewed = await renewMainAdminPassword(database);
    expect(await opens(sql, "main-admin", "huvudadmin", renewed)).toBe(true);
    expect(await opens(sql, "main-admin", "huvudadmin", mainAdminPassword ?? "")).toBe(false);
    expect(await sql`select from auth.sessions`).toHaveLength(0);
    // A new password also removes the second factor and the recovery codes, for a main admin who lost them. The trail tells it.
    expect(await sql`select from auth.mfa_factors`).toHaveLength(0);
    expect(await sql`select from private.recovery_codes`).toHaveLength(0);
    // At the next log-in they are told that it was done on the server.
    const notices = await sql`select what, by_kind from private.account_notices`;
    expect([...notices]).toEqual([{ what: "password", by_kind: "database" }]);
    const told =
      await sql`select distinct subject, action, actor_kind from public.audit_trail where subject in ('accounts', 'second_factors') order by 1`;
    expect(told.map((row) => Object.values(row) as string[])).toEqual([
      ["accounts", "update", "database"],
      ["second_factors", "delete", "database"],
    ]);
    const { database: specified } = await open("seeded");
    await expect(renewMainAdminPassword(specified)).rejects.toThrow(/no main admin/);
  });
});

describe("a database lives under one profile", () => {
  it("a used `specified` one is not opened as hardened before the move, nor the other way round after it", async () => {
    const { url, database } = await open("seeded");
    const prepare = (profile: "specified" | "hardened") => prepareDatabase({ url, profile, seed: "demo", log });
    await expect(prepare("hardened")).rejects.toThrow(ProfileMismatchError);
    await expect(prepare("hardened")).rejects.toThrow(/npm run harden/);
    await hardenDatabase(database);
    await expect(prepare("specified")).rejects.toThrow(/This database is hardened/);
    expect(await prepare("hardened")).toEqual({ seeded: false, applied: [], mainAdminPassword: null });
  });
});

describe("npm run harden", () => {
  const sha256 = createHash("sha256").update("Vakt-7410:parkeringsvakt").digest("hex");

  // Most tests read what one move made, and the last of them moves it again.
  let once: Awaited<ReturnType<typeof move>>;
  beforeAll(async () => {
    once = await move();
  });
  afterAll(() => once.drop());

  async function move() {
    const opened = await createTestDatabase({ from: "seeded" });
    const { sql, database } = opened;
    await sql`
      insert into public.attendants (project_id, user_id, password) values
        ('ostra-hamnen', 'hashad', ${sha256}), ('standard', 'vakt02', 'Åäö-lösen'), (null, 'fri vakt', 'Fri-7410'),
        ('ostra-hamnen', 'vakt01', 'Skuggad-1'), ('ostra-hamnen', 'lang', ${"å".repeat(40)})`;
    const urls = ["vakt01/1-b%C3%A5t.png", "vakt01/2-a.png"].map(
      (path) => `http://old.example/storage/v1/object/public/shift-images/${path}`,
    );
    await sql`
      insert into public.shift_registrations (project_id, attendant_user_id, start_time, end_time, description, image_urls)
      select 'ostra-hamnen', 'vakt01', now() - interval '1 hour', now(), 'Kväll', array(select json_array_elements_text(${JSON.stringify(urls)}::text::json))`;
    // Whom the general sign-in of `specified` made, and who is logged in.
    await sql`with stranger as (
        insert into auth.users (id, email) values (gen_random_uuid(), 'stranger@example.org') returning id
      ), role as (insert into public.user_roles (user_id, role) select id, 'employee' from stranger)
      insert into auth.sessions (id, user_id) select gen_random_uuid(), id from stranger`;
    await sql`insert into private.dispatch_links (kind, key_hash, made_by) values ('wall', ${"0".repeat(64)}, 'ledning')`;
    await sql`insert into public.message_hooks (project_id, channel, address, events, is_active)
      values ('ostra-hamnen', 'discord', 'https://discord.com/api/webhooks/123456789012345678/abcdefghijklmnopqrstuvwxyz', '{fine_issued}', true)`;
    return { ...opened, report: await hardenDatabase(database) };
  }

  // Spec 3 §4: passwords | readable
  it("makes an account of everybody, keeps readable passwords as slow hashes, and asks new ones of the rest", async () => {
    const { sql, report } = once;
    expect(report.hashed).toEqual(["vakt02 (attendant, standard)"]);
    // Theirs is a word of the product, the site or their ID, and four digits: it lets them in to choose another.
    expect(report.guessable.toSorted()).toEqual([
      "admin01 (admin, ostra-hamnen)",
      "chauffor01 (chauffeur, 157715)",
      "fri vakt (attendant)",
      "op01 (operator, 721075)",
      "vakt01 (attendant, ostra-hamnen)",
    ]);
    const choosing =
      await sql`select user_id from public.staff_accounts where must_change_password and kind = 'attendant' order by 1`;
    expect(choosing.map(({ user_id: id }) => id as string)).toEqual(["fri vakt", "vakt01"]);
    expect(report.needPassword.toSorted((a, b) => a.person.localeCompare(b.person))).toEqual([
      { person: "ASE-001 (ase-employee, ASE)", reason: "there was no password" },
      { person: "hashad (attendant, ostra-hamnen)", reason: "only its SHA-256 was stored" },
      { person: "lang (attendant, ostra-hamnen)", reason: "it is longer than the 72 bytes that the hash reads" },
    ]);
    expect(report.unreachable).toEqual(["vakt01 (attendant, ostra-hamnen)"]);
    expect(report.known.toSorted()).toEqual(
      ["admin01", "agent@parkering.example", "chauffor01", "op01", "superadmin@parkering.example", "vakt01"].toSorted(),
    );
    expect(report.mainAdminPassword).toMatch(/^(\w{4}-){3}\w{4}$/);
    expect(await opens(sql, "attendant", "vakt01", "Vakt-7410")).toBe(true);
    expect(await opens(sql, "attendant", "vakt01", "Skuggad-1")).toBe(false);
    expect(await opens(sql, "attendant", "vakt02", "Åäö-lösen")).toBe(true);
    expect(await opens(sql, "attendant", "hashad", "Vakt-7410")).toBe(false);
    expect(await opens(sql, "attendant", "hashad", sha256)).toBe(false);
  });

  // Spec 3 §4: passwords | readable
  it("leaves no readable password, no person without an account and no public address of a photo", async () => {
    const { sql, report } = once;
    const [left] = await sql`
      select
        (select count(*)::int from (
          select password from public.project_attendants union all select password from public.attendants
          union all select password from public.admin_accounts union all select password_text from public.user_passwords
          union all select password_text from public.admin_user_credentials) as p where password is not null) as readable,
        (select count(*)::int from (
          select account_id from public.project_attendants union all select account_id from public.attendants
          union all select account_id from public.admin_accounts union all select account_id from public.ase_employees) as a
          where account_id is null) as without_account`;
    expect(left).toEqual({ readable: 0, without_account: 0 });
    expect(report).toMatchObject({ emptied: 4, shifts: 1 });
    expect(await sql`select image_urls::text from public.shift_registrations`).toEqual([
      { image_urls: "{vakt01/1-båt.png,vakt01/2-a.png}" },
    ]);
    await expect(
      sql`insert into public.attendants (user_id, password) values ('ny vakt', 'Readable-1')`,
    ).rejects.toMatchObject({ code: "23514" });
  });

  it("puts a site's attendants into the list that its admin manages, and leaves the others in theirs", async () => {
    const { sql } = once;
    const namesIn = async (table: string) =>
      (await sql<{ name: string }[]>`select user_id as name from ${sql(table)} order by 1`).map(({ name }) => name);
    expect(await namesIn("attendants")).toEqual(["fri vakt", "hashad", "lang", "vakt01", "vakt02"]);
    expect(await namesIn("project_attendants")).toEqual(["chauffor01", "op01"]);
    expect(
      await sql`select project_id, discord_username, account_id is null as lost from attendants where user_id = 'vakt01'`,
    ).toEqual([{ project_id: "ostra-hamnen", discord_username: "vakt.elin", lost: false }]);
  });

  // Spec rules §11: The move to
  it("ends all logins and links of walls, and names the accounts with rights and the receivers, which anybody could make before", async () => {
    const { sql, report } = once;
    expect(await sql`select from auth.sessions`).toHaveLength(0);
    expect(await sql`select from private.dispatch_links where ended_at is null`).toHaveLength(0);
    expect(report.receivers).toEqual(["ostra-hamnen: discord.com …wxyz"]);
    expect(report.withRights).toEqual([
      "agent@parkering.example (employee)",
      "stranger@example.org (employee)",
      "superadmin@parkering.example (admin)",
    ]);
  });

  it("does nothing the second time", async () => {
    const { sql, database } = once;
    const before = await sql`select account_id from public.staff_accounts order by 1`;
    await sql`insert into auth.sessions (id, user_id) select gen_random_uuid(), id from auth.users where email = 'stranger@example.org'`;
    expect(await hardenDatabase(database)).toEqual({
      mainAdminPassword: null,
      hashed: [],
      guessable: [],
      needPassword: [],
      known: expect.any(Array) as unknown,
      unreachable: [],
      withRights: once.report.withRights,
      receivers: once.report.receivers,
      emptied: 0,
      shifts: 0,
    });
    expect(await sql`select from auth.sessions`).toHaveLength(1);
    expect([...(await sql`select account_id from public.staff_accounts order by 1`)]).toEqual([...before]);
  });

  it("does all of it or nothing", async () => {
    const { sql, database } = await open("seeded");
    // A person whose ID no address can carry stops the move.
    await sql`insert into public.attendants (user_id, password) values (${"😀".repeat(50)}, 'Readable-1')`;
    await expect(hardenDatabase(database)).rejects.toThrow(/too long/);
    expect(await sql`select security_profile from private.settings`).toEqual([{ security_profile: "specified" }]);
    expect(await sql`select from public.staff_accounts`).toHaveLength(0);
    expect(await sql`select password from public.project_attendants where user_id = 'vakt01'`).toEqual([
      { password: "Vakt-7410" },
    ]);
  });
});

describe("addresses of people", () => {
  it("such an address cannot sign up, in any spelling", async () => {
    const { sql } = await open("hardened");
    for (const email of ["anna@konto.parkering.example", "vakt09.standard@Attendant.Konto.Parkering.example"]) {
      await expect(sql`insert into auth.users (id, email) values (gen_random_uuid(), ${email})`).rejects.toMatchObject({
        constraint_name: "users_address_not_reserved",
      });
    }
    await sql`insert into auth.users (id, email) values (gen_random_uuid(), 'anna@example.com')`;
    expect(await sql`select email from public.profiles where email like '%konto.parkering%'`).toHaveLength(0);
  });
});
