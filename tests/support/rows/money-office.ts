// An office of one site for tests of money: an admin who books a bank's files, and what is asked of their money (document 4 §4).
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll } from "vitest";
import { type SecurityProfile } from "#contract/states.ts";
import { type Actor, fineOf, type Json, makeActor, OTHER_SITE, SITE } from "#tests/support/rows/cases.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { startTestServer, type TestServer } from "#tests/support/server/server.ts";

export type Fine = Json & { id: string; case_number: string };
export type Row = {
  bank_key: string;
  amount_ore: number | string;
  value_date: string;
  reference?: string;
  payer_text?: string;
};

export const rowOf = (reference: string, kronor: number, more: Partial<Row> = {}): Row => ({
  bank_key: randomUUID(),
  amount_ore: Math.round(kronor * 100),
  value_date: "2026-11-20",
  reference,
  ...more,
});

export type Unplaced = { id: string; payer_text: string; file_name: string; left_ore: number; because: string | null };

/** The rows of the site that have no case, as somebody is told of them. */
export async function listUnplaced(who: Actor): Promise<{ count: number; rows: Unplaced[] }> {
  const { data } = await who.client.rpc("list_unplaced", { project: SITE });
  return data as { count: number; rows: Unplaced[] };
}

/**
 * Opens the office for the tests of a `describe` and closes it after them. The people are there from `beforeAll` on: `opened()` gives them.
 */
export function moneyOffice(profile: SecurityProfile) {
  let server: TestServer;
  let attendant: Actor;
  let admin: Actor;
  let stranger: Actor;
  beforeAll(async () => {
    server = await startTestServer({ profile, rateLimits: "none" });
    for (const path of [SITE, OTHER_SITE]) await insertRow(server.sql, "main_page_sites", { path });
    attendant = await makeActor(server, profile, { kind: "attendant", userId: "vakt01" });
    admin = await makeActor(server, profile, { kind: "admin", userId: "admin01" });
    stranger = await makeActor(server, profile, { kind: "admin", userId: "admin09", project: OTHER_SITE });
  });
  afterAll(() => server.stop());
  const opened = () => ({ server, attendant, admin, stranger });

  const newCase = async () => fineOf(await attendant.issue()) as Fine;
  const book = (rows: unknown, file: unknown = { id: randomUUID(), name: "bg.csv" }, who = admin) =>
    who.call("book_payments", { project: SITE, rows, file });
  const undo = (file: { id: string }, who = admin) => who.call("undo_import", { file_id: file.id });
  const place = (payment: string, parts: Json[], placing_id = randomUUID(), who = admin) =>
    who.call("place_payment", {
      payment_id: payment,
      placing_id,
      parts: parts.map((part) => ({ event_id: randomUUID(), ...part })),
    });
  const stateOf = async ({ id }: Fine) => {
    const [fine] = await server.sql<{ status: string; left_ore: string }[]>`
      select status, left_ore from fines where id = ${id}`;
    return `${fine?.status} ${fine?.left_ore}`;
  };
  const paymentOf = async ({ bank_key }: Row) => {
    const [payment] = await server.sql<{ id: string }[]>`select id from payments where bank_key = ${bank_key}`;
    return payment?.id ?? "";
  };

  /** Sums that do not add up: what cases say is paid and their payments; where the site's money came from, where it lies, and its files. */
  async function differences(): Promise<unknown[]> {
    const wrong = await server.sql`
      select f.id from fines f left join payments p on p.fine_id = f.id
      group by f.id having f.paid_ore <> coalesce(sum(p.amount_ore), 0)`;
    const { data } = await admin.client.rpc("sum_payments", { project: SITE });
    const { all_ore, files_ore, hand_ore, placed_ore, unknown_ore } = data as Record<string, number>;
    const [booked] = await server.sql<{ ore: string }[]>`
      select coalesce(sum(sum_ore), 0) as ore from payment_files where undone_at is null and project_id = ${SITE}`;
    return [
      ...wrong,
      ...((files_ore ?? 0) + (hand_ore ?? 0) === all_ore ? [] : ["where it came from"]),
      ...((placed_ore ?? 0) + (unknown_ore ?? 0) === all_ore ? [] : ["where it lies"]),
      ...(files_ore === Number(booked?.ore) ? [] : ["its files"]),
    ];
  }

  /** Cases of which more was taken back by hand than came by hand, or from a file than came of it. */
  const takenTwice = () => server.sql`
    select p.fine_id from payments p join fine_events e on e.id = p.id and e.kind <> 'refunded'
    group by p.fine_id, p.file_id having sum(p.amount_ore) < 0`;

  return { opened, newCase, book, undo, place, stateOf, paymentOf, differences, takenTwice };
}
