import type { ShiftStatus } from "#data/shift_registrations/queries.ts";
import { shiftTexts } from "../shift-texts.ts";

/** The toast about a change of the attendant's shift. */
export type ShiftNotice = { kind: "success" | "info"; text: string };

type Happened =
  | { eventType: "INSERT" | "UPDATE"; new: { id: string; status: string } }
  | { eventType: "DELETE"; old: { id?: string } };

/**
 * The toast for a change (document 1 §8); undefined for this window's own registration, and for an update that is no review.
 * @param known the shifts before the change; @param sentHere keys of the shifts that this window registered.
 */
export function shiftNotice(
  change: Happened,
  known: ReadonlyMap<string, ShiftStatus>,
  sentHere: ReadonlySet<string>,
): ShiftNotice | undefined {
  const { list } = shiftTexts;
  if (change.eventType === "DELETE") return { kind: "info", text: list.removed };
  const { id, status } = change.new;
  if (change.eventType === "INSERT") return sentHere.has(id) ? undefined : { kind: "info", text: list.inserted };
  if (known.get(id) === status) return undefined;
  if (status === "approved") return { kind: "success", text: list.approved };
  return status === "rejected" ? { kind: "info", text: list.rejected } : undefined;
}
