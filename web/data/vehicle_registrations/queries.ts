/** Reads which chauffeur has which car of a project. */
import { TAXI } from "#contract/limits.ts";
import { unwrap } from "../unwrap.ts";
import { type Slot, slotOf } from "./slots.ts";
import { queryOptions } from "../use-query.ts";

/** A taken slot: the chauffeur, and the time of the start. */
export type Registration = { id: string; chauffeurId: string; slot: Slot; takenAt: string };

const COLUMNS = "id, chauffeur_id, created_at, item_1, item_2, item_3, item_4, item_5, item_6" as const;

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
            .select(COLUMNS)
            .eq("project_id", project)
            .order("created_at")
            .limit(TAXI.slots)
            .abortSignal(signal),
        );
        return rows.flatMap(({ id, chauffeur_id: chauffeurId, created_at: takenAt, ...columns }) => {
          const slot = slotOf(columns);
          return slot === undefined ? [] : [{ id, chauffeurId, slot, takenAt }];
        });
      },
    }),
};
