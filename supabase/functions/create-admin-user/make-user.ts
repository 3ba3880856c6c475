/** Makes an account of the sign-in service. */
import { FAILED, Refusal, type Services } from "./surroundings.ts";

type NewUser = { email: string; password: string; email_confirm: boolean; app_metadata: object };

/**
 * Makes the account and gives its id. Throws a Refusal: 409 with `taken`, or 502. After a 502 the account may exist all the same. It is not
 * removed by its address, which may be another person's.
 */
export async function makeUser(user: NewUser, taken: string, { call }: Services): Promise<string> {
  const made = (await call("POST", "/auth/v1/admin/users", user, taken)) as { id: string } | null;
  if (made === null) throw new Refusal(502, FAILED);
  return made.id;
}
