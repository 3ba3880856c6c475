/** Finds open cases of a site by a part of a plate, a number or a name (supabase/schemas/cases/find_cases.sql). */
import type { CaseStatus } from "#contract/cases.ts";
import { callFunction } from "../call-function.ts";
import { queryOptions } from "../use-query.ts";

/** A found case: `name` of its recipient, else of the driver who objected. */
export type FoundCase = {
  case_number: string;
  plate: string;
  status: CaseStatus;
  needs_review: boolean;
  left_ore: number;
  street: string;
  name: string | null;
};

/** The fewest letters of a term: the database's index knows nothing shorter. */
export const SHORTEST_TERM = 3;
/** The most cases of one answer. */
export const MOST_FOUND = 21;

export const foundCases = (project: string, term: string) =>
  queryOptions({
    queryKey: ["fines", "found", project, term] as const,
    // Each press asks anew.
    staleTime: 0,
    gcTime: 0,
    queryFn: async (acting) => {
      const { cases } = await callFunction<{ cases: FoundCase[] }>(acting, "find_cases", { project, term });
      return cases;
    },
  });
