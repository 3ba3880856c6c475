/** Recording what happens to a case: one call of the database's function, which refuses what the table of states does not allow. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getClient } from "../client.ts";
import type { Json } from "../database.gen.ts";
import { caseQueries } from "../fines/queries.ts";
import { unwrap } from "../unwrap.ts";

/** What staff record by hand. */
export type RecordedKind = "payment" | "withdrawn" | "reopened" | "noted" | "reviewed" | "case_viewed" | "delivered";

export type NewCaseEvent = {
  fineId: string;
  /** Made by the caller: repeated with the same one, the call changes nothing. */
  eventId: string;
  kind: RecordedKind;
  /** The last event that the screen showed. */
  expectedEvent: string;
  note?: string;
  data?: { [key: string]: Json };
  actingAs: string;
};

/**
 * Records it (document 4 §4).
 * @throws DataError with a code of CASE_REFUSALS and a text to show, such as that the case is another one by now.
 */
export async function recordCaseEvent(event: NewCaseEvent): Promise<void> {
  const client = await getClient();
  unwrap(
    await client.rpc("record_case_event", {
      fine_id: event.fineId,
      event_id: event.eventId,
      kind: event.kind,
      expected_event: event.expectedEvent,
      acting_as: event.actingAs,
      ...(event.note === undefined ? {} : { note: event.note }),
      ...(event.data === undefined ? {} : { data: event.data }),
    }),
  );
}

/** Records it, and has cases fetched again: also when it is refused, since then the screen shows an old one. */
export function useRecordCaseEvent() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: recordCaseEvent,
    onSettled: () => cache.invalidateQueries({ queryKey: caseQueries.all }),
  });
}
