/** Adds the permits of a file, all or none, and finds plates that already have a permit (document 4 §5). */
import type { Acting } from "../acting.ts";
import type { Json } from "../database.gen.ts";
import { defineMutation } from "../define-mutation.ts";
import { unwrap } from "../unwrap.ts";
import type { NewPermit } from "./mutations.ts";
import { permitQueries } from "./queries.ts";

/** The number of plates in one request; they stand in its address. */
const PLATES_AT_ONCE = 100;

/** The plate keys that already have a permit at the site, in force or future. @throws DataError */
export async function platesWithPermit(
  acting: Acting,
  project: string,
  plateKeys: readonly string[],
): Promise<Set<string>> {
  const client = await acting.client();
  const found = new Set<string>();
  for (let from = 0; from < plateKeys.length; from += PLATES_AT_ONCE) {
    const rows = unwrap(
      await client
        .from("permits")
        .select("plate_key")
        .eq("project_id", project)
        .in("plate_key", plateKeys.slice(from, from + PLATES_AT_ONCE))
        .is("ended_at", null)
        .or(`valid_until.is.null,valid_until.gt."${new Date().toISOString()}"`)
        .limit(1000),
    );
    for (const { plate_key } of rows) found.add(plate_key ?? "");
  }
  return found;
}

/**
 * Adds all permits in one call. A repetition after a lost answer is no error: the caller made the keys for these very rows.
 * @throws DataError, and then no permit was added
 */
export async function addPermits(acting: Acting, permits: readonly NewPermit[]): Promise<number> {
  const client = await acting.client();
  const answer = await client.rpc("add_permits", { permits: permits as unknown as Json });
  if (answer.error?.code === "23505") return permits.length;
  return unwrap(answer);
}

export const useAddPermits = defineMutation(addPermits, [permitQueries.all]);
