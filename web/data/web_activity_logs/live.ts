/** Keeps the attendants' activity live. */
import { ACTIVITY_LOG_LIMIT } from "#contract/limits.ts";
import { defineLiveLists } from "../define-live.ts";
import { type ActivityEntry, activityQueries } from "./queries.ts";

/** Adds new activity of a project's attendants at the top of its list, and keeps the newest 100 (document 1 §7). */
export const useLiveActivity = defineLiveLists((project: string) => ({
  table: "web_activity_logs",
  // A live change lacks the generated column page_project, so the project is read from the address.
  filter: "user_type=eq.attendant",
  lists: activityQueries.attendantsOf(project).queryKey,
  apply: (entries: ActivityEntry[], change) =>
    change.eventType === "INSERT" && isOnPageOf(change.new.page_url, project)
      ? withEntry(entries, change.new)
      : entries,
}));

/** Whether an address belongs to a project: its path begins with /{project}/, as in the column page_project. */
export const isOnPageOf = (pageUrl: string, project: string): boolean =>
  /^(?:https?:\/\/[^/]+)?\/([^/?#]+)\//.exec(pageUrl)?.[1] === project;

/** The entries with a new entry at its place, limited to the newest 100; the same list when it has the entry. */
export function withEntry(entries: ActivityEntry[], entry: ActivityEntry): ActivityEntry[] {
  if (entries.some(({ id }) => id === entry.id)) return entries;
  const at = entries.findIndex(({ created_at: createdAt }) => createdAt <= entry.created_at);
  return entries.toSpliced(at === -1 ? entries.length : at, 0, entry).slice(0, ACTIVITY_LOG_LIMIT);
}
