/** Reads the settings of the taxi (document 5 §4). */
import { ask } from "../ask.ts";
import type { Row } from "../live.ts";
import { queryOptions } from "../use-query.ts";

export type TaxiSettings = Pick<Row<"taxi_settings">, "max_hours" | "takeover_hours" | "warn_minutes"> & {
  handover: "off" | "ask" | "require";
};

/** The settings of a project that has no row: those of document 2. */
export const DOCUMENT_2: TaxiSettings = { handover: "off", max_hours: null, takeover_hours: null, warn_minutes: 30 };

export const taxiSettingsQueries = {
  ofProject: (project: string) =>
    queryOptions({
      queryKey: ["taxi_settings", project] as const,
      queryFn: async (acting, { signal }): Promise<TaxiSettings> => {
        const row = await ask(acting, (client) =>
          client
            .from("taxi_settings")
            .select("handover, max_hours, takeover_hours, warn_minutes")
            .eq("project_id", project)
            .limit(1)
            .abortSignal(signal)
            .maybeSingle(),
        );
        return (row as TaxiSettings | null) ?? DOCUMENT_2;
      },
    }),
};
