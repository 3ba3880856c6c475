/** The progress of a new installation. */
import type { NoticeGap } from "#contract/cases.ts";
import { driverOrigin } from "#shared/own-address.ts";
import { ask } from "../ask.ts";
import { unwrap } from "../unwrap.ts";
import { siteQueries } from "./queries.ts";
import { queryOptions } from "../use-query.ts";

export type FirstSteps = { has_site: boolean; has_admin: boolean; has_attendant: boolean };

/** A site whose notices lack something. */
export type SiteWithGaps = { name: string; gaps: NoticeGap[] };

/** The newest sites whose notices lack something in this installation. In `hardened` no fine can be issued there. */
export const sitesWithGapsQuery = () =>
  queryOptions({
    queryKey: [...siteQueries.all, "notice-gaps"] as const,
    queryFn: async (acting, { signal }): Promise<SiteWithGaps[]> => {
      const address = driverOrigin();
      const client = await acting.client();
      const call = client.rpc("list_notice_gaps", address === undefined ? {} : { address });
      return unwrap(await call.abortSignal(signal)) as SiteWithGaps[];
    },
  });

/** Whether there is a site, an admin and an attendant. It is fetched again when sites change. */
export const firstStepsQuery = () =>
  queryOptions({
    queryKey: [...siteQueries.all, "first-steps"] as const,
    queryFn: (acting, { signal }): Promise<FirstSteps> =>
      ask(acting, (client) => client.rpc("get_first_steps").abortSignal(signal).single()),
  });
