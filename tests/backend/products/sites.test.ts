// Rows of a site whose path changes, goes, or comes to another customer; and codes that no site can have.
// `npm test` asks whose rows a changed path has in `hardened`: triggers take them along in both.
import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import { isReservedPath, toDataError } from "#data/data-error.ts";
import { RESERVED_CODES } from "#contract/projects.ts";
import { staffAddress } from "#contract/staff-address.ts";
import { SECURITY_PROFILES, type SecurityProfile } from "#contract/states.ts";
import { findUnreachableSites } from "#server/product/unreachable-sites.ts";
import { type LoggedIn, makePerson } from "#tests/support/people/logged-in.ts";
import { insertRow, type TableName, VALID_ROWS } from "#tests/support/rows/rows.ts";
import { startTestServer, type TestServer } from "#tests/support/server/server.ts";
import { isWhole } from "#tests/support/run/whole.ts";

const CODE = "ostra-hamnen";
const IMAGES = (account: string) => [1, 2].map((number) => `${account}/${number}.png`);

let server: TestServer;
afterEach(() => server.stop());

async function start(profile: SecurityProfile): Promise<void> {
  server = await startTestServer({ profile, rateLimits: "none" });
}

const addSite = (path: string) => insertRow(server.sql, "main_page_sites", { path });

/** Tables with the project's code beside the site, and one row of the code in each. */
const ROWS: Partial<Record<TableName, object>> = {
  parkings: {},
  parking_deletion_logs: {},
  project_attendants: { user_id: "vakt11" },
  attendants: { user_id: "vakt12" },
  attendant_deletion_logs: {},
  admin_accounts: { user_id: "admin12" },
  shift_registrations: { attendant_user_id: "vakt01" },
  vehicle_registrations: {},
};
const TABLES = Object.keys(ROWS) as TableName[];

async function fillCode(project_id: string): Promise<void> {
  const [settings] = await server.sql<{ hardened: boolean }[]>`select private.is_hardened() as hardened`;
  const noPassword = settings?.hardened ? { password: null } : {};
  for (const table of TABLES) {
    const row = "password" in VALID_ROWS[table] ? noPassword : {};
    await insertRow(server.sql, table, { ...ROWS[table], ...row, project_id });
  }
  await insertRow(server.sql, "web_activity_logs", {
    page_url: `https://parkering.example/${project_id}/x?y=/${CODE}/`,
  });
}

/** Code and site of each table's rows. */
async function places(): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const table of [...TABLES, "staff_accounts"]) {
    const rows = await server.sql<{ place: string }[]>`
      select coalesce(project_id, '-') || ' ' || coalesce(site_id::text, '-') as place from ${server.sql(table)}
      where project_id is not null order by 1`;
    found[table] = rows.map(({ place }) => place);
  }
  const pages = await server.sql<{ place: string }[]>`
    select page_project || ' ' || coalesce(site_id::text, '-') as place from web_activity_logs order by 1`;
  found["web_activity_logs"] = pages.map(({ place }) => place);
  return found;
}

/** How often each function was called; the statement is taken back. */
async function callsOf(statement: string): Promise<Map<string, number>> {
  const calls = new Map<string, number>();
  const takenBack = server.sql.begin(async (sql) => {
    await sql`set local track_functions = 'pl'`;
    const counted = () => sql<{ name: string; calls: number }[]>`
      select funcname as name, calls::int from pg_stat_xact_user_functions where calls > 0`;
    // The connection's count of a moment ago may stand here still.
    const before = new Map((await counted()).map((row) => [row.name, row.calls]));
    await sql.unsafe(statement);
    for (const row of await counted()) calls.set(row.name, row.calls - (before.get(row.name) ?? 0));
    throw new Error("taken back");
  });
  await expect(takenBack).rejects.toThrow("taken back");
  return calls;
}

const mainAdmin = () => makePerson(server, { kind: "main-admin", project: null, userId: "huvudadmin" });
const as = ({ token }: LoggedIn) => server.client({ accessToken: token });

/** The administrator of sites: the public key in `specified`, the main admin in `hardened`. */
const administrator = async (profile: SecurityProfile) =>
  profile === "specified" ? server.client() : as(await mainAdmin());

