// An office of one site for tests: two attendants, two admins, cases in any state, and the events that lead to each state (document 4 §4).
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect } from "vitest";
import { CASE_TRANSITIONS, type CaseStatus } from "#contract/cases.ts";
import { type SecurityProfile } from "#contract/states.ts";
import {
  type Actor,
  type Answer,
  fineOf,
  type Json,
  makeActor,
  newPhoto,
  OTHER_SITE,
  said,
  SITE,
} from "#tests/support/rows/cases.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { startTestServer, type TestServer } from "#tests/support/server/server.ts";

export const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
export const MINUTE = 60_000;
export const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString();
export const newPlate = () => `T${randomUUID().slice(0, 7).toUpperCase()}`;
export const NEXT_MONTH = dayIn(30);
export const LISTED_TODAY = { today: dayIn(0), expires_before: "2020-01-01" };
export const owner = (name: string) => ({ role: "owner", name, address: "Gatan 1\n123 45 Malmö", source: "Register" });
export const stockholmDay = () => new Date().toLocaleDateString("sv-SE", { timeZone: "Europe/Stockholm" });
/** Facts of a fine that an admin must look at, since it waited on the phone for more than a minute. */
export const longOffline = () => ({ was_offline: true, issued_at: new Date(Date.now() - 120_000).toISOString() });
export const pay = (kronor: number, value_date = dayIn(0)) => ({ data: { amount_ore: kronor * 100, value_date } });

/** Data with which the database accepts each kind of event. */
export const COMPLETE: Record<string, Json> = {
  payment: pay(100),
  refunded: { data: { amount_ore: 100 } },
  payment_undone: { data: { amount_ore: 100 } },
  payment_moved: { data: { payment_id: "00000000-0000-4000-8000-000000000001" } },
  objected: { note: "Jag hade betalat.", data: { name: "Åsa" } },
  supplemented: { note: "Här är kvittot." },
  objection_accepted: { note: "Du har rätt." },
  objection_rejected: { note: "Biljetten gällde en annan zon.", data: { due_date: NEXT_MONTH } },
  withdrawn: { data: { ground: "felskrivet" } },
  reopened: { note: "Makulerad av misstag.", data: { due_date: NEXT_MONTH } },
  reminded: { data: { due_date: NEXT_MONTH } },
  reminder_undone: {},
  handed_to_collection: {},
  recalled: {},
  written_off: { note: "Dödsbo utan tillgångar." },
  recipient_set: { data: { role: "owner", name: "Åsa Berg", address: "Gatan 1", source: "Transportstyrelsen" } },
  noted: { note: "Ringde." },
  photo_added: {},
  delivered: { data: { delivery: "fixed" } },
  reviewed: {},
  case_viewed: {},
  exported: {},
  collection_told: {},
};

export type Case = Json & { id: string };

/** An event of this kind with the data that the database wants. */
export const eventOf = (kind: string, fine: Case): Json =>
  kind === "photo_added" ? { data: newPhoto(fine.id) } : (COMPLETE[kind] ?? {});

