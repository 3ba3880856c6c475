// Money goes back to its payer (document 4 §6): the driver leaves an account, admins propose and approve, and one file takes it to the bank.
import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { beforeAll, describe, expect, test } from "vitest";
import { SECURITY_PROFILES } from "#contract/states.ts";
import { eraseTonight } from "#server/erasure/nightly.ts";
import { type Actor, actorOf, type Json, makeActor, said, SITE } from "#tests/support/rows/cases.ts";
import { type Fine, moneyOffice, rowOf } from "#tests/support/rows/money-office.ts";
import type { TestServer } from "#tests/support/server/server.ts";

/** Published examples of each rule for account numbers, and what becomes of a wrong digit or a wrong length. */
const ACCOUNTS: readonly [clearing: string, account: string, wanted: string][] = [
  ["6789", "123 456 789", "Handelsbanken 6789 123456789"],
  ["6789", "123456788", "account"],
  ["8424-4", "983 189 224-6", "Swedbank 8424 9831892246"],
  ["8424-1", "983 189 224-6", "clearing"],
  ["8129", "43 386 711-6", "Swedbank 8129 0433867116"],
  ["3300", "000620-5124", "Nordea 3300 0006205124"],
  ["3300", "20000620-5124", "Nordea 3300 0006205124"],
  ["3300", "000620-5125", "account"],
  ["9789", "1111113", "Klarna Bank 9789 1111113"],
  ["9789", "1111131", "account"],
  ["9071", "417 23 83", "Multitude Bank 9071 4172383"],
  ["9071", "417238", "account"],
  ["0000", "1234567", "clearing"],
  ["12345", "1234567", "clearing"],
  ["9960", "0", "account"],
  ["5000", "0000000", "account"],
  ["", "", "clearing"],
  ["5000", "abc", "account"],
];

const PHONES = [
  ["070-123 45 67", "46701234567"],
  ["+46 70 123 45 67", "46701234567"],
  ["0046701234567", "46701234567"],
  ["08-123 45 67", null],
  ["070-123 45 6", null],
  ["123 123 12 31", null],
] as const;

const HANDELSBANKEN = { kind: "account", clearing: "6789", account: "123456789" };

const today = () => new Date().toLocaleDateString("sv-SE", { timeZone: "Europe/Stockholm" });

const newFile = (more: Json = {}) => ({
  id: randomUUID(),
  kind: "account",
  day: today(),
  iban: "SE4550000000058398257466",
  bic: "ESSESESS",
  ...more,
});

