/** Adding and ending a site's permits (document 4 §5). */
import { getClient } from "../client.ts";
import type { Database } from "../database.gen.ts";
import { DataError } from "../data-error.ts";
import { defineMutation } from "../define-mutation.ts";
import { unwrap } from "../unwrap.ts";
import { permitQueries } from "./queries.ts";

/** Times are ISO strings; without an end it is valid until somebody ends it. `id` is the caller's. */
export type NewPermit = Pick<
  Database["public"]["Tables"]["permits"]["Row"],
  "id" | "project_id" | "plate" | "holder" | "note" | "attendant_note" | "valid_from" | "valid_until" | "created_by"
>;

/** Adds a permit; one that an earlier attempt has added already is no error. @throws DataError */
export async function addPermit(permit: NewPermit): Promise<void> {
  const client = await getClient();
  const answer = await client.from("permits").insert(permit);
  if (answer.error?.code !== "23505") unwrap(answer);
}

/** Ends a permit now. @throws DataError `gone` when somebody else ended it first. */
export async function endPermit({ id, endedBy }: { id: string; endedBy: string }): Promise<void> {
  const client = await getClient();
  const end = { ended_at: new Date().toISOString(), ended_by: endedBy };
  const ended = unwrap(await client.from("permits").update(end).eq("id", id).is("ended_at", null).select("id"));
  if (ended.length === 0) throw new DataError("gone", "The permit has ended already");
}

export const useAddPermit = defineMutation(addPermit, [permitQueries.all]);
export const useEndPermit = defineMutation(endPermit, [permitQueries.all]);
