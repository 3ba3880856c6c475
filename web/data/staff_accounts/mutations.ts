/** Accounts of people with an ID, and everybody's passwords: the function create-admin-user makes and changes them. */
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

/** An account, or the row of one in the list of e-mail accounts. */
export type AccountKey = { accountId: string } | { credentialId: string };

/** Removes an account with everything that hangs on it; whoever is logged in with it is out. @throws DataError `gone` */
export const deleteAccount = (key: AccountKey): Promise<void> => callAccountFunction({ action: "delete", ...key });

/** Gives an account a new password; whoever is logged in with it is out. @throws DataError `gone` when the account is. */
const setPassword = (input: AccountKey & { password: string }): Promise<void> =>
  callAccountFunction({ action: "set-password", ...input });

/** Sends the person of an e-mail account a link to choose a password with. @throws DataError `refused` where no mail can reach it. */
const sendPasswordLink = (key: AccountKey): Promise<void> => callAccountFunction({ action: "send-link", ...key });

/** Chooses a password with such a link. @throws DataError `gone` when it is used or too old, `refused` with the words of a refusal. */
const chooseByLink = (input: { key: string; password: string }): Promise<void> =>
  callAccountFunction({ action: "choose-password", ...input });

/** Removes the second factor of somebody who lost it. @throws DataError `gone` when the account is. */
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
/** Confirms the address of somebody who signed up with it. @throws DataError `gone` when the account is. */
export const useConfirmAddress = defineMutation(
  ({ id }: { id: string }) => callAccountFunction({ action: "confirm-address", accountId: id }),
  [profileQueries.unconfirmed().queryKey],
);
export const useRemoveSecondFactor = defineMutation(({ account }: OfAccount) => removeSecondFactor(account));
export const useChooseByLink = defineMutation(chooseByLink);
