// Objections to a case, and the desk where admins decide them (document 4 §4, §5).
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { SECURITY_PROFILES } from "#contract/states.ts";
import { type Actor, fineOf, type Json, OTHER_SITE, said, SITE } from "#tests/support/rows/cases.ts";
import { type TestServer } from "#tests/support/server/server.ts";
import { type Case, caseOffice, COMPLETE } from "#tests/support/rows/case-office.ts";

/** A row of the queue of objections. */
type Queued = { id: string; case_number: string; assigned_to: string | null; is_own: boolean };
const numbers = (rows: Queued[]) => rows.map(({ case_number }) => case_number);

describe.each(SECURITY_PROFILES)("the profile %s", (profile) => {
  const { opened, record, done, stateOf, caseIn } = caseOffice(profile);
  let server: TestServer;
  let attendant: Actor;
  let admin: Actor;
  let second: Actor;
  beforeAll(() => {
    ({ server, attendant, admin, second } = opened());
  });

  describe("an objection", () => {
    test("keeps its text, its supplements and its decision beside the events, which name it by its id only", async () => {
      const fine = await caseIn("disputed");
      await done(fine, "supplemented", "objection_accepted");
      const [objection] =
        await server.sql`select id, text, decision, reply, decided_by, received_by from objections where fine_id = ${fine.id}`;
      expect(objection).toMatchObject({
        text: "Jag hade betalat.\n\nHär är kvittot.",
        decision: "accepted",
        reply: "Du har rätt.",
        decided_by: "admin01",
        received_by: "admin01",
      });
      const events =
        await server.sql`select kind, note, data from fine_events where fine_id = ${fine.id} and number > 1`;
      expect(JSON.stringify(events)).not.toMatch(/kvittot|betalat|rätt|Åsa/);
      expect((await record(fine, "reopened")).refused?.hint).toBe("not-by-objection");
    });

    // Spec rules §4: A driver who
    test("that a withdrawal ends has no reply: the note is the house's own, and stays with the event", async () => {
      const fine = fineOf(await attendant.issue({ delivery: "fixed" }));
      const public_key = String(fine["public_key"]);
      const objection = { public_key, objection_id: randomUUID(), name: "Åsa", text: "Nej." };
      const { data: sent } = await attendant.client.rpc("object_to_case", objection);
      await record(fine, "withdrawn", { note: "Vakten ljuger.", data: { ground: "annat" } });
      const { data } = await attendant.client.rpc("read_reply", { public_key, reply_key: (sent as Json)["reply_key"] });
      expect(data).toMatchObject({ outcome: "found", decision: "withdrawn", reply: null });
      const [event] = await server.sql`select note from fine_events where fine_id = ${fine.id} and kind = 'withdrawn'`;
      expect(event).toMatchObject({ note: "Vakten ljuger." });
    });

    // Spec 4 §4: "Admin" means an
    test("to a fine of one's own is decided by somebody else", async () => {
      const fine = fineOf(await admin.issue());
      await done(fine, "objected");
      for (const kind of ["objection_accepted", "objection_rejected"])
        expect(said(await record(fine, kind))).toBe("PK011 kind");
      expect((await second.record(fine, "objection_accepted", COMPLETE["objection_accepted"])).outcome).toBe(
        "recorded",
      );
    });

    test("wants words for its decision, and another may follow a rejected one", async () => {
      const fine = await caseIn("disputed");
      expect(said(await record(fine, "objection_accepted", { note: " " }))).toBe("PK008 note");
      await done(fine, "objection_rejected", "objected", "withdrawn", "reopened");
      expect(await stateOf(fine)).toMatchObject({ status: "issued" });
    });
  });

  const queue = async (more: Json = {}, who = admin): Promise<Queued[]> => {
    const args = { project: SITE, whose: "all", own_id: who.id, page_size: 100, ...more };
    const { data } = await who.client.rpc("list_objections", args);
    return (data as { rows?: Queued[] } | null)?.rows ?? [];
  };
  const objectionOf = async ({ id }: Case) => {
    const [row] = await server.sql<{ id: string; assigned_to: string | null; received_at: string }[]>`
      select id, assigned_to, received_at::text from objections where fine_id = ${id}`;
    if (row === undefined) throw new Error(id);
    return row;
  };
  const assign = (objection: { id: string }, take: boolean, seen: string | null, who = admin) =>
    who.call("assign_objection", { objection_id: objection.id, take, seen });

  describe("the desk of objections", () => {
    // Spec 4 §5: Bestridna is a
    test("lists what waits, oldest first, in pages, and by who has it", async () => {
      await server.sql`update objections set decision = 'withdrawn' where decision is null`;
      const [first, later, own] = [await caseIn("disputed"), await caseIn("disputed"), fineOf(await admin.issue())];
      await done(own, "objected");
      await done(await caseIn("disputed"), "objection_accepted");
      await server.sql`update objections set received_at = '2026-01-02T08:00Z' where fine_id = ${first.id}`;
      await server.sql`update objections set received_at = '2026-01-01T08:00Z' where fine_id = ${own.id}`;
      const all = [own, first, later].map((fine) => String(fine["case_number"]));
      expect(numbers(await queue())).toEqual(all);
      expect((await queue()).map(({ is_own }) => is_own)).toEqual([true, false, false]);
      expect((await queue({}, second)).map(({ is_own }) => is_own)).toEqual([false, false, false]);
      const { id: after_id, received_at: after_at } = await objectionOf(own);
      expect(numbers(await queue({ after_at, after_id, page_size: 1 }))).toEqual(all.slice(1, 2));
      expect(said(await assign(await objectionOf(first), true, null))).toBe("assigned");
      expect(numbers(await queue({ whose: "mine" }))).toEqual(all.slice(1, 2));
      expect(numbers(await queue({ whose: "none" }))).toEqual([all[0], all[2]]);
      expect(numbers(await queue({ whose: "mine" }, second))).toEqual([]);
    });

    // Spec rules §6: A driver's own
    test("an objection gets its ground at the desk, and a later admin is told of an earlier one's", async () => {
      const fine = await caseIn("disputed");
      await server.sql`update objections set ground = null where fine_id = ${fine.id}`;
      const { id: objection_id } = await objectionOf(fine);
      const set = (ground: unknown, seen: string | null, who = admin) =>
        who.call("set_objection_ground", { objection_id, ground, seen });
      const groundOf = async () => (await server.sql`select ground from objections where id = ${objection_id}`)[0];
      expect(said(await set("Skyltningen", null))).toBe("set");
      // The same once more, or said by a colleague too, is no conflict.
      expect(said(await set("Skyltningen", null, second))).toBe("set");
      const late = await set("Bilen var såld", null, second);
      expect(said(late)).toBe("PK006 ground");
      expect(late.refused?.message).toContain("Skyltningen");
      for (const ground of [null, " ", "x".repeat(101)])
        expect(said(await set(ground, "Skyltningen"))).toBe("PK008 ground");
      expect(said(await set("Annat", "Skyltningen", attendant))).toMatch(/^42501/);
      expect(await groundOf()).toEqual({ ground: "Skyltningen" });
      expect(said(await set("Bilen var såld", "Skyltningen", second))).toBe("set");
      await done(fine, "objection_accepted");
      expect(said(await set("Annat", "Bilen var såld"))).toBe("PK005 objection_id");
      expect(await groundOf()).toEqual({ ground: "Bilen var såld" });
    });

    // Spec 4 §5: Bestridna is a
    test("gives an objection to one of those who take it at once, and tells the others by whom", async () => {
      const objection = await objectionOf(await caseIn("disputed"));
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) => assign(objection, true, null, n % 2 === 0 ? admin : second)),
      );
      const told = new Set(answers.map((answer) => answer.refused?.message ?? answer["assigned_to"]));
      const [row] = await server.sql`select assigned_to from objections where id = ${objection.id}`;
      const by = String(row?.["assigned_to"]);
      expect(told).toEqual(new Set([by, `Bestridandet har tagits av ${by} sedan du öppnade det.`]));
      expect(answers.filter(({ outcome }) => outcome === "assigned")).toHaveLength(10);
    });

    test("an objection is given back, taken over by whoever saw who has it, and stays when it is decided", async () => {
      const fine = await caseIn("disputed");
      const objection = await objectionOf(fine);
      expect(said(await assign(objection, true, null))).toBe("assigned");
      expect(said(await assign(objection, true, null, second))).toBe("PK006 assigned_to");
      expect(await assign(objection, true, "admin01", second)).toMatchObject({ assigned_to: "admin02" });
      expect(said(await assign(objection, false, "admin01"))).toBe("PK006 assigned_to");
      expect(await assign(objection, false, "admin02", second)).toMatchObject({ assigned_to: null });
      expect(await assign(objection, false, "admin02", second)).toMatchObject({ assigned_to: null });
      expect(said(await assign(objection, true, null))).toBe("assigned");
      await done(fine, "objection_accepted");
      expect((await assign(objection, false, "admin01")).refused).toMatchObject({
        code: "PK005",
        message: "Bestridandet är redan avgjort.",
      });
      expect((await objectionOf(fine)).assigned_to).toBe("admin01");
      expect(said(await assign({ id: randomUUID() }, true, null))).toBe("PK007 fine_id");
      expect(said(await assign(await objectionOf(await caseIn("disputed")), true, null, attendant))).toMatch(/^42501/);
    });

    test("the trail names the person who took an objection", async () => {
      const objection = await objectionOf(await caseIn("disputed"));
      await assign(objection, true, null);
      const trail = await server.sql`
        select actor_id, before ->> 'assigned_to' as before, after ->> 'assigned_to' as after from audit_trail
        where subject = 'objections' and row_id = ${objection.id} and action = 'update'`;
      expect(trail.map((row) => ({ ...row }))).toMatchObject([{ before: null, after: "admin01" }]);
    });

    // Spec 4 §5: Bestridna is a
    test("a new site has nine replies, one for each violation and one for all others, which move with it, and admins change them as they read them", async () => {
      const titles = [
        "Giltig rätt att stå",
        "Otydlig skyltning",
        "Ingen giltig rätt att stå",
        "Fel registreringsnummer angivet",
        "Stannade där det är förbjudet",
        "Stod längre än tillåtet",
        "Inget tillstånd för rörelsehindrade",
        "Laddade inte",
        "Boten står fast",
      ];
      const templates = await server.sql<
        { id: string; kind: string; title: string; text: string; updated_at: string }[]
      >`
        select id, kind, title, text, updated_at::text from reply_templates where project_id = ${SITE} order by sort_order`;
      expect(templates.map(({ title }) => title)).toEqual(titles);
      const goOn = "Är du inte nöjd kan du begära prövning i tingsrätten.";
      for (const { kind, text } of templates)
        expect([text.includes("{betalning}"), text.includes(goOn), text.includes("domstol")]).toEqual([
          true,
          kind === "rejected",
          false,
        ]);
      const id = templates[0]?.id ?? "";
      const change = (title: string, seen: string) =>
        admin.client.from("reply_templates").update({ title }).eq("id", id).eq("updated_at", seen).select("title");
      const seen = templates[0]?.updated_at ?? "";
      expect((await change("Rätt att stå", seen)).data).toEqual([{ title: "Rätt att stå" }]);
      expect((await change("Något annat", seen)).data).toEqual([]);
      expect((await admin.client.from("reply_templates").delete().eq("id", id)).error?.code).toBe("42501");
      await server.sql`update main_page_sites set path = 'ny-kod' where path = ${OTHER_SITE}`;
      const [count] = await server.sql`
        select count(*)::int as here from reply_templates where project_id = 'ny-kod'`;
      await server.sql`update main_page_sites set path = ${OTHER_SITE} where path = 'ny-kod'`;
      expect(count).toEqual({ here: 9 });
    });
  });
});
