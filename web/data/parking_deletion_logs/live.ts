/** Keeps the log of removed parkings live. */
import type { InfiniteData } from "@tanstack/react-query";
import { defineLiveLists } from "../define-live.ts";
import type { DeletionCursor } from "../keyset-pager.ts";
import { type ParkingDeletion, parkingDeletionQueries } from "./queries.ts";

export type DeletionPages = InfiniteData<ParkingDeletion[], DeletionCursor | null>;

export const useLiveParkingDeletions = defineLiveLists((project: string) => ({
  table: "parking_deletion_logs",
  filter: `project_id=eq.${project}`,
  lists: parkingDeletionQueries.list(project).queryKey,
  apply: (data: DeletionPages, change) => (change.eventType === "INSERT" ? withDeletion(data, change.new) : data),
}));

/** The pages with a new row at its place; the same object when they have it. */
export function withDeletion(data: DeletionPages, row: ParkingDeletion): DeletionPages {
  if (data.pages.some((page) => page.some(({ id }) => id === row.id))) return data;
  const [first = [], ...others] = data.pages;
  const at = first.findIndex(({ deleted_at: deletedAt }) => deletedAt <= row.deleted_at);
  return { ...data, pages: [first.toSpliced(at === -1 ? first.length : at, 0, row), ...others] };
}
