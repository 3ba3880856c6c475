// Refusals of the database to whoever asks through the table API, in both profiles: the screens alone refused it once.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SECURITY_PROFILES } from "#contract/states.ts";
import { SUPER_ADMIN_EMAIL } from "#contract/projects.ts";
import { makeAccount, makePerson } from "#tests/support/people/logged-in.ts";
import { insertRow, VALID_ROWS } from "#tests/support/rows/rows.ts";
import { startTestServer, type TestServer } from "#tests/support/server/server.ts";

describe.each(SECURITY_PROFILES)("the profile %s", (profile) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ profile, rateLimits: "none" });
    await insertRow(server.sql, "main_page_sites", { path: "ostra-hamnen" });
  });
  afterAll(() => server.stop());

  it("the taxi has no other car than its model, also for the secret key", async () => {
    const car = { project_id: "157715", chauffeur_id: "chauffor01", item_1: true };
    const chauffeur = await makePerson(server, { kind: "chauffeur", project: "157715", userId: "chauffor01" });
    const clients = [server.client({ accessToken: chauffeur.token }), server.client({ key: server.secretKey })];
    for (const client of clients) {
      const { error } = await client.from("vehicle_registrations").insert({ ...car, vehicle_model: "Saab 900" });
      expect(error?.code).toBe("23514");
    }
    const { error } = await clients[0]!.from("vehicle_registrations").insert({ ...car, vehicle_model: "Volvo V90" });
    expect(error).toBeNull();
  });

  it("a parking registers at a site, at the standard site and without a project, and nowhere else", async () => {
    const client = server.client();
    const register = async (project_id: string | null) =>
      (await client.from("parkings").insert({ ...VALID_ROWS.parkings, project_id })).error?.code;
    for (const project of ["ostra-hamnen", "standard", null]) expect(await register(project)).toBeUndefined();
    for (const project of ["finns-inte", "", "ostra-hamnen "]) expect(await register(project)).toMatch(/42501|23514/);
    const places = await server.sql`select project_id from public.parkings order by 1`;
    expect(places.map((row) => row["project_id"])).toEqual(["ostra-hamnen", "standard", null]);
  });

  it("a bid on a hidden property is refused as one on none, and as one on a sold one", async () => {
    const statuses = ["pending", "off_market", "sold"];
    const hidden = await Promise.all(
      statuses.map((status) => insertRow(server.sql, "properties", { id: randomUUID(), status })),
    );
    const answers = new Set<string>();
    for (const property_id of [...hidden, randomUUID()]) {
      const { error, status } = await server.client().from("property_bids").insert({ property_id, amount: 1 });
      answers.add(JSON.stringify([status, error]));
    }
    expect([...answers]).toHaveLength(1);
    expect([...answers][0]).not.toMatch(/pending|off_market|sold/);
    expect(await server.sql`select from public.property_bids`).toHaveLength(0);
  });

  it("the super admin's own credential stays, others go as before", async () => {
    const password_text = profile === "specified" ? "Super-7410" : null;
    const credential = { account_type: "admin", password_text };
    const own = await insertRow(server.sql, "admin_user_credentials", { ...credential, email: SUPER_ADMIN_EMAIL });
    const upper = SUPER_ADMIN_EMAIL.toUpperCase();
    const alike = await insertRow(server.sql, "admin_user_credentials", { ...credential, email: upper });
    const other = await insertRow(server.sql, "admin_user_credentials", { ...credential, email: "ny@example.com" });
    const { token } = await makeAccount(server.sql, "admin");
    for (const client of [server.client(), server.client({ accessToken: token })])
      await client.from("admin_user_credentials").delete().in("id", [own, alike, other]);
    const left = await server.sql<{ id: string }[]>`select id from public.admin_user_credentials`;
    const expected = profile === "specified" ? [own, alike] : [own, alike, other];
    expect(new Set(left.map(({ id }) => id))).toEqual(new Set(expected));
  });
});
