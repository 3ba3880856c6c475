/** Accounts of people with an ID, and the passwords of all accounts, by the function create-admin-user. */
import type { SessionKind } from "#contract/states.ts";
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
export const createStaffAccount = (account: NewStaffAccount): Promise<void> =>
  callAccountFunction({ action: "create", ...account });

/** Changes an ambulance employee's ID and name. @throws DataError 23505 when the ID is taken, `gone` when the account is. */
export const updateStaffAccount = (account: {
  accountId: string;
  userId: string;
  name: string | null;
}): Promise<void> => callAccountFunction({ action: "update", ...account });

/** The key of an account, or of its row in the list of e-mail accounts. */
export type AccountKey = { accountId: string } | { credentialId: string };

/** Removes an account with all its data, and ends its logins. @throws DataError `gone` */
export const deleteAccount = (key: AccountKey): Promise<void> => callAccountFunction({ action: "delete", ...key });

/** Gives an account a new password, and ends its logins. @throws DataError `gone` when the account is. */
const setPassword = (input: AccountKey & { password: string }): Promise<void> =>
  callAccountFunction({ action: "set-password", ...input });

/** Mails the person of an e-mail account a link to choose a password. @throws DataError `refused` when mail cannot reach the address. */
const sendPasswordLink = (key: AccountKey): Promise<void> => callAccountFunction({ action: "send-link", ...key });

/** Chooses a password by such a link. @throws DataError `gone` when the link is used or too old, `refused` with the words of a refusal. */
const chooseByLink = (input: { key: string; password: string }): Promise<void> =>
  callAccountFunction({ action: "choose-password", ...input });

/** Removes the second factor of a person who lost it. @throws DataError `gone` when the account is. */
const removeSecondFactor = (key: AccountKey): Promise<void> =>
  callAccountFunction({ action: "remove-second-factor", ...key });

/** Changes the password of a kind's own login. @throws DataError `refused` with the function's words. */
export const changeOwnPassword = (kind: SessionKind, password: string): Promise<void> =>
  callAccountFunction({ action: "change-own-password", password }, { as: kind });

type OfAccount = { account: AccountKey };

export const useSetPassword = defineMutation(({ account, password }: OfAccount & { password: string }) =>
  setPassword({ ...account, password }),
);
export const useSendPasswordLink = defineMutation(({ account }: OfAccount) => sendPasswordLink(account));
/** Confirms the address of a person who signed up with it. @throws DataError `gone` when the account is. */
export const useConfirmAddress = defineMutation(
  ({ id }: { id: string }) => callAccountFunction({ action: "confirm-address", accountId: id }),
  [profileQueries.unconfirmed().queryKey],
);
export const useRemoveSecondFactor = defineMutation(({ account }: OfAccount) => removeSecondFactor(account));
export const useChooseByLink = defineMutation(chooseByLink);
