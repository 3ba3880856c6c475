/** Actions of staff on fines (document 4 §4): numbers for a phone, issuing, correcting, and events of a case. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { CASE_TRANSITIONS, CaseStatus, FineWarningCode, RIGHT_UNKNOWN } from "#contract/cases.ts";
import { type ActingPerson, useActingPerson } from "../acting.ts";
import { callFunction } from "../call-function.ts";
import type { FinePhoto } from "../fine_photos/queries.ts";
import { type Fine, fineQueries } from "./queries.ts";

/** A fine as the attendant who issued it sees it, stored or still waiting on the phone. */
export type StoredFine = Omit<
  Fine,
  | "project_id"
  | "created_at"
  | "received_at"
  | "review_reasons"
  | "needs_review"
  | "fee"
  | "paid_ore"
  | keyof Kept
  | "recovered_ore"
  | "erased_at"
> &
  Partial<Kept> & { photos: FinePhoto[] };

/** The site's terms that a fine keeps from its issue; a fine that still waits on the phone has none yet. */
type Kept = Pick<Fine, "agreed_fee" | "vat_percent">;

/** A new fine as its form gives it. The phone or the database adds the rest. */
export type NewFine = Pick<
  Fine,
  | "id"
  | "project_id"
  | "kind"
  | "plate"
  | "parking_id"
  | "car_model"
  | "car_color"
  | "street"
  | "discord_username"
  | "violation_id"
  | "violation_text"
  | "amount"
  | "due_date"
  | "notes"
  | "observed_reason"
  | "issued_at"
> &
  Partial<Pick<Fine, "case_number" | "public_key" | "issued_by" | "delivery" | "was_offline">> & {
    /** Null takes the first check of the day. */
    observed_from: string | null;
    photos: FinePhoto[];
    /** The address of the page that issues the fine. The notice leads there when the installation does not know its own address. */
    notice_address?: string;
  };

/** The least of a fine. The database adds missing columns: a number, a due date by the site's settings, the first check of the day. */
type LeastFine = Pick<NewFine, "id" | "project_id" | "plate" | "issued_at"> & Partial<NewFine>;

type AskedCode = FineWarningCode | typeof RIGHT_UNKNOWN;
/** A reason of at least five letters, or NEW_PARKING_REASON where only that lifts the warning. */
export type AcceptedWarning = { code: AskedCode; reason: string };
/** A warning that must be accepted, and its facts; times are ISO strings. */
export type FineWarning = {
  code: AskedCode;
  until?: string;
  minutes?: number;
  similar?: { plate: string; until: string }[];
  /** The highest amount that is allowed, in kronor. */
  maximum?: number;
  wanted?: number;
  /** The removal of the parking: when, and by whom. */
  at?: string;
  by?: string;
  latest?: string;
  times?: number;
};
export type IssueAnswer = { outcome: "stored"; fine: StoredFine } | { outcome: "warnings"; warnings: FineWarning[] };

/**
 * Stores a fine, or returns the warnings that must be accepted first; then nothing is stored. A repetition with the same id stores nothing
 * more.
 * @throws DataError PK001 (amount), PK002 (due date), PK003 (number), PK008 (another field), PK017 (as many as one person can), PK018 (the
 * notice would lack something), 42501 without a right.
 */
export const issueFine = (
  acting: ActingPerson,
  {
    fine,
    accepted,
  }: {
    fine: LeastFine;
    accepted: AcceptedWarning[];
  },
) => callFunction<IssueAnswer>(acting, "issue_fine", { fine, accepted, acting_as: acting.id });

export type Correction = {
  fineId: string;
  eventId: string;
  /** Any column but number and plate. `made_at` is the phone's clock; `was_offline` says that it comes from the phone's queue. */
  changes: Partial<Omit<NewFine, "id" | "project_id" | "plate" | "photos">> & {
    made_at?: string;
    accepted?: AcceptedWarning[];
  };
};

/** Changes a fine of one's own within ten minutes. @throws DataError PK004 when it is too late, else as `issueFine`. */
export const correctFine = (acting: ActingPerson, { fineId, eventId, changes }: Correction) =>
  callFunction<IssueAnswer>(acting, "correct_fine", {
    fine_id: fineId,
    event_id: eventId,
    changes,
    acting_as: acting.id,
  });

export type CaseEventKind = (typeof CASE_TRANSITIONS)[number]["kind"];
export type CaseEvent = {
  fineId: string;
  eventId: string;
  kind: CaseEventKind;
  /** The `last_event` that the screen showed; left out when changes by others do not matter. */
  expectedEvent?: string | null;
  note?: string | null;
  data?: Record<string, unknown> | null;
};
export type RecordedEvent = { outcome: "recorded"; status: CaseStatus; left_ore: number; last_event: string };

/**
 * Records an event of a case, once.
 * @throws DataError PK005 when the state does not allow it, PK006 when another person changed the case meanwhile, PK008 for a missing
 * field, 42501.
 */
export const recordCaseEvent = (
  acting: ActingPerson,
  { fineId, eventId, kind, expectedEvent, note, data }: CaseEvent,
) =>
  callFunction<RecordedEvent>(acting, "record_case_event", {
    fine_id: fineId,
    event_id: eventId,
    kind,
    expected_event: expectedEvent ?? null,
    note: note ?? null,
    data: data ?? null,
    acting_as: acting.id,
  });

/** Reserves numbers for this phone; the same request returns the same numbers. @throws DataError PK009 with a hundred unused numbers. */
export async function reserveCaseNumbers(
  acting: ActingPerson,
  wanted: {
    project: string | null;
    requestId: string;
    count: number;
  },
): Promise<string[]> {
  const { project, requestId, count } = wanted;
  const { numbers } = await callFunction<{ numbers: string[] }>(acting, "reserve_case_numbers", {
    project,
    request_id: requestId,
    count,
    acting_as: acting.id,
  });
  return numbers;
}

/** Records the event and has the cases fetched again, also after a refusal, because the screen then shows an old case. */
export function useRecordCaseEvent() {
  const acting = useActingPerson();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (event: CaseEvent) => recordCaseEvent(acting, event),
    onSettled: () => cache.invalidateQueries({ queryKey: fineQueries.all }),
  });
}
