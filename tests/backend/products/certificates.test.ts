// Certificates of the ambulance's employees (document 5 §7), in both profiles.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { SECURITY_PROFILES } from "#contract/states.ts";
import { makePerson } from "#tests/support/people/logged-in.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { startTestServer, type TestServer } from "#tests/support/server/server.ts";

/** The refusal of somebody who lacks the certificate. */
const lacking = (code: string) => ({ outcome: "not_eligible", reasons: [{ code, name: "Förarbevis" }] });

describe.each(SECURITY_PROFILES)("certificates in %s", (profile) => {
  let server: TestServer;
  const tokens = new Map<string, string>();
  const rows = new Map<string, string>();
  let type: string;

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
    // Somebody's login that says another ID.
    tokens.set("nobody", tokens.get("ASE-001") ?? "");
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    await server.sql`delete from certificates`;
    await server.sql`delete from certificate_types`;
    type = await insertRow(server.sql, "certificate_types", { name: "Legitimation", positions: ["Förare"] });
  });

  const clientOf = (who: string) => server.client(profile === "hardened" ? { accessToken: tokens.get(who) ?? "" } : {});
  async function call(who: string, of: string, input: object = {}) {
    const { data, error } = await clientOf(who).rpc(of, { acting_as: who, ...input });
    return error === null ? (data as { outcome: string }) : { outcome: error.code };
  }
  const record = (more: object = {}, who = "aseadmin") =>
    call(who, "record_certificate", {
      certificate: {
        id: randomUUID(),
        employee_id: "ase-001",
        type_id: type,
        issued_on: "2026-01-01",
        expires_on: "2026-12-01",
        ...more,
      },
    });
  const lacks = async (day: string, position: string | null = "Förare") => {
    const [row] = await server.sql<{ codes: { code: string; name: string }[] }[]>`
      select private.certificate_objections(${rows.get("ASE-001") ?? ""}, ${position}, ${day}) as codes`;
    return row?.codes.map(({ code }) => code);
  };

  // Spec 5 §7: certificate_types: name, warn_days
  // Spec 5 §7: record_certificate(certificate, acting_as), the
  test("are recorded by the admin alone, once a call, and the one recorded last counts", async () => {
    const certificate = { id: randomUUID(), expires_on: "2062-12-01" };
    const first = await record(certificate);
    expect(first).toMatchObject({ outcome: "recorded" });
    expect(await record({ ...certificate, expires_on: null })).toEqual(first);
    await record();
    expect([
      ...(await server.sql`select person_id, employee_id, expires_on::text, checked_by, replaced_at is null as counts
        from certificates order by checked_at`),
    ]).toEqual([
      {
        person_id: rows.get("ASE-001"),
        employee_id: "ASE-001",
        expires_on: "2062-12-01",
        checked_by: "aseadmin",
        counts: false,
      },
      {
        person_id: rows.get("ASE-001"),
        employee_id: "ASE-001",
        expires_on: "2026-12-01",
        checked_by: "aseadmin",
        counts: true,
      },
    ]);
    for (const wrong of [
      { employee_id: "ASE-009" },
      { type_id: randomUUID() },
      { issued_on: null },
      { issued_on: "2099-01-01", expires_on: null },
      { expires_on: "2025-12-31" },
      { expires_on: "i morgon" },
      { expires_on: "294276-01-01" },
    ])
      expect([wrong, await record(wrong)]).toEqual([wrong, { outcome: "PK008" }]);
    for (const who of ["ASE-001", "nobody"]) expect(await record({}, who)).toEqual({ outcome: "42501" });
  });

  // Spec 5 §7: certificate_types: name, warn_days
  test("are missing or expired in the positions that need them, and hold on their last day", async () => {
    expect(await lacks("2026-11-01")).toEqual(["certificate-missing"]);
    await record();
    expect(await lacks("2026-12-01")).toEqual([]);
    expect(await lacks("2026-12-02")).toEqual(["certificate-expired"]);
    for (const position of ["Vårdare", null]) expect(await lacks("2026-12-02", position)).toEqual([]);
    await record({ expires_on: null });
    expect(await lacks("2099-12-02")).toEqual([]);
    await server.sql`update certificate_types set is_active = false`;
    await server.sql`delete from certificates`;
    expect(await lacks("2026-11-01")).toEqual([]);
  });

  // Spec 5 §9: Contacts of bidders, callers and certificates
  test("are listed for the admin, and the trail has who opened them", async () => {
    await record();
    const before = await server.sql`select from audit_trail where action = 'read' and subject = 'certificates'`;
    expect(await call("aseadmin", "list_certificates")).toMatchObject({
      outcome: "listed",
      certificates: [{ employee_id: "ASE-001", type: "Legitimation", expires_on: "2026-12-01" }],
    });
    for (const who of ["ASE-001", "nobody"]) expect(await call(who, "list_certificates")).toEqual({ outcome: "42501" });
    const after = await server.sql`select from audit_trail where action = 'read' and subject = 'certificates'`;
    expect(after.length - before.length).toBe(1);
  });

  // Spec 5 §10: **Kept**
  test("go six months after their employee left, with what the trail has of them, and nobody gets them with the ID", async () => {
    await record({ employee_id: "ASE-002" });
    await record();
    await server.sql`delete from ase_employees where employee_id = 'ASE-002'`;
    const heir = await insertRow(server.sql, "ase_employees", { employee_id: "ASE-002" });
    expect(await server.sql`select from certificates where person_id = ${heir}`).toHaveLength(0);
    const erase = async () => (await server.sql`select private.erase_certificates(10) as count`)[0]?.["count"];
    await server.sql`update certificates set left_at = left_at - interval '5 months'`;
    expect(await erase()).toBe(0);
    const [gone] =
      await server.sql`update certificates set left_at = left_at - interval '1 month 1 day' where left_at is not null returning id`;
    expect(await erase()).toBe(1);
    expect([...(await server.sql`select employee_id from certificates`)]).toEqual([{ employee_id: "ASE-001" }]);
    const [trail] = await server.sql`
      select after ? 'expires_on' as has_day from audit_trail where row_id = ${gone?.["id"] as string} and action = 'insert'`;
    expect(trail).toEqual({ has_day: false });
    await server.sql`update ase_employees set deactivated_at = now() - interval '6 months 1 day' where employee_id = 'ASE-001'`;
    expect(await erase()).toBe(1);
    await server.sql`update ase_employees set deactivated_at = null`;
  });

  const set = async (list: unknown, expected: unknown) =>
    (
      await server.sql<{ answer: { outcome: string } }[]>`
          select private.set_certificate_types(${JSON.stringify(list)}::text::jsonb, ${JSON.stringify(expected)}::text::jsonb) as answer`.catch(
        (error: { code: string }) => [{ answer: { outcome: error.code } }],
      )
    )[0]?.answer;
  const first = () => ({ id: type, name: "Legitimation", warn_days: 30, positions: ["Förare"], is_active: true });

  // Spec 5 §7: set_ase_list(what, list, expected, acting_as)
  test("of a kind: the kinds are changed as a whole list by whoever saw it last, and a used one stays", async () => {
    const second = { ...first(), id: randomUUID(), name: " HLR ", warn_days: 60, positions: [] };
    expect(await set([second, first()], [first()])).toEqual({ outcome: "set" });
    expect(await set([{ ...second, name: "HLR" }, first()], [])).toEqual({ outcome: "unchanged" });
    expect(await set([], [first()])).toMatchObject({
      outcome: "changed",
      now: [{ name: "HLR", warn_days: 60 }, first()],
    });
    const both = [{ ...second, name: "HLR" }, first()];
    await record();
    expect(await set([both[0]], both)).toEqual({ outcome: "in_use", types: ["Legitimation"] });
    expect(await set([{ ...first(), is_active: false }], both)).toEqual({ outcome: "set" });
    for (const wrong of [
      { name: " " },
      { name: null },
      { warn_days: 400 },
      { positions: ["x".repeat(201)] },
      { id: "x" },
    ])
      expect([wrong, await set([{ ...first(), ...wrong }], [{ ...first(), is_active: false }])]).toEqual([
        wrong,
        { outcome: "PK008" },
      ]);
    expect(await set({}, [])).toEqual({ outcome: "PK008" });
  });

  // Spec 5 §7: ask_for_shift(shift_id, place_id, accepted,
  // Spec 5 §7: clock_in of §6 joins the own shift
  // Spec 5 §7: set_ase_list(what, list, expected, acting_as)
  test("are asked before a shift, on its last day, and mark the turn of who came without", async () => {
    const expected = [first()];
    const list = [{ ...first(), name: "Förarbevis" }];
    const input = { what: "certificate_types", list, expected };
    expect(await call("ASE-001", "set_ase_list", input)).toEqual({ outcome: "42501" });
    expect(await call("aseadmin", "set_ase_list", input)).toEqual({ outcome: "set" });
    expect(await call("aseadmin", "set_ase_list", { ...input, list: [] })).toMatchObject({ outcome: "changed" });
    await insertRow(server.sql, "ase_positions", { person_id: rows.get("ASE-001"), position: "Förare" });
    const shift = await insertRow(server.sql, "planned_shifts", {
      position: "Förare",
      starts_at: "2061-01-01T22:00:00Z",
      ends_at: "2061-01-02T06:00:00Z",
      published_at: "2026-01-01T00:00:00Z",
    });
    const ask = () => call("ASE-001", "ask_for_shift", { shift_id: shift, place_id: randomUUID(), accepted: [] });
    expect(await ask()).toEqual(lacking("certificate-missing"));
    await record({ expires_on: "2061-01-01" });
    expect(await ask()).toEqual(lacking("certificate-expired"));
    await record({ expires_on: "2061-01-02" });
    expect(await ask()).toEqual({ outcome: "asked" });
    await server.sql`delete from certificates`;
    const marks = async (position: string) => {
      const turn_id = randomUUID();
      const input = { project: "ASE", kind: "ase-employee", turn_id, at: null, position, vehicle_id: null };
      expect(await call("ASE-001", "clock_in", input)).toMatchObject({ outcome: "running" });
      const [event] = await server.sql`select data -> 'certificates' as marks from work_turn_events
        where turn_id = ${turn_id} and kind = 'started'`;
      await server.sql`delete from work_turns`;
      return event?.["marks"] as unknown;
    };
    expect(await marks("Förare")).toEqual([{ code: "certificate-missing", name: "Förarbevis" }]);
    expect(await marks("Vårdare")).toBeNull();
  });

  // Spec 5 §7: record_certificate(certificate, acting_as), the
  test("are told of before they expire, once each time and as one message without what they are", async () => {
    await insertRow(server.sql, "message_hooks", {
      project_id: "ASE",
      address: "https://discord.com/api/webhooks/12345678/abcdefghijkl",
      events: ["certificate_expires"],
      is_active: true,
      with_name: true,
    });
    const told = async () => {
      await server.sql`select private.warn_of_certificates()`;
      const messages = await server.sql<{ facts: object }[]>`
        delete from outbox where event = 'certificate_expires' returning facts`;
      return messages.map(({ facts }) => facts);
    };
    const inDays = (days: number) => server.sql`
      update certificates set expires_on = private.day_of(now()) + ${days}::integer where replaced_at is null`;
    await record();
    await record({ employee_id: "ASE-002" });
    await inDays(31);
    expect(await told()).toEqual([]);
    await inDays(30);
    expect(await told()).toEqual([{ count: 2 }]);
    expect(await told()).toEqual([]);
    await inDays(7);
    await server.sql`update certificates set replaced_at = now() where employee_id = 'ASE-002'`;
    expect(await told()).toEqual([{ count: 1, name: "ASE-001" }]);
    expect(await told()).toEqual([]);
  });
});