describe.each(SECURITY_PROFILES)("the profile %s", (profile) => {
  const { opened, newCase, book, stateOf, differences } = moneyOffice(profile);
  let server: TestServer;
  let admin: Actor;
  let second: Actor;
  let stranger: Actor;
  beforeAll(async () => {
    ({ server, admin, stranger } = opened());
    second = await makeActor(server, profile, { kind: "admin", userId: "admin02" });
  });

  /** A case that 300 kr too much were paid for. */
  async function overpaid(payer_text = "Åsa Berg"): Promise<Fine> {
    const fine = await newCase();
    await book([rowOf(fine.case_number, 1000, { payer_text })]);
    return fine;
  }
  const leave = async ({ public_key }: Json, more: Json = {}) => {
    const driver = actorOf(server.client(), "");
    return await driver.call("leave_refund_account", {
      public_key,
      name: "Åsa Berg",
      ...HANDELSBANKEN,
      ...more,
      acting_as: undefined,
    });
  };
  type Owed = Json & { case_number: string; refund: (Json & { id: string; account: string }) | null };
  async function owed(fine: Fine, who = admin, project = SITE): Promise<Owed | undefined> {
    const { data } = await who.client.rpc("list_refunds", { project });
    return (data as { rows: Owed[] } | null)?.rows.find(({ case_number: number }) => number === fine.case_number);
  }
  /** The refund of a case as a screen hands it back. */
  async function seen(fine: Fine): Promise<Json & { id: string }> {
    const listed = await owed(fine);
    const { id = "", ...refund } = listed?.refund ?? {};
    return { ...refund, id, amount_ore: listed?.["owed_ore"] };
  }
  const step = (name: string, refunds: Json[], who = admin, project: string = SITE) =>
    who.call("step_refunds", { project, step: name, refunds });
  const send = (ids: unknown[], file: Json = newFile(), who = admin, project: string = SITE) =>
    who.call("send_refunds", { project, file, ids });
  const driversView = async ({ public_key }: Json) =>
    (await server.client().rpc("case_by_key", { public_key })).data as Json;
  const askTwo = (two_for_refunds: boolean) =>
    server.sql`update site_settings set ${server.sql({ two_for_refunds })} where project_id = ${SITE}`;

  test("another account in the place of the one that was left is marked for the office, and the same one again is not", async () => {
    const fine = await overpaid();
    const replaced = async (more: Json = {}) => [
      said(await leave(fine, more)),
      (await owed(fine))?.refund?.["is_replaced"],
    ];
    expect(await replaced()).toEqual(["left", false]);
    expect(await replaced()).toEqual(["left", false]);
    expect(await replaced({ kind: "swish", account: "070-123 45 67", clearing: "" })).toEqual(["left", true]);
    expect(await replaced()).toEqual(["left", true]);
  });

  // Spec rules §8: A driver leaves
  test("accounts and numbers are taken by the banks' own check digits", async () => {
    for (const [clearing, account, wanted] of ACCOUNTS) {
      const [row] = await server.sql<{ of: Json }[]>`select private.bank_account_of(${clearing}, ${account}) as of`;
      const { wrong, bank, ...found } = row?.of ?? {};
      expect([clearing, account, wrong ?? [bank, found["clearing"], found["account"]].join(" ")]).toEqual([
        clearing,
        account,
        wanted,
      ]);
    }
    for (const [typed, wanted] of PHONES) {
      const [row] = await server.sql<{ of: string | null }[]>`select private.swish_of(${typed}) as of`;
      expect([typed, row?.of]).toEqual([typed, wanted]);
    }
    const ibans = [
      "SE4550000000058398257466",
      "SE4550000000058398257467",
      "SE455000000005839825746",
      "NO9386011117947",
      "",
    ];
    const [row] = await server.sql<{ are: boolean[] }[]>`
      select array_agg(private.is_iban(i) order by n) as are from unnest(${ibans}::text[]) with ordinality t (i, n)`;
    expect(row?.are).toEqual([true, false, false, true, false]);
  });

  // Spec rules §8: A driver leaves
  test("a driver leaves an account where money is owed, and changes it until it is proposed; others read its last digits", async () => {
    const paid = await newCase();
    expect(said(await leave(paid))).toBe("PK005 account");
    expect(await leave({ public_key: "A".repeat(22) })).toEqual({ outcome: "none" });
    const fine = await overpaid();
    expect((await driversView(fine))["refund"]).toBeNull();
    expect((await owed(fine))?.refund).toBeNull();
    for (const [changes, refused] of [
      [{ name: " " }, "PK008 name"],
      [{ kind: "cash" }, "PK008 kind"],
      [{ clearing: "1" }, "PK008 clearing"],
      [{ account: "123456788" }, "PK008 account"],
      [{ kind: "swish" }, "PK008 account"],
    ] as const)
      expect(said(await leave(fine, changes))).toBe(refused);
    expect(await leave(fine)).toEqual({ outcome: "left", bank: "Handelsbanken" });
    expect(await leave(fine, { kind: "swish", account: "070-123 45 67", name: "Bo" })).toEqual({
      outcome: "left",
      bank: "",
    });
    expect((await driversView(fine))["refund"]).toEqual({ kind: "swish", tail: "567", step: "left", day: null });
    expect(await leave(fine)).toMatchObject({ outcome: "left" });
    expect(await owed(fine)).toMatchObject({
      owed_ore: 30_000,
      needs_two: false,
      payers: ["Åsa Berg"],
      recipient: null,
      refund: { payee_name: "Åsa Berg", kind: "account", clearing: "6789", account: "123456789", proposed_by: null },
    });
    expect(await step("proposed", [await seen(fine)])).toEqual({ outcome: "proposed" });
    expect(said(await leave(fine))).toBe("PK005 account");
    expect((await driversView(fine))["refund"]).toMatchObject({ step: "proposed" });
  });

  test("an account that became another one with the same number is not approved unseen", async () => {
    const fine = await overpaid();
    await leave(fine);
    const before = await seen(fine);
    for (const other of [{ clearing: "8000" }, { payee_name: "Bo Ek" }, { kind: "swish" }])
      expect(said(await step("proposed", [{ ...before, ...other }]))).toBe("PK006 refunds");
    expect(await step("proposed", [before])).toEqual({ outcome: "proposed" });
  });

  // Spec rules §14: A refund is proposed
  test("refunds go out together, once, each as an event of its case, and the books have them at the bank", async () => {
    const [one, other] = [await overpaid(), await overpaid("Bo Ek")];
    await Promise.all([one, other].map((fine) => leave(fine)));
    const both = [await seen(one), await seen(other)];
    const ids = both.map(({ id }) => id);
    expect(said(await send(ids))).toBe("PK005 ids");
    expect(await step("proposed", both)).toEqual({ outcome: "proposed" });
    expect(await step("proposed", both)).toEqual({ outcome: "proposed" });
    const file = newFile();
    for (const [changes, refused] of [
      [{ iban: "SE4550000000058398257467" }, "PK008 iban"],
      [{ bic: "SEB" }, "PK008 bic"],
      [{ day: "2020-01-01" }, "PK008 day"],
      [{ day: "i morgon" }, "PK008 day"],
      [{ kind: "swish" }, "PK007 ids"],
      [{ kind: "cash" }, "PK008 file"],
    ] as const)
      expect(said(await send(ids, { ...file, ...changes }))).toBe(refused);
    expect(said(await send([...ids, randomUUID()], file))).toBe("PK007 ids");
    expect(await send(ids, file)).toEqual({ outcome: "sent", sum_ore: 60_000 });
    expect(await send(ids.toReversed(), file)).toEqual({ outcome: "sent", sum_ore: 60_000 });
    expect(said(await send(ids.slice(1), file))).toBe("PK010 file");
    expect(said(await send(ids, newFile()))).toBe("PK007 ids");
    expect(await Promise.all([one, other].map(stateOf))).toEqual(["paid 0", "paid 0"]);
    const events = await server.sql<Json[]>`
      select e.kind, e.by_id, e.data ->> 'amount_ore' as ore, p.method, p.value_date::text from fine_events e join payments p on p.id = e.id
      where e.id = any (${ids}::uuid[])`;
    expect([...events]).toEqual(
      ids.map(() => ({ kind: "refunded", by_id: "admin01", ore: "-30000", method: "account", value_date: today() })),
    );
    const { data } = await admin.client.rpc("read_refund_file", { file_id: file.id });
    expect(data).toMatchObject({
      file: {
        id: file.id,
        kind: "account",
        day: file.day,
        iban: file.iban,
        bic: file.bic,
        refunds: 2,
        sum_ore: 60_000,
      },
    });
    const rows = (data as { rows: Json[] }).rows;
    const numbers = [one, other].map((fine) => fine.case_number).toSorted((a, b) => a.localeCompare(b));
    expect(rows.map((row) => [row["case_number"], row["amount_ore"], row["account"]])).toEqual(
      numbers.map((number) => [number, 30_000, "123456789"]),
    );
    expect((await driversView(one))["refund"]).toEqual({ kind: "account", tail: "789", step: "sent", day: today() });
    expect(await owed(one)).toBeUndefined();
    expect(await differences()).toEqual([]);
    const ledger = (await admin.call("site_ledger", { project: SITE, first: today(), last: today() }))["lines"] as [
      string,
      string,
      string,
      string,
      string,
      number,
    ][];
    expect(
      ledger.filter(([, , kind, payee]) => kind === "refunded" && payee === "account").map(([, , , , ...rest]) => rest),
    ).toEqual([
      ["bank", -60_000],
      ["claim", 60_000],
    ]);
  });

  // Spec rules §14: A refund is proposed
  test("what has changed since it was seen or proposed goes nowhere, and of several none does", async () => {
    const [fine, other] = [await overpaid(), await overpaid()];
    await Promise.all([fine, other].map((each) => leave(each)));
    const [before, beside] = [await seen(fine), await seen(other)];
    await leave(fine, { clearing: "9789", account: "1111113" });
    expect(said(await step("proposed", [beside, before]))).toBe("PK006 refunds");
    expect((await owed(other))?.refund?.["proposed_by"]).toBeNull();
    const now = await seen(fine);
    expect(said(await step("proposed", [{ ...now, amount_ore: 29_999 }]))).toBe("PK006 refunds");
    await step("proposed", [now, beside]);
    await book([rowOf(fine.case_number, 100)]);
    expect(said(await send([beside.id, now.id]))).toBe("PK006 ids");
    expect(await stateOf(other)).toBe("paid -30000");
    // Taken back and proposed again, it is the whole sum.
    expect(await step("dropped", [now])).toEqual({ outcome: "dropped" });
    expect(await leave(fine)).toMatchObject({ outcome: "left" });
    await step("proposed", [await seen(fine)]);
    expect(await send([now.id, beside.id])).toEqual({ outcome: "sent", sum_ore: 70_000 });
    // Owed once more, it wants an account anew.
    await book([rowOf(fine.case_number, 50)]);
    expect((await driversView(fine))["refund"]).toBeNull();
    await leave(fine, { kind: "swish", account: "070-123 45 67" });
    const again = await seen(fine);
    await step("proposed", [again]);
    expect(said(await send([again.id]))).toBe("PK007 ids");
    expect(await send([again.id], { id: randomUUID(), kind: "swish", day: today() })).toMatchObject({ sum_ore: 5000 });
    expect(await stateOf(fine)).toBe("paid 0");
    expect(await differences()).toEqual([]);
  });

  // Spec rules §14: Where the site asks for two
  test("where the site asks for two, another admin approves before money goes out", async () => {
    await askTwo(true);
    try {
      const fine = await overpaid();
      await leave(fine);
      const refund = await seen(fine);
      expect(said(await step("approved", [refund]))).toBe("PK006 refunds");
      await step("proposed", [refund]);
      expect(await owed(fine)).toMatchObject({ needs_two: true });
      expect(said(await send([refund.id]))).toBe("PK005 ids");
      expect(said(await step("approved", [refund]))).toBe("PK011 refunds");
      expect(said(await step("approved", [{ ...refund, account: "987654321" }], second))).toBe("PK006 refunds");
      expect(await step("approved", [refund], second)).toEqual({ outcome: "approved" });
      // A proposal that was taken back has to be approved anew.
      await step("dropped", [refund]);
      await step("proposed", [refund], second);
      expect(said(await send([refund.id]))).toBe("PK005 ids");
      expect(said(await step("approved", [refund], second))).toBe("PK011 refunds");
      await step("approved", [refund]);
      expect(await send([refund.id])).toMatchObject({ outcome: "sent" });
    } finally {
      await askTwo(false);
    }
  });

  test("another site's admin, the attendant and visitors reach no refund", async () => {
    const fine = await overpaid();
    await leave(fine);
    const refund = await seen(fine);
    await step("proposed", [refund]);
    const { attendant } = opened();
    for (const who of [attendant, ...(profile === "hardened" ? [stranger, actorOf(server.client(), "admin01")] : [])]) {
      expect(said(await step("dropped", [refund], who))).toMatch(/^42501/);
      expect(said(await send([refund.id], newFile(), who))).toMatch(/^42501/);
      const listed = await who.client.rpc("list_refunds", { project: SITE });
      expect(listed.error?.code).toBe(profile === "hardened" ? "42501" : undefined);
    }
    expect(said(await step("dropped", [refund], stranger, "vastra-hamnen"))).toBe("PK007 refunds");
    expect(said(await send([refund.id], newFile(), stranger, "vastra-hamnen"))).toBe("PK007 ids");
  });

  // Spec rules §14: A refund is proposed
  test("of fifty files at once for one refund, one is made", async () => {
    const fine = await overpaid();
    await leave(fine);
    const refund = await seen(fine);
    await step("proposed", [refund]);
    const answers = await Promise.all(Array.from({ length: 50 }, () => send([refund.id])));
    expect(answers.filter(({ outcome }) => outcome === "sent")).toHaveLength(1);
    expect(await stateOf(fine)).toBe("paid 0");
  });

  // Spec rules §8: A driver leaves
  test("an account is erased 90 days after it was left, from the trail too; what was sent keeps its sum", async () => {
    const [sent, waiting, fresh] = [await overpaid(), await overpaid(), await overpaid()];
    await Promise.all([sent, waiting, fresh].map((fine) => leave(fine, { name: "Ingvald Gallring" })));
    const refund = await seen(sent);
    await step("proposed", [refund]);
    const file = newFile();
    await send([refund.id], file);
    const { id } = await seen(waiting);
    await server.sql`update refunds set left_at = now() - interval '91 days' where id = any (${[refund.id, id]}::uuid[])`;
    await server.sql`update refunds set left_at = now() - interval '89 days' where fine_id = ${fresh.id}`;
    await server.sql`update private.settings set erases_from = now()`;
    await eraseTonight({ databaseUrl: server.databaseUrl, log: pino({ level: "warn" }) }, { isDue: false });
    const rows = await server.sql<Json[]>`
      select fine_id, payee_name, account, amount_ore::int from refunds where fine_id = any (${[sent.id, waiting.id, fresh.id]}::uuid[])`;
    expect(rows.toSorted((one, two) => String(one["account"]).localeCompare(String(two["account"])))).toEqual([
      { fine_id: sent.id, payee_name: "", account: "", amount_ore: 30_000 },
      { fine_id: fresh.id, payee_name: "Ingvald Gallring", account: "123456789", amount_ore: null },
    ]);
    const told =
      await server.sql`select row_id from audit_trail t where row_id = any (${[refund.id, id]}) and t::text like '%Ingvald%'`;
    expect([...told]).toEqual([]);
    const { data } = await admin.client.rpc("read_refund_file", { file_id: file.id });
    expect(data).toMatchObject({ rows: [{ account: "", amount_ore: 30_000 }] });
  });
});
