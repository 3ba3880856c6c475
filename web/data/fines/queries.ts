/** Reading fines: a site's cases in pages for its admins, one by its number, and an attendant's own of today. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { CaseStatus, Delivery } from "#contract/cases.ts";
import { plateKey } from "#contract/plate.ts";
import { getClient } from "../client.ts";
import type { Row } from "../live.ts";
import { type NewestCursor, newestPage, nextNewest } from "../newest-first.ts";
import { unwrap } from "../unwrap.ts";

/** A fine as screens read it: times are ISO strings, `due_date` a day, amounts and fee kronor, what is paid and left öre. */
export type Fine = Omit<Row<"fines">, "account_id" | "plate_key" | "site_id" | "status" | "delivery" | "left_ore"> & {
  status: CaseStatus;
  delivery: Delivery | null;
  /** Below 0: to be paid back. */
  left_ore: number;
};

const COLUMNS =
  "id, project_id, created_at, kind, case_number, public_key, parking_id, parking_snapshot, plate, car_model, car_color, street, discord_username, violation_id, violation_code, violation_text, amount, due_date, notes, observed_from, observed_reason, issued_by, issued_at, received_at, delivery, accepted_warnings, was_offline, review_reasons, needs_review, status, last_event, fee, paid_ore, left_ore" as const;

/** What a list of cases shows; `search` is a case number, or a plate in any way of writing. */
export type CaseFilter = { search?: string; status?: CaseStatus; needsReview?: boolean };

const PAGE_SIZE = 50;

/** Keys and options of every query on fines. */
export const fineQueries = {
  all: ["fines"] as const,

  /** The cases of a site, newest first. */
  list: (project: string, filter: CaseFilter = {}) =>
    infiniteQueryOptions({
      queryKey: ["fines", "list", project, filter] as const,
      initialPageParam: null as NewestCursor | null,
      queryFn: ({ pageParam, signal }) => listCases(project, filter, pageParam, signal),
      getNextPageParam: (page: Fine[]) => nextNewest(page, PAGE_SIZE),
    }),

  /** A case of a site by its number; null when there is none that the caller may read. */
  byNumber: (project: string, caseNumber: string) =>
    queryOptions({
      queryKey: ["fines", "one", project, caseNumber] as const,
      queryFn: async ({ signal }): Promise<Fine | null> => {
        const client = await getClient();
        const one = client.from("fines").select(COLUMNS).eq("project_id", project).eq("case_number", caseNumber);
        return unwrap(await one.abortSignal(signal).maybeSingle()) as Fine | null;
      },
    }),

  /** What somebody issued in a project since a moment (an ISO string, such as the beginning of the day), newest first. */
  own: (project: string | null, issuedBy: string, since: string) =>
    queryOptions({
      queryKey: ["fines", "own", project, issuedBy, since] as const,
      queryFn: async ({ signal }): Promise<Fine[]> => {
        const client = await getClient();
        const rows = client.from("fines").select(COLUMNS).eq("issued_by", issuedBy).gte("issued_at", since);
        const ofPlace = project === null ? rows.is("project_id", null) : rows.eq("project_id", project);
        const newest = ofPlace.order("issued_at", { ascending: false }).order("id", { ascending: false });
        return unwrap(await newest.limit(200).abortSignal(signal)) as Fine[];
      },
    }),
};

async function listCases(
  project: string,
  { search = "", status, needsReview }: CaseFilter,
  after: NewestCursor | null,
  signal: AbortSignal,
): Promise<Fine[]> {
  const client = await getClient();
  let rows = client.from("fines").select(COLUMNS).eq("project_id", project);
  if (status !== undefined) rows = rows.eq("status", status);
  if (needsReview !== undefined) rows = rows.is("needs_review", needsReview);
  const typed = plateKey(search);
  if (typed !== "") rows = /^\d{8}$/.test(typed) ? rows.eq("case_number", typed) : rows.eq("plate_key", typed);
  return unwrap(await newestPage(rows, { after, size: PAGE_SIZE, signal })) as Fine[];
}
