/** Changes the settings of dispatch, and leaves units on duty for a day (document 5 §3). */
import type { ActingPerson } from "../acting.ts";
import { ask } from "../ask.ts";
import { whileConnected } from "../contact.ts";
import { definePersonMutation } from "../define-mutation.ts";
import { type DispatchSettings, dispatchSettingsQueries } from "./queries.ts";

export type SettingsChanges = Partial<Omit<DispatchSettings, "off_duty_skipped_on">>;
export type SettingsAnswer =
  | { outcome: "set" | "unchanged" }
  | { outcome: "changed"; now: SettingsChanges; by: string | null; at: string | null };
export type SkipAnswer = { outcome: "skipped" | "unchanged" | "too_late"; day: string };

type Change = { eventId: string; expected: SettingsChanges; changes: SettingsChanges };

/** Changes some settings. @param change.expected the old values of the changed fields. */
export const setDispatchSettings = async (acting: ActingPerson, { eventId, expected, changes }: Change) =>
  (await ask(acting, (client) =>
    client.rpc("set_settings", {
      product: "dispatch",
      project: "721075",
      event_id: eventId,
      expected,
      changes,
      acting_as: acting.id,
    }),
  )) as SettingsAnswer;

/** Leaves units on duty on a day. */
export const skipOffDuty = (acting: ActingPerson, { day }: { day: string }) =>
  whileConnected(
    async () =>
      (await ask(acting, (client) => client.rpc("skip_off_duty", { day, acting_as: acting.id }))) as SkipAnswer,
  );

export const useSetDispatchSettings = definePersonMutation(setDispatchSettings, [
  dispatchSettingsQueries.own().queryKey,
]);
export const useSkipOffDuty = definePersonMutation(skipOffDuty, [dispatchSettingsQueries.own().queryKey]);
