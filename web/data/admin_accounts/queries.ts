/** Reads the admins of customer sites. */
import { idKey } from "#contract/staff-address.ts";
import type { Acting } from "../acting.ts";
import { ask } from "../ask.ts";
import type { Client } from "../client.ts";
import type { Row } from "../live.ts";
import { listNewest } from "../list-in-pages.ts";
import { peopleOfSite } from "../site-people.ts";

/** An admin's account, with the password as it stands in the table (document 1 §6). */
export type AdminAccount = Omit<Row<"admin_accounts">, "site_id" | "user_key" | "deactivated_by">;

const COLUMNS =
  "id, account_id, project_id, user_id, password, created_by, created_at, renamed_from, deactivated_at" as const;
const PAGE_SIZE = 100;

/** The admin with this ID, in any case of letters, or null (document 1 §7). `project_id` names the admin's site; null means every site. */
export async function findAdminAccount(acting: Acting, userId: string): Promise<AdminAccount | null> {
  const found = await ask(acting, (client) => accounts(client).eq("user_id", userId).maybeSingle());
  return found ?? ask(acting, (client) => accounts(client).eq("user_key", idKey(userId)).maybeSingle());
}

const accounts = (client: Client) => client.from("admin_accounts").select(COLUMNS);

export const adminAccountQueries = {
  all: ["admin_accounts"] as const,
  /** The admins who log in at a site, newest first. */
  list: (project: string) =>
    listNewest({
      queryKey: ["admin_accounts", "list", project],
      size: PAGE_SIZE,
      rows: (client) => accounts(client).or(peopleOfSite(project)),
    }),
};
