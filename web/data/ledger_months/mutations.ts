/** Closes months of a site's books. */
import type { ActingPerson } from "../acting.ts";
import { callFunction } from "../call-function.ts";
import { definePersonMutation } from "../define-mutation.ts";
import { ledgerQueries } from "./queries.ts";

/** The month to close, and the open months before it that have lines, oldest first. */
export type Closing = { project: string; month: string; before: readonly string[] };

/**
 * Closes the books up to a month that is over, for good. Months are closed one after the other, since all rows of a large site's year would
 * take longer than a statement may. @throws DataError PK005 while the month lasts or another person books, 42501.
 */
async function closeMonth(acting: ActingPerson, { project, month, before }: Closing): Promise<void> {
  for (const each of [...before, month]) {
    // A month's rows depend on what is closed before it.
    // oxlint-disable-next-line no-await-in-loop
    await callFunction<object>(acting, "close_ledger_month", { project, month: each, acting_as: acting.id });
  }
}

export const useCloseMonth = definePersonMutation(closeMonth, [ledgerQueries.all]);
