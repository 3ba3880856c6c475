/** Changes the rules of bidding that new properties start with (document 5 §1, §5). */
import type { Acting } from "../acting.ts";
import { ask } from "../ask.ts";
import { defineMutation } from "../define-mutation.ts";
import type { BiddingRules } from "../properties/queries.ts";
import { estateSettingsQueries } from "./queries.ts";

export type RulesChange = {
  eventId: string;
  /** The old values of the changed rules, as the screen showed them. */
  expected: Partial<BiddingRules>;
  changes: Partial<BiddingRules>;
  agent: string;
};

export type SettingsAnswer =
  | { outcome: "set" | "unchanged" | "gone" }
  | { outcome: "changed"; now: Partial<BiddingRules>; by: string | null; at: string | null };

export const setEstateSettings = async (acting: Acting, { eventId, expected, changes, agent }: RulesChange) =>
  (await ask(acting, (client) =>
    client.rpc("set_settings", {
      product: "estate",
      project: "YSTAD",
      event_id: eventId,
      expected,
      changes,
      acting_as: agent,
    }),
  )) as SettingsAnswer;

export const useSetEstateSettings = defineMutation(setEstateSettings, [estateSettingsQueries.all]);
