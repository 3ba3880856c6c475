import { isUnreachable } from "#data/data-error.ts";
import { useDeleteUnit, useInsertUnit, useUpdateUnit } from "#data/units/mutations.ts";
import type { Unit } from "#data/units/queries.ts";
import type { UnitDraft } from "#data/units/schema.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { confirm, type ConfirmQuestion } from "#shared/feedback/confirm.ts";
import { refusedPress } from "../parts/refused-press.ts";
import { PLACEHOLDER_UNIT } from "../rules/placeholder-unit.ts";
import { randomKey } from "#shared/random-key.ts";
import { unitTexts as texts } from "../unit-texts.ts";
import { useStable } from "../parts/use-stable.ts";
import type { UnitEdits } from "./use-unit-edits.ts";

export type UnitActions = {
  isAdding: boolean;
  isDeleting: (id: string) => boolean;
  /** Ends an edit without saving. A new unit that is still empty is offered for removal. */
  cancel: (base: Unit, current: Unit | undefined) => Promise<void>;
  /** Saves a unit over the given version; without a version it is added again, because another person deleted it. */
  save: (base: Unit, draft: UnitDraft, over: Unit | undefined) => Promise<void>;
  add: () => Promise<void>;
  remove: (unit: Unit) => void;
};

/** The message of document 2 §8, with the reason without a network. */
const whyNot = (error: unknown, failed: string) =>
  isUnreachable(error) ? refusedPress(error, failed, failed) : failed;

const useSave = defineAction({
  mutation: useUpdateUnit,
  thing: ({ over }) => over.id,
  done: (save, { draft }) =>
    save.outcome === "saved"
      ? texts.saved(draft.unit_number)
      : {
          kind: "error",
          text: texts.updateFailed,
          description: save.outcome === "gone" ? texts.conflict.gone : texts.conflict.changed,
        },
  failed: (error) => whyNot(error, texts.updateFailed),
});

const useAddAgain = defineAction({
  mutation: useInsertUnit,
  thing: ({ id }) => id,
  done: ({ unit_number: name }) => texts.saved(name),
  failed: (error) => whyNot(error, texts.addFailed),
});

const useAdd = defineAction({
  mutation: useInsertUnit,
  done: () => texts.added,
  failed: (error) => whyNot(error, texts.addFailed),
});

const removal = {
  mutation: useDeleteUnit,
  thing: ({ id }: Unit) => id,
  done: ({ wasThere }: { wasThere: boolean }, { unit_number: name }: Unit) =>
    wasThere ? texts.deleted(name) : ({ kind: "info", text: texts.deletedAlready(name) } as const),
  failed: (error: unknown) => whyNot(error, texts.deleteFailed),
};

const question = (title: string, description: string, cancelText?: string): ConfirmQuestion => ({
  title,
  description,
  confirmText: texts.remove,
  ...(cancelText !== undefined && { cancelText }),
  danger: true,
});

const useRemove = defineAction({
  ...removal,
  ask: ({ unit_number: name }: Unit) => question(texts.confirmTitle(name), texts.confirmText),
});

/** The removal after another question was answered. */
const useDiscard = defineAction(removal);

/** The actions of a dispatcher on units (document 2 §8). No action throws; values that are not saved stay in the form. */
export function useUnitActions({ added, bases, open, close }: UnitEdits, focusEdit: (id: string) => void): UnitActions {
  const update = useSave();
  const insertAgain = useAddAgain();
  const insert = useAdd();
  const removing = useRemove();
  const discarding = useDiscard();

  async function save(base: Unit, draft: UnitDraft, over: Unit | undefined) {
    const isSaved =
      over === undefined
        ? (await insertAgain.run({ id: base.id, draft })).status === "done"
        : wasSaved(await update.run({ over, draft }));
    if (isSaved) close(base.id);
  }

  async function add() {
    if (added !== undefined && bases.has(added)) {
      focusEdit(added);
      return;
    }
    const outcome = await insert.run({ id: randomKey(), draft: PLACEHOLDER_UNIT });
    if (outcome.status === "done") open(outcome.result, true);
  }

  async function cancel(base: Unit, current: Unit | undefined) {
    const isUntouched = base.id === added && current?.updated_at === base.updated_at;
    const isUnwanted =
      isUntouched && (await confirm(question(texts.unusedTitle(base.unit_number), texts.unusedText, texts.unusedKeep)));
    // The dialog returns the focus in a task of its own; only after that may the focused button disappear with its form.
    if (isUntouched) await new Promise((resolve) => setTimeout(resolve));
    close(base.id);
    if (isUnwanted) await discarding.run(base);
  }

  return {
    isAdding: insert.isPending(),
    isDeleting: (id) => removing.isPending(id) || discarding.isPending(id),
    cancel,
    save,
    add,
    remove: useStable((unit) => void removing.run(unit)),
  };
}

const wasSaved = (outcome: Awaited<ReturnType<ReturnType<typeof useSave>["run"]>>) =>
  outcome.status === "done" && outcome.result.outcome === "saved";
