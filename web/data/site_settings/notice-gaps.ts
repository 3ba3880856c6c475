/** The parts that a site's notices lack (document 4 §4, `issue_fine`), known before a fine is filled in. */
import type { NoticeGap } from "#contract/cases.ts";
import { driverOrigin } from "#shared/own-address.ts";
import { ask } from "../ask.ts";
import { queryOptions } from "../use-query.ts";

/** The missing parts of a site's notices, as this page would make them; empty when nothing is missing. */
export const noticeGapsQuery = (project: string) =>
  queryOptions({
    queryKey: ["site_settings", project, "gaps"] as const,
    queryFn: async (acting, { signal }): Promise<NoticeGap[]> => {
      const address = driverOrigin();
      const asked = { project, ...(address !== undefined && { address }) };
      return (await ask(acting, (client) => client.rpc("notice_gaps", asked).abortSignal(signal))) as NoticeGap[];
    },
  });
