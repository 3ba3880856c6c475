import { CASE_TRANSITIONS, type CaseStatus } from "#contract/cases.ts";
import type { FineEvent } from "#data/fine_events/queries.ts";
import { leftOre } from "#data/fines/lists.ts";
import type { WholeCase } from "#data/fines/queries.ts";

/** What an admin can do on a case's page, in the order of the buttons. */
export const CASE_ACTIONS = [
  "payment",
  "refunded",
  "objection_accepted",
  "objection_rejected",
  "supplemented",
  "reviewed",
  "reminded",
  "handed_to_collection",
  "recalled",
  "objected",
  "recipient_set",
  "delivered",
  "noted",
  "payment_undone",
  "reopened",
  "written_off",
  "withdrawn",
] as const;
export type CaseAction = (typeof CASE_ACTIONS)[number];

type Facts = Pick<WholeCase, "status" | "needs_review" | "events" | "left_ore" | "paid_ore" | "erased_at">;

/** What the page knows to be impossible besides the table. Other conditions, such as days to wait, are told by the database when they fail. */
const HIDDEN: Partial<Record<CaseAction, (fine: Facts) => boolean>> = {
  refunded: ({ left_ore }) => left_ore >= 0,
  payment_undone: ({ paid_ore }) => paid_ore <= 0,
  reviewed: ({ needs_review }) => !needs_review,
  reopened: ({ events }) => lastMove(events)?.kind === "objection_accepted",
};

/** What is left of an erased case: its money, and notes. */
const OF_ERASED: readonly CaseAction[] = ["payment", "refunded", "payment_undone", "noted"];

/** The actions that the table of states allows a case now (document 4 §4); the database decides it again. */
export const allowedActions = (fine: Facts): CaseAction[] =>
  CASE_ACTIONS.filter((kind) => fine.erased_at === null || OF_ERASED.includes(kind)).filter(
    (kind) => rowsOf(kind, fine.status).length > 0 && HIDDEN[kind]?.(fine) !== true,
  );

const rowsOf = (kind: CaseAction, status: CaseStatus) =>
  CASE_TRANSITIONS.filter(
    (row) => row.kind === kind && row.by.includes("admin") && (row.from?.includes(status) ?? true),
  );

/** The latest event that led to another state; events come oldest first. */
const lastMove = (events: readonly Pick<FineEvent, "kind" | "status_before" | "status_after">[]) =>
  events.findLast(({ status_before: before, status_after: after }) => before !== null && before !== after);

/** The state that an action gives a case; undefined where it stays, or where it depends on an amount that is not typed yet. */
export function statusAfter(
  kind: CaseAction,
  fine: Pick<WholeCase, "status" | "amount" | "fee" | "paid_ore">,
): CaseStatus | undefined {
  if (kind === "payment" || kind === "payment_undone") return undefined;
  const isSettled = leftOre({ ...fine, status: "issued" }) <= 0;
  const row = rowsOf(kind, fine.status).find(({ needs }) => isSettled || !needs.includes("settled"));
  const to = row?.to ?? undefined;
  return to === "before" || to === fine.status ? undefined : to;
}
