/** Steps for many cases at once: asking for owners, reading owners in, sending reminders, and handing claims to a debt collector. */
import type { CaseStatus, Delivery } from "#contract/cases.ts";
import type { ActingPerson } from "../acting.ts";
import { callFunction } from "../call-function.ts";
import { isCaseRefusal } from "../data-error.ts";
import { definePersonMutation } from "../define-mutation.ts";
import { type CaseEvent, recordCaseEvent } from "./mutations.ts";
import { fineQueries } from "./queries.ts";
import { queryOptions } from "../use-query.ts";

/**
 * The step that a case waits for: a register's answer, a reminder, a debt collector, or news for the debt collector. Each step has the name
 * of its event.
 */
export type CaseStep = "exported" | "reminded" | "handed_to_collection" | "collection_told";

/** A case as it is printed. Amount and fee are in kronor, paid and left amounts in öre, times are ISO strings, days `yyyy-MM-dd`. */
export type CasePaper = {
  id: string;
  project_id: string | null;
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
  /** The VAT in the amount, as it was when the fine was issued. */
  vat_percent: number | null;
  /** The fee; for a case that waits for its reminder, the fee after it. */
  fee: number;
  paid_ore: number;
  left_ore: number;
  due_date: string;
  /** The due day before any reminder; null when it is no longer known. */
  first_due: string | null;
  reminded_at: string | null;
  /** The moment when an objection was rejected, the latest one. */
  rejected_at: string | null;
  /** The postal address of the company whose site it is; null at a site with another issuer. */
  sender_address: string | null;
  recipient: { role: string; name: string; address: string; id_number: string; source: string } | null;
  /** The events of a claim since its debt collector was last informed, where they are asked for. */
  changes?: ClaimChange[];
};

/** An event of a claim at a debt collector; `left_ore` is the amount that may be claimed after it. */
export type ClaimChange = {
  id: string;
  kind: string;
  at: string;
  amount_ore?: number;
  value_date?: string;
  ground?: string;
  left_ore: number;
};

/** A case that waits for a step; `asked_at` is the time when a register was asked for its owner. */
export type WaitingCase = CasePaper & { asked_at: string | null };

/** A case as it was when it was exported, reminded or handed over. */
export type SentCase = CasePaper & { event_id: string; sent_at: string; sent_by: string };

/** The first cases, at most as many as one call takes; `has_more` says that there are others. */
export type CaseWork<Case> = { cases: Case[]; has_more: boolean };

/** Selects sent cases: by the day, or by their events. */
export type Sent = { day: string } | { ids: readonly string[] };

/** The sent cases, each as it was then, for an admin of the site. @throws DataError */
export const listSentCases = (acting: ActingPerson, { project, step, sent }: SentScope): Promise<CaseWork<SentCase>> =>
  callFunction(acting, "list_sent_cases", {
    project,
    step,
    day: "day" in sent ? sent.day : null,
    ids: "ids" in sent ? sent.ids : null,
    acting_as: acting.id,
  });
export type SentScope = { project: string; step: CaseStep; sent: Sent };

export const letterQueries = {
  /** The cases of a site that wait for a step, the longest overdue first, as an admin of it may see them. */
  work: (acting: ActingPerson, project: string, step: CaseStep) =>
    queryOptions({
      queryKey: [...fineQueries.all, "work", project, step, acting.id] as const,
      // The list changes only when the person asks, because the person acts on the shown cases.
      refetchOnWindowFocus: false,
      queryFn: () =>
        callFunction<CaseWork<WaitingCase>>(acting, "list_case_work", { project, step, acting_as: acting.id }),
    }),

  /** The sent cases, each as it was then. */
  sent: (acting: ActingPerson, scope: SentScope) =>
    queryOptions({
      queryKey: [...fineQueries.all, "sent", scope, acting.id] as const,
      refetchOnWindowFocus: false,
      queryFn: () => listSentCases(acting, scope),
    }),
};

/** A row in a file of owners. It names its case by number, plate or both. */
export type OwnerKey = { case_number: string; plate: string };

/** The case of such a row. Only a `placed` row can be read in. */
export type MatchedOwner = {
  state: "placed" | "unknown" | "other-plate" | "several" | "already" | "ended";
  fine_id: string | null;
  case_number: string | null;
  plate: string | null;
  status: CaseStatus | null;
  last_event: string | null;
};

