/** Changes that another person made to the caller's account. They are shown once, at a log-in. */
import type { Client } from "#data/client.ts";
import { type AccountChange, askAboutAccount } from "./account-question.ts";

/** The changes that the caller has not seen, oldest first; none while the login still has a step to pass, or when they cannot be fetched. */
export async function listAccountChanges(client: Client): Promise<AccountChange[]> {
  const { data } = await client.rpc("list_account_notices");
  return data ?? [];
}

/** Shows the changes and marks them as seen. Without the mark they are shown again at the next log-in. */
export async function tellOfChanges(client: Client, changes: AccountChange[]): Promise<void> {
  const newest = changes.at(-1)?.id;
  if (newest === undefined) return;
  await askAboutAccount({ about: "changes", changes });
  await client.rpc("end_account_notices", { newest });
}
