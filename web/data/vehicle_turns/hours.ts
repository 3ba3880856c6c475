/** Hours and kilometres of chauffeurs in a period, for the taxi's admin (document 5 §4). */
import { keepPreviousData } from "@tanstack/react-query";
import type { ActingPerson } from "../acting.ts";
import { ask } from "../ask.ts";
import { queryOptions } from "../use-query.ts";

/** A chauffeur's sums; without a chauffeur the kilometres that nobody drove. */
export type HoursRow = { chauffeur: string | null; turns: number; hours: number; km: number; without_km: number };

export const taxiHoursQueries = {
  /** The sums from one day to another (`yyyy-MM-dd`), both included. */
  ofPeriod: (acting: ActingPerson, project: string, from: string, to: string) =>
    queryOptions({
      queryKey: ["vehicle_turns", project, "hours", from, to] as const,
      placeholderData: keepPreviousData,
      queryFn: async (_, { signal }): Promise<HoursRow[]> => {
        const answer = await ask(acting, (client) =>
          client.rpc("taxi_hours", { project, from, to, acting_as: acting.id }).abortSignal(signal),
        );
        return (answer as { rows: HoursRow[] }).rows;
      },
    }),
};
