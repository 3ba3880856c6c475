import { useState } from "react";
import { useSearchParams } from "react-router";
import { type Step, type StepCounts, STEPS } from "./steps.ts";

/**
 * The open step: the one in the address, else the first with work as it was when the page opened, else the first. Undefined while nobody knows
 * where work is.
 */
export function useOpenStep({ counts, isSettled }: { counts: StepCounts; isSettled: boolean }): Step | undefined {
  const [search] = useSearchParams();
  const [first, setFirst] = useState<Step>();
  const named = STEPS.find((step) => step === search.get("step"));
  // Work that ends leaves the person where it was done.
  if (named === undefined && first === undefined && isSettled) setFirst(firstWithWork(counts));
  return named ?? first;
}

/** The first step with work, or the first step when there is none. */
const firstWithWork = (counts: StepCounts): Step => STEPS.find((step) => (counts[step]?.count ?? 0) > 0) ?? STEPS[0];
