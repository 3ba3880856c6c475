/** Finds a case by number and plate without a query cache, because the landing page calls it too (document 4 §4). */
import type { Acting } from "../acting.ts";
import { callFunction } from "../call-function.ts";
import type { CaseAnswer, DriverCase } from "./look-up.ts";

/** The case of a number and a plate, or null. @throws DataError `rate-limited` after too many attempts, right or wrong. */
export async function lookUpCase(acting: Acting, caseNumber: string, plate: string): Promise<DriverCase | null> {
  const found = await callFunction<CaseAnswer>(acting, "look_up_case", { case_number: caseNumber, plate });
  return found.outcome === "none" ? null : found;
}
