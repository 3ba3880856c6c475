/** Reports the case numbers that a phone holds, and voids a person's unused numbers for an admin (document 4 §4). */
import type { ActingPerson } from "../acting.ts";
import { callFunction } from "../call-function.ts";
import { definePersonMutation } from "../define-mutation.ts";
import { caseNumberQueries } from "./queries.ts";

/** Reports the numbers that this phone holds, and returns the numbers that it must throw away. @throws DataError */
export async function holdCaseNumbers(
  acting: ActingPerson,
  held: {
    project: string | null;
    numbers: readonly string[];
  },
): Promise<string[]> {
  const { project, numbers } = held;
  const answer = await callFunction<{ void: string[] }>(acting, "hold_case_numbers", {
    project,
    numbers,
    acting_as: acting.id,
  });
  return answer.void;
}

/** Voids the unused numbers of a person at a site, and returns how many there were. @throws DataError 42501 */
export const useVoidCaseNumbers = definePersonMutation(
  async (acting, { project, person }: { project: string; person: string }) =>
    (await callFunction<{ count: number }>(acting, "void_case_numbers", { project, person, acting_as: acting.id }))
      .count,
  [caseNumberQueries.all],
);
