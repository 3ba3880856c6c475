import { useState } from "react";
import { useSearchParams } from "react-router";
import { type Step, type StepCounts, STEPS } from "./steps.ts";

/**
 * The open step: the step in the address; without one the first step that had work when the page opened, else the first step. Undefined
 * until the counts of work are known.
 */
export function useOpenStep({ counts, isSettled }: { counts: StepCounts; isSettled: boolean }): Step | undefined {
  const [search] = useSearchParams();
  const [first, setFirst] = useState<Step>();
  const named = STEPS.find((step) => step === search.get("step"));
  // The step stays open when its work is done, so that the person stays where they worked.
  if (named === undefined && first === undefined && isSettled) setFirst(firstWithWork(counts));
  return named ?? first;
}

/** The first step with work, or the first step when there is none. */
const firstWithWork = (counts: StepCounts): Step => STEPS.find((step) => (counts[step]?.count ?? 0) > 0) ?? STEPS[0];
