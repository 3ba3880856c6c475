import { useCallback, useState } from "react";
import { useDeleteUnit, useInsertUnit, useUpdateUnit } from "#data/units/mutations.ts";
import type { Unit } from "#data/units/queries.ts";
import type { UnitDraft } from "#data/units/schema.ts";
import { confirm } from "#shared/feedback/confirm.ts";
import { toast } from "#shared/feedback/toast.ts";
import { PLACEHOLDER_UNIT } from "../rules/placeholder-unit.ts";
import { randomKey } from "../rules/random-key.ts";
import { unitTexts as texts } from "../unit-texts.ts";

export type UnitActions = {
  /** The units under edit in this window, by key, as they stood when their edit began. */
  edits: ReadonlyMap<string, Unit>;
  isAdding: boolean;
  deleting: string | undefined;
  edit: (unit: Unit) => void;
  cancel: (id: string) => void;
  /** Saves a unit over the version given; without one it is added anew, because somebody else deleted it. */
  save: (base: Unit, draft: UnitDraft, over: Unit | undefined) => Promise<void>;
  add: () => Promise<void>;
  remove: (unit: Unit) => Promise<void>;
};

/** What a dispatcher does to units, with its texts (document 2 §8). None of it throws; what is not saved stays typed. */
export function useUnitActions(): UnitActions {
  const [edits, setEdits] = useState<ReadonlyMap<string, Unit>>(new Map());
  const { mutateAsync: update } = useUpdateUnit();
  const insert = useInsertUnit();
  const removal = useDeleteUnit();
  const deleteUnit = removal.mutateAsync;

  const edit = useCallback((unit: Unit) => setEdits((open) => new Map(open).set(unit.id, unit)), []);
  const cancel = useCallback(
    (id: string) => setEdits((open) => new Map([...open].filter(([each]) => each !== id))),
    [],
  );

  async function save(base: Unit, draft: UnitDraft, over: Unit | undefined) {
    try {
      if (over === undefined) await insert.mutateAsync({ id: base.id, draft });
      else {
        const { outcome } = await update({ id: base.id, readAt: over.updated_at, draft });
        if (outcome !== "saved") {
          toast.error(texts.updateFailed, {
            description: outcome === "gone" ? texts.conflict.gone : texts.conflict.changed,
          });
          return;
        }
      }
      cancel(base.id);
      toast.success(texts.saved(draft.unit_number));
    } catch {
      toast.error(over === undefined ? texts.addFailed : texts.updateFailed);
    }
  }

  async function add() {
    if (insert.isPending) return;
    try {
      edit(await insert.mutateAsync({ id: randomKey(), draft: PLACEHOLDER_UNIT }));
      toast.success(texts.added);
    } catch {
      toast.error(texts.addFailed);
    }
  }

  const remove = useCallback(
    async ({ id, unit_number: name }: Unit) => {
      const isSure = await confirm({
        title: texts.confirmTitle(name),
        description: texts.confirmText,
        confirmText: texts.remove,
        cancelText: texts.cancel,
        danger: true,
      });
      if (!isSure) return;
      try {
        const { wasThere } = await deleteUnit(id);
        if (wasThere) toast.success(texts.deleted(name));
        else toast.info(texts.deletedAlready(name));
      } catch {
        toast.error(texts.deleteFailed);
      }
    },
    [deleteUnit],
  );

  const deleting = removal.isPending ? removal.variables : undefined;
  return { edits, isAdding: insert.isPending, deleting, edit, cancel, save, add, remove };
}
