/** What administrators do with other people's accounts. */
import { defineMutation } from "#data/define-mutation.ts";
import { callAccountFunction } from "#data/staff_accounts/function.ts";

/** Gives an account a new password. @throws DataError */
export const useSetPassword = defineMutation((input: { accountId: string; password: string }) =>
  callAccountFunction({ action: "set-password", ...input }),
);
