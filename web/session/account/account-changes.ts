/** What somebody else changed of the caller's account, told once at a log-in. */
import type { Client } from "#data/client.ts";
import { type AccountChange, askAboutAccount } from "./account-question.ts";

/** The changes that the caller was not told of, oldest first; none while the login must show something, or where they cannot be asked for. */
export async function listAccountChanges(client: Client): Promise<AccountChange[]> {
  const { data } = await client.rpc("list_account_notices");
  return data ?? [];
}

/** Shows the changes, and has them told no more. What is not noted is told again at the next log-in. */
export async function tellOfChanges(client: Client, changes: AccountChange[]): Promise<void> {
  const newest = changes.at(-1)?.id;
  if (newest === undefined) return;
  await askAboutAccount({ about: "changes", changes });
  await client.rpc("end_account_notices", { newest });
}
