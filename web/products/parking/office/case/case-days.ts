import type { FineEvent } from "#data/fine_events/queries.ts";
import type { WholeCase } from "#data/fines/queries.ts";
import { toDateValue } from "#shared/format/dates.ts";
import { remindersThatHold } from "./money-of-case.ts";

export type CaseDayKind = "issued" | "due" | "reminded" | "collection" | "ended" | "today";
/** A day of a case; `day` is yyyy-MM-dd, or null for a step that has not come. */
export type CaseDay = { kind: CaseDayKind; day: string | null };

type Facts = Pick<WholeCase, "status" | "issued_at" | "due_date" | "events">;

const ENDED: readonly string[] = ["paid", "withdrawn", "written_off"];

/**
 * The days of a case in their order: issued, due, each reminder that holds, collection, the end, and today. A case that is still to be paid
 * also shows the steps that may come, without a day.
 */
export function daysOf({ status, issued_at: issuedAt, due_date: due, events }: Facts, today: string): CaseDay[] {
  const reminders = remindersThatHold(events).map(({ at }): CaseDay => ({ kind: "reminded", day: dayOf(at) }));
  const handed = status === "collection" ? events.findLast(({ kind }) => kind === "handed_to_collection") : undefined;
  const hasEnded = ENDED.includes(status);
  const end = hasEnded ? lastMoveTo(status, events) : undefined;
  const known: CaseDay[] = [
    { kind: "issued", day: dayOf(issuedAt) },
    ...reminders,
    { kind: "due", day: due },
    ...(handed === undefined ? [] : [{ kind: "collection", day: dayOf(handed.at) } as const]),
    ...(end === undefined ? [] : [{ kind: "ended", day: dayOf(end.at) } as const]),
    { kind: "today", day: today },
  ];
  const inOrder = known.toSorted((a, b) => (a.day ?? "").localeCompare(b.day ?? ""));
  const toCome: CaseDay[] = [
    ...(reminders.length === 0 ? [{ kind: "reminded", day: null } as const] : []),
    ...(handed === undefined ? [{ kind: "collection", day: null } as const] : []),
  ];
  return hasEnded ? inOrder : [...inOrder, ...toCome];
}

const dayOf = (moment: string) => toDateValue(new Date(moment));

const lastMoveTo = (status: string, events: readonly FineEvent[]) =>
  events.findLast(({ status_before: before, status_after: after }) => after === status && before !== status);
