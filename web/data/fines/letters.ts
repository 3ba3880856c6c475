/** What is done to many cases at once: their owners are asked for and read in, reminders are sent, and claims are handed to a debt collector. */
import { queryOptions } from "@tanstack/react-query";
import type { CaseStatus, Delivery } from "#contract/cases.ts";
import { callFunction } from "../call-function.ts";
import { defineMutation } from "../define-mutation.ts";
import { fineQueries } from "./queries.ts";

/** What a case waits for: a register's answer, a reminder, a debt collector, who is told what changed. The name is that of the event. */
export type CaseStep = "exported" | "reminded" | "handed_to_collection" | "collection_told";

/** A case as paper says it. Amount and fee are kronor, what is paid and left öre, times ISO strings, days `yyyy-MM-dd`. */
export type CasePaper = {
  id: string;
  case_number: string;
  public_key: string;
  plate: string;
  car_model: string;
  car_color: string;
  street: string;
  observed_from: string;
  issued_at: string;
  issued_by: string;
  violation_code: string;
  violation_text: string;
  delivery: Delivery | null;
  status: CaseStatus;
  last_event: string;
  amount: number;
  /** Of a case that waits for its reminder: as it will be. */
  fee: number;
  paid_ore: number;
  left_ore: number;
  due_date: string;
  /** The day before any reminder; null where nothing says it any more. */
  first_due: string | null;
  reminded_at: string | null;
  recipient: { role: string; name: string; address: string; id_number: string } | null;
  /** What happened to a claim since a debt collector was told of it, where that is asked for. */
  changes?: ClaimChange[];
};

/** An event of a claim that a debt collector has; `left_ore` is what they may claim after it. */
export type ClaimChange = {
  id: string;
  kind: string;
  at: string;
  amount_ore?: number;
  value_date?: string;
  ground?: string;
  left_ore: number;
};

/** A case that waits; `asked_at` is when a register was asked for its owner. */
export type WaitingCase = CasePaper & { asked_at: string | null };

/** A case as it was when it was exported, reminded or handed over. */
export type SentCase = CasePaper & { event_id: string; sent_at: string; sent_by: string };

/** The first of them, at most as many as one call takes; `has_more` when there are others. */
export type CaseWork<Case> = { cases: Case[]; has_more: boolean };

/** Which of what was sent: of a day, or by its events. */
export type Sent = { day: string } | { ids: readonly string[] };

/** Fetches what was sent, each case as it was then; `actingAs` is an admin of the site. @throws DataError */
export const listSentCases = ({ project, step, sent, actingAs }: SentScope): Promise<CaseWork<SentCase>> =>
  callFunction("list_sent_cases", {
    project,
    step,
    day: "day" in sent ? sent.day : null,
    ids: "ids" in sent ? sent.ids : null,
    acting_as: actingAs,
  });
export type SentScope = { project: string; step: CaseStep; sent: Sent; actingAs: string };

export const letterQueries = {
  /** The cases of a site that wait for a step, the longest due first, as `actingAs` may see them. */
  work: (project: string, step: CaseStep, actingAs: string) =>
    queryOptions({
      queryKey: [...fineQueries.all, "work", project, step, actingAs] as const,
      // What is previewed is what is pressed: it changes when somebody asks for it.
      refetchOnWindowFocus: false,
      queryFn: () => callFunction<CaseWork<WaitingCase>>("list_case_work", { project, step, acting_as: actingAs }),
    }),

  /** What was sent, each case as it was then. */
  sent: (scope: SentScope) =>
    queryOptions({
      queryKey: [...fineQueries.all, "sent", scope] as const,
      refetchOnWindowFocus: false,
      queryFn: () => listSentCases(scope),
    }),
};

/** A row of a file of owners, as it names its case: by number, plate or both. */
export type OwnerKey = { case_number: string; plate: string };

/** What a row of it belongs to. Only `placed` can be read in. */
export type MatchedOwner = {
  state: "placed" | "unknown" | "other-plate" | "several" | "already" | "ended";
  fine_id: string | null;
  case_number: string | null;
  plate: string | null;
  status: CaseStatus | null;
  last_event: string | null;
};

/** Most rows or events of one call. */
const MOST = 500;

async function inParts<Item, Result>(items: readonly Item[], call: (part: Item[]) => Promise<Result[]>) {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += MOST) {
    // One after the other: each locks its cases.
    // oxlint-disable-next-line no-await-in-loop
    results.push(...(await call(items.slice(start, start + MOST))));
  }
  return results;
}

/** To which case of the site each row belongs, in their order. @throws DataError */
export const matchOwners = (project: string, rows: readonly OwnerKey[], actingAs: string): Promise<MatchedOwner[]> =>
  inParts(rows, async (part) => {
    const asked = { project, rows: part, acting_as: actingAs };
    return (await callFunction<{ rows: MatchedOwner[] }>("match_owners", asked)).rows;
  });

/** An event of one of many cases; `expectedEvent` as in `recordCaseEvent`. */
export type ManyEvent = {
  fineId: string;
  eventId: string;
  expectedEvent: string;
  data?: Record<string, unknown>;
};
export type ManyEvents = {
  project: string;
  kind: CaseStep | "recipient_set" | "reminder_undone";
  events: readonly ManyEvent[];
  actingAs: string;
};

/** What became of each. A refusal has the words that a screen shows, and the conditions that do not hold. */
export type EventResult = { fine_id: string; event_id: string; case_number: string | null } & (
  | { outcome: "recorded"; status: CaseStatus }
  | { outcome: "refused"; code: string; words: string; lacks: string[] }
);

/** Records them, each for itself; repeated with the same ids it records nothing more. @throws DataError */
export const recordCaseEvents = ({ project, kind, events, actingAs }: ManyEvents): Promise<EventResult[]> =>
  inParts(events, async (part) => {
    const given = part.map(({ fineId, eventId, expectedEvent, data }) => ({
      fine_id: fineId,
      event_id: eventId,
      expected_event: expectedEvent,
      data: data ?? null,
    }));
    const asked = { project, kind, events: given, acting_as: actingAs };
    return (await callFunction<{ results: EventResult[] }>("record_case_events", asked)).results;
  });

export const useRecordCaseEvents = defineMutation(recordCaseEvents, [fineQueries.all]);
