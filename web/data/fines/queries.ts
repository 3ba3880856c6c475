/** Reads fines: a site's cases in lists with their counts, one case by its number, and an attendant's own cases of today. */
import type { CaseStatus, Delivery } from "#contract/cases.ts";
import { plateKey } from "#contract/plate.ts";
import type { Acting } from "../acting.ts";
import { callFunction } from "../call-function.ts";
import { listRecipients } from "../case_recipients/queries.ts";
import { listEvents } from "../fine_events/queries.ts";
import { listPhotos } from "../fine_photos/queries.ts";
import type { KeysetPage } from "../keyset-pages.ts";
import type { Row } from "../live.ts";
import { ofPlace } from "../of-place.ts";
import { NEWEST, nextInOrder, type Order, pageInOrder } from "../keyset-pager.ts";
import { listObjections } from "../objections/queries.ts";
import { listPayments } from "../payments/queries.ts";
import { unwrap } from "../unwrap.ts";
import {
  caseDays,
  type CaseList,
  type CaseScope,
  type CaseSort,
  DUNNED,
  isCaseNumber,
  momentsOfPeriod,
  OPEN,
  OTHER_VIOLATION,
  sortOf,
  spellingsOf,
  UNPAID,
} from "./lists.ts";
import { infiniteQueryOptions } from "../use-infinite-query.ts";
import { queryOptions } from "../use-query.ts";

const LISTED =
  "id, project_id, created_at, case_number, plate, street, violation_text, amount, fee, paid_ore, recovered_ore, due_date, issued_at, issued_by, status, needs_review, violation_id, last_event" as const;

/** A row of the lists. */
export type ListedCase = Pick<
  Row<"fines">,
  | "id"
  | "project_id"
  | "created_at"
  | "case_number"
  | "plate"
  | "street"
  | "violation_text"
  | "amount"
  | "fee"
  | "paid_ore"
  | "recovered_ore"
  | "due_date"
  | "issued_at"
  | "issued_by"
  | "needs_review"
  | "violation_id"
  | "last_event"
> & { status: CaseStatus };

/** Reduces a row of the table to the columns of the lists. */
export const toListed = (row: Row<"fines">): ListedCase =>
  Object.fromEntries(LISTED.split(", ").map((column) => [column, row[column as keyof typeof row]])) as ListedCase;

/** An accepted warning or a reason to review: a code, with its facts. */
export type CodedReason = { code: string; reason?: string; words?: string; at?: string; by?: string };

/** The parking as it was when the fine was issued. */
export type ParkingSnapshot = {
  ref_number: string;
  start_time: string;
  end_time: string;
  created_at: string;
  street: string;
  /** The changes of the parking before the fine, oldest first, with the old values. */
  changes?: { at: string; before: Record<string, unknown> }[];
};

/** A fine as screens read it. Times are ISO strings, `due_date` a day; amount and fee are in kronor, paid and left amounts in öre. */
export type Fine = Omit<
  Row<"fines">,
  | "account_id"
  | "plate_key"
  | "site_id"
  | "status"
  | "delivery"
  | "left_ore"
  | "accepted_warnings"
  | "review_reasons"
  | "parking_snapshot"
> & {
  status: CaseStatus;
  delivery: Delivery | null;
  accepted_warnings: CodedReason[];
  review_reasons: CodedReason[];
  parking_snapshot: ParkingSnapshot | null;
  /** A negative amount is to be paid back. */
  left_ore: number;
};

const COLUMNS =
  "id, project_id, created_at, kind, case_number, public_key, parking_id, parking_snapshot, plate, car_model, car_color, street, discord_username, violation_id, violation_code, violation_text, amount, due_date, notes, observed_from, observed_reason, issued_by, issued_at, received_at, delivery, accepted_warnings, was_offline, review_reasons, needs_review, status, last_event, fee, agreed_fee, vat_percent, paid_ore, recovered_ore, left_ore, erased_at" as const;

