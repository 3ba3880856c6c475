import { CASE_TRANSITIONS } from "#contract/cases.ts";
import type { FineEvent } from "#data/fine_events/queries.ts";
import type { WholeCase } from "#data/fines/queries.ts";

/** What an admin can do on a case's page, in the order of the buttons. */
export const CASE_ACTIONS = ["payment", "reviewed", "noted", "withdrawn", "reopened"] as const;
export type CaseAction = (typeof CASE_ACTIONS)[number];

/** The actions that the table of states allows a case now (document 4 §4); the database decides it again. */
export function allowedActions(fine: Pick<WholeCase, "status" | "needs_review" | "events">): CaseAction[] {
  const isInTable = (kind: CaseAction) =>
    CASE_TRANSITIONS.some(
      (row) => row.kind === kind && row.by.includes("admin") && (row.from?.includes(fine.status) ?? true),
    );
  return CASE_ACTIONS.filter((kind) => {
    if (kind === "reviewed" && !fine.needs_review) return false;
    if (kind === "reopened" && lastMove(fine.events)?.kind === "objection_accepted") return false;
    return isInTable(kind);
  });
}

/** The latest event that led to another state; events come oldest first. */
const lastMove = (events: readonly Pick<FineEvent, "kind" | "status_before" | "status_after">[]) =>
  events.findLast(({ status_before: before, status_after: after }) => before !== null && before !== after);
