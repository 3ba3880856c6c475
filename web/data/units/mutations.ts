/** Adds, changes and removes units. A faster change by another person is not overwritten. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Acting, useActing } from "../acting.ts";
import { ask } from "../ask.ts";
import { whileConnected } from "../contact.ts";
import { unwrap } from "../unwrap.ts";
import { fieldsOf, mergeEdit } from "./merge.ts";
import { asOwnChange } from "./own-changes.ts";
import { findUnit, type Unit, UNIT_COLUMNS, unitQueries } from "./queries.ts";
import { withoutUnit, withUnit } from "./roster.ts";
import type { UnitDraft } from "./schema.ts";

/** The result of a save: written, or not written because the unit has changed since it was read, or is gone. */
export type UnitSave = { outcome: "saved" | "changed"; unit: Unit } | { outcome: "gone" };

/** Document 2's six fields of a unit, which its form sends, and its crew where that differs from the crew that is known. */
function fieldsToSend({ crew, ...six }: UnitDraft, known: string): Omit<UnitDraft, "crew"> & Partial<UnitDraft> {
  return crew === known ? six : { ...six, crew };
}

/** Writes a unit (document 2 §7) if it is still the version that was read. */
export async function updateUnit(
  acting: Acting,
  { over, draft }: { over: Pick<Unit, "id" | "updated_at" | "crew">; draft: UnitDraft },
): Promise<UnitSave> {
  const client = await acting.client();
  const [unit] = unwrap(
    await client
      .from("units")
      .update(fieldsToSend(draft, over.crew))
      .eq("id", over.id)
      .eq("updated_at", over.updated_at)
      .select(UNIT_COLUMNS),
  );
  if (unit !== undefined) return { outcome: "saved", unit };
  const current = await findUnit(acting, over.id);
  return current === null ? { outcome: "gone" } : { outcome: "changed", unit: current };
}

/** The saves that may cross another person's before this one gives up. */
const CROSSINGS = 3;

/**
 * Writes an edit of a unit (document 5 §3). Fields that were not touched go with the newer value; a touched field that somebody else changed
 * is not overwritten.
 * @param over the version that the draft is based on.
 */
export async function saveUnit(
  acting: Acting,
  { over, draft }: { over: Unit; draft: UnitDraft },
  crossings = CROSSINGS,
): Promise<UnitSave> {
  const save = await updateUnit(acting, { over, draft });
  if (save.outcome !== "changed" || crossings === 0) return save;
  const { values, conflicts } = mergeEdit(fieldsOf(over), draft, fieldsOf(save.unit));
  return conflicts.length > 0 ? save : saveUnit(acting, { over: save.unit, draft: values }, crossings - 1);
}

/** Adds a unit under a key that the caller made (document 2 §7). */
export async function insertUnit(acting: Acting, { id, draft }: { id: string; draft: UnitDraft }): Promise<Unit> {
  return ask(acting, (client) =>
    client
      .from("units")
      .insert({ id, ...fieldsToSend(draft, "") })
      .select(UNIT_COLUMNS)
      .single(),
  );
}

/** Removes a unit (document 2 §7) and says whether it was still there. */
export async function deleteUnit(acting: Acting, id: string): Promise<{ wasThere: boolean }> {
  const client = await acting.client();
  const removed = unwrap(await client.from("units").delete().eq("id", id).select("id"));
  return { wasThere: removed.length > 0 };
}

/** Makes the hook of a call about one unit. `keep` puts the result into the cached roster before the live event arrives. */
const defineUnitMutation = <Input, Result>(
  call: (acting: Acting, input: Input) => Promise<Result>,
  idOf: (input: Input) => string,
  keep: (roster: readonly Unit[], result: Result, input: Input) => readonly Unit[],
) =>
  function useUnitMutation() {
    const acting = useActing();
    const cache = useQueryClient();
    return useMutation({
      mutationFn: (input: Input) =>
        asOwnChange(idOf(input), async () => {
          const result = await whileConnected(() => call(acting, input));
          cache.setQueryData<readonly Unit[]>(
            unitQueries.roster().queryKey,
            (roster) => roster && keep(roster, result, input),
          );
          return result;
        }),
    });
  };

export const useUpdateUnit = defineUnitMutation(
  (acting, input: { over: Unit; draft: UnitDraft }) => saveUnit(acting, input),
  ({ over }) => over.id,
  (roster, save, { over }) => (save.outcome === "gone" ? withoutUnit(roster, over.id) : withUnit(roster, save.unit)),
);

export const useInsertUnit = defineUnitMutation(
  insertUnit,
  ({ id }) => id,
  (roster, unit) => withUnit(roster, unit),
);

export const useDeleteUnit = defineUnitMutation(
  (acting, { id }: Unit) => deleteUnit(acting, id),
  ({ id }) => id,
  (roster, _result, { id }) => withoutUnit(roster, id),
);
