/** The cached pages of the lists of cases, and what changes do to them. */
import { type KeysetPages, withoutRow, withRow } from "../keyset-pages.ts";
import type { Change } from "../live.ts";
import { type CaseScope, isInList } from "./lists.ts";
import { type ListedCase, toListed } from "./queries.ts";

export type CasePages = KeysetPages<ListedCase>;

/** The pages of a list after a change: a case that belongs to it comes at its place, one that does not any more leaves. */
export function applyCaseChange(
  data: CasePages,
  change: Change<"fines">,
  scope: Omit<CaseScope, "project">,
): CasePages {
  if (change.eventType === "DELETE") return change.old.id === undefined ? data : withoutRow(data, change.old.id);
  const row = toListed(change.new);
  return isInList(row, scope) ? withRow(data, row) : withoutRow(data, row.id);
}
