/** Keeps the roster of units live (document 2 §4, §7). */
import { useQueryClient } from "@tanstack/react-query";
import { refetchAll } from "../define-live.ts";
import { useChangeOf } from "../during-fetch.ts";
import { type Change, useLive } from "../live.ts";
import { afterOwnChange, isOwnPress } from "./own-changes.ts";
import { type Unit, unitQueries } from "./queries.ts";
import { applyUnitChange, type UnitNews } from "./roster.ts";

/** The news of each change that was told at one place of the screen. */
const told = new WeakMap<Change<"units">, UnitNews>();

/** Keeps the roster live. @param onNews gets the changes by other people while the screen is open. */
export function useLiveUnits(onNews: (news: UnitNews) => void): void {
  const cache = useQueryClient();
  const { queryKey } = unitQueries.roster();
  const apply = useChangeOf(queryKey, (change: Change<"units">): UnitNews | undefined => {
    const roster = cache.getQueryData<Unit[]>(queryKey);
    if (roster === undefined) return undefined;
    const after = applyUnitChange(roster, change);
    if (after.roster !== roster) cache.setQueryData<readonly Unit[]>(queryKey, after.roster);
    return after.news;
  });

  function handle(change: Change<"units">) {
    // A screen follows the roster at several places, and the first of them makes the change known.
    const news = apply(change) ?? told.get(change);
    if (news === undefined) return;
    told.set(change, news);
    if (!isOwnPress()) onNews(news);
  }

  useLive(
    { table: "units" },
    (change) => {
      const id = change.eventType === "DELETE" ? change.old.id : change.new.id;
      if (id !== undefined) afterOwnChange(id, () => handle(change));
    },
    () => refetchAll(cache, [queryKey]),
  );
}
