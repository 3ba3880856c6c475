/** Reads the money of a case and of a site: its sums, the money without a case, and the result that a file would have. */
import type { Acting, ActingPerson } from "../acting.ts";
import { callFunction } from "../call-function.ts";
import type { Row } from "../live.ts";
import { unwrap } from "../unwrap.ts";
import { type BankRow, matchRows, type UnplacedReason } from "./bank-rows.ts";
import { ofPlace } from "../of-place.ts";
import { infiniteQueryOptions } from "../use-infinite-query.ts";
import { queryOptions } from "../use-query.ts";

export type Payment = Pick<Row<"payments">, "id" | "method" | "amount_ore" | "value_date" | "file_id" | "part_of">;

/** The payments of a case by day. A payment of a file names the file, and its row if the payment is a part of it. @throws DataError */
export async function listPayments(acting: Acting, fineId: string, signal: AbortSignal): Promise<Payment[]> {
  const client = await acting.client();
  const rows = client.from("payments").select("id, method, amount_ore, value_date, file_id, part_of");
  return unwrap(await rows.eq("fine_id", fineId).order("value_date").order("id").abortSignal(signal));
}

/** A site's money in öre. All of it came by files or by hand. */
export type PaymentSums = {
  all_ore: number;
  files_ore: number;
  hand_ore: number;
  unknown_ore: number;
  /** The part of `hand_ore` that ended money without a case; 0 or less. */
  ended_ore: number;
};

/** A row of a file without a case, and the amount left to place. */
export type UnplacedPayment = Pick<
  Row<"payments">,
  "id" | "created_at" | "amount_ore" | "value_date" | "method" | "payer_text"
> & {
  file_name: string;
  left_ore: number;
  /** The case that the money was on by mistake. */
  moved_from: string | null;
  because: UnplacedReason | null;
};

/** A step of a row's money: placed, moved, ended or reopened; `note` is the reason for the ending. */
export type PaymentStep = {
  id: string;
  kind: "placed" | "moved" | "reopened" | EndingGround;
  at: string;
  by_id: string;
  amount_ore: number;
  fine_id: string | null;
  case_number: string | null;
  note: string | null;
};

/** A row of a file with the steps of its money, in order; `left_ore` has no case. */
export type FileRow = Pick<Row<"payments">, "id" | "amount_ore" | "value_date" | "payer_text"> & {
  left_ore: number;
  steps: PaymentStep[];
};

/** The reasons for ending money without a case. */
export const ENDING_GROUNDS = ["not_ours", "returned"] as const;
export type EndingGround = (typeof ENDING_GROUNDS)[number];

/** Money without a case that a person ended, with the person and the reason. */
export type EndedPayment = Pick<Row<"payments">, "id" | "created_at" | "value_date" | "payer_text" | "by_id"> & {
  ended_ore: number;
  file_name: string;
  ground: EndingGround;
  note: string | null;
};

/** Money that was booked on a case or paid back from it, with the case. */
export type Booking = Pick<
  Row<"payments">,
  "id" | "created_at" | "fine_id" | "amount_ore" | "method" | "file_id" | "by_id"
> & { fine: Pick<Row<"fines">, "id" | "case_number" | "plate"> | undefined };

type UnplacedPage = { count: number; rows: UnplacedPayment[] };

/** The number of rows in one answer, of money without a case or of ended money. */
const UNPLACED_PAGE = 100;

/** The number of the latest bookings. */
const BOOKINGS = 20;
/** A key that no case has. */
const NO_KEY = "00000000-0000-0000-0000-000000000000";

/** The interval of the fetches, in milliseconds: sums and rows are not live, and other admins work on them too. */
const POLL_MS = 15_000;

