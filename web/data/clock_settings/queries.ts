/** Reads the settings of the clock of a site (document 5 §6). */
import { ask } from "../ask.ts";
import type { Row } from "../live.ts";
import { queryOptions } from "../use-query.ts";
import type { TurnKind } from "../work_turns/queries.ts";

export type ClockSettings = Pick<
  Row<"clock_settings">,
  "max_turn_hours" | "break_after_hours" | "min_rest_hours" | "correction_days"
>;

/** The settings of a site that has no row. */
export const FIRST_CLOCK_SETTINGS: Record<TurnKind, ClockSettings> = {
  attendant: { max_turn_hours: 16, break_after_hours: 5, min_rest_hours: 11, correction_days: 7 },
  "ase-employee": { max_turn_hours: 26, break_after_hours: null, min_rest_hours: 11, correction_days: 7 },
};

export const clockSettingsQueries = {
  ofProject: (project: string, kind: TurnKind) =>
    queryOptions({
      queryKey: ["clock_settings", project] as const,
      queryFn: async (acting, { signal }): Promise<ClockSettings> =>
        (await ask(acting, (client) =>
          client
            .from("clock_settings")
            .select("max_turn_hours, break_after_hours, min_rest_hours, correction_days")
            .eq("project_id", project)
            .limit(1)
            .abortSignal(signal)
            .maybeSingle(),
        )) ?? FIRST_CLOCK_SETTINGS[kind],
    }),
};
