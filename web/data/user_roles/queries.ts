/** Reads the roles of accounts. */
import { ROLES, type Role } from "#contract/states.ts";
import type { Acting } from "../acting.ts";
import { unwrap } from "../unwrap.ts";
import { queryOptions } from "../use-query.ts";

/** The role of an account; `member` when it has none (document 2 §6, §7). @throws DataError */
export async function lookUpRole(acting: Acting, userId: string): Promise<Role> {
  const client = await acting.client();
  const role = unwrap(await client.rpc("get_user_role", { _user_id: userId }));
  return ROLES.find((known) => known === role) ?? "member";
}

export const roleQueries = {
  /** Whether an account has the role admin (document 2 §7: user_roles by user_id and role admin). */
  isAdmin: (userId: string) =>
    queryOptions({
      queryKey: ["user_roles", "is-admin", userId] as const,
      queryFn: async (acting, { signal }): Promise<boolean> => {
        const client = await acting.client();
        const rows = client.from("user_roles").select("role").eq("user_id", userId).eq("role", "admin");
        return unwrap(await rows.limit(1).abortSignal(signal)).length > 0;
      },
    }),
};
