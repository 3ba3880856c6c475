/** Changes the settings of the clock (document 5 §1, §6). A setting that somebody changed since it was read is not overwritten. */
import type { ActingPerson } from "../acting.ts";
import { ask } from "../ask.ts";
import { definePersonMutation } from "../define-mutation.ts";
import type { ClockSettings } from "./queries.ts";

export type ClockSettingsAnswer =
  | { outcome: "set" | "unchanged" }
  | { outcome: "changed"; now: Partial<ClockSettings>; by: string | null };
export type ClockSettingsChange = {
  project: string;
  eventId: string;
  expected: Partial<ClockSettings>;
  changes: Partial<ClockSettings>;
};

const setClockSettings = async (acting: ActingPerson, { project, eventId, expected, changes }: ClockSettingsChange) =>
  (await ask(acting, (client) =>
    client.rpc("set_settings", {
      product: "clock",
      project,
      event_id: eventId,
      expected,
      changes,
      acting_as: acting.id,
    }),
  )) as ClockSettingsAnswer;

export const useSetClockSettings = definePersonMutation(setClockSettings, [["clock_settings"], ["work_turns"]]);
