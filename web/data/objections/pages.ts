/** The cached pages of the queue of objections, and the effect of changes on them. */
import { hasRow, withoutRow, withRow } from "../keyset-pages.ts";
import type { Change } from "../live.ts";
import type { QueuedObjection, QueueOwner, QueuePages } from "./queue.ts";

/** The columns of an objection in a live change; they do not include people's texts. */
export type ChangedObjection = Pick<QueuedObjection, "id" | "assigned_to"> & { decision: string | null };

/** Whether a person has an objection; IDs are equal in any case of letters. */
export const isWith = (assignedTo: string | null, id: string): boolean =>
  assignedTo !== null && assignedTo.toLowerCase() === id.toLowerCase();

/**
 * The pages after a change: a decided objection leaves, and a taken one shows its holder. `stale` when a row belongs to the list but is not
 * on its pages, because the change lacks its other columns.
 */
export function applyObjectionChange(
  data: QueuePages,
  change: Change<"objections">,
  { whose, ownId }: { whose: QueueOwner; ownId: string },
): QueuePages | "stale" {
  if (change.eventType === "DELETE") return change.old.id === undefined ? data : withoutRow(data, change.old.id);
  const { id, assigned_to, decision }: ChangedObjection = change.new;
  const belongs =
    decision === null && (whose === "all" || (whose === "none" ? assigned_to === null : isWith(assigned_to, ownId)));
  if (!belongs) return withoutRow(data, id);
  if (!hasRow(data, id)) return "stale";
  const row = data.pages.flatMap(({ rows }) => rows).find((each) => each.id === id);
  return row === undefined ? data : withRow(data, { ...row, assigned_to });
}
