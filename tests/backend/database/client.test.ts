// The seed's accounts and the database's rules, as the unmodified client meets them through the server.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestServer, startTestServer } from "#tests/support/server/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ from: "seeded" });
});
afterAll(() => server.stop());

describe("the accounts of the seed", () => {
  // Spec 2 §7: Auth: sign …
  it.each([
    ["agent@parkering.example", "Agent-7410", "employee"],
    ["superadmin@parkering.example", "Super-7410", "admin"],
  ])("%s signs in and is known by its role", async (email, password, role) => {
    const client = server.client();
    const { data, error } = await client.auth.signInWithPassword({ email, password });
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
    const answer = await client.rpc("get_user_role", { _user_id: data.user?.id });
    expect(answer.data).toBe(role);
  });

  it("an agent hides a bid list, the public does not", async () => {
    const [agent, visitor] = [server.client(), server.client()];
    await agent.auth.signInWithPassword({ email: "agent@parkering.example", password: "Agent-7410" });
    const hide = { hide_bid_list: true };
    const byVisitor = await visitor.from("properties").update(hide).eq("status", "available").select("id");
    expect(byVisitor.error?.code ?? byVisitor.data).toBe("42501");
    const byAgent = await agent.from("properties").update(hide).eq("status", "available").select("id");
    expect(byAgent.data).toHaveLength(4);
  });
});

describe("the rules", () => {
  it("a sign-up makes a profile that the admins' list shows", async () => {
    const client = server.client();
    const { error } = await client.auth.signUp({ email: "ny@example.com", password: "Hemlig-7410" });
    expect(error).toBeNull();
    const { data } = await server.client().from("profiles").select("email").eq("email", "ny@example.com");
    expect(data).toEqual([{ email: "ny@example.com" }]);
  });

  it("a bid on a sold property answers 23514 and leaves nothing", async () => {
    const client = server.client();
    const sold = await client.from("properties").select("id").eq("status", "sold").limit(1).single();
    const property_id = (sold.data as { id: string }).id;
    const before = await server.sql`select count(*) from public.property_bids`;
    const { error } = await client.from("property_bids").insert({ property_id, bidder_name: "Sen", amount: 9_000_000 });
    expect(error?.code).toBe("23514");
    expect(error?.message).toContain("not open for bids");
    expect(await server.sql`select count(*) from public.property_bids`).toEqual(before);
  });

  it("the search answers through rpc, with chosen columns and with characters that filters would read as syntax", async () => {
    const client = server.client();
    const found = await client.rpc("search_parkings", { query: "ÅKERGRÄND" }).select("street");
    expect(found.error).toBeNull();
    const streets = (found.data as { street: string }[]).map((row) => row.street);
    expect(streets).toHaveLength(5);
    expect(streets.filter((street) => !street.startsWith("Åkergränd"))).toEqual([]);
    const odd = await client.rpc("search_parkings", { query: 'a,b.(c)"%_\\', project: "ostra-hamnen", page_size: 5 });
    expect(odd.error).toBeNull();
    expect(odd.data).toEqual([]);
  });

  it("a page continues where the last one ended, with times as the client got them", async () => {
    const client = server.client();
    const all = await client.rpc("search_parkings", { query: "a" }).select("id, created_at");
    const rows = (all.data ?? []) as { id: string; created_at: string }[];
    const last = rows[4];
    const next = await client.rpc("search_parkings", {
      query: "a",
      before_created_at: last?.created_at,
      before_id: last?.id,
      page_size: 3,
    });
    expect(next.error).toBeNull();
    expect((next.data as { id: string }[]).map((row) => row.id)).toEqual(rows.slice(5, 8).map((row) => row.id));
  });
});
