/** Ends one's own logins, and changes the password. */
import type { Acting } from "../acting.ts";
import { ask } from "../ask.ts";
import { defineMutation } from "../define-mutation.ts";
import { unwrap } from "../unwrap.ts";
import { ownLoginQueries } from "./queries.ts";

/** Ends one login. A login that has ended already is no failure. @throws DataError */
async function endLogin(acting: Acting, login: string): Promise<void> {
  await ask(acting, (client) => client.rpc("end_own_login", { login }));
}

/** Ends every login of the account except the current one. @throws DataError */
async function endOtherLogins(acting: Acting): Promise<void> {
  const { error } = await (await acting.client()).auth.signOut({ scope: "others" });
  unwrap({ data: null, error });
}

export type PasswordChange = { password: string; current: string };

/** Changes the password of the acting account, and ends its other logins. @throws DataError `current_password_invalid`, `weak_password` */
async function changePassword(acting: Acting, { password, current }: PasswordChange): Promise<void> {
  const { error } = await (await acting.client()).auth.updateUser({ password, current_password: current });
  unwrap({ data: null, error });
}

export const useChangePassword = defineMutation(changePassword, [ownLoginQueries.all]);
export const useEndOwnLogin = defineMutation(
  (acting, { login }: { login: { id: string } }) => endLogin(acting, login.id),
  [ownLoginQueries.all],
);
export const useEndOtherLogins = defineMutation<unknown, void>(endOtherLogins, [ownLoginQueries.all]);
