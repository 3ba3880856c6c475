// People of all kinds in one list, and their deactivation (document 5 §8), in both profiles.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { staffAddress } from "#contract/staff-address.ts";
import { SECURITY_PROFILES, type SessionKind } from "#contract/states.ts";
import { inTransaction } from "#server/database/driver/connect.ts";
import { createStaffAccount } from "#server/identities/staff-accounts.ts";
import { LITTLE_WORK, logIn, makeAccount } from "#tests/support/people/logged-in.ts";
import { insertAccount, insertRow } from "#tests/support/rows/rows.ts";
import { startTestServer, type TestServer } from "#tests/support/server/server.ts";

const [OWN, OTHER, TAXI] = ["ostra-hamnen", "vastra-hamnen", "157715"];
const PASSWORD = "Losen-7410";

type Listed = {
  id: string;
  kind: string;
  project: string | null;
  user_id: string;
  state: string;
  last_login_at: string | null;
  is_self: boolean;
  car: string | null;
};
type Answer = { outcome: string; people?: Listed[]; next?: object | null; [more: string]: unknown };
type Place = { kind: SessionKind; project: string | null; userId: string };

const LISTS = {
  attendant: "attendants",
  admin: "admin_accounts",
  operator: "project_attendants",
  chauffeur: "project_attendants",
  "ase-employee": "ase_employees",
} as const;

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

