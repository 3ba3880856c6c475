/** Registers a shift. */
import type { Acting } from "../acting.ts";
import type { Database } from "../database.gen.ts";
import { isDuplicate } from "../data-error.ts";
import { defineMutation } from "../define-mutation.ts";
import { unwrap } from "../unwrap.ts";
import { shiftQueries } from "./queries.ts";

/** A new shift. The caller makes the key, so that a shift whose answer was lost is not registered twice. */
export type NewShift = Required<
  Pick<
    Database["public"]["Tables"]["shift_registrations"]["Insert"],
    "id" | "project_id" | "attendant_user_id" | "start_time" | "end_time" | "rating" | "description" | "image_urls"
  >
> & {
  /** The rejected shift that this shift replaces. */
  replaces_id?: string;
};

/** Registers a shift that waits for approval (document 1 §4, §7). A shift that is already there counts as registered. */
export async function insertShift(acting: Acting, shift: NewShift): Promise<void> {
  const client = await acting.client();
  try {
    unwrap(await client.from("shift_registrations").insert({ ...shift, status: "pending", approved: false }));
  } catch (error) {
    // The key is random, so only an earlier attempt for this shift can have taken it.
    if (!isDuplicate(error)) throw error;
  }
}

export const useInsertShift = defineMutation(insertShift, [shiftQueries.all]);
