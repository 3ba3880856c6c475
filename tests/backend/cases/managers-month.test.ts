// Twenty cases of three sites, each of another fate, as a company's operations manager goes through them: the bank's, the register's and the
// debt collector's files are made for it, and read as the screens read them. At the end each case is what it should be, each day's money is
// the bank's, and the books say the same.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PROTECTED_ADMIN_ID } from "#contract/projects.ts";
import { SECURITY_PROFILES } from "#contract/states.ts";
import type { SentCase } from "#data/fines/letters.ts";
import { answersOf } from "#products/parking/office/letters/rules/answer-file.ts";
import { changesTable } from "#products/parking/office/letters/rules/case-tables.ts";
import { ownersOf, previewOf } from "#products/parking/office/letters/rules/owner-file.ts";
import { readBankFile } from "#products/parking/office/payments/rules/read-bank-file.ts";
import { readDelimited } from "#shared/csv/read-delimited.ts";
import { makePerson } from "#tests/support/people/logged-in.ts";
import { type Actor, actorOf, fineOf, type Json, makeActor, said } from "#tests/support/rows/cases.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { startTestServer, type TestServer } from "#tests/support/server/server.ts";

type Fine = Json & { id: string; case_number: string; plate: string; public_key: string };

const SITES = ["norra", "sodra", "ostra"] as const;
const dayIn = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString("sv-SE", { timeZone: "Europe/Stockholm" });
const TODAY = dayIn(0);
/** A day after the reminders': money of their own day would lift their fee (document 4 §4). */
const LATER = dayIn(3);

/** A payment of the bank's statement; `isBack` is one that the bank took back. */
type Paid = { kronor: number; text: string; payer: string; day?: string; isBack?: boolean };

