/** Keeps calls, their units and what happened to them live (document 5 §10). */
import { defineLive } from "../define-live.ts";
import { offDutyQueries } from "../units/off-duty.ts";
import { CALLS_KEY, callQueries } from "./queries.ts";

/** The lists of calls. An event follows each change of a call and of its units, so the lists need no second source, but for an erased row. */
export const useLiveCalls = defineLive(() => ({
  table: "call_events",
  refetch: () => [CALLS_KEY, offDutyQueries.onCalls().queryKey],
}));

/** The log of one call. */
export const useLiveCallEvents = defineLive((callId: string) => ({
  table: "call_events",
  filter: `call_id=eq.${callId}`,
  refetch: () => [callQueries.events(callId).queryKey],
}));