describe.each(SECURITY_PROFILES)("the profile %s", (profile) => {
  let server: TestServer;
  const tokens = new Map<string, string>();
  const rows = new Map<string, { id: string; accountId: string | null }>();

  /** Somebody with a login and the row in the list of the kind; in `specified` the row alone. */
  async function make({ kind, project, userId }: Place): Promise<void> {
    let accountId: string | null = null;
    if (profile === "hardened") {
      accountId = await inTransaction(server.database, (transaction) =>
        createStaffAccount(transaction, { kind, project, userId }, PASSWORD, LITTLE_WORK),
      );
      if (accountId === null) throw new Error(`${userId} is there already`);
      tokens.set(userId, (await logIn(server.sql, accountId)).token);
    }
    const list = LISTS[kind as keyof typeof LISTS] as (typeof LISTS)[keyof typeof LISTS] | undefined;
    const row = { account_id: accountId, ...(kind === "ase-employee" ? { employee_id: userId } : { user_id: userId }) };
    const more = kind === "ase-employee" ? {} : { project_id: project, password: accountId === null ? PASSWORD : null };
    const id = list === undefined ? (accountId ?? "") : await insertRow(server.sql, list, { ...row, ...more });
    rows.set(userId, { id, accountId });
  }

  beforeAll(async () => {
    server = await startTestServer({ profile, rateLimits: "none" });
    for (const path of [OWN, OTHER, TAXI, "721075"]) await insertRow(server.sql, "main_page_sites", { path });
    const people: Place[] = [
      { kind: "main-admin", project: null, userId: "huvudadmin" },
      { kind: "dispatch-admin", project: "721075", userId: "ledning" },
      { kind: "chauffeur-admin", project: TAXI, userId: "TAXIADMIN" },
      { kind: "ase-admin", project: "ASE", userId: "aseadmin" },
      { kind: "admin", project: OWN, userId: "anna01" },
      { kind: "admin", project: OWN, userId: "bertil01" },
      { kind: "admin", project: OTHER, userId: "cecilia01" },
      { kind: "attendant", project: OWN, userId: "vakt01" },
      { kind: "attendant", project: OTHER, userId: "vakt02" },
      { kind: "operator", project: "721075", userId: "op01" },
      { kind: "chauffeur", project: TAXI, userId: "britta" },
      { kind: "ase-employee", project: "ASE", userId: "ASE-001" },
    ];
    for (const person of people) await make(person);
    const superAdmin = await insertAccount(server.sql, { email: "superadmin@parkering.example" });
    await server.sql`update auth.users set email_confirmed_at = now() where id = ${superAdmin}`;
    await server.sql`insert into user_roles (user_id, role) values (${superAdmin}, 'admin')`;
    tokens.set("superadmin@parkering.example", (await logIn(server.sql, superAdmin)).token);
    rows.set("superadmin@parkering.example", { id: superAdmin, accountId: superAdmin });
    const agent = await makeAccount(server.sql, "employee", "agent@example.com");
    tokens.set("agent@example.com", agent.token);
    rows.set("agent@example.com", { id: agent.accountId, accountId: agent.accountId });
  });
  afterAll(() => server.stop());

  beforeEach(async () => {
    for (const table of [...new Set(Object.values(LISTS)), "staff_accounts", "profiles"])
      await server.sql`update ${server.sql(table)} set deactivated_at = null, deactivated_by = null where deactivated_at is not null`;
    // Who was deactivated logs in again.
    for (const [userId, { accountId }] of rows)
      if (accountId !== null) tokens.set(userId, (await logIn(server.sql, accountId)).token);
  });

  const isHardened = profile === "hardened";
  const clientOf = (who: string) => server.client(isHardened ? { accessToken: tokens.get(who) ?? "" } : {});
  async function call(who: string, of: string, input: object): Promise<Answer> {
    const { data, error } = await clientOf(who).rpc(of, { ...input, acting_as: who });
    return error === null ? (data as Answer) : { outcome: error.code };
  }
  const ALL = { project: null, kinds: null, state: null, search: null, after: null };
  const list = async (who: string, more: object = {}) => {
    const { people = [], outcome } = await call(who, "list_people", { ...ALL, ...more });
    return outcome === "listed" ? people.map(({ user_id: userId }) => userId).join(" ") : outcome;
  };
  const personOf = async (who: string, userId: string) =>
    (await call(who, "list_people", { ...ALL, search: userId })).people?.find((person) => person.user_id === userId);
  const KINDS: Record<string, string> = {
    "agent@example.com": "agent",
    "superadmin@parkering.example": "account-admin",
  };
  const kindOf = (userId: string) =>
    KINDS[userId] ??
    (/^(anna|bertil|cecilia)/.test(userId) ? "admin" : undefined) ??
    (
      {
        vakt01: "attendant",
        vakt02: "attendant",
        op01: "operator",
        britta: "chauffeur",
        "ASE-001": "ase-employee",
      } as Record<string, string>
    )[userId] ??
    "main-admin";
  const set = async (who: string, userId: string, active: boolean, more: object = {}) =>
    call(who, "set_person_active", {
      kind: kindOf(userId),
      person_id: rows.get(userId)?.id,
      event_id: randomUUID(),
      expected: active ? "deactivated" : "active",
      active,
      reason: "Har slutat",
      ...more,
    });

  // Spec 5 §8: list_people(project, kinds
  it("lists everybody of all kinds for the main admin, and each other admin his own", async () => {
    const accounts = "agent@example.com superadmin@parkering.example";
    expect(await list("huvudadmin")).toBe(
      isHardened
        ? "agent@example.com anna01 ASE-001 aseadmin bertil01 britta cecilia01 huvudadmin ledning op01 superadmin@parkering.example TAXIADMIN vakt01 vakt02"
        : "agent@example.com anna01 ASE-001 bertil01 britta cecilia01 op01 superadmin@parkering.example vakt01 vakt02",
    );
    expect(await list("anna01")).toBe("anna01 bertil01 vakt01");
    expect(await list("cecilia01")).toBe("cecilia01 vakt02");
    expect(await list("ledning")).toBe("op01");
    expect(await list("TAXIADMIN")).toBe("britta");
    expect(await list("aseadmin")).toBe("ASE-001");
    expect(await list("superadmin@parkering.example")).toBe(accounts);
    for (const stranger of ["vakt01", "op01", "britta", "ASE-001", "agent@example.com"])
      expect(await list(stranger)).toBe("42501");
    const { error } = await clientOf("vakt01").rpc("list_people", { ...ALL, acting_as: "huvudadmin" });
    expect(error?.code).toBe(isHardened ? "42501" : undefined);
  });

  it("finds people by site, kind, state and words, a hundred at a time", async () => {
    expect(await list("huvudadmin", { project: OTHER })).toBe("cecilia01 vakt02");
    expect(await list("huvudadmin", { project: "ingenstans" })).toBe("");
    expect(await list("anna01", { project: OTHER })).toBe("");
    expect(await list("huvudadmin", { kinds: ["attendant", "chauffeur"] })).toBe("britta vakt01 vakt02");
    expect(await list("huvudadmin", { search: "VAKT" })).toBe("vakt01 vakt02");
    expect(await list("huvudadmin", { search: "%" })).toBe("");
    await set("anna01", "vakt01", false);
    expect(await list("huvudadmin", { state: "deactivated" })).toBe("vakt01");
    for (let number = 100; number < 202; number += 1)
      await insertRow(server.sql, "attendants", {
        project_id: OTHER,
        user_id: `many${number}`,
        account_id: isHardened ? await insertAccount(server.sql) : null,
        password: isHardened ? null : PASSWORD,
      });
    const first = await call("huvudadmin", "list_people", { ...ALL, search: "many" });
    const second = await call("huvudadmin", "list_people", { ...ALL, search: "many", after: first.next });
    expect([first.people?.length, second.people?.map((person) => person.user_id), second.next]).toEqual([
      100,
      ["many200", "many201"],
      null,
    ]);
    await server.sql`delete from attendants where user_id like 'many%'`;
  });

  // Spec 5 §8: set_person_active(kind, person_id
  // Spec 5 §8: A person's id is
  it("deactivates in the list and in the account, with all logins, and tells who was faster", async () => {
    const eventId = randomUUID();
    expect(await set("anna01", "vakt01", false, { event_id: eventId })).toMatchObject({ outcome: "set" });
    expect(await set("anna01", "vakt01", false, { event_id: eventId })).toMatchObject({ outcome: "set" });
    expect(await set("bertil01", "vakt01", false)).toMatchObject({ outcome: "unchanged", by: "anna01" });
    expect(await set("bertil01", "vakt01", true, { expected: "active" })).toMatchObject({
      outcome: "changed",
      now: "deactivated",
      by: "anna01",
    });
    expect(await personOf("huvudadmin", "vakt01")).toMatchObject({ state: "deactivated", project: OWN });
    const [row] = await server.sql`select deactivated_by from attendants where user_id = 'vakt01'`;
    expect(row).toEqual({ deactivated_by: "anna01" });
    const accountId = rows.get("vakt01")?.accountId ?? randomUUID();
    const accounts = await server.sql`select deactivated_by from staff_accounts where account_id = ${accountId}`;
    expect(accounts).toEqual(isHardened ? [{ deactivated_by: "anna01" }] : []);
    expect(await server.sql`select from auth.sessions where user_id = ${accountId}`).toEqual([]);
    // In `specified` the table API knows nobody with an ID.
    await insertRow(server.sql, "parkings", { project_id: OWN });
    const read = await clientOf("vakt01").from("parkings").select("id");
    expect(read.data?.length).toBe(isHardened ? 0 : 1);
    await server.sql`delete from parkings`;
    const trail = await server.sql`
      select actor_id, after from audit_trail where subject = 'people' order by created_at desc limit 1`;
    expect(trail).toMatchObject([
      { ...(isHardened && { actor_id: "anna01" }), after: { user_id: "vakt01", active: false, reason: "Har slutat" } },
    ]);
  });

  // Spec 5 §8: Nobody deactivates oneself
  it("refuses oneself, the protected ones, strangers' people, and a deactivation without a reason", async () => {
    expect(await set("anna01", "anna01", false)).toEqual({ outcome: "PK005" });
    expect(await set("huvudadmin", "superadmin@parkering.example", false)).toEqual({ outcome: "PK005" });
    for (const [who, whom] of [
      ["anna01", "vakt02"],
      ["anna01", "cecilia01"],
      ["anna01", "op01"],
      ["ledning", "vakt01"],
      ["TAXIADMIN", "op01"],
      ["aseadmin", "britta"],
      ["superadmin@parkering.example", "anna01"],
      ["vakt01", "vakt02"],
    ] as const)
      expect([whom, await set(who, whom, false)]).toEqual([whom, { outcome: "42501" }]);
    expect(await set("anna01", "vakt01", false, { reason: " " })).toEqual({ outcome: "PK008" });
    expect(await set("anna01", "vakt01", false, { person_id: randomUUID() })).toEqual({ outcome: "42501" });
    expect(await list("huvudadmin", { state: "deactivated" })).toBe("");
  });

  // Spec 5 §8: {outcome: "last_admin"}
  it("keeps the last active admin of a kind and site, also when two deactivate each other at once", async () => {
    expect(await set("huvudadmin", "cecilia01", false)).toEqual({ outcome: "last_admin" });
    for (let round = 0; round < 8; round += 1) {
      const answers = await Promise.all([set("anna01", "bertil01", false), set("bertil01", "anna01", false)]);
      const outcomes = answers.map(({ outcome }) => outcome).toSorted();
      // The second finds the last admin; or, asked later still, is an admin no more.
      expect(["42501 set", "last_admin set"]).toContain(outcomes.join(" "));
      expect((await list("huvudadmin", { kinds: ["admin"], project: OWN, state: "active" })).split(" ")).toHaveLength(
        1,
      );
      for (const userId of ["anna01", "bertil01"]) {
        await set("huvudadmin", userId, true);
        const { accountId = null } = rows.get(userId) ?? {};
        if (accountId !== null) tokens.set(userId, (await logIn(server.sql, accountId)).token);
      }
    }
  });

  // Spec 5 §8: set_person_active(kind, person_id
  it("ends a chauffeur's open car with the reason, and gives no car back", async () => {
    const turn_id = randomUUID();
    const taken = { project: TAXI, slot: 3, turn_id, start_km: null, end_km: null, faults: [], accepted: [] };
    expect(await call("britta", "take_car", taken)).toMatchObject({ outcome: "taken" });
    expect((await personOf("TAXIADMIN", "britta"))?.car).toBe("Bil 3");
    expect(await set("TAXIADMIN", "britta", false)).toMatchObject({ outcome: "set", car: true });
    const [turn] = await server.sql`select ended_by, ended_by_id, reason from vehicle_turns where id = ${turn_id}`;
    expect(turn).toEqual({ ended_by: "admin", ended_by_id: "TAXIADMIN", reason: "Har slutat" });
    expect(await server.sql`select from vehicle_registrations where chauffeur_id = 'britta'`).toEqual([]);
    await set("TAXIADMIN", "britta", true);
    expect((await personOf("TAXIADMIN", "britta"))?.car).toBeNull();
  });

  // Spec 5 §9: Deactivated and removed people
  it("lets nobody take a car for a deactivated chauffeur, nor one who is deactivated while the call waits", async () => {
    const take = (who: string, chauffeur: string | null = null) => {
      const turn = { project: TAXI, slot: 4, turn_id: randomUUID(), start_km: null, end_km: null };
      return call(who, "take_car", { ...turn, faults: [], accepted: [], chauffeur });
    };
    const isWaiting = (calls: number) =>
      expect
        .poll(
          () =>
            server.sql`select from pg_locks l join pg_database d on d.oid = l.database
              where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`,
        )
        .toHaveLength(calls);
    /** The answer to a call that came after a deactivation of britta, when both wait. */
    const whileWaiting = async (press: () => Promise<Answer>) => {
      const { ended, pressed } = await server.sql.begin(async (cars) => {
        await cars`select private.lock_cars()`;
        const ends = set("TAXIADMIN", "britta", false);
        await isWaiting(1);
        const presses = press();
        await isWaiting(2);
        return { ended: ends, pressed: presses };
      });
      expect(await ended).toMatchObject({ outcome: "set", car: false });
      return pressed;
    };
    expect(await whileWaiting(() => take("TAXIADMIN", "britta"))).toEqual({ outcome: "42501" });
    expect(await take("TAXIADMIN", "britta")).toEqual({ outcome: "42501" });
    await set("TAXIADMIN", "britta", true);
    expect(await take("TAXIADMIN", "britta")).toMatchObject({ outcome: "taken" });
    await server.sql`delete from vehicle_registrations`;
    // `specified` asks for deactivation in screens.
    if (!isHardened) return;
    tokens.set("britta", (await logIn(server.sql, rows.get("britta")?.accountId ?? "")).token);
    expect(await whileWaiting(() => take("britta"))).toEqual({ outcome: "42501" });
    await set("TAXIADMIN", "britta", true);
    tokens.set("britta", (await logIn(server.sql, rows.get("britta")?.accountId ?? "")).token);
    const [car] = await server.sql<{ id: string }[]>`select id from vehicles where slot = 4`;
    const of = { project_id: TAXI, vehicle_id: car?.id };
    const OPEN = { ended_at: null, returned_at: null, ended_by: null, ended_by_id: null, end_km: null, reason: null };
    const turn_id = await insertRow(server.sql, "vehicle_turns", {
      ...of,
      slot: 4,
      chauffeur_id: "olle",
      taken_at: hoursAgo(9),
      ...OPEN,
    });
    const asked = { ...of, turn_id, asked_by: "britta", asked_at: hoursAgo(1), answer: null, answered_at: null };
    const request_id = await insertRow(server.sql, "vehicle_requests", asked);
    await server.sql`update taxi_settings set takeover_hours = 8 where project_id = ${TAXI}`;
    const takeOver = { request_id, turn_id: randomUUID(), event_id: randomUUID(), start_km: null };
    expect(await whileWaiting(() => call("britta", "take_over_car", takeOver))).toEqual({ outcome: "42501" });
    await set("TAXIADMIN", "britta", true);
    tokens.set("britta", (await logIn(server.sql, rows.get("britta")?.accountId ?? "")).token);
    expect(await call("britta", "take_over_car", takeOver)).toMatchObject({ outcome: "taken" });
    await server.sql`delete from vehicle_registrations`;
  });

  // Spec 5 §8: Screens. /people from every
  it("ends all logins of somebody, once, and tells a person's changes without their values", async () => {
    const { id: person_id, accountId } = rows.get("vakt01") ?? {};
    const event_id = randomUUID();
    const end = (who: string, userId: string, key = randomUUID()) =>
      call(who, "end_logins", { kind: kindOf(userId), person_id: rows.get(userId)?.id, event_id: key });
    const ended = await end("anna01", "vakt01", event_id);
    expect(ended).toMatchObject({ outcome: "ended" });
    expect(Number(ended["logins"]) > 0).toBe(isHardened);
    expect(await server.sql`select from auth.sessions where user_id = ${accountId ?? randomUUID()}`).toEqual([]);
    // A repeated call ends no login that began since.
    if (isHardened) await logIn(server.sql, accountId ?? "");
    expect(await end("anna01", "vakt01", event_id)).toEqual(ended);
    const alive = await server.sql`select from auth.sessions where user_id = ${accountId ?? randomUUID()}`;
    expect(alive).toHaveLength(isHardened ? 1 : 0);
    expect([await end("anna01", "anna01"), await end("anna01", "vakt02")]).toEqual([
      { outcome: "PK005" },
      { outcome: "42501" },
    ]);

    await set("anna01", "vakt01", false);
    await server.sql`update attendants set discord_username = 'vakt#1' where id = ${person_id ?? ""}`;
    const read = await call("anna01", "get_person", { kind: "attendant", person_id });
    expect(read).toMatchObject({ outcome: "found", person: { user_id: "vakt01", state: "deactivated" } });
    const changes = read["changes"] as { subject: string; action: string; columns: string[]; reason: string | null }[];
    expect(changes.slice(0, 3).map(({ subject, action, columns }) => [subject, action, ...columns])).toEqual([
      ["attendants", "update", "discord_username"],
      ["people", "update", "active", "reason", "user_id"],
      ["logins", "delete"],
    ]);
    expect(changes[1]).toMatchObject({ active: false, reason: "Har slutat", ...(isHardened && { by: "anna01" }) });
    expect(JSON.stringify(changes)).not.toContain("vakt#1");
    expect((await call("anna01", "get_person", { kind: "attendant", person_id: rows.get("vakt02")?.id })).outcome).toBe(
      "42501",
    );
  });

  // Spec 5 §8: **Kept.** The lists of
  it("shows the last login", async () => {
    const seen = { user_id: "vakt01", user_type: "attendant", created_at: "2026-11-21T08:00:00Z" };
    await insertRow(server.sql, "web_activity_logs", seen);
    const [login] = await server.sql<{ at: string | null }[]>`
      select to_json(max(created_at)) #>> '{}' as at from auth.sessions where user_id = ${rows.get("vakt01")?.accountId ?? randomUUID()}`;
    const expected = isHardened ? login?.at : seen.created_at;
    expect(Date.parse((await personOf("anna01", "vakt01"))?.last_login_at ?? "")).toBe(Date.parse(String(expected)));
  });
});