/** The bank's statement of its payments (ISO 20022 camt.053). */
function statementOf(id: string, paid: readonly Paid[]): Uint8Array {
  const entries = paid.map(
    ({ kronor, text, payer, day = TODAY, isBack = false }, at) => `<Ntry><Amt Ccy="SEK">${kronor}</Amt>
      <CdtDbtInd>${isBack ? "DBIT" : "CRDT"}</CdtDbtInd>${isBack ? "<RvslInd>true</RvslInd>" : ""}<Sts>BOOK</Sts>
      <BookgDt><Dt>${TODAY}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt><AcctSvcrRef>${id}${at}</AcctSvcrRef>
      <NtryDtls><TxDtls><RltdPties><Dbtr><Nm>${payer}</Nm></Dbtr></RltdPties>
      <RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  );
  return new TextEncoder().encode(`<?xml version="1.0" encoding="UTF-8"?>
    <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>
    <GrpHdr><MsgId>${id}</MsgId><CreDtTm>${TODAY}T06:00:00</CreDtTm></GrpHdr><Stmt><Id>${id}</Id>
    <CreDtTm>${TODAY}T06:00:00</CreDtTm><Acct><Id><IBAN>SE4550000000058398257466</IBAN></Id><Ccy>SEK</Ccy></Acct>
    ${entries.join("\n")}</Stmt></BkToCstmrStmt></Document>`);
}

describe.each(SECURITY_PROFILES)("the profile %s", (profile) => {
  let server: TestServer;
  let office: Actor;
  let second: Actor;
  const attendants: Record<string, Actor> = {};
  beforeAll(async () => {
    server = await startTestServer({ profile, rateLimits: "none" });
    const { sql } = server;
    for (const path of SITES) await insertRow(sql, "main_page_sites", { path });
    for (const project of SITES)
      attendants[project] = await makeActor(server, profile, { kind: "attendant", userId: `vakt-${project}`, project });
    await sql`update company set issuer_name = 'Hamnbolaget AB', org_number = '556000-0001',
      payment_methods = '[{"kind": "bankgiro", "value": "5555-5551", "text": null}]'`;
    await sql`update site_settings set of_company = true where project_id = any (${SITES})`;
    // Each site has its own rules: a fee of reminders, VAT, and two for refunds.
    await sql`update site_settings set reminder_fee = 60, fee_is_agreed = true where project_id = 'norra'`;
    await sql`update site_settings set vat_percent = 25 where project_id = 'sodra'`;
    await sql`update site_settings set two_for_refunds = true, small_balance = 5 where project_id = 'ostra'`;
    office = await makeManager();
    second = await makeActor(server, profile, { kind: "admin", userId: "kollega", project: "ostra" });
  });
  afterAll(() => server.stop());

  /** Whoever has all of the company's sites. */
  async function makeManager(): Promise<Actor> {
    if (profile === "specified") return actorOf(server.client(), PROTECTED_ADMIN_ID, null);
    const { token, accountId } = await makePerson(server, { kind: "admin", project: "company", userId: "chef" });
    await server.sql`update staff_accounts set serves_all = true where account_id = ${accountId}`;
    return actorOf(server.client({ accessToken: token }), "chef", null);
  }

  const issue = async (at: number): Promise<Fine> =>
    fineOf(await (attendants[SITES[at % 3] ?? ""] as Actor).issue({ delivery: "fixed" })) as Fine;
  const does = async (fine: Fine, kind: string, more: Json = {}, who = office) =>
    expect([kind, said(await who.record(fine, kind, more))]).toEqual([kind, "recorded"]);
  const stateOf = async ({ id }: Fine) => {
    const [fine] = await server.sql<Json[]>`select status, left_ore::int, fee from fines where id = ${id}`;
    return [fine?.["status"], Number(fine?.["left_ore"]) / 100, fine?.["fee"]].join(" ");
  };
  const overdue = (fines: readonly Fine[], days = 40) =>
    server.sql`update fines set due_date = private.day_of(now()) - ${days}::int where id = any (${fines.map(({ id }) => id)}::uuid[])`;

  /** Reads a statement as the screen does, and books it at the company. */
  async function book(name: string, paid: readonly Paid[]) {
    const read = await readBankFile(statementOf(name, paid), { today: TODAY, kept: [] });
    if (read.outcome !== "read") throw new Error(JSON.stringify(read));
    const booked = await office.call("book_payments", {
      project: "company",
      rows: read.rows,
      file: { id: randomUUID(), name },
    });
    return { booked, reversed: read.reversed, rows: read.rows };
  }
  /** The kronor that the bank's statements brought, less what went out. */
  let bank = 0;
  const inFile = (paid: readonly Paid[]) => {
    bank += paid.reduce((sum, { kronor, isBack }) => sum + (isBack === true ? 0 : kronor), 0);
    return paid;
  };
  const many = async (kind: string, fines: readonly Fine[], data: Json | null = null) => {
    const events = fines.map(({ id }) => ({ fine_id: id, event_id: randomUUID(), data }));
    const { results } = (await office.call("record_case_events", { project: "company", kind, events })) as unknown as {
      results: Json[];
    };
    return results.map(({ outcome, code }) => code ?? outcome);
  };
  const place = async (bankKey: string, parts: [Fine, number][]) => {
    const [row] = await server.sql<{ id: string }[]>`select id from payments where bank_key = ${bankKey}`;
    const given = parts.map(([fine, kronor]) => ({
      fine_id: fine.id,
      event_id: randomUUID(),
      amount_ore: kronor * 100,
    }));
    return said(await office.call("place_payment", { payment_id: row?.id, placing_id: randomUUID(), parts: given }));
  };
  const leave = ({ public_key }: Fine, account: Json) =>
    actorOf(server.client(), "").call("leave_refund_account", {
      public_key,
      name: "Åsa Berg",
      ...account,
      acting_as: undefined,
    });

  // Spec rules §6: A company's cases pass
  test("twenty fates end right, and bank, cases and books agree", async () => {
    const all: Fine[] = [];
    for (let at = 0; at < 20; at += 1) all.push(await issue(at));
    const c = (n: number) => all[n - 1] as Fine;
    const no = (n: number) => c(n).case_number;

    // Monday: the bank's first statement.
    const wrongDigit = `${no(4).slice(0, 7)}${(Number(no(4).at(-1)) + 1) % 10}`;
    const monday = inFile([
      { kronor: 700, text: no(1), payer: "Ett Betalar" },
      { kronor: 300, text: no(2), payer: "Två Delar" },
      { kronor: 1000, text: `OCR ${no(3)}`, payer: "Tre För Mycket" },
      { kronor: 700, text: wrongDigit, payer: "Fyra Fel Siffra" },
      { kronor: 1400, text: `${no(5)} ${no(6)}`, payer: "Hyrbilar AB" },
      { kronor: 700, text: no(11), payer: "Elva Betalar Först" },
      { kronor: 700, text: no(20), payer: "Nitton Med Fel Nummer" },
    ]);
    const first = await book("m1", monday);
    expect(first.booked).toMatchObject({ placed: 5, unknown: 2, already: 0, sum_ore: 550_000 });
    // Read again in the evening, the file holds nothing new.
    expect((await book("m1", monday)).booked).toMatchObject({ placed: 0, unknown: 0, already: 7 });
    expect(await place(first.rows[3]?.bank_key ?? "", [[c(4), 700]])).toBe("placed");
    expect(
      await place(first.rows[4]?.bank_key ?? "", [
        [c(5), 700],
        [c(6), 700],
      ]),
    ).toBe("placed");
    // Nitton wrote the number of case 20: the money goes back and to case 19.
    const [wrong] = await server.sql<{ id: string }[]>`select id from payments where fine_id = ${c(20).id}`;
    await does(c(20), "payment_moved", { data: { payment_id: wrong?.id } });
    expect(await place(first.rows[6]?.bank_key ?? "", [[c(19), 700]])).toBe("placed");

    // Tuesday: objections and mistakes.
    const objection = { note: "Jag hade biljett.", data: { name: "Åsa Berg", address: "Gatan 1\n123 45 Malmö" } };
    await does(c(11), "objected", objection);
    await does(c(11), "objection_accepted", { note: "Du har rätt." });
    await does(c(12), "objected", objection);
    await does(c(12), "objection_rejected", { note: "Biljetten gällde i går.", data: { due_date: dayIn(14) } });
    await does(c(18), "withdrawn", { data: { ground: "felskrivet" } });
    await does(c(18), "reopened", { note: "Fel ärende.", data: { due_date: dayIn(10) } });

    // Wednesday: the register's answer for everybody who has not paid.
    const unpaid = [2, 7, 8, 9, 10, 13, 14, 15, 16, 17, 20].map(c);
    await overdue(unpaid);
    expect(await many("exported", unpaid)).toEqual(unpaid.map(() => "recorded"));
    const register = [
      "Regnr;Ärendenr;Ägare;Namn;Personnummer;Adress;Postnr;Ort",
      ...unpaid.map(
        (fine) =>
          `${fine.plate};${fine.case_number};${fine.id === c(10).id ? "nej" : "ja"};Åsa Berg;;Gatan 1;12345;Malmö`,
      ),
    ];
    const owners = ownersOf(readDelimited(register.join("\n")) ?? []);
    if ("problem" in owners) throw new Error(owners.problem);
    const keys = owners.rows.map(({ case_number, plate }) => ({ case_number, plate }));
    const matches = (await office.call("match_owners", { project: "company", rows: keys }))["rows"];
    const { placed, faults } = previewOf(owners, matches as Parameters<typeof previewOf>[1]);
    expect([placed.length, faults.length]).toEqual([10, 1]);
    for (const { fineId, name, address } of placed)
      await does({ id: fineId } as Fine, "recipient_set", {
        data: { role: "owner", name, address, source: "Register" },
      });
    // The car of case 10 was stolen (1984:318 §7).
    await does(c(10), "withdrawn", { data: { ground: "stöld" } });

    // Thursday: reminders. Only the northern site has a fee.
    const reminded = unpaid.filter(({ id }) => id !== c(10).id);
    expect(await many("reminded", reminded, { due_date: dayIn(14) })).toEqual(reminded.map(() => "recorded"));
    expect(await Promise.all([7, 8, 13].map((n) => stateOf(c(n))))).toEqual([
      "reminded 760 60",
      "reminded 700 0",
      "reminded 760 60",
    ]);

    // Friday: the second statement. Case 7 paid before its reminder, case 13's driver and case 16's pay with the fee.
    const friday = inFile([
      { kronor: 400, text: no(2), payer: "Två Delar" },
      { kronor: 700, text: no(7), payer: "Sju I Tid", day: dayIn(-3) },
      { kronor: 700, text: no(8), payer: "Åtta Efter Påminnelsen" },
      { kronor: 697, text: no(9), payer: "Nio Nästan Allt" },
      { kronor: 700, text: no(12), payer: "Tolv Efter Avslag" },
      { kronor: 700, text: no(18), payer: "Arton Betalar" },
      { kronor: 700, text: no(1), payer: "Ett Betalar", isBack: true },
    ]);
    const secondFile = await book("m2", friday);
    expect(secondFile.booked).toMatchObject({ placed: 6, unknown: 0, already: 0 });
    // The bank took case 1's payment back: it is named, and the manager ends it without a case.
    expect(secondFile.reversed).toHaveLength(1);
    const [taken] = await server.sql<{ id: string }[]>`select id from payments where fine_id = ${c(1).id}`;
    await does(c(1), "payment_moved", { data: { payment_id: taken?.id } });
    const ending = { payment_id: taken?.id, ending_id: randomUUID(), ground: "returned", note: "Återförd av banken" };
    expect(said(await office.call("end_payment", ending))).toBe("ended");
    bank -= 700;

    // The next week: collection, and its answers.
    const handed = [13, 14, 15, 16, 17].map(c);
    await overdue(handed, 5);
    expect(await many("handed_to_collection", handed)).toEqual(handed.map(() => "recorded"));
    expect(
      (await book("m3", inFile([{ kronor: 760, text: no(16), payer: "Sexton Sent", day: LATER }]))).booked,
    ).toMatchObject({
      placed: 1,
    });
    await does(c(17), "written_off", { note: "Dödsbo utan tillgångar." });
    const changed = await office.call("list_case_work", { project: "company", step: "collection_told" });
    const news = changesTable(changed["cases"] as SentCase[]).slice(1);
    expect(news.map(([number, , , kind]) => `${number} ${kind}`).toSorted((a, b) => a.localeCompare(b))).toEqual(
      [`${no(16)} Betalning`, `${no(17)} Avskrivet`].toSorted((a, b) => a.localeCompare(b)),
    );
    expect(await many("collection_told", [c(16), c(17)])).toEqual(["recorded", "recorded"]);
    const agency = `Ärendenummer;Svar;Belopp;Datum\n${no(13)};Betald;760,00;${LATER}\n${no(14)};Upphört;;\n${no(15)};Saknar tillgångar;;\n`;
    const answers = answersOf(readDelimited(agency) ?? [], LATER);
    if ("problem" in answers) throw new Error(answers.problem);
    expect(answers.faults).toEqual([]);
    const KINDS = { paid: "payment", ceased: "recalled", unpayable: "written_off" } as const;
    for (const { case_number, answer, ore, day } of answers.rows) {
      const fine = all.find((each) => each.case_number === case_number) as Fine;
      const data =
        answer === "paid"
          ? { data: { amount_ore: ore, value_date: day, method: "collection" } }
          : { note: "Enligt inkasso" };
      await does(fine, KINDS[answer], data);
    }
    bank += 760;
    // What the agency told is no news to it.
    const { cases: stale } = (await office.call("list_case_work", {
      project: "company",
      step: "collection_told",
    })) as unknown as { cases: Json[] };
    expect(new Set(stale.map(({ case_number: number }) => number))).toEqual(new Set([no(14), no(15)]));
    // A debt that was written off is paid in part all the same.
    expect(
      (await book("m4", inFile([{ kronor: 500, text: no(17), payer: "Sjutton Till Slut" }]))).booked,
    ).toMatchObject({ placed: 1 });

    // Refunds: case 3 by the bank (its site asks for two), case 11 by Swish.
    expect(await leave(c(3), { kind: "account", clearing: "6789", account: "123456789" })).toMatchObject({
      outcome: "left",
    });
    expect(await leave(c(11), { kind: "swish", account: "070-123 45 67" })).toMatchObject({ outcome: "left" });
    const owed = (await office.call("list_refunds", { project: "company", acting_as: undefined }))["rows"] as (Json & {
      refund: Json;
    })[];
    const indexOf = (number: unknown) => all.findIndex((fine) => fine.case_number === number) + 1;
    expect(owed.map(({ case_number: number, owed_ore: ore }) => [indexOf(number), ore])).toEqual([
      [3, 30_000],
      [11, 70_000],
    ]);
    const seen = owed.map(({ refund, owed_ore }) => ({
      id: refund["id"],
      account: refund["account"],
      amount_ore: owed_ore,
    }));
    const step = (name: string, refunds: Json[], who = office, project = "company") =>
      who.call("step_refunds", { project, step: name, refunds });
    const send = (kind: string, refund: Json | undefined) =>
      office.call("send_refunds", {
        project: "company",
        file: { id: randomUUID(), kind, day: TODAY, iban: "SE4550000000058398257466", bic: "ESSESESS" },
        ids: [refund?.["id"]],
      });
    expect(said(await step("proposed", seen))).toBe("proposed");
    expect(said(await send("account", seen[0]))).toBe("PK005 ids");
    expect(said(await step("approved", seen.slice(0, 1), second, "ostra"))).toBe("approved");
    expect(said(await send("account", seen[0]))).toBe("sent");
    expect(said(await send("swish", seen[1]))).toBe("sent");
    bank -= 1000;

    // The fates.
    const fates: Record<number, string> = {
      1: "issued 700 0",
      2: "paid 0 0",
      3: "paid 0 0",
      4: "paid 0 0",
      5: "paid 0 0",
      6: "paid 0 0",
      7: "paid 0 0",
      8: "paid 0 0",
      9: "paid 3 0",
      10: "withdrawn 0 0",
      11: "withdrawn 0 0",
      12: "paid 0 0",
      13: "paid 0 60",
      14: "reminded 700 0",
      15: "written_off 0 0",
      16: "paid 0 60",
      17: "written_off 0 0",
      18: "paid 0 0",
      19: "paid 0 0",
      20: "reminded 700 0",
    };
    for (const n of Object.keys(fates).map(Number)) expect([n, await stateOf(c(n))]).toEqual([n, fates[n]]);

    // What the bank has is what the company has, and each site's books are in balance with it.
    const sums = (await office.client.rpc("sum_payments", { project: "company" })).data as Record<string, number>;
    expect(sums["all_ore"]).toBe(bank * 100);
    expect(sums["unknown_ore"]).toBe(0);
    let [atBank, claims, left] = [0, 0, 0];
    for (const project of [...SITES, "company"]) {
      const ledger = await office.call("site_ledger", { project, first: dayIn(-60), last: dayIn(60) });
      for (const [, , , , account, ore] of ledger["lines"] as [string, string, string, string, string, number][]) {
        if (["bank", "plusgiro", "swish", "cash"].includes(account)) atBank += ore;
        if (account === "claim") claims += ore;
      }
    }
    for (const { id } of all) {
      const [fine] = await server.sql<{ ore: number }[]>`select left_ore::int as ore from fines where id = ${id}`;
      left += fine?.ore ?? 0;
    }
    expect([atBank, claims]).toEqual([bank * 100, left]);
  });
});
