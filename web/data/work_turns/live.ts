/** Keeps turns on the clock live (document 5 §10): people's own, and those of a site for its admin. */
import { defineLive } from "../define-live.ts";
import { workTurnQueries } from "./queries.ts";

export const useLiveWorkTurns = defineLive((filter: string) => ({
  table: "work_turns",
  filter,
  refetch: () => [workTurnQueries.all],
}));