/** Triggers take the rows along, whatever the profile: who may is asked by tests/access in both. */
describe.each(isWhole ? SECURITY_PROFILES : (["hardened"] as const))(
  "sites of the profile %s",
  (profile: SecurityProfile) => {
    it("stand beside the code on every table that has one, and are null without", async () => {
      await start(profile);
      // Settings of the other products belong to codes that are no sites, and so does the company.
      const columns = await server.sql<{ table: string }[]>`
      select p.table_name as table from information_schema.columns p where p.table_schema = 'public' and p.column_name = 'project_id'
        and p.table_name !~ '^(company|(ase|dispatch|estate|taxi)_settings)$'
        and not exists (select from information_schema.columns s where s.table_schema = 'public' and s.table_name = p.table_name
          and s.column_name = 'site_id')`;
      expect(columns).toEqual([]);
      const id = await addSite(CODE);
      await fillCode(CODE);
      const place = `${CODE} ${id}`;
      const expected = Object.fromEntries(TABLES.map((table) => [table, [place]]));
      expect(await places()).toEqual({ ...expected, staff_accounts: [], web_activity_logs: [place] });
      const parking = await insertRow(server.sql, "parkings", { project_id: null, site_id: id });
      expect(await server.sql`select site_id from parkings where id = ${parking}`).toEqual([{ site_id: null }]);
      const forged = await insertRow(server.sql, "parkings", { project_id: "ingen", site_id: id });
      expect(await server.sql`select site_id from parkings where id = ${forged}`).toEqual([{ site_id: null }]);
    });

    // Spec 3 §6: Project codes …
    it("are found in any case of the code, which rows spell as the site does", async () => {
      await start(profile);
      const id = await addSite(CODE);
      const { error } = await server
        .client()
        .from("parkings")
        .insert({ ...VALID_ROWS.parkings, project_id: "Ostra-HAMNEN" });
      expect(error).toBeNull();
      expect(await server.sql`select project_id, site_id from parkings`).toEqual([{ project_id: CODE, site_id: id }]);
      const found = await server.client().from("main_page_sites").select("path").eq("path_key", CODE);
      expect(found.data).toEqual([{ path: CODE }]);
      const client = await administrator(profile);
      const twin = await client.from("main_page_sites").insert({ name: "Tvilling", path: "OSTRA-hamnen" });
      expect(twin.error?.code).toBe("23505");
    });

    it("are followed by the trail to another path, in one row, and by nobody who gets the path next", async () => {
      await start(profile);
      const id = await addSite(CODE);
      const parking = await insertRow(server.sql, "parkings", { project_id: CODE });
      await server.sql`update main_page_sites set path = 'sodra-hamnen' where id = ${id}`;
      const next = await addSite(CODE);
      const trail = await server.sql`
      select subject, action, site_id from audit_trail where row_id in (${parking}, ${id}, ${next}) order by created_at, id`;
      expect(trail).toEqual([
        { subject: "main_page_sites", action: "insert", site_id: id },
        { subject: "parkings", action: "insert", site_id: id },
        { subject: "main_page_sites", action: "update", site_id: id },
        { subject: "main_page_sites", action: "insert", site_id: next },
      ]);
      if (profile === "specified") return;
      const read = async (project: string) => {
        const admin = await makePerson(server, { kind: "admin", project, userId: "admin01" });
        const { data } = await as(admin).from("audit_trail").select("row_id").in("row_id", [parking, id, next]);
        return new Set(data?.map((row) => row.row_id));
      };
      expect(await read("sodra-hamnen")).toEqual(new Set([parking, id]));
      expect(await read(CODE)).toEqual(new Set([next]));
    });

    it("take everything along when their path changes", async () => {
      await start(profile);
      const id = await addSite(CODE);
      await fillCode(CODE);
      const people = await Promise.all([
        makePerson(server, { kind: "attendant", project: CODE, userId: "Vakt01" }),
        makePerson(server, { kind: "admin", project: CODE, userId: "admin01" }),
      ]);
      const client = await administrator(profile);
      const { error } = await client.from("main_page_sites").update({ path: "kajen" }).eq("id", id);
      expect(error).toBeNull();
      const moved = await places();
      for (const [table, rows] of Object.entries(moved))
        expect([table, new Set(rows)]).toEqual([table, new Set([`kajen ${id}`])]);
      const addresses = await server.sql<{ email: string; told: string }[]>`
      select u.email, i.identity_data ->> 'email' as told from auth.users u join auth.identities i on i.user_id = u.id
      where u.id in ${server.sql(people.map(({ accountId }) => accountId))} order by 1`;
      expect(addresses.map(({ email }) => email)).toEqual([
        staffAddress({ kind: "admin", project: "kajen", userId: "admin01" }),
        staffAddress({ kind: "attendant", project: "kajen", userId: "vakt01" }),
      ]);
      for (const { email, told } of addresses) expect(told).toBe(email);
      const pages = await server.sql`select page_url from web_activity_logs`;
      expect(pages).toEqual([{ page_url: `https://parkering.example/kajen/x?y=/${CODE}/` }]);
      const read = profile === "hardened" ? as(people[0]) : server.client();
      expect((await read.from("parkings").select("project_id")).data).toEqual([{ project_id: "kajen" }]);
    });

    it("take a row along that is older than a check, or leave it at the site", async () => {
      await start(profile);
      const id = await addSite(CODE);
      await fillCode(CODE);
      const [check] = await server.sql<{ definition: string }[]>`
      select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'parkings_street_length'`;
      await server.sql`alter table parkings drop constraint parkings_street_length`;
      const old = await insertRow(server.sql, "parkings", { project_id: CODE, street: " " });
      await server.sql.unsafe(`alter table parkings add constraint parkings_street_length ${check?.definition ?? ""}`);
      await server.sql`update main_page_sites set path = 'kajen' where id = ${id}`;
      const rows = await server.sql`select id = ${old} as old, project_id, site_id from parkings order by 1`;
      expect(rows).toEqual([
        { old: false, project_id: "kajen", site_id: id },
        { old: true, project_id: CODE, site_id: id },
      ]);
    });

    // Spec rules §2: A site gets
    it("move in statements: but for the shifts' own checks no trigger's work grows with the rows", async () => {
      await start(profile);
      await addSite(CODE);
      await fillCode(CODE);
      const statements = [
        `update main_page_sites set path = 'kajen' where path = '${CODE}'`,
        `delete from main_page_sites where path = '${CODE}'`,
      ];
      const few: Map<string, number>[] = [];
      for (const statement of statements) few.push(await callsOf(statement));
      for (let row = 0; row < 20; row += 1) {
        await insertRow(server.sql, "parkings", { project_id: CODE });
        await insertRow(server.sql, "parking_deletion_logs", { project_id: CODE });
        await insertRow(server.sql, "shift_registrations", { project_id: CODE });
        await insertRow(server.sql, "web_activity_logs", { page_url: `/${CODE}/x` });
      }
      for (const [at, statement] of statements.entries()) {
        const grown = [...(await callsOf(statement))].filter(([name, calls]) => calls > (few[at]?.get(name) ?? 0));
        expect(grown.map(([name]) => name).toSorted()).toEqual(["follow_shift_review", "keep_rejection"]);
      }
    });

    it("say what goes with them, to who may remove them", async () => {
      await start(profile);
      const id = await addSite(CODE);
      await addSite("vastra-hamnen");
      await fillCode(CODE);
      await insertRow(server.sql, "parkings", { project_id: "vastra-hamnen" });
      const admin = await makePerson(server, { kind: "admin", project: CODE, userId: "admin01" });
      const counted = await (await administrator(profile)).rpc("count_site_contents", { site: id }).single();
      expect(counted.data).toEqual({ people: 4, parkings: 1, shifts: 1, log_rows: 3 });
      const other = await as(admin).rpc("count_site_contents", { site: id });
      expect(other.error?.code).toBe(profile === "specified" ? undefined : "42501");
    });

    // Spec rules §2: An empty installation
    it("show the main admin the way of a new installation, and nobody else", async () => {
      await start(profile);
      const client = await administrator(profile);
      const steps = async () => (await client.rpc("get_first_steps").single()).data;
      for (const path of ["standard", "721075"]) await insertRow(server.sql, "main_page_sites", { path });
      await makePerson(server, { kind: "operator", project: "721075", userId: "op01" });
      expect(await steps()).toEqual({ has_site: false, has_admin: false, has_attendant: false });
      await addSite(CODE);
      expect(await steps()).toEqual({ has_site: true, has_admin: false, has_attendant: false });
      const readable = profile === "specified" ? {} : { password: null };
      await insertRow(server.sql, "admin_accounts", { project_id: CODE, user_id: "admin12", ...readable });
      expect(await steps()).toEqual({ has_site: true, has_admin: true, has_attendant: false });
      await insertRow(server.sql, "attendants", { project_id: CODE, user_id: "vakt12", ...readable });
      expect(await steps()).toEqual({ has_site: true, has_admin: true, has_attendant: true });
      const admin = await makePerson(server, { kind: "admin", project: CODE, userId: "admin01" });
      for (const name of ["get_first_steps", "get_system_state", "list_notice_gaps"]) {
        expect((await client.rpc(name)).error).toBeNull();
        const other = await as(admin).rpc(name);
        expect(other.error?.code).toBe(profile === "specified" ? undefined : "42501");
      }

      const gaps = async (address?: string) =>
        (await client.rpc("list_notice_gaps", address === undefined ? {} : { address })).data as unknown;
      const name = VALID_ROWS.main_page_sites.name;
      await server.sql`update site_settings set payment_methods = '[]', issuer_name = ' ', contact_phone = '', contact_email = ''`;
      expect(await gaps()).toEqual([{ name, gaps: ["issuer", "payment", "contact", "address"] }]);
      await server.sql`
        update site_settings set payment_methods = '[{"kind": "swish", "value": "1230000000"}]', issuer_name = 'Kajen AB' where project_id = ${CODE}`;
      expect(await gaps("https://parkering.example")).toEqual([{ name, gaps: ["contact"] }]);
      await server.sql`update site_settings set contact_email = 'kajen@parkering.example' where project_id = ${CODE}`;
      expect(await gaps("https://parkering.example")).toEqual([]);
    });

    it("keep their data from whoever gets the path next, and take their people with them", async () => {
      await start(profile);
      const id = await addSite(CODE);
      await fillCode(CODE);
      const admin = await makePerson(server, { kind: "admin", project: CODE, userId: "admin01" });
      const client = await administrator(profile);
      expect((await client.from("main_page_sites").delete().eq("id", id)).error).toBeNull();
      expect(await server.sql`select from auth.sessions where user_id = ${admin.accountId}`).toHaveLength(0);
      expect(await server.sql`select from auth.users where id = ${admin.accountId}`).toHaveLength(0);
      const next = (await client.from("main_page_sites").insert({ name: "Ny", path: CODE }).select("id").single()).data;
      const aside = `${CODE}~${id.slice(0, 8)} ${id}`;
      const left = await places();
      for (const table of ["parkings", "parking_deletion_logs", "shift_registrations", "web_activity_logs"])
        expect([table, left[table]]).toEqual([table, [aside]]);
      for (const table of ["attendants", "admin_accounts", "project_attendants", "staff_accounts"])
        expect([table, left[table]]).toEqual([table, []]);
      const read = profile === "specified" ? server.client() : as(await newAdmin());
      for (const table of ["parkings", "parking_deletion_logs", "shift_registrations", "attendant_deletion_logs"])
        expect((await read.from(table).select().eq("project_id", CODE)).data).toEqual([]);
      expect((await read.from("web_activity_logs").select().eq("page_project", CODE)).data).toEqual([]);
      expect((await read.rpc("search_parkings", { query: "volvo", project: CODE })).data).toEqual([]);
      // The new site's own rows are seen.
      await insertRow(server.sql, "parkings", { project_id: CODE });
      expect((await read.from("parkings").select("site_id").eq("project_id", CODE)).data).toEqual([
        { site_id: next?.id },
      ]);
    });

    it("do not give rows of a path without a site to the customer who gets it", async () => {
      await start(profile);
      await fillCode(CODE);
      const left = await makePerson(server, { kind: "admin", project: CODE, userId: "admin01" });
      const id = await addSite(CODE);
      const found = await places();
      for (const [table, rows] of Object.entries(found)) {
        expect([table, rows.length]).toEqual([table, 1]);
        expect(rows[0]).toMatch(/^ostra-hamnen~[0-9a-f]{8} -$/);
      }
      expect(await server.sql`select from auth.sessions where user_id = ${left.accountId}`).toHaveLength(0);
      if (profile === "specified") return;
      const next = await newAdmin();
      await insertRow(server.sql, "parkings", { project_id: CODE });
      expect((await as(next).from("parkings").select("site_id")).data).toEqual([{ site_id: id }]);
    });

    it("adopt what a special code had before its row came", async () => {
      await start(profile);
      await insertRow(server.sql, "vehicle_registrations", { project_id: "157715" });
      const chauffeur = await makePerson(server, { kind: "chauffeur", project: "157715", userId: "chauffor01" });
      const id = await addSite("157715");
      expect((await places())["vehicle_registrations"]).toEqual([`157715 ${id}`]);
      const { data } = await as(chauffeur).from("vehicle_registrations").select("site_id");
      expect(data).toEqual([{ site_id: id }]);
    });

    it("leave the standard site what it has while its row is missing", async () => {
      await start(profile);
      await fillCode("standard");
      const [row] =
        await server.sql`insert into main_page_sites (name, path) values ('Standard', 'standard') returning *`;
      await server.sql`delete from main_page_sites where path = 'standard'`;
      for (const [table, rows] of Object.entries(await places()))
        expect([table, rows]).toEqual([table, table === "staff_accounts" ? [] : ["standard -"]]);
      await server.sql`insert into main_page_sites ${server.sql(row ?? {})}`;
      expect((await places())["parkings"]).toEqual([`standard ${row?.["id"]}`]);
    });

    // Spec 3 §6: Codes that …
    it("have no code that is a route of the product", async () => {
      await start(profile);
      const client = await administrator(profile);
      for (const code of RESERVED_CODES) {
        const { error } = await client.from("main_page_sites").insert({ name: "X", path: code.toUpperCase() });
        expect([code, error?.code, error?.message]).toEqual([
          code,
          "23514",
          expect.stringContaining("path_not_reserved"),
        ]);
        expect(isReservedPath(error && toDataError(error))).toBe(true);
      }
      const id = await addSite("kajen");
      expect((await client.from("main_page_sites").update({ path: "people" }).eq("id", id)).error?.code).toBe("23514");
      // Another site's id, by which rows name it: rights compare codes and ids as one text.
      for (const path of [id, id.toUpperCase(), randomUUID()])
        expect((await client.from("main_page_sites").insert({ name: "X", path })).error?.code).toBe("23514");
      expect(await findUnreachableSites(server.database)).toEqual([]);
      await server.sql`alter table main_page_sites drop constraint main_page_sites_path_not_reserved`;
      await addSite("privacy");
      expect(await findUnreachableSites(server.database)).toEqual(["privacy"]);
    });
  },
);

