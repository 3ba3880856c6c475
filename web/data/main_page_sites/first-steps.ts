/** How far a new installation has come. */
import { queryOptions } from "@tanstack/react-query";
import { getClient } from "../client.ts";
import { unwrap } from "../unwrap.ts";
import { siteQueries } from "./queries.ts";

export type FirstSteps = { has_site: boolean; has_admin: boolean; has_attendant: boolean };

/** Whether there is a site, an admin of one, and an attendant. Sites that change have it fetched again. */
export const firstStepsQuery = () =>
  queryOptions({
    queryKey: [...siteQueries.all, "first-steps"] as const,
    queryFn: async ({ signal }): Promise<FirstSteps> => {
      const client = await getClient();
      return unwrap(await client.rpc("get_first_steps").abortSignal(signal).single());
    },
  });
