/** The cached pages of the queue of objections, and what changes do to them. */
import { hasRow, withoutRow, withRow } from "../keyset-pages.ts";
import type { Change } from "../live.ts";
import type { QueuedObjection, QueueOwner, QueuePages } from "./queue.ts";

/** What a live change tells of an objection: what people wrote is not among it. */
export type ToldObjection = Pick<QueuedObjection, "id" | "assigned_to"> & { decision: string | null };

/** Whether somebody has an objection; IDs are the same in any case. */
export const isWith = (assignedTo: string | null, id: string): boolean =>
  assignedTo !== null && assignedTo.toLowerCase() === id.toLowerCase();

/**
 * The pages after a change: a decided objection leaves, one that was taken says by whom. `stale` where a row belongs to the list that is
 * not on its pages: the change does not say what its row shows.
 */
export function applyObjectionChange(
  data: QueuePages,
  change: Change<"objections">,
  { whose, ownId }: { whose: QueueOwner; ownId: string },
): QueuePages | "stale" {
  if (change.eventType === "DELETE") return change.old.id === undefined ? data : withoutRow(data, change.old.id);
  const { id, assigned_to, decision }: ToldObjection = change.new;
  const belongs =
    decision === null && (whose === "all" || (whose === "none" ? assigned_to === null : isWith(assigned_to, ownId)));
  if (!belongs) return withoutRow(data, id);
  if (!hasRow(data, id)) return "stale";
  const row = data.pages.flatMap(({ rows }) => rows).find((each) => each.id === id);
  return row === undefined ? data : withRow(data, { ...row, assigned_to });
}
