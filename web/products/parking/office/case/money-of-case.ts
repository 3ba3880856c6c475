import type { FineEvent } from "#data/fine_events/queries.ts";
import type { WholeCase } from "#data/fines/queries.ts";
import type { Payment } from "#data/payments/queries.ts";
import { toDateValue } from "#shared/format/dates.ts";

/** Events with money, in `amount_ore` of their data. */
export const MONEY: readonly string[] = ["payment", "refunded", "payment_undone", "payment_moved"];

/** The latest payment by hand, and the sum of such money in öre: at most that sum can be removed as registered wrongly. */
export function moneyByHand({ events, payments }: Pick<WholeCase, "events" | "payments">) {
  const own = new Set(payments.filter(({ file_id: file }) => file === null).map(({ id }) => id));
  const byHand = events.filter(({ id, kind }) => own.has(id) && (kind === "payment" || kind === "payment_undone"));
  const ore = byHand.reduce((sum, { data }) => sum + Number(data["amount_ore"]), 0);
  return { events: byHand, ore: Math.max(ore, 0) };
}

/** A payment of a bank's file on this case: `id` is one of its parts, `ore` is all that the case has of the file's row. */
export type FilePayment = { id: string; ore: number; day: string };

/** The payments of bank files that can be moved back to the payments without a case; not those of a file that was taken back. */
export function filePayments(payments: readonly Payment[]): FilePayment[] {
  const kept = payments.filter((one) => one.file_id !== null && sumOf(payments, (p) => p.file_id === one.file_id) > 0);
  const rows = new Set(kept.map(rowOf));
  return [...rows].flatMap((row) => {
    const came = kept.findLast((payment) => rowOf(payment) === row && payment.amount_ore > 0);
    const ore = sumOf(kept, (payment) => rowOf(payment) === row);
    return came === undefined || ore <= 0 ? [] : [{ id: came.id, ore, day: came.value_date }];
  });
}

const rowOf = ({ id, part_of: row }: Payment): string => row ?? id;
const sumOf = (payments: readonly Payment[], counts: (payment: Payment) => boolean): number =>
  payments.filter(counts).reduce((sum, { amount_ore: ore }) => sum + ore, 0);

/** The reminder whose fee counts: the first valid one with a fee. */
export const feeReminder = (events: readonly FineEvent[]): FineEvent | undefined =>
  remindersThatHold(events).find(({ data }) => Number(data["fee"] ?? 0) > 0);

/** The valid reminders, oldest first. Only the latest reminder can be taken back, so the next event of the two kinds tells. */
export const remindersThatHold = (events: readonly FineEvent[]): FineEvent[] => {
  const both = events.filter(({ kind }) => kind === "reminded" || kind === "reminder_undone");
  return both.filter(({ kind }, at) => kind === "reminded" && both[at + 1]?.kind !== "reminder_undone");
};

type Owed = Pick<WholeCase, "amount" | "left_ore" | "events">;

/** The money of a case that came by a given day. */
export const oreUntil = (events: readonly FineEvent[], until: string): number =>
  events
    .filter((event) => MONEY.includes(event.kind) && dayOf(event) <= until)
    .reduce((sum, { data }) => sum + Number(data["amount_ore"]), 0);
const dayOf = ({ data: { value_date: day } }: FineEvent) => (typeof day === "string" ? day : "");

/**
 * The öre that settle a case with money of a day (`yyyy-MM-dd`). A reminder's fee counts only for money of a later day (document 4 §4):
 * money of the reminder's day or earlier owes only the rest of the amount.
 */
export function owedOn({ amount, left_ore: left, events }: Owed, day: string): number {
  const reminder = feeReminder(events);
  if (reminder === undefined) return left;
  const until = toDateValue(new Date(reminder.at));
  return day <= until ? Math.min(Math.max(amount * 100 - oreUntil(events, until), 0), left) : left;
}

/**
 * The day of money that is taken back (document 4 §4, `payment_undone`): that of the latest payment of this amount in öre, or else of the
 * latest payment. The day decides about the reminder's fee, so money leaves the day that it was booked on.
 */
export function undoneDay(events: readonly Pick<FineEvent, "kind" | "data">[], ore: number): string | undefined {
  const payments = events.filter(({ kind }) => kind === "payment");
  const undone = payments.findLast(({ data }) => data["amount_ore"] === ore) ?? payments.at(-1);
  const day = undone?.data["value_date"];
  return typeof day === "string" ? day : undefined;
}
