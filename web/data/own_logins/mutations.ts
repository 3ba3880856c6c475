/** Ends one's own logins, and changes the password. */
import { ask } from "../ask.ts";
import { getClient } from "../client.ts";
import { defineMutation } from "../define-mutation.ts";
import { unwrap } from "../unwrap.ts";
import { ownLoginQueries } from "./queries.ts";

/** Ends one login. A login that has ended already is no failure. @throws DataError */
async function endLogin(login: string): Promise<void> {
  await ask((client) => client.rpc("end_own_login", { login }));
}

/** Ends every login of the account except the current one. @throws DataError */
async function endOtherLogins(): Promise<void> {
  const { error } = await (await getClient()).auth.signOut({ scope: "others" });
  unwrap({ data: null, error });
}

export type PasswordChange = { password: string; current: string };

/** Changes the password of the acting account, and ends its other logins. @throws DataError `current_password_invalid`, `weak_password` */
async function changePassword({ password, current }: PasswordChange): Promise<void> {
  const { error } = await (await getClient()).auth.updateUser({ password, current_password: current });
  unwrap({ data: null, error });
}

export const useChangePassword = defineMutation(changePassword, [ownLoginQueries.all]);
export const useEndOwnLogin = defineMutation(
  ({ login }: { login: { id: string } }) => endLogin(login.id),
  [ownLoginQueries.all],
);
export const useEndOtherLogins = defineMutation<unknown, void>(endOtherLogins, [ownLoginQueries.all]);
