import { useActingPerson } from "#data/acting.ts";
import { type CaseWork, letterQueries, type WaitingCase } from "#data/fines/letters.ts";
import { useQuery } from "#data/use-query.ts";
import type { StepCount, StepCounts } from "./steps.ts";

/** The work that waits in each step, counted from the lists that the steps show; `isSettled` when each was answered or has failed. */
export function useStepCounts(project: string): { counts: StepCounts; isSettled: boolean } {
  const acting = useActingPerson();
  const ask = useQuery(letterQueries.work(acting, project, "exported"));
  const remind = useQuery(letterQueries.work(acting, project, "reminded"));
  const collect = useQuery(letterQueries.work(acting, project, "handed_to_collection"));
  const changes = useQuery(letterQueries.work(acting, project, "collection_told"));
  return {
    counts: {
      ...(ask.data && { ask: countOf(ask.data, ({ asked_at }) => asked_at === null) }),
      ...(remind.data && { remind: countOf(remind.data) }),
      ...(collect.data && changes.data && { collect: bothOf(countOf(collect.data), countOf(changes.data)) }),
    },
    isSettled: [ask, remind, collect, changes].every(({ isPending }) => !isPending),
  };
}

/** The cases of a list that count. Cases behind the list's end follow those that count. */
function countOf(
  { cases, has_more }: CaseWork<WaitingCase>,
  counts: (waiting: WaitingCase) => boolean = () => true,
): StepCount {
  const count = cases.filter(counts).length;
  return { count, hasMore: has_more && count === cases.length };
}

const bothOf = (one: StepCount, other: StepCount): StepCount => ({
  count: one.count + other.count,
  hasMore: one.hasMore || other.hasMore,
});
