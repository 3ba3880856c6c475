// Notices of the ambulance's admin and their receipts (document 5 §7), in both profiles.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { SECURITY_PROFILES } from "#contract/states.ts";
import { makePerson } from "#tests/support/people/logged-in.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { startTestServer, type TestServer } from "#tests/support/server/server.ts";

describe.each(SECURITY_PROFILES)("notices in %s", (profile) => {
  let server: TestServer;
  const tokens = new Map<string, string>();
  const rows = new Map<string, string>();

  beforeAll(async () => {
    server = await startTestServer({ profile, rateLimits: "none" });
    for (const userId of ["ASE-001", "ASE-002", "aseadmin"]) {
      const kind = userId === "aseadmin" ? "ase-admin" : "ase-employee";
      const hired =
        profile === "hardened"
          ? await makePerson(server, { kind, project: "ASE", userId })
          : { accountId: null, token: "" };
      tokens.set(userId, hired.token);
      if (kind === "ase-employee")
        rows.set(
          userId,
          await insertRow(server.sql, "ase_employees", { employee_id: userId, account_id: hired.accountId }),
        );
    }
  });
  // Somebody's login that says another ID.
  beforeAll(() => void tokens.set("nobody", tokens.get("ASE-001") ?? ""));
  afterAll(() => server.stop());
  beforeEach(() => server.sql`delete from notices`);

  const clientOf = (who: string) => server.client(profile === "hardened" ? { accessToken: tokens.get(who) ?? "" } : {});
  async function call(who: string, of: string, input: object) {
    const { data, error } = await clientOf(who).rpc(of, { acting_as: who, ...input });
    return error === null ? (data as { outcome: string; at?: string }) : { outcome: error.code };
  }
  const publish = async (more: object = {}, who = "aseadmin") => {
    const notice = {
      id: randomUUID(),
      title: " Ny rutin ",
      text: "Läs den.",
      must_acknowledge: true,
      until: null,
      ...more,
    };
    return { id: notice.id, notice, answer: await call(who, "publish_notice", { notice }) };
  };
  const see = (who: string, notice_id: string, receipt_id = randomUUID(), of = "see_notice") =>
    call(who, of, { notice_id, receipt_id });
  const acknowledge = (who: string, notice_id: string, receipt_id = randomUUID()) =>
    see(who, notice_id, receipt_id, "acknowledge_notice");

  // Spec 5 §7: notices: title, text
  // Spec 5 §7: publish_notice(notice, acting_as); a
  test("are published once by the admin alone, with a title, a text and a last day to come", async () => {
    const { notice, answer } = await publish({ until: "2099-01-01" });
    expect(answer).toMatchObject({ outcome: "published" });
    expect(await call("aseadmin", "publish_notice", { notice: { ...notice, title: "Annan" } })).toEqual(answer);
    const [row] = await server.sql`select title, text, must_acknowledge, until::text, by from notices`;
    expect(row).toEqual({
      title: "Ny rutin",
      text: "Läs den.",
      must_acknowledge: true,
      until: "2099-01-01",
      by: "aseadmin",
    });
    for (const wrong of [{ title: " " }, { text: "" }, { title: "x".repeat(201) }, { text: "x".repeat(2001) }])
      expect((await publish(wrong)).answer).toEqual({ outcome: "PK008" });
    for (const until of ["2020-01-01", "i morgon", "294276-01-01"])
      expect([until, (await publish({ until })).answer]).toEqual([until, { outcome: "PK008" }]);
    for (const who of ["ASE-001", "nobody"]) expect((await publish({}, who)).answer).toEqual({ outcome: "42501" });
    expect(await server.sql`select from notices`).toHaveLength(1);
  });

  // Spec 5 §7: see_notice and acknowledge_notice(notice_id, receipt_id
  test("are seen and acknowledged once a person: the first times stay, however often and from how many phones", async () => {
    const { id } = await publish();
    const receipt = randomUUID();
    const seen = await see("ASE-001", id, receipt);
    expect(seen).toMatchObject({ outcome: "seen" });
    const both = await Promise.all([acknowledge("ASE-001", id, receipt), acknowledge("ASE-001", id)]);
    expect(both.map(({ outcome }) => outcome)).toEqual(["acknowledged", "acknowledged"]);
    expect(both[0]?.at).toBe(both[1]?.at);
    expect(await see("ASE-001", id)).toEqual(seen);
    await acknowledge("ASE-002", id);
    const kept = await server.sql`
      select person_id, employee_id, acknowledged_at >= seen_at as both from notice_receipts order by employee_id`;
    expect([...kept]).toEqual(
      ["ASE-001", "ASE-002"].map((userId) => ({ person_id: rows.get(userId), employee_id: userId, both: true })),
    );
    // A key that is another's receipt is nobody else's.
    const { id: other } = await publish();
    expect(await acknowledge("ASE-002", other, receipt)).toEqual({ outcome: "PK010" });
    for (const who of ["aseadmin", "nobody"]) expect(await acknowledge(who, id)).toEqual({ outcome: "42501" });
    expect(await acknowledge("ASE-001", randomUUID())).toEqual({ outcome: "42501" });
  });

  // Spec 5 §9: Deactivated and removed people
  test("are no longer acknowledged by who is deactivated, and whoever gets the ID later has acknowledged nothing", async () => {
    const { id } = await publish();
    await acknowledge("ASE-002", id);
    const row = rows.get("ASE-002") ?? "";
    const change = { kind: "ase-employee", person_id: row, reason: "Slutat", acting_as: "aseadmin" };
    const set = (active: boolean) =>
      call("aseadmin", "set_person_active", {
        ...change,
        event_id: randomUUID(),
        expected: active ? "deactivated" : "active",
        active,
      });
    expect(await set(false)).toMatchObject({ outcome: "set" });
    const { id: next } = await publish();
    expect(await acknowledge("ASE-002", next)).toEqual({ outcome: "42501" });
    await set(true);
    await server.sql`delete from ase_employees where id = ${row}`;
    const heir = await insertRow(server.sql, "ase_employees", { employee_id: "ASE-002" });
    const own = await server.sql`select from notice_receipts where notice_id = ${id} and person_id = ${heir}`;
    expect(own).toHaveLength(0);
  });

  test("go after 24 months, with their receipts", async () => {
    const [old, young] = [(await publish()).id, (await publish()).id];
    for (const id of [old, young]) await acknowledge("ASE-001", id);
    await server.sql`update notices set published_at = now() - interval '24 months 1 day' where id = ${old}`;
    await server.sql`update notices set published_at = now() - interval '23 months' where id = ${young}`;
    expect([...(await server.sql`select private.erase_notices(10) as count`)]).toEqual([{ count: 1 }]);
    expect([...(await server.sql`select notice_id from notice_receipts`)]).toEqual([{ notice_id: young }]);
    const [trail] =
      await server.sql`select after ? 'text' as has_text from audit_trail where row_id = ${old} and action = 'insert'`;
    expect(trail).toEqual({ has_text: false });
  });
});
