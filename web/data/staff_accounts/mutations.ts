/** Accounts of people with an ID, and the passwords of all accounts, by the function create-admin-user. */
import type { SessionKind } from "#contract/states.ts";
import type { Acting } from "../acting.ts";
import { defineMutation } from "../define-mutation.ts";
import { profileQueries } from "../profiles/queries.ts";
import { callAccountFunction } from "./function.ts";

export type NewStaffAccount = {
  kind: SessionKind;
  project: string;
  userId: string;
  password: string;
  discordUsername?: string | null;
  name?: string | null;
};

/** Makes an account with its row in the list of its kind. @throws DataError 23505 when the ID is taken. */
export const createStaffAccount = (acting: Acting, account: NewStaffAccount): Promise<void> =>
  callAccountFunction(acting, { action: "create", ...account });

/** Changes an ambulance employee's ID and name. @throws DataError 23505 when the ID is taken, `gone` when the account is. */
export const updateStaffAccount = (
  acting: Acting,
  account: {
    accountId: string;
    userId: string;
    name: string | null;
  },
): Promise<void> => callAccountFunction(acting, { action: "update", ...account });

/** The key of an account, or of its row in the list of e-mail accounts. */
export type AccountKey = { accountId: string } | { credentialId: string };

/** Removes an account with all its data, and ends its logins. @throws DataError `gone` */
export const deleteAccount = (acting: Acting, key: AccountKey): Promise<void> =>
  callAccountFunction(acting, { action: "delete", ...key });

/** Gives an account a new password, and ends its logins. @throws DataError `gone` when the account is. */
const setPassword = (acting: Acting, input: AccountKey & { password: string }): Promise<void> =>
  callAccountFunction(acting, { action: "set-password", ...input });

/** Mails the person of an e-mail account a link to choose a password. @throws DataError `refused` when mail cannot reach the address. */
const sendPasswordLink = (acting: Acting, key: AccountKey): Promise<void> =>
  callAccountFunction(acting, { action: "send-link", ...key });

/** Chooses a password by such a link. @throws DataError `gone` when the link is used or too old, `refused` with the words of a refusal. */
const chooseByLink = (acting: Acting, { key, password }: { key: string; password: string }): Promise<void> =>
  callAccountFunction(acting, { action: "choose-password", key, password });

/** Removes the second factor of a person who lost it. @throws DataError `gone` when the account is. */
const removeSecondFactor = (acting: Acting, key: AccountKey): Promise<void> =>
  callAccountFunction(acting, { action: "remove-second-factor", ...key });

/** Changes the acting person's own password. @throws DataError `refused` with the function's words. */
export const changeOwnPassword = (acting: Acting, password: string): Promise<void> =>
  callAccountFunction(acting, { action: "change-own-password", password });

type OfAccount = { account: AccountKey };

export const useSetPassword = defineMutation((acting, { account, password }: OfAccount & { password: string }) =>
  setPassword(acting, { ...account, password }),
);
export const useSendPasswordLink = defineMutation((acting, { account }: OfAccount) =>
  sendPasswordLink(acting, account),
);
/** Confirms the address of a person who signed up with it. @throws DataError `gone` when the account is. */
export const useConfirmAddress = defineMutation(
  (acting, { id }: { id: string }) => callAccountFunction(acting, { action: "confirm-address", accountId: id }),
  [profileQueries.unconfirmed().queryKey],
);
export const useRemoveSecondFactor = defineMutation((acting, { account }: OfAccount) =>
  removeSecondFactor(acting, account),
);
export const useChooseByLink = defineMutation(chooseByLink);
