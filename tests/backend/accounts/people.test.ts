// A person is an account: IDs that look alike are one, and whoever gets a used ID inherits nothing.
import { array, constantFrom, integer, oneof, sample } from "fast-check";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { idKey, staffAddress } from "#contract/staff-address.ts";
import { SECURITY_PROFILES, SESSION_KINDS } from "#contract/states.ts";
import { idKey as keyOfFunction } from "#functions/create-admin-user/staff-address.ts";
import { prepareDatabase } from "#server/database/prepare.ts";
import { type TestDatabase } from "#tests/support/database/database.ts";
import { createEarlierDatabase } from "#tests/support/database/earlier-database.ts";
import { makePerson } from "#tests/support/people/logged-in.ts";
import { listenTo } from "#tests/support/server/realtime.ts";
import { insertAccount, insertRow } from "#tests/support/rows/rows.ts";
import { startTestServer, type TestServer } from "#tests/support/server/server.ts";
import { isWhole } from "#tests/support/run/whole.ts";

const CODE = "ostra-hamnen";
const PASSWORD = "Losen-7410";
/** Others spell `vakt01` like this. */
const ALIKE = ["VAKT01", "vakt01\u200b", "va\u00adkt01", "vakt\u00a001", "vakt 01", "\u202evakt01", "vakt01\u{e0020}"];

describe.each(SECURITY_PROFILES)("IDs of the profile %s", (profile) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ profile, rateLimits: "none" });
    await insertRow(server.sql, "main_page_sites", { path: CODE });
  });
  afterAll(() => server.stop());

  it("are taken by who looks alike, in every list", async () => {
    const lists = ["attendants", "admin_accounts", "project_attendants"] as const;
    const row = { project_id: CODE, password: profile === "specified" ? PASSWORD : null };
    for (const table of lists) {
      const account_id = () => (profile === "specified" ? null : insertAccount(server.sql));
      await insertRow(server.sql, table, { ...row, user_id: "vakt01", account_id: await account_id() });
      for (const user_id of ALIKE) {
        const twin = insertRow(server.sql, table, { ...row, user_id, account_id: await account_id() });
        await expect(twin).rejects.toMatchObject({ code: "23505" });
      }
    }
    await insertRow(server.sql, "ase_employees", { employee_id: "ASE-001" });
    const twin = insertRow(server.sql, "ase_employees", { employee_id: "ase-001\u200b" });
    await expect(twin).rejects.toMatchObject({ code: "23505" });
  });

  it("are refused when nobody can see them", async () => {
    const row = { project_id: CODE, password: profile === "specified" ? PASSWORD : null };
    const unseen = insertRow(server.sql, "project_attendants", { ...row, user_id: "\u200b\u200c\u2060" });
    await expect(unseen).rejects.toMatchObject({ code: "23514" });
  });

  // Spec 3 §6: Project codes …
  it("are found by what they are compared by", async () => {
    const found = await server.sql`select employee_id from ase_employees where employee_key = ${idKey(" Ase-001 ")}`;
    expect(found).toEqual([{ employee_id: "ASE-001" }]);
  });
});

const newAttendant = (userId: string) => ({
  action: "create",
  kind: "attendant",
  project: CODE,
  userId,
  password: PASSWORD,
});

