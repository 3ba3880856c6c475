// Changes of several rows stand whole when the caller is gone after the first call (document 2 §4 and §7), in both profiles.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { SECURITY_PROFILES } from "#contract/states.ts";
import { makeAccount, makePerson } from "#tests/support/people/logged-in.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { startTestServer, type TestServer } from "#tests/support/server/server.ts";

const TAXI = "157715";

describe.each(SECURITY_PROFILES)("the profile %s", (profile) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ profile, rateLimits: "none" });
    await insertRow(server.sql, "main_page_sites", { path: TAXI });
  });
  afterAll(() => server.stop());

  /** The trail's row of the latest change: who, and what happened to which table. */
  async function latestChange(): Promise<{ who: string[]; did: string[] }> {
    const rows = await server.sql<{ who: string; did: string }[]>`
      select concat_ws(' ', actor_kind, actor_id) as who, concat_ws(' ', subject, action) as did from audit_trail
      where request_id = (select request_id from audit_trail order by created_at desc, id desc limit 1)
      order by did`;
    return { who: [...new Set(rows.map(({ who }) => who))], did: rows.map(({ did }) => did) };
  }

  describe("an agent who accepts a bid", () => {
    const email = "maklare@example.com";
    let token: string;
    let property: string;
    beforeAll(async () => {
      ({ token } = await makeAccount(server.sql, "employee", email));
    });
    beforeEach(async () => {
      property = await insertRow(server.sql, "properties", { id: randomUUID() });
    });

    const bid = (amount: number) => insertRow(server.sql, "property_bids", { property_id: property, amount });
    /** The first of the two calls. */
    const accept = async (id: string) => {
      const agent = server.client({ accessToken: token });
      const { error } = await agent.from("property_bids").update({ accepted: true }).eq("id", id).select("id");
      return error?.code;
    };
    async function sale() {
      const [row] = await server.sql`
        select status, accepted_bid_id,
          array(select b.id::text from property_bids b where b.property_id = p.id and b.accepted) as accepted
        from properties p where id = ${property}`;
      return row;
    }
    /** An accepted bid on an unsold property, as the first call left it before the database sold with it. */
    async function leftHalfDone(): Promise<string> {
      const id = await bid(1);
      await server.sql.begin(async (transaction) => {
        await transaction`set local session_replication_role = replica`;
        await transaction`update property_bids set accepted = true where id = ${id}`;
      });
      return id;
    }

    // Spec 2 §4: Accepting a bid
    test("has sold the property with the first call, in their own name", async () => {
      const id = await bid(1);
      expect(await accept(id)).toBeUndefined();
      expect(await sale()).toEqual({ status: "sold", accepted_bid_id: id, accepted: [id] });
      expect(await latestChange()).toEqual({
        who: [`agent ${email}`],
        did: ["properties update", "property_bids update", "property_sales insert"],
      });
    });

    test("marks nothing where the property was sold otherwise", async () => {
      const [first, second] = [await bid(1), await bid(2)];
      await server.sql`update properties set status = 'sold' where id = ${property}`;
      expect(await accept(first)).toBe("23514");
      await server.sql`update properties set accepted_bid_id = ${second} where id = ${property}`;
      expect(await accept(first)).toBe("23514");
      expect(await sale()).toEqual({ status: "sold", accepted_bid_id: second, accepted: [] });
    });

    test.each(["pending", "off_market"])("sells what is %s too, as before", async (status) => {
      const id = await bid(1);
      await server.sql`update properties set status = ${status} where id = ${property}`;
      expect(await accept(id)).toBeUndefined();
      expect(await sale()).toMatchObject({ status: "sold", accepted_bid_id: id });
    });

    test("sells by a bid that was left half done, by accepting it once more", async () => {
      const id = await leftHalfDone();
      expect(await sale()).toEqual({ status: "available", accepted_bid_id: null, accepted: [id] });
      expect(await accept(await bid(2))).toBe("23505");
      expect(await accept(id)).toBeUndefined();
      expect(await sale()).toEqual({ status: "sold", accepted_bid_id: id, accepted: [id] });
      expect(await accept(id)).toBeUndefined();
    });

    test("takes a mark that was left half done away, and accepts another bid", async () => {
      const [left, other] = [await leftHalfDone(), await bid(2)];
      const agent = server.client({ accessToken: token });
      expect((await agent.from("property_bids").update({ accepted: false }).eq("id", left)).error).toBeNull();
      expect(await sale()).toEqual({ status: "available", accepted_bid_id: null, accepted: [] });
      expect(await accept(other)).toBeUndefined();
      expect(await sale()).toEqual({ status: "sold", accepted_bid_id: other, accepted: [other] });
    });
  });

  /** The chauffeur of each car, as `slot:chauffeur`. */
  async function holders(): Promise<string[]> {
    const rows = await server.sql<{ holder: string }[]>`
      select concat_ws(':', case when item_1 then 1 when item_2 then 2 when item_3 then 3 end, chauffeur_id) as holder
      from vehicle_registrations order by 1`;
    return rows.map(({ holder }) => holder);
  }

  describe("a chauffeur who changes cars", () => {
    const tokens: Record<string, string> = {};
    beforeAll(async () => {
      for (const userId of ["britta", "olle"]) {
        const { token } = await makePerson(server, { kind: "chauffeur", project: TAXI, userId });
        tokens[userId] = token;
      }
    });
    beforeEach(async () => {
      await server.sql`delete from vehicle_registrations`;
    });

    /** The one call of a change. In `specified` the screen says who uses it. */
    const take = async (userId: string, slot: number) => {
      const client = server.client(profile === "hardened" ? { accessToken: tokens[userId] ?? "" } : {});
      const { error } = await client
        .from("vehicle_registrations")
        .insert({ project_id: TAXI, chauffeur_id: userId, vehicle_model: "Volvo V90", [`item_${slot}`]: true })
        .setHeader("x-acting-as", JSON.stringify({ kind: "chauffeur", id: userId }));
      return error?.code;
    };
    // Spec 2 §4: Chauffeur slot: free
    // Spec 2 §4: Clicking a free
    // Spec 2 §4: Clicking one's own
    // Spec 2 §4: A slot taken
    test("has given the first one back with the call that takes the other, in their own name", async () => {
      expect(await take("britta", 1)).toBeUndefined();
      expect(await take("britta", 2)).toBeUndefined();
      expect(await holders()).toEqual(["2:britta"]);
      expect(await latestChange()).toEqual({
        who: ["chauffeur britta"],
        did: [
          "vehicle_registrations delete",
          "vehicle_registrations insert",
          "vehicle_turns insert",
          "vehicle_turns update",
        ],
      });
    });

    test("keeps the first one where the other is taken", async () => {
      expect(await take("olle", 2)).toBeUndefined();
      expect(await take("britta", 1)).toBeUndefined();
      expect(await take("britta", 2)).toBe("23505");
      expect(await holders()).toEqual(["1:britta", "2:olle"]);
    });

    test("takes nothing from a colleague whom they name, and nothing in another project", async () => {
      await take("olle", 2);
      const client = server.client({ accessToken: tokens["britta"] ?? "" });
      const forged = { project_id: TAXI, chauffeur_id: "olle", item_3: true };
      const refusal = (await client.from("vehicle_registrations").insert(forged)).error?.code;
      // In `specified` the table cannot tell people apart.
      expect(refusal).toBe(profile === "hardened" ? "42501" : undefined);
      expect(await holders()).toEqual([profile === "hardened" ? "2:olle" : "3:olle"]);
      await insertRow(server.sql, "vehicle_registrations", { project_id: "taxi-lund", chauffeur_id: "britta" });
      await take("britta", 1);
      expect(await holders()).toContain("3:britta");
    });

    test("a row that the secret key writes is refused beside another car of the same person", async () => {
      await take("britta", 1);
      const row = { project_id: TAXI, chauffeur_id: "britta", item_2: true };
      const service = server.client({ key: server.secretKey });
      expect((await service.from("vehicle_registrations").insert(row)).error?.code).toBe("23505");
      expect(await holders()).toEqual(["1:britta"]);
    });
  });
});
