/** Reading cases: a project's lists in pages, newest first, how many each holds, and one case by its number. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { CaseStatus, Delivery } from "#contract/cases.ts";
import { plateKey } from "#contract/plate.ts";
import { getClient } from "../client.ts";
import { listEvents } from "../fine_events/queries.ts";
import { listPhotos } from "../fine_photos/queries.ts";
import type { KeysetPage } from "../keyset-pages.ts";
import type { Row } from "../live.ts";
import { type NewestCursor, newestPage, nextNewest } from "../newest-first.ts";
import { listPayments } from "../payments/queries.ts";
import { RENEW_PHOTOS_MS } from "../storage.ts";
import { unwrap } from "../unwrap.ts";
import { type CaseList, type CaseScope, isCaseNumber, UNPAID } from "./lists.ts";

const LISTED =
  "id, created_at, case_number, plate, street, violation_text, amount, fee, paid_ore, due_date, issued_at, issued_by, status, needs_review" as const;

const OWN =
  "id, case_number, public_key, plate, street, violation_text, amount, issued_at, status, delivery, last_event" as const;

/** A fine of one's own, as an attendant's day shows it. */
export type OwnCase = Pick<
  Row<"fines">,
  "id" | "case_number" | "public_key" | "plate" | "street" | "violation_text" | "amount" | "issued_at" | "last_event"
> & { status: CaseStatus; delivery: Delivery | null };

/** More than anybody issues in a day. */
const MOST_OWN = 200;

/** A row of the lists. */
export type ListedCase = Pick<
  Row<"fines">,
  | "id"
  | "created_at"
  | "case_number"
  | "plate"
  | "street"
  | "violation_text"
  | "amount"
  | "fee"
  | "paid_ore"
  | "due_date"
  | "issued_at"
  | "issued_by"
  | "needs_review"
> & { status: CaseStatus };

/** A row of the table as the lists show it. */
export const toListed = (row: Row<"fines">): ListedCase =>
  Object.fromEntries(LISTED.split(", ").map((column) => [column, row[column as keyof typeof row]])) as ListedCase;

/** What a warning that was accepted, or a reason to review, says: its code and whatever belongs to it. */
export type CodedReason = { code: string; reason?: string; words?: string };

/** The parking as it stood when the fine was issued. */
export type ParkingSnapshot = {
  ref_number: string;
  start_time: string;
  end_time: string;
  created_at: string;
  street: string;
};

type CaseRow = Omit<
  Row<"fines">,
  "status" | "delivery" | "accepted_warnings" | "review_reasons" | "parking_snapshot" | "left_ore"
> & {
  status: CaseStatus;
  delivery: Delivery | null;
  accepted_warnings: CodedReason[];
  review_reasons: CodedReason[];
  parking_snapshot: ParkingSnapshot | null;
  left_ore: number;
};

/** A case with all that its page shows. */
export type WholeCase = Awaited<ReturnType<typeof withItsRows>>;

const PAGE_SIZE = 50;

/** Keys and options of every query on cases. */
export const caseQueries = {
  all: ["fines"] as const,
  /** The lists of a project, whatever is searched for. */
  listsOf: (project: string) => ["fines", "list", project] as const,

  list: (scope: CaseScope) =>
    infiniteQueryOptions({
      queryKey: ["fines", "list", scope.project, scope.list, scope.search] as const,
      // Live changes keep it fresh; a look at another window is no reason to fetch every page again.
      refetchOnWindowFocus: false,
      initialPageParam: null as NewestCursor | null,
      queryFn: ({ pageParam, signal }) => listCases(scope, pageParam, signal),
      getNextPageParam: (page: KeysetPage<ListedCase>) => page.next,
    }),

  /** How many cases each list of a project holds. */
  counts: (project: string) =>
    queryOptions({
      queryKey: ["fines", "counts", project] as const,
      queryFn: async ({ signal }) => {
        const count = (list: CaseList) => countCases(project, list, signal);
        const [all, unpaid, review] = await Promise.all([count("all"), count("unpaid"), count("review")]);
        return { all, unpaid, review };
      },
    }),

  /** What somebody issued in a project since a moment (an ISO string), newest first. */
  own: (project: string | undefined, issuedBy: string, since: string) =>
    queryOptions({
      queryKey: ["fines", "own", project ?? null, issuedBy, since] as const,
      queryFn: async ({ signal }): Promise<OwnCase[]> => {
        const client = await getClient();
        const rows = client.from("fines").select(OWN).eq("issued_by", issuedBy).gte("issued_at", since);
        const ofPlace = project === undefined ? rows.is("project_id", null) : rows.eq("project_id", project);
        const newest = ofPlace.order("issued_at", { ascending: false }).order("id", { ascending: false });
        return unwrap(await newest.limit(MOST_OWN).abortSignal(signal)) as OwnCase[];
      },
    }),

  /** One case of a project, or null. */
  byNumber: (project: string, caseNumber: string) =>
    queryOptions({
      queryKey: ["fines", "one", project, caseNumber] as const,
      refetchInterval: RENEW_PHOTOS_MS,
      queryFn: async ({ signal }) => {
        const client = await getClient();
        const row = unwrap(
          await client
            .from("fines")
            .select("*")
            .eq("project_id", project)
            .eq("case_number", caseNumber)
            .abortSignal(signal)
            .maybeSingle(),
        );
        return row === null ? null : withItsRows(row as unknown as CaseRow, signal);
      },
    }),
};

async function withItsRows(row: CaseRow, signal: AbortSignal) {
  const [events, photos, payments] = await Promise.all([
    listEvents(row.id, signal),
    listPhotos(row.id, signal),
    listPayments(row.id, signal),
  ]);
  return { ...row, events, photos, payments };
}

/** What the lists ask of a query of supabase-js, each step giving the query again. */
interface Filterable {
  eq(column: string, value: string | boolean): this;
  in(column: string, values: readonly string[]): this;
}

function inList<Query extends Filterable>(query: Query, project: string, list: CaseList): Query {
  const rows = query.eq("project_id", project);
  if (list === "unpaid") return rows.in("status", UNPAID);
  return list === "review" ? rows.eq("needs_review", true) : rows;
}

async function listCases(
  { project, list, search }: CaseScope,
  after: NewestCursor | null,
  signal: AbortSignal,
): Promise<KeysetPage<ListedCase>> {
  const client = await getClient();
  let rows = inList(client.from("fines").select(LISTED), project, list);
  if (search !== "") rows = rows.eq(isCaseNumber(search) ? "case_number" : "plate_key", plateKey(search));
  const found = unwrap(await newestPage(rows, { after, size: PAGE_SIZE, signal })) as ListedCase[];
  return { rows: found, next: nextNewest(found, PAGE_SIZE) };
}

async function countCases(project: string, list: CaseList, signal: AbortSignal): Promise<number> {
  const client = await getClient();
  const rows = client.from("fines").select("id", { count: "exact", head: true });
  const answer = await inList(rows, project, list).abortSignal(signal);
  unwrap(answer);
  return answer.count ?? 0;
}
