/** Writes the activity log of logged-in people, in the background. */
import type { ActingPerson } from "../acting.ts";
import type { Json } from "../database.gen.ts";
import { unwrap } from "../unwrap.ts";

export type Activity = {
  /** An action of document 1 §7. */
  action: string;
  pageUrl: string;
  data?: Json;
};

/** Entries are written one by one, so that the log keeps the order of the actions. */
let last: Promise<void> = Promise.resolve();

/** Writes an entry of the acting person, by whose ID and kind the log is read later (document 1 §7). It never fails for the caller: a log that cannot be written must not stop work. */
export function logActivity(acting: ActingPerson, activity: Activity): Promise<void> {
  last = last.then(() => insertActivity(acting, activity)).catch(() => undefined);
  return last;
}

/** Resolves when every entry so far is written or has failed. */
export const activityWritten = (): Promise<void> => last;

async function insertActivity(acting: ActingPerson, { action, pageUrl, data }: Activity): Promise<void> {
  const client = await acting.client();
  unwrap(
    await client.from("web_activity_logs").insert({
      user_id: acting.id,
      user_type: acting.kind,
      action,
      page_url: pageUrl,
      additional_data: data ?? null,
    }),
  );
}
