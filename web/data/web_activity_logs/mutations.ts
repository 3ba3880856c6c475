/** Writes the activity log of logged-in people, in the background. */
import type { SessionKind } from "#contract/states.ts";
import { getClientOf } from "../client.ts";
import type { Json } from "../database.gen.ts";
import { unwrap } from "../unwrap.ts";

export type Activity = {
  userId: string;
  /** The kind of the person, and the identity that writes the entry; the log is read by it later (document 1 §7). */
  userType: SessionKind;
  /** An action of document 1 §7. */
  action: string;
  pageUrl: string;
  data?: Json;
};

/** Entries are written one by one, so that the log keeps the order of the actions. */
let last: Promise<void> = Promise.resolve();

/** Writes an entry (document 1 §7). It never fails for the caller: a log that cannot be written must not stop work. */
export function logActivity(activity: Activity): Promise<void> {
  last = last.then(() => insertActivity(activity)).catch(() => undefined);
  return last;
}

/** Resolves when every entry so far is written or has failed. */
export const activityWritten = (): Promise<void> => last;

async function insertActivity({ userId, userType, action, pageUrl, data }: Activity): Promise<void> {
  const client = await getClientOf(userType);
  unwrap(
    await client.from("web_activity_logs").insert({
      user_id: userId,
      user_type: userType,
      action,
      page_url: pageUrl,
      additional_data: data ?? null,
    }),
  );
}
