/** Closes months of a site's books. */
import type { ActingPerson } from "../acting.ts";
import { callFunction } from "../call-function.ts";
import { definePersonMutation } from "../define-mutation.ts";
import { ledgerQueries } from "./queries.ts";

export type Closing = { project: string; month: string };

/** Closes the books up to a month that is over, for good. @throws DataError PK005 while the month lasts or another person books, 42501. */
const closeMonth = (acting: ActingPerson, { project, month }: Closing) =>
  callFunction<object>(acting, "close_ledger_month", { project, month, acting_as: acting.id });

export const useCloseMonth = definePersonMutation(closeMonth, [ledgerQueries.all]);
