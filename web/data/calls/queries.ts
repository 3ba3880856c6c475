/** Reads the calls of dispatch, with the units on them and what happened (document 5 §3). */
import { keepPreviousData } from "@tanstack/react-query";
import type { Acting } from "../acting.ts";
import { ask } from "../ask.ts";
import type { Row } from "../live.ts";
import { queryOptions } from "../use-query.ts";

export type CallStatus = "waiting" | "assigned" | "on_scene" | "cleared" | "closed";

/** A unit that was sent to a call. `unit_id` is null after the unit was deleted. */
export type SentUnit = Pick<
  Row<"call_units">,
  "id" | "unit_id" | "unit_number" | "assigned_at" | "en_route_at" | "on_scene_at" | "cleared_at"
>;

/** A call as screens read it, with its units in the order in which they were sent. Who called is opened by itself. */
export type Call = Omit<Row<"calls">, "created_at" | "place_key" | "status" | "caller"> & {
  status: CallStatus;
  units: SentUnit[];
};

export type CallEvent = Pick<Row<"call_events">, "id" | "kind" | "by" | "at" | "received_at" | "data">;

const CALL_COLUMNS =
  "id, number, place, nature, priority, status, waiting_since, received_at, assigned_at, on_scene_at, closed_at, result, duplicate_of, received_by, closed_by" as const;

/** More open calls than any dispatch centre has, and the closed ones that a list shows. Their units are asked for by name, in one address. */
const OPEN_LIMIT = 100;
const CLOSED_LIMIT = 50;
/** More units than a list of calls has, each sent a few times. */
const UNITS_LIMIT = 1000;
const DAY_MS = 86_400_000;
const EVENTS_LIMIT = 500;

type StoredCall = Omit<Call, "units" | "status"> & { status: string };

/** The calls with the units that were sent to them. */
async function withUnits(acting: Acting, calls: StoredCall[], signal: AbortSignal): Promise<Call[]> {
  const units =
    calls.length === 0
      ? []
      : await ask(acting, (client) =>
          client
            .from("call_units")
            .select("id, call_id, unit_id, unit_number, assigned_at, en_route_at, on_scene_at, cleared_at")
            .in(
              "call_id",
              calls.map(({ id }) => id),
            )
            .order("assigned_at")
            .order("id")
            .limit(UNITS_LIMIT)
            .abortSignal(signal),
        );
  return calls.map((call) => ({
    ...call,
    status: call.status as CallStatus,
    units: units.filter(({ call_id }) => call_id === call.id),
  }));
}

/** The key of all lists of calls. */
export const CALLS_KEY = ["calls"] as const;

export const callQueries = {
  /** Open calls, urgent ones and those that wait longest first. */
  open: () =>
    queryOptions({
      queryKey: [...CALLS_KEY, "open"] as const,
      queryFn: async (acting, { signal }): Promise<Call[]> =>
        withUnits(
          acting,
          await ask(acting, (client) =>
            client
              .from("calls")
              .select(CALL_COLUMNS)
              .neq("status", "closed")
              .order("priority")
              .order("waiting_since")
              .order("id")
              .limit(OPEN_LIMIT)
              .abortSignal(signal),
          ),
          signal,
        ),
    }),

  /** The latest closed calls, newest first. */
  closed: () =>
    queryOptions({
      queryKey: [...CALLS_KEY, "closed"] as const,
      queryFn: async (acting, { signal }): Promise<Call[]> =>
        withUnits(
          acting,
          await ask(acting, (client) =>
            client
              .from("calls")
              .select(CALL_COLUMNS)
              .eq("status", "closed")
              .order("closed_at", { ascending: false })
              .order("id", { ascending: false })
              .limit(CLOSED_LIMIT)
              .abortSignal(signal),
          ),
          signal,
        ),
    }),

  /** The calls received in the last so many days that a unit reached, newest first. */
  reached: (days: number) =>
    queryOptions({
      queryKey: [...CALLS_KEY, "reached", days] as const,
      queryFn: async (acting, { signal }): Promise<Call[]> =>
        withUnits(
          acting,
          await ask(acting, (client) =>
            client
              .from("calls")
              .select(CALL_COLUMNS)
              .gte("received_at", new Date(Date.now() - days * DAY_MS).toISOString())
              // Any time: a null is not greater.
              .gte("on_scene_at", "1970-01-01T00:00:00Z")
              .order("received_at", { ascending: false })
              .order("id", { ascending: false })
              .limit(CLOSED_LIMIT)
              .abortSignal(signal),
          ),
          signal,
        ),
    }),

  /** What happened to a call, newest first. */
  events: (callId: string) =>
    queryOptions({
      queryKey: ["call_events", callId] as const,
      placeholderData: keepPreviousData,
      queryFn: (acting, { signal }): Promise<CallEvent[]> =>
        ask(acting, (client) =>
          client
            .from("call_events")
            .select("id, kind, by, at, received_at, data")
            .eq("call_id", callId)
            .order("received_at", { ascending: false })
            .order("id", { ascending: false })
            .limit(EVENTS_LIMIT)
            .abortSignal(signal),
        ),
    }),
};