/** The number of cases in each list; `refund_ore` is the sum to be paid back. */
export type CaseCounts = Record<CaseList, number> & { refund_ore: number };

/** A case with all that its page shows. */
export type WholeCase = Awaited<ReturnType<typeof withItsRows>>;

const PAGE_SIZE = 50;

const ORDERS: Readonly<Record<CaseSort, Order<"created_at" | "due_date">>> = {
  newest: NEWEST,
  oldest: { column: "created_at", ascending: true },
  due: { column: "due_date", ascending: true },
};

/** The start of a list's next page, in any of the orders. */
export type CaseCursor = Pick<ListedCase, "created_at" | "due_date" | "id">;

/** Keys and options of every query on cases. */
export const fineQueries = {
  all: ["fines"] as const,
  /** The key of all lists of a project, with any search. */
  listsOf: (project: string) => ["fines", "list", project] as const,

  list: (scope: CaseScope) =>
    infiniteQueryOptions({
      queryKey: ["fines", "list", scope.project, scope.list, scope.search, scope.filter, sortOf(scope)] as const,
      // Live changes keep the list fresh; a focus of the window need not fetch every page again.
      refetchOnWindowFocus: false,
      initialPageParam: null as CaseCursor | null,
      queryFn: (acting, { pageParam, signal }) => listCases(acting, scope, pageParam, signal),
      getNextPageParam: (page: KeysetPage<ListedCase, CaseCursor>) => page.next,
    }),

  /** The number of cases in each list of a project, and the sum to be paid back in öre. */
  counts: (project: string) =>
    queryOptions({
      queryKey: ["fines", "counts", project] as const,
      queryFn: (acting) => {
        const { today, expiresBefore } = caseDays(new Date());
        const days = { today, expires_before: expiresBefore };
        return callFunction<CaseCounts>(acting, "count_cases", { project, ...days });
      },
    }),

  /** The open cases of a project with one of these numbers or one of these plates (as `plateKey` spells them), oldest first. */
  named: (project: string, numbers: readonly string[], plates: readonly string[]) =>
    queryOptions({
      queryKey: ["fines", "named", project, numbers, plates] as const,
      queryFn: async (acting, { signal }) => {
        const [byNumber, byPlate] = await Promise.all([
          listOpen(acting, project, ["case_number", numbers], signal),
          listOpen(acting, project, ["plate_key", plates], signal),
        ]);
        const isNew = ({ id }: ListedCase) => byNumber.every((fine) => fine.id !== id);
        return [...byNumber, ...byPlate.filter(isNew)];
      },
    }),

  /** A case of a project, or null. */
  byNumber: (project: string, caseNumber: string) =>
    queryOptions({
      queryKey: ["fines", "one", project, caseNumber] as const,
      queryFn: async (acting, { signal }) => {
        const client = await acting.client();
        const one = ofPlace(client.from("fines").select(COLUMNS), project).eq("case_number", caseNumber);
        const fine = unwrap(await one.abortSignal(signal).maybeSingle()) as Fine | null;
        return fine === null ? null : withItsRows(acting, fine, signal);
      },
    }),

  /** The fines that a person issued in a project since a moment (an ISO string, such as the start of the day), newest first. */
  own: (project: string | null, issuedBy: string, since: string) =>
    queryOptions({
      queryKey: ["fines", "own", project, issuedBy, since] as const,
      queryFn: async (acting, { signal }): Promise<Fine[]> => {
        const client = await acting.client();
        const rows = client.from("fines").select(COLUMNS).eq("issued_by", issuedBy).gte("issued_at", since);
        const ofPlace = project === null ? rows.is("project_id", null) : rows.eq("project_id", project);
        const newest = ofPlace.order("issued_at", { ascending: false }).order("id", { ascending: false });
        return unwrap(await newest.limit(200).abortSignal(signal)) as Fine[];
      },
    }),
};

