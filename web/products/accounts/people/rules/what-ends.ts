import type { ListedPerson } from "#data/people/queries.ts";
import type { peopleTexts } from "../people-texts.ts";

type Held = Pick<ListedPerson, "user_id" | "car" | "is_on_clock" | "planned_places" | "asked_places">;

/** What a deactivation ends of all that somebody has now, beside the logins, a line each (document 5 §8). */
export function whatEnds(
  { user_id: id, car, is_on_clock: isOnClock, planned_places: planned, asked_places: asked }: Held,
  texts: (typeof peopleTexts)["sv" | "en"],
): string[] {
  return [
    ...(isOnClock ? [texts.endsTurn(id)] : []),
    ...(car === null ? [] : [texts.endsCar(id, car)]),
    ...((planned ?? 0) > 0 ? [texts.endsPlaces(id, planned ?? 0)] : []),
    ...((asked ?? 0) > 0 ? [texts.endsRequests(id, asked ?? 0)] : []),
  ];
}