describe("accounts", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ profile: "hardened", rateLimits: "none" });
    await insertRow(server.sql, "main_page_sites", { path: CODE });
  });
  afterAll(() => server.stop());

  /** The site's admin, who makes and removes people. */
  const act = async (token: string, body: object) => {
    const { data, response } = await server
      .client({ accessToken: token })
      .functions.invoke("create-admin-user", { body });
    return { status: response?.status, id: (data as { id?: string } | null)?.id ?? "" };
  };

  it("are not made twice for IDs that look alike, and are logged in to by any of them", async () => {
    const admin = await makePerson(server, { kind: "admin", project: CODE, userId: "admin01" });
    expect((await act(admin.token, newAttendant("Vakt01"))).status).toBe(201);
    for (const userId of ALIKE)
      expect([userId, (await act(admin.token, newAttendant(userId))).status]).toEqual([userId, 409]);
    expect((await act(admin.token, newAttendant("\u200b\u200b\u200b"))).status).toBe(400);
    for (const userId of ["Vakt01", ...ALIKE]) {
      const email = staffAddress({ kind: "attendant", project: CODE.toUpperCase(), userId }) ?? "";
      expect((await server.client().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
    }
  });

  it("keep their shifts and photos from whoever gets the ID next, and their removal is heard", async () => {
    const admin = await makePerson(server, { kind: "admin", project: CODE, userId: "admin02" });
    const first = await makePerson(server, { kind: "attendant", project: CODE, userId: "vakt02" });
    const roster = { project_id: CODE, user_id: "vakt02", password: null, account_id: first.accountId };
    const row = await insertRow(server.sql, "attendants", roster);
    const client = server.client({ accessToken: first.token });
    const image_urls = [1, 2].map((number) => `${first.accountId}/${number}.png`);
    const shift = {
      project_id: CODE,
      attendant_user_id: "vakt02",
      start_time: "2026-11-20T21:00:00Z",
      end_time: "2026-11-21T05:30:00Z",
      description: "Natt",
      image_urls,
      account_id: admin.accountId,
    };
    const inserted = await client.from("shift_registrations").insert(shift).select("account_id").single();
    expect(inserted.data).toEqual({ account_id: first.accountId });
    for (const name of image_urls)
      await server.sql`insert into storage.objects (bucket_id, name) values ('shift-images', ${name})`;
    const heard = await listenTo(client, { table: "attendants" });
    expect((await act(admin.token, { action: "delete", accountId: first.accountId })).status).toBe(200);
    // Heard after the login has ended.
    await heard.hears(row, "DELETE");
    expect((await client.from("attendants").select("id")).data).toEqual([]);

    const second = await makePerson(server, { kind: "attendant", project: CODE, userId: "vakt02" });
    const next = server.client({ accessToken: second.token });
    const own = await next.from("shift_registrations").select("id").eq("attendant_user_id", "vakt02");
    expect(own.data).toEqual([]);
    for (const path of image_urls)
      expect(
        (await next.storage.from("shift-images").createSignedUrls([path], 60)).data?.[0]?.signedUrl ?? null,
      ).toBeNull();
    const seen = await server
      .client({ accessToken: admin.token })
      .from("shift_registrations")
      .select("account_id")
      .eq("attendant_user_id", "vakt02");
    expect(seen.data).toEqual([{ account_id: first.accountId }]);
  });

  it("of the project's own people are listed to the site's admin", async () => {
    const admin = await makePerson(server, { kind: "admin", project: CODE, userId: "admin03" });
    await insertRow(server.sql, "project_attendants", { project_id: CODE, user_id: "egen01", password: null });
    const listed = await server
      .client({ accessToken: admin.token })
      .from("project_attendants")
      .select("user_id")
      .eq("project_id", CODE);
    expect(listed.data).toEqual([{ user_id: "egen01" }]);
  });

  it("have the keys and addresses that browser and function make", async () => {
    const letter = oneof(
      constantFrom(
        "a",
        "Å",
        "ß",
        "İ",
        "Σ",
        "ǅ",
        " ",
        ".",
        "_",
        "\u200b",
        "\u00a0",
        "\u030a",
        "\u0301",
        "\ufe0f",
        "\u{e0020}",
      ),
      // Latin, Greek, Cyrillic: of scripts that came later, a database may know fewer capitals than a browser.
      integer({ min: 0x20, max: 0x52f }).map((code) => String.fromCodePoint(code)),
    );
    const ids = sample(
      array(letter, { minLength: 1, maxLength: 30 }).map((letters) => letters.join("")),
      { numRuns: isWhole ? 300 : 60, seed: 12 },
    );
    const kept = ids.filter((id) => !id.includes("\0"));
    const rows = await server.sql<{ id: string; key: string; address: string | null; own: string | null }[]>`
      select id, private.id_key(id) as key, private.staff_address('attendant', 'Östra', id) as address,
        private.staff_address('main-admin', null, id) as own
      from unnest(${kept}::text[]) id`;
    for (const { id, key, address, own } of rows) {
      expect([id, key]).toEqual([id, idKey(id)]);
      expect(keyOfFunction(id)).toBe(idKey(id));
      expect([id, address]).toEqual([id, staffAddress({ kind: "attendant", project: "Östra", userId: id })]);
      expect([id, own]).toEqual([id, staffAddress({ kind: "main-admin", project: null, userId: id })]);
    }
    expect(rows).toHaveLength(kept.length);
    expect(SESSION_KINDS).toContain("attendant");
  });
});

