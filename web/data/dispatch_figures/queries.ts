/** Reads what dispatch measures (document 5 §3). */
import { ask } from "../ask.ts";
import { queryOptions } from "../use-query.ts";

/** Units and open calls now; of the calls received within a period, those that a unit reached and the median seconds until it did. */
export type DispatchFigures = {
  on_duty: number;
  free: number;
  open_calls: number;
  reached_calls: number;
  median_seconds: number | null;
};

const DAY_MS = 86_400_000;

export const dispatchFigureQueries = {
  /** The figures of the last so many days. */
  ofDays: (days: number) =>
    queryOptions({
      queryKey: ["dispatch_figures", days] as const,
      queryFn: async (acting, { signal }): Promise<DispatchFigures> => {
        const to = Date.now();
        const period = { from: new Date(to - days * DAY_MS).toISOString(), to: new Date(to).toISOString() };
        const answer = await ask(acting, (client) => client.rpc("dispatch_figures", period).abortSignal(signal));
        return answer as DispatchFigures;
      },
    }),
};