/** The most rows or events in one call. */
const MOST = 500;

async function inParts<Item, Result>(items: readonly Item[], call: (part: Item[]) => Promise<Result[]>) {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += MOST) {
    // Calls run one by one, because each locks its cases.
    // oxlint-disable-next-line no-await-in-loop
    results.push(...(await call(items.slice(start, start + MOST))));
  }
  return results;
}

/** Finds the case of each row at the site, in the rows' order. @throws DataError */
export const matchOwners = (
  acting: ActingPerson,
  project: string,
  rows: readonly OwnerKey[],
): Promise<MatchedOwner[]> =>
  inParts(rows, async (part) => {
    const asked = { project, rows: part, acting_as: acting.id };
    return (await callFunction<{ rows: MatchedOwner[] }>(acting, "match_owners", asked)).rows;
  });

/** Kinds of events that the database records for many cases in one call. */
type KindInOneCall = CaseStep | "recipient_set" | "reminder_undone";
/** Kinds that take a call for each case. */
export const ONE_BY_ONE = ["withdrawn", "noted", "reviewed"] as const;
type KindOneByOne = (typeof ONE_BY_ONE)[number];

/** An event of one of many cases; `expectedEvent` as in `recordCaseEvent`. */
export type ManyEvent = {
  fineId: string;
  eventId: string;
  expectedEvent: string;
  /** The case's number, for the result of a kind that goes one by one. */
  caseNumber?: string;
  note?: string | null;
  data?: Record<string, unknown> | null;
};
export type ManyEvents = {
  project: string;
  kind: KindInOneCall | KindOneByOne;
  events: readonly ManyEvent[];
};

/** The result for one case. A refusal has the words for the screen (none when no answer came), and the conditions that are not met. */
export type EventResult = { fine_id: string; event_id: string; case_number: string | null } & (
  | { outcome: "recorded"; status: CaseStatus }
  | { outcome: "refused"; code: string; words: string; lacks: string[] }
);

/**
 * Records the events, each for itself. A repetition with the same ids records nothing more.
 * @throws DataError for a kind in one call.
 */
export const recordCaseEvents = (acting: ActingPerson, many: ManyEvents): Promise<EventResult[]> => {
  const { project, kind, events } = many;
  if (isOneByOne(kind))
    return recordEach(
      acting,
      events.map((event) => ({ ...event, kind })),
    );
  return inParts(events, async (part) => {
    const given = part.map(({ fineId, eventId, expectedEvent, data }) => ({
      fine_id: fineId,
      event_id: eventId,
      expected_event: expectedEvent,
      data: data ?? null,
    }));
    const asked = { project, kind, events: given, acting_as: acting.id };
    return (await callFunction<{ results: EventResult[] }>(acting, "record_case_events", asked)).results;
  });
};

const isOneByOne = (kind: ManyEvents["kind"]): kind is KindOneByOne => ONE_BY_ONE.some((each) => each === kind);

/** An event of a case with its kind. */
export type EachEvent = CaseEvent & { caseNumber?: string };

/** Records each event by a call of its own. After a call without an answer the rest is not tried, so that nobody waits for each. */
async function recordEach(acting: ActingPerson, events: readonly EachEvent[]): Promise<EventResult[]> {
  const results: EventResult[] = [];
  let isReached = true;
  for (const { caseNumber = null, ...event } of events) {
    const about = { fine_id: event.fineId, event_id: event.eventId, case_number: caseNumber };
    const refused: EventResult = { ...about, outcome: "refused", code: "unanswered", words: "", lacks: [] };
    try {
      // Calls run one by one, so that the first that is not answered ends them.
      // oxlint-disable-next-line no-await-in-loop
      const { status } = isReached ? await recordCaseEvent(acting, event) : {};
      results.push(status === undefined ? refused : { ...about, outcome: "recorded", status });
    } catch (error) {
      isReached = isCaseRefusal(error);
      if (!isCaseRefusal(error)) results.push(refused);
      else results.push({ ...refused, code: error.code, words: error.message, lacks: [...(error.lacks ?? [])] });
    }
  }
  return results;
}

export const useRecordEach = definePersonMutation(recordEach, [fineQueries.all]);
export const useRecordCaseEvents = definePersonMutation(recordCaseEvents, [fineQueries.all]);
