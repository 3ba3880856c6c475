/** Keeps notices and their receipts live (document 5 §10). */
import { defineLive } from "../define-live.ts";
import { noticeQueries } from "./queries.ts";

const useLivePublished = defineLive(() => ({ table: "notices", refetch: () => [noticeQueries.all] }));
const useLiveReceipts = defineLive(() => ({ table: "notice_receipts", refetch: () => [noticeQueries.receipts] }));

export function useLiveNotices(): void {
  useLivePublished();
  useLiveReceipts();
}
