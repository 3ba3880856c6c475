// What a route needs of the counters: it counts at the route that does something, and says there which limit that is.
import type { Counters } from "./counters.ts";

export type Limits = Pick<Counters, "count" | "countAhead" | "forgive" | "takeBack">;

/** The profile `specified` has no limits (decisions §4). */
export const NO_LIMITS: Limits = {
  count: () => Promise.resolve(null),
  countAhead: () => Promise.resolve(null),
  forgive: () => Promise.resolve(),
  takeBack: () => Promise.resolve(),
};
