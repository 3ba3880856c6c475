/** Keeps the attendants' activity live. */
import { ACTIVITY_LOG_LIMIT } from "#contract/limits.ts";
import { defineLiveLists } from "../define-live.ts";
import { type ActivityEntry, activityQueries } from "./queries.ts";

/** Puts what a project's attendants do at the top of its list, and keeps the newest 100 (document 1 §7). */
export const useLiveActivity = defineLiveLists((project: string) => ({
  table: "web_activity_logs",
  // A change comes without the generated page_project: whose project it is is looked up in the address.
  filter: "user_type=eq.attendant",
  lists: activityQueries.attendantsOf(project).queryKey,
  apply: (entries: ActivityEntry[], change) =>
    change.eventType === "INSERT" && isOnPageOf(change.new.page_url, project)
      ? withEntry(entries, change.new)
      : entries,
}));

/** Whether an address lies in a project: its path begins with /{project}/, as the column page_project says it. */
export const isOnPageOf = (pageUrl: string, project: string): boolean =>
  /^(?:https?:\/\/[^/]+)?\/([^/?#]+)\//.exec(pageUrl)?.[1] === project;

/** The entries with a new one in its place, the newest 100 of them; the same list when it has it. */
export function withEntry(entries: ActivityEntry[], entry: ActivityEntry): ActivityEntry[] {
  if (entries.some(({ id }) => id === entry.id)) return entries;
  const at = entries.findIndex(({ created_at: createdAt }) => createdAt <= entry.created_at);
  return entries.toSpliced(at === -1 ? entries.length : at, 0, entry).slice(0, ACTIVITY_LOG_LIMIT);
}
