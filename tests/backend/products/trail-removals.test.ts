// The logs of removals: one row for each removal, none without one, and nobody else's (document 1 §4 and §7), in both profiles.
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { SECURITY_PROFILES } from "#contract/states.ts";
import { makePerson } from "#tests/support/people/logged-in.ts";
import { PATIENCE } from "#tests/support/run/patience.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { startTestServer, type TestServer } from "#tests/support/server/server.ts";

const OWN = "ostra-hamnen";
const OTHER = "vastra-hamnen";

describe.each(SECURITY_PROFILES)("the profile %s", (profile) => {
  let server: TestServer;
  let attendant: SupabaseClient;
  let stranger: SupabaseClient;
  let admin: SupabaseClient;
  beforeAll(async () => {
    server = await startTestServer({ profile, rateLimits: "none" });
    for (const path of [OWN, OTHER]) await insertRow(server.sql, "main_page_sites", { path });
    const clientOf = async (kind: "attendant" | "admin", project: string, userId: string) => {
      const { token } = await makePerson(server, { kind, project, userId });
      return server.client(profile === "hardened" ? { accessToken: token } : {});
    };
    attendant = await clientOf("attendant", OWN, "vakt01");
    stranger = await clientOf("attendant", OTHER, "vakt77");
    admin = await clientOf("admin", OWN, "admin01");
  });
  afterAll(() => server.stop());
  let parking: string;
  beforeEach(async () => {
    parking = await insertRow(server.sql, "parkings", { project_id: OWN, ref_number: "ABC 123" });
  });
  afterEach(async () => {
    await server.sql`delete from parkings`;
    await server.sql`delete from parking_deletion_logs`;
  });

  const announce = (client: SupabaseClient, deletedBy: string, project = OWN) =>
    client
      .from("parking_deletion_logs")
      .insert({ parking_id: parking, deleted_by: deletedBy, project_id: project, ref_number: "LOGN 1" });
  const remove = (client: SupabaseClient) => client.from("parkings").delete().eq("id", parking);
  const logged = async () => {
    const { data, error } = await admin.from("parking_deletion_logs").select("parking_id, deleted_by, ref_number");
    expect(error).toBeNull();
    return data;
  };
  const ROW = () => ({ parking_id: parking, deleted_by: "vakt01", ref_number: "ABC 123" });

  // Spec 1 §7: parking_deletion_logs: insert {parking_id,
  test("the announcement waits unseen, and the removal makes the row of what was there", async () => {
    expect((await announce(attendant, "vakt01")).status).toBe(201);
    expect(await logged()).toEqual([]);
    expect((await remove(attendant)).error).toBeNull();
    expect(await logged()).toEqual([ROW()]);
    expect(await server.sql`select from parking_deletion_logs`).toHaveLength(1);
  });

  test("a removal that fails leaves no row, and the second try leaves one", async () => {
    await server.sql.unsafe(`
      create function public.fail() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
      create trigger fail before delete on parkings for each row execute function public.fail()`);
    await announce(attendant, "vakt01");
    expect((await remove(attendant)).error).not.toBeNull();
    expect(await logged()).toEqual([]);
    await server.sql`drop function public.fail() cascade`;
    await announce(attendant, "vakt01");
    expect((await remove(attendant)).error).toBeNull();
    expect(await logged()).toEqual([ROW()]);
    expect(await server.sql`select from parking_deletion_logs`).toHaveLength(1);
  });

  test("a filtered set that nobody announced leaves a row for each", async () => {
    const another = await insertRow(server.sql, "parkings", { project_id: OWN, ref_number: "DEF 456" });
    const who = { kind: "attendant", id: "vakt01" };
    const { error } = await attendant
      .from("parkings")
      .delete()
      .in("ref_number", ["ABC 123", "DEF 456"])
      .setHeader("x-acting-as", JSON.stringify(who));
    expect(error).toBeNull();
    expect((await logged())?.toSorted((a, b) => (a.ref_number < b.ref_number ? -1 : 1))).toEqual([
      ROW(),
      { parking_id: another, deleted_by: "vakt01", ref_number: "DEF 456" },
    ]);
  });

  test("nobody logs another's parking as removed", async () => {
    await announce(stranger, "vakt77", OTHER);
    expect(await logged()).toEqual([]);
    await announce(attendant, "vakt01");
    await remove(attendant).setHeader("x-acting-as", JSON.stringify({ kind: "attendant", id: "vakt01" }));
    expect(await logged()).toEqual([ROW()]);
    expect(await server.sql`select from parking_deletion_logs`).toHaveLength(1);
  });

  test("after 60 seconds an announcement says nothing, and the next one clears it away", async () => {
    await announce(attendant, "vakt01");
    await server.sql`update parking_deletion_logs set deleted_by = 'glömd', deleted_at = now() - interval '61 seconds'`;
    await announce(attendant, "vakt01");
    expect(await server.sql`select deleted_by from parking_deletion_logs`).toEqual([{ deleted_by: "vakt01" }]);
    await server.sql`update parking_deletion_logs set deleted_by = 'glömd', deleted_at = now() - interval '61 seconds'`;
    await remove(attendant);
    expect((await logged())?.map((row) => row.deleted_by)).toEqual([profile === "hardened" ? "vakt01" : "okänd"]);
  });

  test("an admin hears of the removal and not of the announcement", async () => {
    const heard: { event: string; id: string | undefined; plate: string | undefined }[] = [];
    const channel = admin.channel("log");
    const joined = new Promise<void>((resolve) => {
      channel
        .on("postgres_changes", { event: "*", schema: "public", table: "parking_deletion_logs" }, (change) => {
          const row: { id?: string; ref_number?: string } = change.eventType === "DELETE" ? change.old : change.new;
          heard.push({ event: change.eventType, id: row.id, plate: row.ref_number });
        })
        .subscribe((status) => status === "SUBSCRIBED" && resolve());
    });
    if (profile === "hardened") await admin.realtime.setAuth();
    await joined;
    await announce(attendant, "vakt01");
    const [announced] = await server.sql<{ id: string }[]>`select id from parking_deletion_logs`;
    await remove(attendant);
    await vi.waitUntil(() => heard.some(({ event }) => event === "INSERT"), PATIENCE);
    const [row] = await server.sql<{ id: string }[]>`select id from parking_deletion_logs`;
    // The removal of an earlier test's rows may be heard late.
    const ofThis = heard.filter(({ id }) => id === announced?.id || id === row?.id);
    expect(ofThis.map(({ event, plate }) => [event, plate])).toEqual([["INSERT", "ABC 123"]]);
    await admin.removeAllChannels();
  });

  test("the owner's own work on the database is no removal by anybody", async () => {
    await server.sql`delete from parkings where id = ${parking}`;
    expect(await server.sql`select from parking_deletion_logs`).toHaveLength(0);
    const [entry] =
      await server.sql`select actor_kind, actor_id from audit_trail where row_id = ${parking} and action = 'delete'`;
    expect(entry).toEqual({ actor_kind: "database", actor_id: null });
  });
});

describe("attendants and operators of the profile specified", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());
  const logged = async () =>
    (await server.client().from("attendant_deletion_logs").select("attendant_user_id, deleted_by")).data;

  test.each(["attendants", "project_attendants"] as const)("%s: one row a removal, none without", async (table) => {
    await server.sql`delete from attendant_deletion_logs`;
    const project_id = "721075";
    const id = await insertRow(server.sql, table, { project_id, user_id: "vakt31" });
    const client = server.client();
    const row = { attendant_user_id: "vakt31", user_id: "vakt31", deleted_by: "admin01", project_id };
    expect((await client.from("attendant_deletion_logs").insert(row)).status).toBe(201);
    expect(await logged()).toEqual([]);
    await client.from("attendant_deletion_logs").insert(row);
    expect((await client.from(table).delete().eq("id", id)).error).toBeNull();
    expect(await logged()).toEqual([{ attendant_user_id: "vakt31", deleted_by: "admin01" }]);
    expect(await server.sql`select from attendant_deletion_logs`).toHaveLength(1);
  });
});
