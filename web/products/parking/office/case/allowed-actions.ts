import { CASE_TRANSITIONS, type CaseStatus } from "#contract/cases.ts";
import type { FineEvent } from "#data/fine_events/queries.ts";
import { leftOre, UNPAID } from "#data/fines/lists.ts";
import type { WholeCase } from "#data/fines/queries.ts";
import { toDateValue } from "#shared/format/dates.ts";
import { feeReminder, filePayments, MONEY, moneyByHand, oreUntil, remindersThatHold } from "./money-of-case.ts";

/** The admin's actions on a case's page, in the order of the buttons. */
export const CASE_ACTIONS = [
  "payment",
  "refunded",
  "objection_accepted",
  "objection_rejected",
  "supplemented",
  "reviewed",
  "reminded",
  "reminder_undone",
  "handed_to_collection",
  "recalled",
  "objected",
  "recipient_set",
  "delivered",
  "noted",
  "payment_moved",
  "payment_undone",
  "reopened",
  "written_off",
  "withdrawn",
] as const;
export type CaseAction = (typeof CASE_ACTIONS)[number];

type Facts = Pick<WholeCase, "status" | "needs_review" | "events" | "payments" | "left_ore" | "erased_at">;

/**
 * Actions that the page knows to be impossible, besides the table of states. The database reports other conditions, such as days to wait,
 * when they fail.
 */
const HIDDEN: Partial<Record<CaseAction, (fine: Facts) => boolean>> = {
  refunded: ({ left_ore }) => left_ore >= 0,
  payment_moved: ({ payments }) => filePayments(payments).length === 0,
  payment_undone: (fine) => moneyByHand(fine).ore <= 0,
  reminder_undone: ({ events }) => !isReminderUnpaid(events),
  reviewed: ({ needs_review }) => !needs_review,
  reopened: ({ events }) => lastMove(events)?.kind === "objection_accepted",
};

/** The actions on an erased case: its money, and notes. */
const OF_ERASED: readonly CaseAction[] = ["payment", "refunded", "payment_moved", "payment_undone", "noted"];

/** The actions that the table of states allows for a case (document 4 §4); the database checks again. */
export const allowedActions = (fine: Facts): CaseAction[] =>
  CASE_ACTIONS.filter((kind) => fine.erased_at === null || OF_ERASED.includes(kind)).filter(
    (kind) => rowsOf(kind, fine.status).length > 0 && HIDDEN[kind]?.(fine) !== true,
  );

/** Whether the table of states lets an admin act so in a state. */
export const isAllowedIn = (kind: CaseAction, status: CaseStatus): boolean => rowsOf(kind, status).length > 0;

const rowsOf = (kind: CaseAction, status: CaseStatus) =>
  CASE_TRANSITIONS.filter(
    (row) => row.kind === kind && row.by.includes("admin") && (row.from?.includes(status) ?? true),
  );

/** The latest event that changed the state; events come oldest first. */
const lastMove = (events: readonly Pick<FineEvent, "kind" | "status_before" | "status_after">[]) =>
  events.findLast(({ status_before: before, status_after: after }) => before !== null && before !== after);

/** The actions that ask for money that no court would hear any more. */
const TOO_LATE: readonly CaseAction[] = ["reminded", "handed_to_collection"];
const YEARS_TO_SUE = 2;

/** The actions that a case is too old for: two years after it was issued nobody is asked to pay (SFS 1984:318 §9), as in the database. */
export function tooLateActions(
  { issued_at: issuedAt }: Pick<WholeCase, "issued_at">,
  now: Date,
): readonly CaseAction[] {
  const end = new Date(issuedAt);
  end.setFullYear(end.getFullYear() + YEARS_TO_SUE);
  return end <= now ? TOO_LATE : [];
}

/** The money in a form: öre, and its day (`yyyy-MM-dd`). */
export type Money = { ore: number; day: string };
type Owed = Pick<WholeCase, "status" | "amount" | "fee" | "paid_ore" | "events">;

/**
 * The state of a case after an action, as the database decides it; undefined when it stays the same.
 * @param smallBalance the rest that counts as paid, in kronor (site_settings). @param money the money of a payment or its removal.
 */
export function statusAfter(
  kind: CaseAction,
  fine: Owed,
  smallBalance: number,
  money: Money = { ore: 0, day: "" },
): CaseStatus | undefined {
  const signs: Partial<Record<CaseAction, number>> = { payment: 1, payment_undone: -1, payment_moved: -1 };
  const ore = money.ore * (signs[kind] ?? 0);
  const owed = ore === 0 ? fine : paidMore(fine, { ...money, ore }, smallBalance);
  const isSettled = leftOre({ ...owed, status: "issued" }) <= smallBalance * 100;
  const row = rowsOf(kind, fine.status).find(({ needs }) => !needs.includes(isSettled ? "unsettled" : "settled"));
  const to = row?.to === "before" ? statusBefore(kind, fine.events) : row?.to;
  return to === null || to === fine.status ? undefined : to;
}

/**
 * The case after money came (or left, with a negative sum). Money of the reminder's day or earlier decides whether the reminder's fee is
 * owed (document 4 §4).
 */
function paidMore(fine: Owed, { ore, day }: Money, smallBalance: number): Owed {
  const paid = { ...fine, paid_ore: fine.paid_ore + ore };
  const reminder = feeReminder(fine.events);
  if (reminder === undefined) return paid;
  const until = toDateValue(new Date(reminder.at));
  const early = oreUntil(fine.events, until) + (day <= until ? ore : 0);
  return { ...paid, fee: early >= (fine.amount - smallBalance) * 100 ? 0 : Number(reminder.data["fee"]) };
}

const latestReminder = (events: Owed["events"]) => events.findLast(({ kind }) => kind === "reminded");

/** Whether the latest reminder is valid and nothing was paid on it, so that it can be taken back. */
function isReminderUnpaid(events: Owed["events"]): boolean {
  const reminder = latestReminder(events);
  if (reminder === undefined || remindersThatHold(events).at(-1) !== reminder) return false;
  const since = events.slice(events.indexOf(reminder)).filter(({ kind }) => MONEY.includes(kind));
  return since.reduce((sum, { data }) => sum + Number(data["amount_ore"]), 0) === 0;
}

/** The state before the latest reminder, or before the case was paid. */
const statusBefore = (kind: CaseAction, events: Owed["events"]): CaseStatus | undefined =>
  kind === "reminder_undone" ? (latestReminder(events)?.status_before ?? undefined) : statusBeforePaid(events);

function statusBeforePaid(events: Owed["events"]): CaseStatus {
  const before = events.findLast((event) => event.status_after === "paid" && event.status_before !== "paid");
  return UNPAID.find((status) => status === before?.status_before) ?? "issued";
}