/** The admin of the customer who got the path. */
const newAdmin = () => makePerson(server, { kind: "admin", project: CODE, userId: `ny-${randomUUID().slice(0, 8)}` });

it("an admin of a site hears and reads nothing of a row that has its code and another site", async () => {
  await start("hardened");
  await addSite(CODE);
  const admin = await makePerson(server, { kind: "admin", project: CODE, userId: "admin01" });
  const attendant = await makePerson(server, { kind: "attendant", project: CODE, userId: "vakt01" });
  const own = await insertRow(server.sql, "parkings", { project_id: CODE });
  const foreign = await insertRow(server.sql, "parkings", { project_id: CODE });
  const shift = await insertRow(server.sql, "shift_registrations", {
    project_id: CODE,
    image_urls: IMAGES(attendant.accountId),
  });
  await server.sql`alter table parkings disable trigger parkings_place`;
  await server.sql`update parkings set site_id = ${randomUUID()} where id = ${foreign}`;
  await server.sql`alter table shift_registrations disable trigger shift_registrations_place`;
  await server.sql`update shift_registrations set site_id = ${randomUUID()} where id = ${shift}`;
  for (const person of [admin, attendant]) {
    expect((await as(person).from("parkings").select("id")).data).toEqual([{ id: own }]);
    expect((await as(person).from("shift_registrations").select("id")).data).toEqual([]);
    await as(person).from("parkings").delete().eq("id", foreign);
  }
  expect(await server.sql`select from parkings where id = ${foreign}`).toHaveLength(1);
});
