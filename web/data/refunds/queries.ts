/** Reads the money that is owed to drivers, with the accounts that they left, and the files of refunds. */
import type { CaseStatus } from "#contract/cases.ts";
import type { ActingPerson } from "../acting.ts";
import { callFunction } from "../call-function.ts";
import type { RefundKind } from "../fines/look-up.ts";
import { listNewest } from "../list-in-pages.ts";
import type { Row } from "../live.ts";
import { queryOptions } from "../use-query.ts";

/** The account that a driver left, and its steps; `amount_ore` is the proposed sum. */
export type Refund = Pick<
  Row<"refunds">,
  | "id"
  | "left_at"
  | "payee_name"
  | "clearing"
  | "account"
  | "bank"
  | "is_replaced"
  | "amount_ore"
  | "proposed_by"
  | "proposed_at"
  | "approved_by"
  | "approved_at"
> & { kind: RefundKind };

/**
 * A case with money that is owed to its driver. `payers` are the payers' names as the bank wrote them; `recipient` gets the case's letters.
 */
export type OwedCase = {
  fine_id: string;
  project_id: string;
  case_number: string;
  plate: string;
  status: CaseStatus;
  owed_ore: number;
  /** Whether another admin has to approve the refund (`Två i förening`). */
  needs_two: boolean;
  payers: string[];
  recipient: string | null;
  refund: Refund | null;
};

export type RefundFile = Pick<
  Row<"refund_files">,
  "id" | "created_at" | "kind" | "day" | "iban" | "bic" | "refunds" | "sum_ore" | "by_id"
>;

/** A refund in a file; an erased account is empty. */
export type SentRefund = {
  id: string;
  case_number: string;
  amount_ore: number;
  payee_name: string;
  clearing: string;
  account: string;
  bank: string;
};

export type WholeRefundFile = {
  file: Omit<RefundFile, "kind"> & { kind: RefundKind; debtor: { name?: string; org_number?: string } };
  rows: SentRefund[];
};

const COLUMNS = "id, created_at, kind, day, iban, bic, refunds, sum_ore, by_id" as const;
const PAGE_SIZE = 50;
/** The interval of the fetches, in milliseconds: drivers leave accounts, and other admins approve. */
const POLL_MS = 15_000;

export const refundQueries = {
  all: ["refunds"] as const,

  /** The cases with money that is owed to drivers, oldest first. */
  owed: (project: string) =>
    queryOptions({
      queryKey: ["refunds", "owed", project] as const,
      queryFn: (acting) => callFunction<{ has_more: boolean; rows: OwedCase[] }>(acting, "list_refunds", { project }),
      refetchInterval: POLL_MS,
    }),

  /** The files of a place, newest first. */
  files: (project: string) =>
    listNewest({
      queryKey: ["refunds", "files", project],
      size: PAGE_SIZE,
      refetchInterval: POLL_MS,
      rows: (client) => client.from("refund_files").select(COLUMNS).eq("project_id", project),
    }),
};

/** The content of a file. @throws DataError */
export const readRefundFile = (acting: ActingPerson, fileId: string): Promise<WholeRefundFile> =>
  callFunction<WholeRefundFile>(acting, "read_refund_file", { file_id: fileId });