export const paymentQueries = {
  all: ["payments"] as const,

  sums: (project: string) =>
    queryOptions({
      queryKey: ["payments", "sums", project] as const,
      queryFn: (acting) => callFunction<PaymentSums>(acting, "sum_payments", { project }),
      refetchInterval: POLL_MS,
    }),

  /** The latest bookings on cases, newest first. */
  latest: (project: string) =>
    queryOptions({
      queryKey: ["payments", "latest", project] as const,
      queryFn: (acting, { signal }) => listBookings(acting, project, signal),
      refetchInterval: POLL_MS,
    }),

  /** The rows without a case, oldest first, and their number. */
  unplaced: (project: string) =>
    infiniteQueryOptions({
      queryKey: ["payments", "unplaced", project] as const,
      initialPageParam: undefined as UnplacedPayment | undefined,
      queryFn: (acting, { pageParam: last }) =>
        callFunction<UnplacedPage>(acting, "list_unplaced", {
          project,
          after_created: last?.created_at,
          after_id: last?.id,
        }),
      getNextPageParam: ({ rows }: UnplacedPage) => (rows.length < UNPLACED_PAGE ? undefined : rows.at(-1)),
      refetchInterval: POLL_MS,
    }),

  /** The plates of cases that the payer of money without a case paid before. */
  payersPlates: (project: string, paymentId: string) =>
    queryOptions({
      queryKey: ["payments", "payers", project, paymentId] as const,
      queryFn: async (acting, { signal }): Promise<string[]> => {
        const client = await acting.client();
        const plates = client.rpc("list_payer_plates", { project, payment_id: paymentId });
        return unwrap(await plates.abortSignal(signal));
      },
    }),

  /** The ended money, newest first. */
  ended: (project: string) =>
    infiniteQueryOptions({
      queryKey: ["payments", "ended", project] as const,
      initialPageParam: undefined as EndedPayment | undefined,
      queryFn: async (acting, { pageParam: last }) => {
        const behind = { before_created: last?.created_at, before_id: last?.id };
        const { rows } = await callFunction<{ rows: EndedPayment[] }>(acting, "list_ended", { project, ...behind });
        return rows;
      },
      getNextPageParam: (rows: EndedPayment[]) => (rows.length < UNPLACED_PAGE ? undefined : rows.at(-1)),
      refetchInterval: POLL_MS,
    }),

  /** The rows of a booked file, by day, with the steps of their money. */
  ofFile: (fileId: string) =>
    infiniteQueryOptions({
      queryKey: ["payments", "file", fileId] as const,
      initialPageParam: undefined as FileRow | undefined,
      queryFn: async (acting, { pageParam: last }) => {
        const behind = { after_day: last?.value_date, after_id: last?.id };
        return (await callFunction<{ rows: FileRow[] }>(acting, "list_file_rows", { file_id: fileId, ...behind })).rows;
      },
      getNextPageParam: (rows: FileRow[]) => (rows.length < UNPLACED_PAGE ? undefined : rows.at(-1)),
      refetchInterval: POLL_MS,
    }),

  /** The result that booking a file would have for its rows; `fileKey` is the file's. */
  matches: (
    acting: ActingPerson,
    { fileKey, ...file }: { project: string; fileKey: string; rows: readonly BankRow[] },
  ) =>
    queryOptions({
      queryKey: ["payments", "matches", file.project, fileKey] as const,
      queryFn: () => matchRows(acting, file.project, file.rows),
      gcTime: 0,
      refetchOnWindowFocus: false,
    }),
};

async function listBookings(acting: Acting, project: string, signal: AbortSignal): Promise<Booking[]> {
  const client = await acting.client();
  const booked = client.from("payments").select("id, created_at, fine_id, amount_ore, method, file_id, by_id");
  // The table API has no `not.is`; a row without a case differs from no key.
  const onCases = ofPlace(booked, project).neq("fine_id", NO_KEY);
  const newest = onCases.order("created_at", { ascending: false }).order("id", { ascending: false }).limit(BOOKINGS);
  const rows = unwrap(await newest.abortSignal(signal));
  const ids = [...new Set(rows.flatMap(({ fine_id: id }) => id ?? []))];
  if (ids.length === 0) return [];
  const named = client.from("fines").select("id, case_number, plate").in("id", ids).limit(BOOKINGS);
  const fines = unwrap(await named.abortSignal(signal));
  return rows.map((row) => ({ ...row, fine: fines.find(({ id }) => id === row.fine_id) }));
}
