/** Reads the notes that operators leave for the next shift (document 5 §3). */
import { ask } from "../ask.ts";
import type { Row } from "../live.ts";
import { queryOptions } from "../use-query.ts";

/** A note. `about` is the number of the unit or call that the note is of, and outlives both. */
export type OperatorNote = Pick<
  Row<"operator_notes">,
  "id" | "created_at" | "text" | "unit_id" | "call_id" | "about" | "by" | "done_by" | "done_at"
>;

const COLUMNS = "id, created_at, text, unit_id, call_id, about, by, done_by, done_at" as const;

/** More notes than shifts leave open, and the finished ones that a list shows. */
const OPEN_LIMIT = 200;
const DONE_LIMIT = 50;

/** The key of both lists. */
export const NOTES_KEY = ["operator_notes"] as const;

export const operatorNoteQueries = {
  /** The notes that nobody finished, newest first. */
  open: () =>
    queryOptions({
      queryKey: [...NOTES_KEY, "open"] as const,
      queryFn: (acting, { signal }): Promise<OperatorNote[]> =>
        ask(acting, (client) =>
          client
            .from("operator_notes")
            .select(COLUMNS)
            .is("done_at", null)
            .order("created_at", { ascending: false })
            .order("id", { ascending: false })
            .limit(OPEN_LIMIT)
            .abortSignal(signal),
        ),
    }),

  /** The latest finished notes, the last finished first. */
  done: () =>
    queryOptions({
      queryKey: [...NOTES_KEY, "done"] as const,
      queryFn: (acting, { signal }): Promise<OperatorNote[]> =>
        ask(acting, (client) =>
          client
            .from("operator_notes")
            .select(COLUMNS)
            // Any moment: a null is not greater.
            .gte("done_at", "1970-01-01T00:00:00Z")
            .order("done_at", { ascending: false })
            .order("id", { ascending: false })
            .limit(DONE_LIMIT)
            .abortSignal(signal),
        ),
    }),
};
