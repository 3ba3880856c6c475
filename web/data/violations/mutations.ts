/** Adds, changes and orders the violations of a site. A faster change by another person is not overwritten. */
import type { Acting } from "../acting.ts";
import { DataError } from "../data-error.ts";
import { defineMutation } from "../define-mutation.ts";
import { unwrap } from "../unwrap.ts";
import { type Violation, VIOLATION_COLUMNS, violationQueries } from "./queries.ts";

/** The fields of a violation that an admin fills in. */
export type ViolationDraft = Pick<Violation, "code" | "text" | "amount" | "max_amount" | "needs_no_right">;
type Changeable = Omit<Violation, "id" | "project_id" | "sort_order">;

/** The result of a save: written, or not written because the violation has changed since it was read. */
export type ViolationSave = { outcome: "saved" | "changed"; violation: Violation };

/**
 * Adds a violation under the caller's key. If an earlier attempt arrived and its answer was lost, these values replace it.
 * @throws DataError
 */
export async function addViolation(
  acting: Acting,
  violation: ViolationDraft & Pick<Violation, "id" | "project_id" | "sort_order">,
): Promise<void> {
  const client = await acting.client();
  const answer = await client.from("violations").insert(violation);
  if (answer.error?.code !== "23505") return void unwrap(answer);
  const { id, code, text, amount, max_amount, needs_no_right } = violation;
  const written = { code, text, amount, max_amount, needs_no_right };
  unwrap(await client.from("violations").update(written).eq("id", id).select("id").single());
}

/** Writes the given columns if the violation is still as it was read. @throws DataError `gone` when it no longer exists. */
export async function changeViolation(
  acting: Acting,
  input: {
    read: Violation;
    changes: Partial<Changeable>;
  },
): Promise<ViolationSave> {
  const { id, code, text, amount, max_amount, needs_no_right, is_active } = input.read;
  const client = await acting.client();
  const same = client
    .from("violations")
    .update(input.changes)
    .match({ id, code, text, amount, needs_no_right, is_active });
  const [violation] = unwrap(
    await (max_amount === null ? same.is("max_amount", null) : same.eq("max_amount", max_amount)).select(
      VIOLATION_COLUMNS,
    ),
  );
  if (violation !== undefined) return { outcome: "saved", violation };
  const current = unwrap(await client.from("violations").select(VIOLATION_COLUMNS).eq("id", id).maybeSingle());
  if (current === null) throw new DataError("gone", "The violation is not there any more");
  return { outcome: "changed", violation: current };
}

/**
 * Sets the order of a site's violations.
 * @throws DataError `gone` when the caller may order no violation of the list.
 */
export async function orderViolations(acting: Acting, order: { project: string; ids: string[] }): Promise<void> {
  const client = await acting.client();
  const found = unwrap(await client.rpc("order_violations", order));
  if (found === 0) throw new DataError("gone", "There is nothing to order");
}

export const useAddViolation = defineMutation(addViolation, [violationQueries.all]);
export const useChangeViolation = defineMutation(changeViolation, [violationQueries.all]);
export const useOrderViolations = defineMutation(orderViolations, [violationQueries.all]);
