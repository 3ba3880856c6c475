/** All units off duty at once, and back within ten minutes (document 5 §3). */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ActingPerson, useActingPerson } from "../acting.ts";
import { ask } from "../ask.ts";
import { whileConnected } from "../contact.ts";
import { queryOptions } from "../use-query.ts";
import { asOwnPress } from "./own-changes.ts";
import { unitQueries } from "./queries.ts";

/** A unit that stays as it is, by its number, and the reason. */
export type KeptUnit<Why extends string> = { unit: string; why: Why };
export type OffDutyAnswer = {
  outcome: "set";
  /** The numbers of the units that went off duty. */
  changed: string[];
  kept: KeptUnit<"off-duty" | "alarm" | "on-call">[];
};
export type UndoOffDutyAnswer =
  | { outcome: "undone"; restored: string[]; kept: KeptUnit<"changed" | "gone">[] }
  | { outcome: "too_late" };

/** Sets the units of a location off duty; null means all units. */
export const setAllOffDuty = async (
  acting: ActingPerson,
  { batchId, location }: { batchId: string; location: string | null },
) =>
  (await ask(acting, (client) =>
    client.rpc("set_all_off_duty", {
      batch_id: batchId,
      // The generated type lacks null.
      location: location as string,
      include_on_calls: false,
      acting_as: acting.id,
    }),
  )) as OffDutyAnswer;

/** Takes a batch back; a unit whose status somebody has set since keeps it. */
export const undoAllOffDuty = async (
  acting: ActingPerson,
  { batchId, eventId }: { batchId: string; eventId: string },
) =>
  (await ask(acting, (client) =>
    client.rpc("undo_all_off_duty", { batch_id: batchId, event_id: eventId, acting_as: acting.id }),
  )) as UndoOffDutyAnswer;

/** The time in which a batch is taken back, in milliseconds: a little less than the ten minutes of the database. */
export const UNDO_ALL_MS = 590_000;

/** As many as there are units on calls (document 5 §10). */
const ON_CALLS_LIMIT = 1000;

export const offDutyQueries = {
  /** The units that are on an open call, by their id. */
  onCalls: () =>
    queryOptions({
      queryKey: ["call_units", "on calls"] as const,
      queryFn: async (acting, { signal }): Promise<(string | null)[]> => {
        const sent = await ask(acting, (client) =>
          client
            .from("call_units")
            .select("unit_id")
            .is("cleared_at", null)
            .order("id")
            .limit(ON_CALLS_LIMIT)
            .abortSignal(signal),
        );
        return sent.map(({ unit_id }) => unit_id);
      },
    }),
  /** The latest batch that may still be taken back: its id and its moment; null when there is none. */
  latest: () =>
    queryOptions({
      queryKey: ["unit_status_events", "off duty"] as const,
      staleTime: 0,
      queryFn: async (acting, { signal }): Promise<{ batchId: string; at: string } | null> => {
        const event = await ask(acting, (client) =>
          client
            .from("unit_status_events")
            .select("batch_id, at, cause")
            .in("cause", ["all_off", "clock", "undo"])
            // Any batch: a null is not greater.
            .gte("batch_id", "00000000-0000-0000-0000-000000000000")
            .gt("at", new Date(Date.now() - UNDO_ALL_MS).toISOString())
            .order("at", { ascending: false })
            .limit(1)
            .abortSignal(signal)
            .maybeSingle(),
        );
        if (event === null || event.batch_id === null || event.cause === "undo") return null;
        return { batchId: event.batch_id, at: event.at };
      },
    }),
};

const define = <Input, Answer>(call: (acting: ActingPerson, input: Input) => Promise<Answer>) =>
  function useOffDuty() {
    const acting = useActingPerson();
    const cache = useQueryClient();
    return useMutation({
      mutationFn: (input: Input) => asOwnPress(() => whileConnected(() => call(acting, input))),
      onSettled: () =>
        Promise.all(
          [unitQueries.roster().queryKey, offDutyQueries.latest().queryKey].map((queryKey) =>
            cache.invalidateQueries({ queryKey }),
          ),
        ),
    });
  };

export const useSetAllOffDuty = define(setAllOffDuty);
export const useUndoAllOffDuty = define(undoAllOffDuty);
