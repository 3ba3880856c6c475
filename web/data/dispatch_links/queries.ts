/** Reads the open links of dispatch, which need no login (document 5 §3); their keys are not kept. */
import type { ActingPerson } from "../acting.ts";
import { ask } from "../ask.ts";
import { queryOptions } from "../use-query.ts";

/** An open link; `unit_id` and `unit_number` are null for the wall's. */
export type DispatchLink = {
  kind: "wall" | "unit";
  unit_id: string | null;
  unit_number: string | null;
  made_by: string;
  made_at: string;
};

/** The key of the list. */
export const LINKS_KEY = ["dispatch_links"] as const;

export const dispatchLinkQueries = {
  /** The open links, for the administrator. */
  open: (acting: ActingPerson) =>
    queryOptions({
      queryKey: LINKS_KEY,
      queryFn: async () => {
        const answer = await ask(acting, (client) => client.rpc("list_links", { acting_as: acting.id }));
        return (answer as { links: DispatchLink[] }).links;
      },
    }),
};
