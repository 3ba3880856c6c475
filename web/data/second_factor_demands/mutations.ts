/** Saying of whom a second factor is demanded. */
import { ask } from "../ask.ts";
import { defineMutation } from "../define-mutation.ts";
import { demandQueries } from "./queries.ts";

/** Demands it of these kinds and no others. @throws DataError `P0001` when the main admin, who is among them, has none */
async function demandSecondFactor(kinds: string[]): Promise<void> {
  await ask((client) => client.rpc("demand_second_factor", { kinds }));
}

export const useDemandSecondFactor = defineMutation(demandSecondFactor, [demandQueries.all]);
