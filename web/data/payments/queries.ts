/** Reading the money of a case, and of a site: its sum, what has no case yet, and what a file would do. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { callFunction } from "../call-function.ts";
import { getClient } from "../client.ts";
import type { Row } from "../live.ts";
import { unwrap } from "../unwrap.ts";
import { type BankRow, matchRows } from "./bank-rows.ts";

export type Payment = Pick<Row<"payments">, "id" | "method">;

/** How each payment of a case came; its amount and day stand in its event. @throws DataError */
export async function listPayments(fineId: string, signal: AbortSignal): Promise<Payment[]> {
  const client = await getClient();
  return unwrap(await client.from("payments").select("id, method").eq("fine_id", fineId).abortSignal(signal));
}

/** A site's money in öre: all of it came by files or by hand. */
export type PaymentSums = {
  all_ore: number;
  files_ore: number;
  hand_ore: number;
  unknown_ore: number;
  /** What of `hand_ore` ended money without a case; 0 or less. */
  ended_ore: number;
};

/** A row of a file that has no case yet, and what is left of it to place. */
export type UnplacedPayment = Pick<
  Row<"payments">,
  "id" | "created_at" | "amount_ore" | "value_date" | "method" | "payer_text"
> & { file_name: string; left_ore: number };

/** Why money without a case was ended. */
export const ENDING_GROUNDS = ["not_ours", "returned"] as const;
export type EndingGround = (typeof ENDING_GROUNDS)[number];

/** Money without a case that somebody ended, with who did and why. */
export type EndedPayment = Pick<Row<"payments">, "id" | "created_at" | "value_date" | "payer_text" | "by_id"> & {
  ended_ore: number;
  file_name: string;
  ground: EndingGround;
  note: string | null;
};

type UnplacedPage = { count: number; rows: UnplacedPayment[] };

/** How many rows without a case, or ended ones, the database gives at once. */
const UNPLACED_PAGE = 100;

/** How often sums and rows are fetched, in milliseconds: they are not followed live, and other admins work on them too. */
const POLL_MS = 15_000;

export const paymentQueries = {
  all: ["payments"] as const,

  sums: (project: string) =>
    queryOptions({
      queryKey: ["payments", "sums", project] as const,
      queryFn: () => callFunction<PaymentSums>("sum_payments", { project }),
      refetchInterval: POLL_MS,
    }),

  /** The rows without a case, oldest first, and how many there are. */
  unplaced: (project: string) =>
    infiniteQueryOptions({
      queryKey: ["payments", "unplaced", project] as const,
      initialPageParam: undefined as UnplacedPayment | undefined,
      queryFn: ({ pageParam: last }) =>
        callFunction<UnplacedPage>("list_unplaced", { project, after_created: last?.created_at, after_id: last?.id }),
      getNextPageParam: ({ rows }: UnplacedPage) => (rows.length < UNPLACED_PAGE ? undefined : rows.at(-1)),
      refetchInterval: POLL_MS,
    }),

  /** What was ended without a case, newest first. */
  ended: (project: string) =>
    infiniteQueryOptions({
      queryKey: ["payments", "ended", project] as const,
      initialPageParam: undefined as EndedPayment | undefined,
      queryFn: async ({ pageParam: last }) => {
        const behind = { before_created: last?.created_at, before_id: last?.id };
        const { rows } = await callFunction<{ rows: EndedPayment[] }>("list_ended", { project, ...behind });
        return rows;
      },
      getNextPageParam: (rows: EndedPayment[]) => (rows.length < UNPLACED_PAGE ? undefined : rows.at(-1)),
      refetchInterval: POLL_MS,
    }),

  /** What booking a file would do with its rows; `fileKey` is the file's. */
  matches: ({ fileKey, ...file }: { project: string; fileKey: string; rows: readonly BankRow[]; actingAs: string }) =>
    queryOptions({
      queryKey: ["payments", "matches", file.project, fileKey] as const,
      queryFn: () => matchRows(file.project, file.rows, file.actingAs),
      gcTime: 0,
      refetchOnWindowFocus: false,
    }),
};
