/** Adds and ends a site's permits (document 4 §5). */
import type { Acting } from "../acting.ts";
import type { Database } from "../database.gen.ts";
import { DataError } from "../data-error.ts";
import { defineMutation } from "../define-mutation.ts";
import { unwrap } from "../unwrap.ts";
import { permitQueries } from "./queries.ts";

/** A new permit. Times are ISO strings; without an end it is valid until a person ends it. The caller makes `id`. */
export type NewPermit = Pick<
  Database["public"]["Tables"]["permits"]["Row"],
  "id" | "project_id" | "plate" | "holder" | "note" | "attendant_note" | "valid_from" | "valid_until" | "created_by"
>;

/**
 * Adds a permit. If an earlier attempt added the same permit and its answer was lost, that is no error.
 * @throws DataError 23505 when that attempt added other values: they stay, and these values need an id of their own.
 */
export async function addPermit(acting: Acting, permit: NewPermit): Promise<void> {
  const client = await acting.client();
  const answer = await client.from("permits").insert(permit);
  if (answer.error?.code === "23505") {
    const columns = "plate, holder, note, attendant_note, valid_from, valid_until" as const;
    const stored = unwrap(await client.from("permits").select(columns).eq("id", permit.id).maybeSingle());
    if (stored !== null && isSamePermit(stored, permit)) return;
  }
  unwrap(answer);
}

type Typed = Omit<NewPermit, "id" | "project_id" | "created_by">;

const ms = (moment: string | null) => (moment === null ? null : Date.parse(moment));

/** Whether two permits have the same values. The database writes moments in another form than the browser. */
function isSamePermit(stored: Typed, sent: Typed): boolean {
  const texts = ["plate", "holder", "note", "attendant_note"] as const;
  const moments = ["valid_from", "valid_until"] as const;
  return (
    texts.every((name) => stored[name] === sent[name]) && moments.every((name) => ms(stored[name]) === ms(sent[name]))
  );
}

/** Ends a permit now. @throws DataError `gone` when another person ended it first. */
export async function endPermit(acting: Acting, { id, endedBy }: { id: string; endedBy: string }): Promise<void> {
  const client = await acting.client();
  const end = { ended_at: new Date().toISOString(), ended_by: endedBy };
  const ended = unwrap(await client.from("permits").update(end).eq("id", id).is("ended_at", null).select("id"));
  if (ended.length === 0) throw new DataError("gone", "The permit has ended already");
}

/** Why a permit was not ended: another person was first, or no answer came. */
export type LeftPermit = { id: string; plate: string; why: "gone" | "unanswered" };

/** Ends permits, each by a call of its own; returns those that were not ended. */
export async function endPermits(
  acting: Acting,
  { permits, endedBy }: { permits: readonly { id: string; plate: string }[]; endedBy: string },
): Promise<LeftPermit[]> {
  const tried = await Promise.allSettled(permits.map(({ id }) => endPermit(acting, { id, endedBy })));
  return permits.flatMap((permit, at) => {
    const { status, reason } = tried[at] as PromiseRejectedResult;
    if (status !== "rejected") return [];
    return [{ ...permit, why: reason instanceof DataError && reason.code === "gone" ? "gone" : "unanswered" } as const];
  });
}

export const useAddPermit = defineMutation(addPermit, [permitQueries.all]);
export const useEndPermit = defineMutation(endPermit, [permitQueries.all]);
export const useEndPermits = defineMutation(endPermits, [permitQueries.all]);
