/** Lists that are read in pages, newest first: where the next page starts. */

/** The last row of a page. */
export type NewestCursor = { created_at: string; id: string };

/** Where the page after this one starts; null when this one was not full. */
export function nextNewest(page: readonly NewestCursor[], pageSize: number): NewestCursor | null {
  const last = page.at(-1);
  return last === undefined || page.length < pageSize ? null : { created_at: last.created_at, id: last.id };
}

/**
 * PostgREST's condition for the rows after the cursor, where `created_at` is at most the cursor's: that filter is what the
 * index can start at, this one breaks ties of the same microsecond.
 */
export const afterNewest = ({ created_at: createdAt, id }: NewestCursor): string =>
  `created_at.lt."${createdAt}",id.lt."${id}"`;

/** The last row of a page of a log of removals, whose order is the time of removal. */
export type DeletionCursor = { deleted_at: string; id: string };

/** `nextNewest` for a log of removals. */
export function nextDeletion(page: readonly DeletionCursor[], pageSize: number): DeletionCursor | null {
  const last = page.at(-1);
  return last === undefined || page.length < pageSize ? null : { deleted_at: last.deleted_at, id: last.id };
}

/** `afterNewest` for a log of removals. */
export const afterDeletion = ({ deleted_at: deletedAt, id }: DeletionCursor): string =>
  `deleted_at.lt."${deletedAt}",id.lt."${id}"`;
