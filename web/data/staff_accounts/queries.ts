/** Reads the person behind a login. */
import type { Acting } from "../acting.ts";
import type { Row } from "../live.ts";
import { unwrap } from "../unwrap.ts";

export type StaffAccount = Omit<
  Row<"staff_accounts">,
  "created_at" | "site_id" | "user_key" | "deactivated_at" | "deactivated_by" | "last_login_at"
>;

/** The row of the acting account, which nobody else can read; null when there is none. @throws DataError */
export async function findOwnStaffAccount(acting: Acting, accountId: string): Promise<StaffAccount | null> {
  const client = await acting.client();
  return unwrap(
    await client
      .from("staff_accounts")
      .select("account_id, kind, project_id, user_id, display_name, serves_all, must_change_password")
      .eq("account_id", accountId)
      .maybeSingle(),
  );
}
