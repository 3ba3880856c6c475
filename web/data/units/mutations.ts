/** Adds, changes and removes units. A faster change by another person is not overwritten. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Acting, useActing } from "../acting.ts";
import { ask } from "../ask.ts";
import { unwrap } from "../unwrap.ts";
import { asOwnChange } from "./own-changes.ts";
import { findUnit, type Unit, UNIT_COLUMNS, unitQueries } from "./queries.ts";
import { withoutUnit, withUnit } from "./roster.ts";
import type { UnitDraft } from "./schema.ts";

/** The result of a save: written, or not written because the unit has changed since it was read, or is gone. */
export type UnitSave = { outcome: "saved" | "changed"; unit: Unit } | { outcome: "gone" };

/**
 * Writes a unit (document 2 §7) if it is still the version that was read.
 * @param readAt `updated_at` of the version that the draft is based on.
 */
export async function updateUnit(
  acting: Acting,
  input: { id: string; readAt: string; draft: UnitDraft },
): Promise<UnitSave> {
  const client = await acting.client();
  const [unit] = unwrap(
    await client
      .from("units")
      .update(input.draft)
      .eq("id", input.id)
      .eq("updated_at", input.readAt)
      .select(UNIT_COLUMNS),
  );
  if (unit !== undefined) return { outcome: "saved", unit };
  const current = await findUnit(acting, input.id);
  return current === null ? { outcome: "gone" } : { outcome: "changed", unit: current };
}

/** Adds a unit under a key that the caller made (document 2 §7). */
export async function insertUnit(acting: Acting, { id, draft }: { id: string; draft: UnitDraft }): Promise<Unit> {
  return ask(acting, (client) =>
    client
      .from("units")
      .insert({ id, ...draft })
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
          const result = await call(acting, input);
          cache.setQueryData<readonly Unit[]>(
            unitQueries.roster().queryKey,
            (roster) => roster && keep(roster, result, input),
          );
          return result;
        }),
    });
  };

export const useUpdateUnit = defineUnitMutation(
  updateUnit,
  ({ id }) => id,
  (roster, save, { id }) => (save.outcome === "gone" ? withoutUnit(roster, id) : withUnit(roster, save.unit)),
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
