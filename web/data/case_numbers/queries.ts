/** Case numbers that lie unused on phones, as a site's admins see them (document 4 §4). */
import { queryOptions } from "@tanstack/react-query";
import { callFunction } from "../call-function.ts";

/** Somebody with unused numbers: how many, how many of them on phones that told of them within a day, and when one last did. */
export type NumberHolder = { user_id: string; unused: number; held: number; latest: string };

export const caseNumberQueries = {
  all: ["case_numbers"] as const,

  /** Who holds unused numbers of a project, the latest first. */
  holders: (project: string) =>
    queryOptions({
      queryKey: ["case_numbers", "holders", project] as const,
      queryFn: async () => (await callFunction<{ people: NumberHolder[] }>("list_unused_numbers", { project })).people,
    }),
};
