/** Reads the notices of the ambulance's admin, and who has read them (document 5 §7). */
import { toDateValue } from "#shared/format/dates.ts";
import { ask } from "../ask.ts";
import type { Row } from "../live.ts";
import { queryOptions } from "../use-query.ts";

export type Notice = Pick<
  Row<"notices">,
  "id" | "title" | "text" | "must_acknowledge" | "published_at" | "until" | "by"
>;
export type NoticeReceipt = Pick<Row<"notice_receipts">, "notice_id" | "person_id" | "seen_at" | "acknowledged_at">;

const NOTICE = "id, title, text, must_acknowledge, published_at, until, by" as const;
const RECEIPT = "notice_id, person_id, seen_at, acknowledged_at" as const;
/** More notices than are read, and more employees than the service has. */
const NOTICES = 100;
const EMPLOYEES = 1000;

export const noticeQueries = {
  all: ["notices"] as const,
  receipts: ["notice_receipts"] as const,
  /** The notices, newest first; `current` leaves out those whose last day has passed. */
  list: (isCurrent: boolean) =>
    queryOptions({
      queryKey: ["notices", "list", isCurrent] as const,
      queryFn: (acting, { signal }): Promise<Notice[]> =>
        ask(acting, (client) => {
          const notices = client.from("notices").select(NOTICE);
          const shown = isCurrent ? notices.or(`until.is.null,until.gte.${toDateValue(new Date())}`) : notices;
          return shown
            .order("published_at", { ascending: false })
            .order("id", { ascending: false })
            .limit(NOTICES)
            .abortSignal(signal);
        }),
    }),
  /** The receipts of an employee. */
  ownReceipts: (employeeId: string) =>
    queryOptions({
      queryKey: ["notice_receipts", "own", employeeId] as const,
      queryFn: (acting, { signal }): Promise<NoticeReceipt[]> =>
        ask(acting, (client) =>
          client
            .from("notice_receipts")
            .select(RECEIPT)
            .eq("employee_id", employeeId)
            .order("seen_at", { ascending: false })
            .order("id")
            .limit(2 * NOTICES)
            .abortSignal(signal),
        ),
    }),
  /** The receipts of a notice. */
  receiptsOf: (noticeId: string) =>
    queryOptions({
      queryKey: ["notice_receipts", "of", noticeId] as const,
      queryFn: (acting, { signal }): Promise<NoticeReceipt[]> =>
        ask(acting, (client) =>
          client
            .from("notice_receipts")
            .select(RECEIPT)
            .eq("notice_id", noticeId)
            .order("seen_at")
            .order("id")
            .limit(EMPLOYEES)
            .abortSignal(signal),
        ),
    }),
};
