/** Making an account of the sign-in service. */
import { FAILED, Refusal, type Services } from "./surroundings.ts";

type NewUser = { email: string; password: string; email_confirm: boolean; app_metadata: object };

/**
 * Makes it and gives its id. Throws a Refusal: 409 with `taken`, or 502. After a 502 there may be an account: who stands between could have
 * answered in the service's place, so that nothing is removed by its address alone, which may be another person's.
 */
export async function makeUser(user: NewUser, taken: string, { call }: Services): Promise<string> {
  const made = (await call("POST", "/auth/v1/admin/users", user, taken)) as { id: string } | null;
  if (made === null) throw new Refusal(502, FAILED);
  return made.id;
}