/** Opens an office for the tests of a `describe` and closes it afterwards. The people exist from `beforeAll` on: `opened()` gives them. */
export function caseOffice(profile: SecurityProfile) {
  let server: TestServer;
  let attendant: Actor;
  let colleague: Actor;
  let admin: Actor;
  let second: Actor;
  beforeAll(async () => {
    server = await startTestServer({ profile, rateLimits: "none" });
    for (const path of [SITE, OTHER_SITE]) await insertRow(server.sql, "main_page_sites", { path });
    attendant = await makeActor(server, profile, { kind: "attendant", userId: "vakt01" });
    colleague = await makeActor(server, profile, { kind: "attendant", userId: "vakt02" });
    admin = await makeActor(server, profile, { kind: "admin", userId: "admin01" });
    second = await makeActor(server, profile, { kind: "admin", userId: "admin02" });
  });
  afterAll(() => server.stop());
  const opened = () => ({ server, attendant, colleague, admin, second });

  /** Inserts a parking of a plate at the site. `from` and `to` are minutes from now. */
  const parkingOf = (plate: string, from: number, to: number, more: Json = {}) =>
    insertRow(server.sql, "parkings", {
      project_id: SITE,
      ref_number: plate,
      start_time: inMinutes(from),
      end_time: inMinutes(to),
      ...more,
    });
  const newCase = async (changes: Json = {}): Promise<Case> =>
    fineOf(await attendant.issue({ delivery: "fixed", ...changes }));
  const record = async (fine: Case, kind: string, more: Json = {}): Promise<Answer> =>
    admin.record(fine, kind, { ...eventOf(kind, fine), ...more });
  const done = async (fine: Case, ...kinds: string[]) => {
    const answers: string[] = [];
    for (const kind of kinds) answers.push(`${kind}: ${said(await record(fine, kind))}`);
    expect(answers).toEqual(kinds.map((kind) => `${kind}: recorded`));
  };
  const stateOf = async ({ id }: Case) => {
    const [row] = await server.sql<
      Json[]
    >`select status, amount, paid_ore::int, left_ore::int, recovered_ore::int, fee, last_event, due_date::text from fines where id = ${id}`;
    return row ?? {};
  };
  const fallDue = ({ id }: Case, days = 30) =>
    server.sql`update fines set due_date = private.day_of(now()) - ${days}::int where id = ${id}`;

  /** Makes a case in a state, by the events that lead there. */
  async function caseIn(status: CaseStatus): Promise<Case> {
    const fine = await newCase();
    const remind = async () => {
      await done(fine, "recipient_set");
      await fallDue(fine);
      await done(fine, "reminded");
    };
    if (status === "reminded" || status === "collection") await remind();
    if (status === "collection") {
      await fallDue(fine);
      await done(fine, "handed_to_collection");
    }
    if (status === "disputed") await done(fine, "objected");
    if (status === "withdrawn") await done(fine, "withdrawn");
    if (status === "written_off") await done(fine, "written_off");
    if (status === "paid") await admin.record(fine, "payment", pay(700));
    expect((await stateOf(fine))["status"]).toBe(status);
    return fine;
  }

  const agreeOnFee = (fee: number) =>
    server.sql`update site_settings set reminder_fee = ${fee}, fee_is_agreed = ${fee > 0} where project_id = ${SITE}`;
  const remindable = async () => {
    const fine = await newCase();
    await done(fine, "recipient_set");
    await fallDue(fine);
    return fine;
  };
  /**
   * Three values of a case's reminder fee: the fee in the list of reminders, the fee that the driver is told, and the fee after the
   * reminder.
   */
  const feeOfReminder = async (fine: Case) => {
    const listed = (await admin.call("list_case_work", { project: SITE, step: "reminded" }))["cases"] as Json[];
    const { case_number, plate } = fine;
    const { data } = await admin.client.rpc("look_up_case", { case_number, plate });
    await done(fine, "reminded");
    const fees = [listed.find(({ id }) => id === fine.id)?.["fee"], (data as Json)["reminder_fee"]];
    return [...fees, (await stateOf(fine))["fee"]];
  };

  /**
   * Expects that the events lead from nothing to the case's state by rows of the table of steps, and that its payments add up to the paid
   * amount.
   */
  async function expectExplained(fine: Case): Promise<void> {
    const state = await stateOf(fine);
    const events = await server.sql<
      { id: string; number: number; kind: string; before: CaseStatus | null; after: CaseStatus; moved: boolean }[]
    >`
      select id, number, kind, status_before as before, status_after as after, data -> 'before' ? 'amount' as moved from fine_events where fine_id = ${fine.id} order by number`;
    let status: CaseStatus | null = null;
    let last = "";
    for (const [at, { id, number, kind, before, after, moved }] of events.entries()) {
      expect([number, before]).toEqual([at + 1, status]);
      const row = CASE_TRANSITIONS.find(
        (each) =>
          each.kind === kind &&
          (each.from === null || (before !== null && each.from.includes(before))) &&
          (each.to === "before" ? ["issued", "reminded", "collection"].includes(after) : (each.to ?? before) === after),
      );
      // A correction is missing in the table of steps. Only a fresh case can be corrected, and it stays fresh.
      const isCorrection = kind === "corrected" && before === "issued" && after === "issued";
      const isAllowed = at === 0 ? kind === "issued" : isCorrection || row !== undefined;
      expect([before, kind, after, isAllowed]).toEqual([before, kind, after, true]);
      if (at === 0 || row?.moves === true || (isCorrection && moved)) last = id;
      status = after;
    }
    expect(state).toMatchObject({ status, last_event: last });
    const [money] = await server.sql<{ paid: number }[]>`
      select coalesce(sum(amount_ore), 0)::int as paid from payments where fine_id = ${fine.id}`;
    const owed =
      status === "withdrawn" || status === "written_off" ? 0 : (Number(state["amount"]) + Number(state["fee"])) * 100;
    const kept = Number(state["recovered_ore"]);
    expect(status === "written_off" ? kept >= 0 : kept === 0).toBe(true);
    expect(state).toMatchObject({ paid_ore: money?.paid, left_ore: owed + kept - (money?.paid ?? 0) });
    expect(status === "paid" && Number(state["left_ore"]) > 0).toBe(false);
  }

  return {
    opened,
    parkingOf,
    newCase,
    record,
    done,
    stateOf,
    fallDue,
    caseIn,
    agreeOnFee,
    remindable,
    feeOfReminder,
    expectExplained,
  };
}
