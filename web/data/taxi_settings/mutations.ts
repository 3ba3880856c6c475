/** Changes the settings of the taxi (document 5 §1). A setting that somebody changed since it was read is not overwritten. */
import type { ActingPerson } from "../acting.ts";
import { ask } from "../ask.ts";
import { definePersonMutation } from "../define-mutation.ts";
import type { TaxiSettings } from "./queries.ts";

export type SettingsAnswer =
  | { outcome: "set" | "unchanged" | "gone" }
  | { outcome: "changed"; now: Partial<TaxiSettings>; by: string | null; at: string | null };

export const setTaxiSettings = async (
  acting: ActingPerson,
  input: { project: string; eventId: string; expected: Partial<TaxiSettings>; changes: Partial<TaxiSettings> },
) =>
  (await ask(acting, (client) =>
    client.rpc("set_settings", {
      product: "taxi",
      project: input.project,
      event_id: input.eventId,
      expected: input.expected,
      changes: input.changes,
      acting_as: acting.id,
    }),
  )) as SettingsAnswer;

export const useSetTaxiSettings = definePersonMutation(setTaxiSettings, [["taxi_settings"]]);
