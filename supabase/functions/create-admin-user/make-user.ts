/** Making an account of the sign-in service. */
import { FAILED, type Services, Unread } from "./surroundings.ts";

type NewUser = { email: string; password: string; email_confirm: boolean; app_metadata: object };

/** Makes it and gives its id. Throws a Refusal: 409 with `taken`, or 502, after which one that was made is taken back. */
export async function makeUser(user: NewUser, taken: string, { call }: Services): Promise<string> {
  try {
    const made = (await call("POST", "/auth/v1/admin/users", user, taken)) as { id: string } | null;
    if (made === null) throw new Unread(502, FAILED);
    return made.id;
  } catch (error) {
    // Made by this call, since it was not taken; its address says which one it is.
    if (error instanceof Unread) await removeByAddress(user.email, call).catch(() => undefined);
    throw error;
  }
}

async function removeByAddress(address: string, call: Services["call"]): Promise<void> {
  const id = (await call("POST", "/rest/v1/rpc/find_account", { address })) as string | null;
  if (id !== null) await call("DELETE", `/auth/v1/admin/users/${id}`);
}
