/** Reads the settings of dispatch (document 5 §3). */
import { ask } from "../ask.ts";
import type { Row } from "../live.ts";
import { queryOptions } from "../use-query.ts";

export type DispatchSettings = Pick<
  Row<"dispatch_settings">,
  | "off_duty_status"
  | "assigned_status"
  | "on_scene_status"
  | "cleared_status"
  | "waiting_limits"
  | "off_duty_at"
  | "off_duty_skipped_on"
  | "results"
>;

const COLUMNS =
  "off_duty_status, assigned_status, on_scene_status, cleared_status, waiting_limits, off_duty_at, off_duty_skipped_on, results" as const;

export const dispatchSettingsQueries = {
  /** The settings of dispatch; null only where somebody removed the row by hand. */
  own: () =>
    queryOptions({
      queryKey: ["dispatch_settings"] as const,
      queryFn: (acting, { signal }): Promise<DispatchSettings | null> =>
        ask(acting, (client) =>
          client.from("dispatch_settings").select(COLUMNS).eq("project_id", "721075").abortSignal(signal).maybeSingle(),
        ),
    }),
};
