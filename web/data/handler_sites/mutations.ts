/** Makes and removes handlers, and says at which sites each works; for the main admin of `hardened`. */
import { COMPANY_CODE } from "#contract/projects.ts";
import type { Acting } from "../acting.ts";
import { defineMutation } from "../define-mutation.ts";
import { createStaffAccount, deleteAccount } from "../staff_accounts/mutations.ts";
import { unwrap } from "../unwrap.ts";
import { handlerQueries } from "./queries.ts";

export type HandlerSites = { handler: string; sites: readonly string[]; isOfAll: boolean };

/** Makes a handler, who works nowhere yet. @throws DataError 23505 when the ID is taken. */
const addHandler = (acting: Acting, { userId, password }: { userId: string; password: string }): Promise<void> =>
  createStaffAccount(acting, { kind: "admin", project: COMPANY_CODE, userId, password });

async function setHandlerSites(acting: Acting, { handler, sites, isOfAll }: HandlerSites): Promise<void> {
  const client = await acting.client();
  unwrap(await client.rpc("set_handler_sites", { handler, sites: [...sites], all_of_company: isOfAll }));
}

export const useAddHandler = defineMutation(addHandler, [handlerQueries.all]);
export const useSetHandlerSites = defineMutation(setHandlerSites, [handlerQueries.all]);
/** Removes a handler's account, and ends the logins. @throws DataError `gone` */
export const useRemoveHandler = defineMutation(
  (acting, { account_id: accountId }: { account_id: string; user_id: string }) => deleteAccount(acting, { accountId }),
  [handlerQueries.all],
);
