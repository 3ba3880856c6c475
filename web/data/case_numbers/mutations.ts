/** What a phone tells of its case numbers, and an admin's end of somebody's (document 4 §4). */
import { callFunction } from "../call-function.ts";
import { defineMutation } from "../define-mutation.ts";
import { caseNumberQueries } from "./queries.ts";

/** Tells that this phone holds these numbers, and gives those that it is to throw away. @throws DataError */
export async function holdCaseNumbers(held: {
  project: string | null;
  numbers: readonly string[];
  actingAs: string;
}): Promise<string[]> {
  const { project, numbers, actingAs } = held;
  const answer = await callFunction<{ void: string[] }>("hold_case_numbers", { project, numbers, acting_as: actingAs });
  return answer.void;
}

/** Voids the unused numbers of a person at a site, and gives how many they were. @throws DataError 42501 */
export const useVoidCaseNumbers = defineMutation(
  async ({ project, person, actingAs }: { project: string; person: string; actingAs: string }) =>
    (await callFunction<{ count: number }>("void_case_numbers", { project, person, acting_as: actingAs })).count,
  [caseNumberQueries.all],
);
