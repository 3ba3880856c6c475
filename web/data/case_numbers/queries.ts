/** Reads the unused case numbers on phones, for a site's admins (document 4 §4). */
import { callFunction } from "../call-function.ts";
import { queryOptions } from "../use-query.ts";

/** A person with unused numbers: how many, how many on phones that reported within a day, and the latest report. */
export type NumberHolder = { user_id: string; unused: number; held: number; latest: string };

export const caseNumberQueries = {
  all: ["case_numbers"] as const,

  /** The people with unused numbers at a project, the latest report first. */
  holders: (project: string) =>
    queryOptions({
      queryKey: ["case_numbers", "holders", project] as const,
      queryFn: async (acting) =>
        (await callFunction<{ people: NumberHolder[] }>(acting, "list_unused_numbers", { project })).people,
    }),
};
