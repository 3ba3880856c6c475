/** Reports the case numbers that a phone holds, and voids a person's unused numbers for an admin (document 4 §4). */
import { callFunction } from "../call-function.ts";
import { defineMutation } from "../define-mutation.ts";
import { caseNumberQueries } from "./queries.ts";

/** Reports the numbers that this phone holds, and returns the numbers that it must throw away. @throws DataError */
export async function holdCaseNumbers(held: {
  project: string | null;
  numbers: readonly string[];
  actingAs: string;
}): Promise<string[]> {
  const { project, numbers, actingAs } = held;
  const answer = await callFunction<{ void: string[] }>("hold_case_numbers", { project, numbers, acting_as: actingAs });
  return answer.void;
}

/** Voids the unused numbers of a person at a site, and returns how many there were. @throws DataError 42501 */
export const useVoidCaseNumbers = defineMutation(
  async ({ project, person, actingAs }: { project: string; person: string; actingAs: string }) =>
    (await callFunction<{ count: number }>("void_case_numbers", { project, person, acting_as: actingAs })).count,
  [caseNumberQueries.all],
);
