import { useCallback, useRef, useState } from "react";
import { isCaseRefusal } from "#data/data-error.ts";
import { useInsertProperty, useUpdateProperty, type PropertyDraft } from "#data/properties/mutations.ts";
import { propertyQueries } from "#data/properties/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { confirm } from "#shared/feedback/confirm.ts";
import { Dialog } from "#shared/ui/dialog.tsx";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { changedColumns, inputOf, NEW_PROPERTY, type PropertyInput } from "../rules/property-schema.ts";
import { texts } from "../texts.ts";
import { PropertyForm } from "./property-form.tsx";

const labels = texts.form;

type PropertyFormDialogProps = {
  /** The property to edit; without one the form adds a property. */
  id: string | undefined;
  /** The agent who saves. */
  userId: string;
  /** Called when the property was saved, or the form given up. */
  onDone: () => void;
};

/** The form of a property in a dialog. Closing it with unsaved changes asks first. */
export function PropertyFormDialog({ id, userId, onDone }: PropertyFormDialogProps) {
  const hasChanges = useRef(false);
  const query = useQuery({ ...propertyQueries.byId(id ?? ""), enabled: id !== undefined });
  const handleTyped = useCallback((isChanged: boolean) => {
    hasChanges.current = isChanged;
  }, []);

  async function handleClose() {
    const isSure =
      !hasChanges.current ||
      (await confirm({
        title: labels.discardTitle,
        description: labels.discardText,
        confirmText: labels.discard,
        cancelText: labels.keep,
        danger: true,
      }));
    if (isSure) onDone();
  }

  const form = { userId, onTyped: handleTyped, onCancel: () => void handleClose(), onDone };
  const title = query.data?.title;
  return (
    <Dialog
      open
      onOpenChange={(open) => void (open || handleClose())}
      title={id === undefined ? labels.addTitle : title === undefined ? texts.loading : labels.editTitle(title)}
      description={labels.description}
      width="wide"
      lang="en"
    >
      {id === undefined ? (
        <AddProperty {...form} />
      ) : (
        <StateView
          query={query}
          loading={<SkeletonList label={texts.loading} />}
          failed={texts.loadFailed}
          empty={labels.gone}
        >
          {(property) => <EditProperty id={id} stored={inputOf(property)} {...form} />}
        </StateView>
      )}
    </Dialog>
  );
}

type EditorProps = {
  userId: string;
  onTyped: (isChanged: boolean) => void;
  onCancel: () => void;
  onDone: () => void;
};

const useAdd = defineAction({
  mutation: useInsertProperty,
  done: () => texts.management.created,
  failed: () => texts.management.createFailed,
});

function AddProperty({ userId, onDone, ...rest }: EditorProps) {
  const insert = useAdd();
  async function handleSave(draft: PropertyDraft) {
    await insert.submit({ draft, userId });
    onDone();
  }
  return <PropertyForm initial={NEW_PROPERTY} failed={insert.failed} onSave={handleSave} {...rest} />;
}

const useChange = defineAction({
  mutation: useUpdateProperty,
  thing: ({ id }) => id,
  done: () => texts.management.updated,
  // A sale under way keeps its status, and the database says why.
  failed: (error) =>
    isCaseRefusal(error)
      ? { text: texts.management.updateFailed, description: error.message }
      : texts.management.updateFailed,
});

/** A new status takes back the acceptance of the bid (`updateProperty`). */
const reopening = (title: string) => ({
  title: labels.reopenTitle(title),
  description: labels.reopenText,
  confirmText: labels.reopen,
  cancelText: labels.keepSold,
  danger: true,
});

function EditProperty({ id, stored, userId, onDone, ...rest }: EditorProps & { id: string; stored: PropertyInput }) {
  // The values that the form began with. The property may change meanwhile, and only typed changes are saved.
  const [initial] = useState(stored);
  const update = useChange();
  async function handleSave(draft: PropertyDraft) {
    const isReopened = initial.status === "sold" && draft.status !== "sold";
    if (isReopened && !(await confirm(reopening(initial.title)))) return;
    await update.submit({ id, changes: changedColumns(initial, draft), userId });
    onDone();
  }
  return <PropertyForm initial={initial} failed={update.failed} onSave={handleSave} {...rest} />;
}
