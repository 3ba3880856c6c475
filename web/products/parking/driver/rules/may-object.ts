import { CASE_TRANSITIONS, type CaseStatus } from "#contract/cases.ts";

const isAllowed = (kind: string, status: CaseStatus): boolean =>
  CASE_TRANSITIONS.some((row) => row.kind === kind && row.by.includes("driver") && row.from?.includes(status) === true);

/** Whether a driver may object in this state, add to an objection, or neither (document 4 §4). */
export function mayObject(status: CaseStatus): "object" | "add" | null {
  if (isAllowed("objected", status)) return "object";
  return isAllowed("supplemented", status) ? "add" : null;
}