describe("logins of deactivated people", () => {
  let server: TestServer;
  let admin: string;
  beforeAll(async () => {
    server = await startTestServer({ profile: "hardened", rateLimits: "none" });
    const accountId = await inTransaction(server.database, (transaction) =>
      createStaffAccount(
        transaction,
        { kind: "main-admin", project: null, userId: "huvudadmin" },
        PASSWORD,
        LITTLE_WORK,
      ),
    );
    admin = (await logIn(server.sql, accountId ?? "")).token;
  });
  afterAll(() => server.stop());

  async function makeOperator(userId: string) {
    const person = { kind: "operator", project: "721075", userId } as const;
    const id = await inTransaction(server.database, (transaction) =>
      createStaffAccount(transaction, person, PASSWORD, LITTLE_WORK),
    );
    return { id: id ?? "", email: staffAddress(person) ?? "" };
  }
  const setActive = async (id: string, kind: string, active: boolean) => {
    const expected = active ? "deactivated" : "active";
    const { data } = await server.client({ accessToken: admin }).rpc("set_person_active", {
      kind,
      person_id: id,
      event_id: randomUUID(),
      expected,
      active,
      reason: "Har slutat",
      acting_as: "huvudadmin",
    });
    return (data as { outcome: string } | null)?.outcome;
  };
  const enter = async (email: string, password: string) => {
    const client = server.client();
    const { error } = await client.auth.signInWithPassword({ email, password });
    return error === null ? { client, step: (await client.rpc("get_login_step")).data as string } : error.code;
  };

  /** The step of a login that was begun before. */
  const stepOf = async (entered: Awaited<ReturnType<typeof enter>>) =>
    typeof entered === "object" ? ((await entered.client.rpc("get_login_step")).data as string) : entered;

  // Spec 5 §8: A deactivated person with
  // Spec 5 §9: Deactivated and removed people
  it("tell whoever knows the password, and nobody else, that the account is deactivated", async () => {
    const { id, email } = await makeOperator("op11");
    expect(await setActive(id, "operator", false)).toBe("set");
    expect(await enter(email, "Fel-7410")).toBe("invalid_credentials");
    const entered = await enter(email, PASSWORD);
    if (typeof entered === "string" || entered === undefined) throw new Error(String(entered));
    expect(entered.step).toBe("deactivated");
    // The login that tells it may nothing: it reads no row, changes nothing, is no caller, and cannot be renewed.
    const { client } = entered;
    expect((await client.from("units").select("id")).data).toEqual([]);
    expect((await client.from("staff_accounts").select("user_id")).data).toEqual([]);
    const own = { user_id: "op11", password: null };
    const rows = { project_attendants: own, attendants: own, ase_employees: {} };
    for (const [table, row] of Object.entries(rows)) {
      await insertRow(server.sql, table as keyof typeof rows, { ...row, account_id: id });
      expect((await client.from(table).select("id")).data).toEqual([]);
      // The own page reads why its login ended.
      await server.sql`update ${server.sql(table)} set deactivated_at = now() where account_id = ${id}`;
      expect((await client.from(table).select("id")).data).toHaveLength(1);
    }
    expect((await client.rpc("get_caller")).data).toEqual([]);
    expect((await client.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
    expect((await client.auth.refreshSession()).error).not.toBeNull();
  });

  // Spec 5 §8: Activation gives back
  it("begin again after the activation, with the same password and second factor, and no old login comes back", async () => {
    const { id, email } = await makeOperator("op12");
    await server.sql`insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
      values (${randomUUID()}, ${id}, 'telefon', 'totp', 'verified', now(), now())`;
    const before = await enter(email, PASSWORD);
    expect(before).toMatchObject({ step: "code" });
    await setActive(id, "operator", false);
    const during = await enter(email, PASSWORD);
    expect(during).toMatchObject({ step: "deactivated" });
    expect(await setActive(id, "operator", true)).toBe("set");
    expect(await Promise.all([before, during].map(stepOf))).toEqual(["log-in", "log-in"]);
    expect(await enter(email, PASSWORD)).toMatchObject({ step: "code" });
  });

  it("end for e-mail accounts alike", async () => {
    const account = await makeAccount(server.sql, "employee", "agent@example.com");
    const client = server.client({ accessToken: account.token });
    await insertRow(server.sql, "properties", { hide_bid_list: true });
    expect((await client.rpc("get_login_step")).data).toBe("nothing");
    expect(await setActive(account.accountId, "agent", false)).toBe("set");
    expect((await client.rpc("get_login_step")).data).toBe("log-in");
    const again = server.client({ accessToken: (await logIn(server.sql, account.accountId)).token });
    expect((await again.rpc("get_login_step")).data).toBe("deactivated");
    expect((await again.from("profiles").select("id")).data).toEqual([]);
    const [agent] = await server.sql`select private.is_deactivated(${account.accountId}) as is`;
    expect(agent).toEqual({ is: true });
  });

  // The race that would leave a login alive: it begins while the deactivation is on its way.
  it("are over however a log-in and a deactivation meet", async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id, email } = await makeOperator(`op${20 + round}`);
      const [entered, outcome] = await Promise.all([enter(email, PASSWORD), setActive(id, "operator", false)]);
      expect(outcome).toBe("set");
      const alive = await server.sql`
        select from auth.sessions where user_id = ${id} and (not_after is null or not_after > now())`;
      expect(alive).toEqual([]);
      expect(["log-in", "deactivated"]).toContain(await stepOf(entered));
    }
  });
});
