/** Removes the second factors of a person who lost them. */
import { Refusal, type Services } from "./surroundings.ts";

/** Removes all factors of an account. Throws a Refusal 404 when the account is gone. */
export async function removeFactors(accountId: string | null, { call }: Services): Promise<void> {
  if (accountId === null) throw new Refusal(404, "No such account");
  const user = (await call("GET", `/auth/v1/admin/users/${accountId}`)) as { factors?: { id: string }[] };
  for (const { id } of user.factors ?? []) await call("DELETE", `/auth/v1/admin/users/${accountId}/factors/${id}`);
}
