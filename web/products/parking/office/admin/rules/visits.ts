import type { ActivityEntry } from "#data/web_activity_logs/queries.ts";

/**
 * A line of a visit. An attempt and its result are one line, and so are repetitions. `attempts` counts the attempts that a result belongs
 * to, one each time.
 */
export type VisitLine = { entry: ActivityEntry; times: number; attempts: number };

/** A visit: the activity of one person without a long pause, newest first. */
export type Visit = { id: string; userId: string; from: string; to: string; lines: VisitLine[] };

export type ActivityTopic = "parkings" | "fines" | "shifts";

/** The pause after which a new visit begins, in milliseconds. */
const PAUSE_MS = 30 * 60_000;

/** Logged attempts, each with the beginning of the names under which its results are logged. */
const ATTEMPTS: Record<string, string> = {
  fetch_parkings_attempt: "fetch_parkings_",
  delete_parking: "delete_parking_",
  ticket_copy_attempt: "ticket_cop",
  ticket_save_attempt: "ticket_save",
};

/** The topics of actions, by the beginning of the name. Other actions, such as an opened page, appear only in the list of all. */
const TOPICS: [start: string, ActivityTopic][] = [
  ["fetch_parkings", "parkings"],
  ["delete_parking", "parkings"],
  ["toggle_search", "parkings"],
  ["search_parking", "parkings"],
  ["ticket_", "fines"],
  ["navigate_to_generate_ticket", "fines"],
  ["click_create_report", "fines"],
  ["navigate_to_shift", "shifts"],
  ["shift_", "shifts"],
];

/** The topic of an action; undefined when it has none. */
export const topicOf = (action: string): ActivityTopic | undefined =>
  TOPICS.find(([start]) => action.startsWith(start))?.[1];

/** Whether an action failed. */
export const isFailure = (action: string): boolean => action.endsWith("_failed");

/**
 * The entries by person and visit: the visit with the newest entry first, and in it the newest line first.
 * @param entries newest first (document 1 §7).
 */
export function visitsOf(entries: readonly ActivityEntry[]): Visit[] {
  const visits: Visit[] = [];
  const open = new Map<string, Visit>();
  for (const entry of entries) {
    const last = open.get(entry.user_id);
    const isSame = last !== undefined && entry.action !== "logout" && isSoonBefore(entry.created_at, last.from);
    const visit = isSame ? last : newVisit(entry);
    if (!isSame) {
      visits.push(visit);
      open.set(entry.user_id, visit);
    }
    visit.from = entry.created_at;
    addLine(visit.lines, entry);
  }
  return visits;
}

const newVisit = ({ id, user_id: userId, created_at: moment }: ActivityEntry): Visit => ({
  id,
  userId,
  from: moment,
  to: moment,
  lines: [],
});

const isSoonBefore = (earlier: string, later: string) => Date.parse(later) - Date.parse(earlier) < PAUSE_MS;

/** Adds an older entry: as a part of its own result or repetition, or else as a new line. */
function addLine(lines: VisitLine[], entry: ActivityEntry): void {
  const result = lines.findLast((line) => isResultOf(line, entry));
  const newer = lines.at(-1);
  if (result !== undefined) result.attempts += 1;
  else if (newer !== undefined && isSameAgain(newer.entry, entry)) newer.times += 1;
  else lines.push({ entry, times: 1, attempts: 0 });
}

/** Whether a newer line is the result of this attempt: about the same page and thing, and of no other attempt yet. */
function isResultOf({ entry: newer, times, attempts }: VisitLine, attempt: ActivityEntry): boolean {
  const result = Object.hasOwn(ATTEMPTS, attempt.action) ? ATTEMPTS[attempt.action] : undefined;
  if (result === undefined || newer.action === attempt.action || !newer.action.startsWith(result)) return false;
  return attempts < times && newer.page_url === attempt.page_url && isOfSameThing(newer, attempt);
}

/** Whether two entries agree in all facts that both have. */
function isOfSameThing(one: ActivityEntry, other: ActivityEntry): boolean {
  const facts = factsOf(other);
  return Object.entries(factsOf(one)).every(
    ([name, fact]) => !Object.hasOwn(facts, name) || JSON.stringify(facts[name]) === JSON.stringify(fact),
  );
}

const factsOf = ({ additional_data: data }: ActivityEntry) =>
  typeof data === "object" && data !== null && !Array.isArray(data) ? data : {};

const isSameAgain = (newer: ActivityEntry, older: ActivityEntry) =>
  newer.action === older.action &&
  newer.page_url === older.page_url &&
  JSON.stringify(newer.additional_data) === JSON.stringify(older.additional_data);
