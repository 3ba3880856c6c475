/** Deactivates people, and activates them again (document 5 §8). */
import { callFunction } from "../call-function.ts";
import { defineMutation } from "../define-mutation.ts";
import { type ListedPerson, peopleQueries, type PersonState } from "./queries.ts";

export type ActivityChange = {
  actingAs: string;
  person: Pick<ListedPerson, "id" | "kind" | "user_id" | "state">;
  active: boolean;
  reason: string;
  /** The key of the change; a repeated call with it changes nothing and gets the first answer. */
  eventId: string;
};

export type ActivityAnswer =
  | { outcome: "set" | "unchanged" | "last_admin" }
  | { outcome: "changed"; now: PersonState; by: string | null };

export const useSetPersonActive = defineMutation(
  (acting, { actingAs, person, active, reason, eventId }: ActivityChange) =>
    callFunction<ActivityAnswer>(acting, "set_person_active", {
      kind: person.kind,
      person_id: person.id,
      event_id: eventId,
      expected: person.state,
      active,
      reason,
      acting_as: actingAs,
    }),
  [peopleQueries.all],
);
