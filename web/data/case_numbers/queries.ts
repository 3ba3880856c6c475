/** Reads the unused case numbers on phones, for a site's admins (document 4 §4). */
import { queryOptions } from "@tanstack/react-query";
import { callFunction } from "../call-function.ts";

/** A person with unused numbers: how many, how many on phones that reported within a day, and the latest report. */
export type NumberHolder = { user_id: string; unused: number; held: number; latest: string };

export const caseNumberQueries = {
  all: ["case_numbers"] as const,

  /** The people with unused numbers at a project, the latest report first. */
  holders: (project: string) =>
    queryOptions({
      queryKey: ["case_numbers", "holders", project] as const,
      queryFn: async () => (await callFunction<{ people: NumberHolder[] }>("list_unused_numbers", { project })).people,
    }),
};
