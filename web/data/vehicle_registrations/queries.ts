/** Reads which chauffeur has which car of a project. */
import { TAXI } from "#contract/limits.ts";
import { unwrap } from "../unwrap.ts";
import { type Slot, type SlotColumns, SLOTS, slotOf } from "./slots.ts";
import type { VehicleTurn } from "../vehicle_turns/queries.ts";
import { queryOptions } from "../use-query.ts";

/** A taken slot: the chauffeur, and the time of the start. */
export type Registration = { id: string; chauffeurId: string; slot: Slot; takenAt: string };

export const REGISTRATION_COLUMNS =
  "id, chauffeur_id, created_at, item_1, item_2, item_3, item_4, item_5, item_6" as const;

type RegistrationRow = SlotColumns & { id: string; chauffeur_id: string; created_at: string };

/** A row as a taken slot; undefined for a row that marks none. */
export function registrationOf(row: RegistrationRow): Registration | undefined {
  const slot = slotOf(row);
  return slot === undefined ? undefined : { id: row.id, chauffeurId: row.chauffeur_id, slot, takenAt: row.created_at };
}

/** The taken slot that the database registers for a turn; undefined for a car beyond document 2's six. */
export function registrationOfTurn(turn: Pick<VehicleTurn, "id" | "chauffeur_id" | "slot" | "taken_at">) {
  const slot = SLOTS.find((each) => each === turn.slot);
  return slot && { id: turn.id, chauffeurId: turn.chauffeur_id, slot, takenAt: turn.taken_at };
}

export const registrationQueries = {
  /** The taken slots of a project (document 2 §7): six at most. */
  ofProject: (project: string) =>
    queryOptions({
      queryKey: ["vehicle_registrations", "project", project] as const,
      queryFn: async (acting, { signal }): Promise<Registration[]> => {
        const client = await acting.client();
        const rows = unwrap(
          await client
            .from("vehicle_registrations")
            .select(REGISTRATION_COLUMNS)
            .eq("project_id", project)
            .order("created_at")
            .limit(TAXI.slots)
            .abortSignal(signal),
        );
        return rows.flatMap((row) => registrationOf(row) ?? []);
      },
    }),
};
