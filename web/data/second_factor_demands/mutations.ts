/** Sets which kinds of people must have a second factor. */
import type { Acting } from "../acting.ts";
import { ask } from "../ask.ts";
import { defineMutation } from "../define-mutation.ts";
import { demandQueries } from "./queries.ts";

/** Demands a second factor of these kinds and no others. @throws DataError `P0001` when the main admin is among them and has none */
async function demandSecondFactor(acting: Acting, kinds: string[]): Promise<void> {
  await ask(acting, (client) => client.rpc("demand_second_factor", { kinds }));
}

export const useDemandSecondFactor = defineMutation(demandSecondFactor, [demandQueries.all]);