/** A fine with its photos, for the person who issued it; null when that person has none. @throws DataError */
export async function fetchFine(acting: Acting, id: string, signal: AbortSignal) {
  const client = await acting.client();
  const one = client.from("fines").select(COLUMNS).eq("id", id).abortSignal(signal).maybeSingle();
  const fine = unwrap(await one) as Fine | null;
  return fine === null ? null : { ...fine, photos: await listPhotos(acting, id, signal) };
}

async function withItsRows(acting: Acting, fine: Fine, signal: AbortSignal) {
  const [events, photos, payments, objections, recipients] = await Promise.all([
    listEvents(acting, fine.id, signal),
    listPhotos(acting, fine.id, signal),
    listPayments(acting, fine.id, signal),
    listObjections(acting, fine.id, signal),
    listRecipients(acting, fine.id, signal),
  ]);
  return { ...fine, events, photos, payments, objections, recipients };
}

/** The filters that the lists use of a supabase-js query; each returns the query. */
interface Filterable {
  eq(column: string, value: string | boolean): this;
  in(column: string, values: readonly string[]): this;
  lt(column: string, value: string | number): this;
  gte(column: string, value: string): this;
  is(column: string, value: null): this;
}

/** Restricts a query to the rows of a list, with the same rules as `isInList`. Only for this folder. */
export function inList<Query extends Filterable>(query: Query, project: string, list: CaseList): Query {
  const rows = ofPlace(query, project);
  const { today, expiresBefore } = caseDays(new Date());
  if (list === "unpaid") return rows.in("status", UNPAID);
  if (list === "disputed") return rows.eq("status", "disputed");
  if (list === "overdue") return rows.in("status", DUNNED).lt("due_date", today);
  if (list === "review") return rows.eq("needs_review", true);
  if (list === "refund") return rows.lt("left_ore", 0);
  return list === "expiring" ? rows.in("status", OPEN).lt("issued_at", expiresBefore) : rows;
}

/** Restricts a query by a search and a filter. Only for this folder. */
export function filtered<Query extends Filterable>(query: Query, { search, filter }: CaseScope): Query {
  const { since, before } = momentsOfPeriod(filter);
  let rows = query;
  if (search !== "") rows = rows.eq(isCaseNumber(search) ? "case_number" : "plate_key", plateKey(search));
  if (since !== undefined) rows = rows.gte("issued_at", since.toISOString());
  if (before !== undefined) rows = rows.lt("issued_at", before.toISOString());
  if (filter.status !== "") rows = rows.eq("status", filter.status);
  if (filter.violation === OTHER_VIOLATION) rows = rows.is("violation_id", null);
  else if (filter.violation !== "") rows = rows.eq("violation_id", filter.violation);
  if (filter.attendant !== "") rows = rows.in("issued_by", spellingsOf(filter.attendant));
  return rows;
}

async function listOpen(
  acting: Acting,
  project: string,
  [column, values]: [column: "case_number" | "plate_key", values: readonly string[]],
  signal: AbortSignal,
): Promise<ListedCase[]> {
  if (values.length === 0) return [];
  const client = await acting.client();
  const open = ofPlace(client.from("fines").select(LISTED), project).in("status", OPEN).in(column, values);
  const oldest = open.order("issued_at").order("id").limit(PAGE_SIZE);
  return unwrap(await oldest.abortSignal(signal)) as ListedCase[];
}

async function listCases(
  acting: Acting,
  scope: CaseScope,
  after: CaseCursor | null,
  signal: AbortSignal,
): Promise<KeysetPage<ListedCase, CaseCursor>> {
  const client = await acting.client();
  const rows = filtered(inList(client.from("fines").select(LISTED), scope.project, scope.list), scope);
  const order = ORDERS[sortOf(scope)];
  const found = unwrap(await pageInOrder(order, rows, { after, size: PAGE_SIZE, signal })) as ListedCase[];
  return { rows: found, next: nextInOrder(order, found, PAGE_SIZE) };
}
