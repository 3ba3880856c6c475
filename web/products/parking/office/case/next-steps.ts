import { type CaseAction, allowedActions } from "./allowed-actions.ts";
import type { WholeCase } from "#data/fines/queries.ts";

/** The desk of objections, as a step beside the actions. */
export const DESK = "desk";
export type CaseStep = CaseAction | typeof DESK;

/** Steps by urgency: the first that the case allows is its next step. A payment counts only where something is left to pay. */
const NEXT: readonly CaseStep[] = ["refunded", "reviewed", DESK, "payment"];

/** Steps that stand beside the next one, by how often an office takes them. */
const QUIET: readonly CaseStep[] = [
  "reopened",
  "payment",
  "reminded",
  "handed_to_collection",
  "recalled",
  "supplemented",
  "objected",
  "noted",
];
const MOST_QUIET = 2;

type Steps = {
  /** The step that the case waits for; null when it waits for no step. */
  next: CaseStep | null;
  quiet: readonly CaseStep[];
  /** All other steps, which stand behind `Mer`. */
  rest: readonly CaseStep[];
};

type Facts = Parameters<typeof allowedActions>[0] & Pick<WholeCase, "objections">;

/** The steps of a case's page: the next one by its state, two beside it, and the rest (document 4 §4). */
export function stepsOf(fine: Facts): Steps {
  const hasDesk = fine.objections.length > 0 && fine.erased_at === null;
  const isWaiting = fine.status === "disputed" && fine.objections.some(({ decision }) => decision === null);
  const steps: CaseStep[] = [...allowedActions(fine), ...(hasDesk ? [DESK as CaseStep] : [])];
  const waitsFor: Partial<Record<CaseStep, boolean>> = { [DESK]: isWaiting, payment: fine.left_ore > 0 };
  const next = NEXT.find((step) => steps.includes(step) && waitsFor[step] !== false) ?? null;
  const quiet = QUIET.filter((step) => step !== next && steps.includes(step)).slice(0, MOST_QUIET);
  return { next, quiet, rest: steps.filter((step) => step !== next && !quiet.includes(step)) };
}
