// Accounts: the profile that a trigger makes, the role that counts, and the rows of the seed (decisions §2).
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectFolder } from "#server/database/migrations/project-files.ts";
import { type TestDatabase, createTestDatabase } from "#tests/support/database/database.ts";
import { insertAccount } from "#tests/support/rows/rows.ts";

let database: TestDatabase;
let sql: Sql;
beforeAll(async () => {
  database = await createTestDatabase({ from: "seeded" });
  sql = database.sql;
});
afterAll(() => database.drop());

describe("a new account", () => {
  it("gets a profile, which follows its address and leaves with it", async () => {
    const id = await insertAccount(sql, { email: "ny@example.com" });
    expect(await sql`select email from public.profiles where id = ${id}`).toEqual([{ email: "ny@example.com" }]);
    await sql`update auth.users set email = 'bytt@example.com' where id = ${id}`;
    expect(await sql`select email from public.profiles where id = ${id}`).toEqual([{ email: "bytt@example.com" }]);
    await sql`delete from auth.users where id = ${id}`;
    expect(await sql`select email from public.profiles where id = ${id}`).toEqual([]);
  });

  it("may lack an address", async () => {
    const id = await insertAccount(sql, { email: null });
    expect(await sql`select email from public.profiles where id = ${id}`).toEqual([{ email: null }]);
  });
});

const roleOf = async (id: string): Promise<unknown> => (await sql`select public.get_user_role(${id}) as role`)[0]?.role;

describe("get_user_role", () => {
  // Spec 2 §7: Remote procedure …
  it("is member for an account without a role and for nobody's id", async () => {
    expect(await roleOf(await insertAccount(sql))).toBe("member");
    expect(await roleOf(randomUUID())).toBe("member");
  });

  it("is the strongest of several", async () => {
    const id = await insertAccount(sql);
    await sql`insert into public.user_roles (user_id, role) values (${id}, 'customer'), (${id}, 'employee')`;
    expect(await roleOf(id)).toBe("employee");
    await sql`insert into public.user_roles (user_id, role) values (${id}, 'admin')`;
    expect(await roleOf(id)).toBe("admin");
  });
});

describe("the seed", () => {
  it("has the sites, units, properties and parkings of decisions §2", async () => {
    const [counts] = await sql`
      select (select array_agg(path order by path collate "C") from public.main_page_sites) as sites,
             (select count(*)::int from public.units) as units,
             (select count(distinct location)::int from public.units) as locations,
             (select count(*)::int from public.properties where status = 'available') as available,
             (select count(*)::int from public.properties where status = 'sold') as sold,
             (select count(*)::int from public.parkings) as parkings,
             (select count(*) between 5 and 35 from public.parkings where end_time > now()) as some_are_active,
             (select bool_and(start_time <= now()) from public.parkings) as all_began`;
    expect(counts).toEqual({
      sites: ["157715", "721075", "ASE", "YSTAD", "ostra-hamnen", "standard"],
      units: 12,
      locations: 3,
      available: 4,
      sold: 2,
      parkings: 40,
      some_are_active: true,
      all_began: true,
    });
  });

  it("has one account of each kind", async () => {
    expect(await sql`select user_id, project_id, password from public.project_attendants order by user_id`).toEqual([
      { user_id: "chauffor01", project_id: "157715", password: "Taxi-7410" },
      { user_id: "op01", project_id: "721075", password: "Operator-7410" },
      { user_id: "vakt01", project_id: "ostra-hamnen", password: "Vakt-7410" },
    ]);
    expect(await sql`select user_id, project_id, password from public.admin_accounts`).toEqual([
      { user_id: "admin01", project_id: "ostra-hamnen", password: "Admin-7410" },
    ]);
    expect(await sql`select employee_id from public.ase_employees`).toEqual([{ employee_id: "ASE-001" }]);
  });

  it.each([
    ["agent@parkering.example", "Agent-7410", "employee"],
    ["superadmin@parkering.example", "Super-7410", "admin"],
  ])("lets %s sign in, with its profile and role", async (email, password, role) => {
    const [account] = await sql`
      select extensions.crypt(${password}, encrypted_password) = encrypted_password as matches, email_confirmed_at is not null as confirmed,
             public.get_user_role(id) as role, exists (select from public.profiles p where p.id = u.id) as profile,
             exists (select from auth.identities i where i.user_id = u.id and i.provider = 'email') as identity
      from auth.users u where email = ${email}`;
    expect(account).toEqual({ matches: true, confirmed: true, role, profile: true, identity: true });
  });

  it("shows pictures that the project ships", async () => {
    const urls = await sql<{ url: string }[]>`
      select distinct url from public.properties, unnest(image_urls || front_image_url) as url`;
    expect(urls.length).toBeGreaterThanOrEqual(6);
    const missing = urls.filter(({ url }) => !existsSync(join(projectFolder(), "web", "public", url)));
    expect(missing).toEqual([]);
  });

  it("marks the accepted bid of both sold properties", async () => {
    const sold = await sql`
      select b.accepted from public.properties p join public.property_bids b on b.id = p.accepted_bid_id where p.status = 'sold'`;
    expect(sold).toEqual([{ accepted: true }, { accepted: true }]);
  });
});