describe("a database of today that is upgraded", () => {
  let database: TestDatabase;
  afterEach(() => database.drop());
  const upgrade = (profile: (typeof SECURITY_PROFILES)[number]) =>
    prepareDatabase({ url: database.url, profile, seed: "demo", log: pino({ level: "silent" }) });

  it("places every row, and of two IDs that look alike the older person keeps theirs (specified)", async () => {
    database = await createEarlierDatabase("20261122230000", "specified");
    const { sql } = database;
    const site = await insertRow(sql, "main_page_sites", { path: CODE, created_at: "2026-01-01T00:00:00Z" });
    const twin = await insertRow(sql, "main_page_sites", { path: "Ostra-Hamnen", created_at: new Date() });
    await insertRow(sql, "parkings", { project_id: CODE });
    await insertRow(sql, "parkings", { project_id: "Ostra-Hamnen", ref_number: "TVILLING" });
    await insertRow(sql, "parkings", { project_id: "borta" });
    await insertRow(sql, "parkings", { project_id: null });
    await insertRow(sql, "web_activity_logs", { page_url: `/${CODE}/x` });
    await sql`alter table parkings drop constraint parkings_street_length`;
    await insertRow(sql, "parkings", { project_id: CODE, street: " ", ref_number: "GAMMAL" });
    await sql`alter table parkings add constraint parkings_street_length check (street ~ '\\S' and length(street) <= 200) not valid`;
    await insertRow(sql, "vehicle_registrations", { vehicle_model: "Saab 900" });
    const old = { project_id: CODE, created_at: "2026-01-01T00:00:00Z" };
    await insertRow(sql, "attendants", { ...old, user_id: "nyvakt" });
    // Three times that differ for sure: two clocks may give the same millisecond in either order.
    await insertRow(sql, "attendants", { project_id: CODE, user_id: "NYVAKT", created_at: "2026-02-01T00:00:00Z" });
    await insertRow(sql, "attendants", { project_id: CODE, user_id: "nyvakt\u200b", created_at: new Date() });
    await insertRow(sql, "attendants", { project_id: "annan", user_id: "nyvakt-2" });
    await insertRow(sql, "shift_registrations", { project_id: CODE, attendant_user_id: "NYVAKT" });
    await insertRow(sql, "ase_employees", { employee_id: "ASE-001", created_at: "2026-01-01T00:00:00Z" });
    await insertRow(sql, "ase_employees", { employee_id: "ase-001" });

    await upgrade("specified");
    expect(
      await sql`select ref_number, project_id, site_id from parkings order by project_id nulls last, ref_number`,
    ).toEqual([
      { ref_number: "ABC123", project_id: "borta", site_id: null },
      { ref_number: "ABC123", project_id: CODE, site_id: site },
      { ref_number: "GAMMAL", project_id: CODE, site_id: site },
      { ref_number: "TVILLING", project_id: "Ostra-Hamnen-2", site_id: twin },
      { ref_number: "ABC123", project_id: null, site_id: null },
    ]);
    expect(await sql`select site_id from web_activity_logs`).toEqual([{ site_id: site }]);
    expect(await sql`select vehicle_model from vehicle_registrations`).toEqual([{ vehicle_model: "Saab 900" }]);
    expect(await sql`select user_id, renamed_from from attendants order by user_id collate "C"`).toEqual([
      { user_id: "NYVAKT-3", renamed_from: "NYVAKT" },
      { user_id: "nyvakt", renamed_from: null },
      { user_id: "nyvakt-2", renamed_from: null },
      { user_id: "nyvakt\u200b-4", renamed_from: "nyvakt\u200b" },
    ]);
    expect(await sql`select attendant_user_id, account_id from shift_registrations`).toEqual([
      { attendant_user_id: "NYVAKT-3", account_id: null },
    ]);
    expect(await sql`select employee_id, renamed_from from ase_employees order by created_at`).toEqual([
      { employee_id: "ASE-001", renamed_from: null },
      { employee_id: "ase-001-2", renamed_from: "ase-001" },
    ]);
  });

  it("gives accounts the addresses of today, and shifts to whose they are (hardened)", async () => {
    database = await createEarlierDatabase("20261122230000", "hardened");
    const { sql } = database;
    await insertRow(sql, "main_page_sites", { path: CODE });
    const person = async (userId: string, email: string, created_at: string) => {
      const id = await insertAccount(sql);
      await sql`update auth.users set email = ${email}, raw_app_meta_data = '{"assigned": true}' where id = ${id}`;
      await sql`insert into staff_accounts (account_id, kind, project_id, user_id, created_at)
        values (${id}, 'attendant', ${CODE}, ${userId}, ${created_at})`;
      await insertRow(sql, "attendants", {
        project_id: CODE,
        user_id: userId,
        password: null,
        account_id: id,
        created_at,
      });
      return id;
    };
    const older = await person("Nyvakt", `_4eyvakt.${CODE}@attendant.konto.parkering.example`, "2026-02-01T00:00:00Z");
    const newer = await person("nyvakt", `nyvakt.${CODE}@attendant.konto.parkering.example`, "2026-03-01T00:00:00Z");
    const gone = "00000000-0000-4000-8000-0000000000aa";
    const shift = (attendant_user_id: string, folder: string, created_at: string) =>
      insertRow(sql, "shift_registrations", {
        project_id: CODE,
        attendant_user_id,
        created_at,
        image_urls: [`${folder}/1.png`, `${folder}/2.png`],
      });
    const shifts = {
      own: await shift("nyvakt", newer, "2026-04-01T00:00:00Z"),
      ofTheOneBefore: await shift("nyvakt", gone, "2026-02-10T00:00:00Z"),
      movedFromSpecified: await shift("Nyvakt", "Nyvakt", "2026-02-10T00:00:00Z"),
      before: await shift("Nyvakt", "Nyvakt", "2026-01-10T00:00:00Z"),
    };
    await upgrade("hardened");
    const owners = await sql<
      { id: string; account_id: string | null }[]
    >`select id, account_id from shift_registrations`;
    expect(new Map(owners.map(({ id, account_id }) => [id, account_id]))).toEqual(
      new Map([
        [shifts.own, newer],
        [shifts.ofTheOneBefore, gone],
        [shifts.movedFromSpecified, older],
        [shifts.before, null],
      ]),
    );
    const people = await sql`
      select s.user_id, a.user_id as listed, a.renamed_from, u.email, s.site_id is not null as placed
      from staff_accounts s join auth.users u on u.id = s.account_id join attendants a on a.account_id = s.account_id order by 1`;
    expect(people).toEqual([
      { user_id: "Nyvakt", listed: "Nyvakt", renamed_from: null, placed: true, email: at("nyvakt") },
      { user_id: "nyvakt-2", listed: "nyvakt-2", renamed_from: "nyvakt", placed: true, email: at("nyvakt-2") },
    ]);
  });
});

const at = (userId: string) => staffAddress({ kind: "attendant", project: CODE, userId });
