/** Reads the person behind a login. */
import type { SessionKind } from "#contract/states.ts";
import { getClientOf } from "../client.ts";
import type { Row } from "../live.ts";
import { unwrap } from "../unwrap.ts";

export type StaffAccount = Omit<Row<"staff_accounts">, "created_at" | "site_id" | "user_key">;

/** The row of a kind's own login, which nobody else can read; null when the account has none. @throws DataError */
export async function findOwnStaffAccount(kind: SessionKind, accountId: string): Promise<StaffAccount | null> {
  const client = await getClientOf(kind);
  return unwrap(
    await client
      .from("staff_accounts")
      .select("account_id, kind, project_id, user_id, display_name, serves_all, must_change_password")
      .eq("account_id", accountId)
      .maybeSingle(),
  );
}
