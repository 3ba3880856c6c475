import { ArrowUp, Plus } from "lucide-react";
import { useState } from "react";
import * as v from "valibot";
import { type ChecklistItem, checklistQueries, type ItemKind } from "#data/checklist_items/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { FormDialog } from "#shared/form/form-dialog.tsx";
import { NumberField, SelectField, TextField } from "#shared/form/text-field.tsx";
import { TickField } from "#shared/form/tick-field.tsx";
import { SubmitError } from "#shared/form/use-form.ts";
import { toast } from "#shared/feedback/toast.ts";
import { randomKey } from "#shared/random-key.ts";
import { Button } from "#shared/ui/button.tsx";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { RemoveButton } from "#shared/ui/remove-button.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { useAsksForChecks } from "./use-fleet.ts";
import { useChecklistSaving } from "./vehicle-actions.ts";
import { vehicleTexts } from "./vehicle-texts.ts";

const texts = vehicleTexts.checklist;
const KINDS = ["ok", "number", "date"] as const satisfies readonly ItemKind[];

/** `Checklist`: what a crew looks at, in its order. */
export function AdminChecklist() {
  const query = useQuery(checklistQueries.items());
  const asks = useAsksForChecks();
  const saving = useChecklistSaving();
  const [edited, setEdited] = useState<ChecklistItem | "new">();
  const items = query.data ?? [];
  async function save(list: readonly ChecklistItem[]) {
    const saved = await saving.run({ what: "checklist", list: [...list], expected: items });
    if (saved.status === "done" && saved.result.outcome === "changed")
      toast.error(texts.changed(saved.result.by ?? vehicleTexts.admin.somebody));
  }
  const moveUp = (at: number) =>
    save(
      items.flatMap((item, index) =>
        index === at ? [] : index === at - 1 ? items.slice(at, at + 1).concat(item) : [item],
      ),
    );
  return (
    <Card as="section" aria-label={texts.title}>
      <CardHeader
        title={texts.title}
        description={asks ? texts.about : texts.off}
        actions={
          <Button variant="primary" disabled={query.data === undefined} onClick={() => setEdited("new")}>
            <Plus aria-hidden="true" />
            {texts.add}
          </Button>
        }
      />
      <StateView query={query} failed={texts.loadFailed} empty={<p className="text-ink-soft">{texts.none}</p>}>
        {(all) => (
          <ol>
            {all.map((item, at) => (
              <ItemRow
                key={item.id}
                item={item}
                onUp={at > 0 ? () => void moveUp(at) : undefined}
                onChange={() => setEdited(item)}
                onRemove={() => void save(all.filter(({ id }) => id !== item.id))}
              />
            ))}
          </ol>
        )}
      </StateView>
      {edited !== undefined && (
        <ItemDialog item={edited === "new" ? undefined : edited} items={items} onClose={() => setEdited(undefined)} />
      )}
    </Card>
  );
}

type ItemRowProps = {
  item: ChecklistItem;
  onUp: (() => void) | undefined;
  onChange: () => void;
  onRemove: () => void;
};

function ItemRow({ item, onUp, onChange, onRemove }: ItemRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-2 first:border-t-0">
      <div className="min-w-0 flex-auto basis-40">
        <p className="font-bold wrap-anywhere">{item.text}</p>
        <p className="text-sm text-ink-soft">{factsOf(item)}</p>
      </div>
      <span className="flex gap-2">
        {onUp !== undefined && (
          <Button size="small" aria-label={texts.up(item.text)} onClick={onUp}>
            <ArrowUp aria-hidden="true" />
          </Button>
        )}
        <Button size="small" aria-label={texts.changeNamed(item.text)} onClick={onChange}>
          {texts.change}
        </Button>
        <RemoveButton aria-label={texts.removeNamed(item.text)} onClick={onRemove}>
          <span className="hidden sm:inline">{texts.remove}</span>
        </RemoveButton>
      </span>
    </li>
  );
}

const factsOf = ({ kind, minimum, is_critical: isCritical, is_active: isActive }: ChecklistItem): string =>
  [
    texts.kinds[kind],
    minimum !== null && vehicleTexts.check.atLeast(minimum).toLowerCase(),
    isCritical && texts.critical,
    !isActive && texts.resting,
  ]
    .filter(Boolean)
    .join(" · ");

const itemSchema = v.object({
  text: v.pipe(v.string(), v.trim(), v.maxLength(200)),
  kind: v.picklist(KINDS),
  minimum: v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^(\d{1,7}([.,]\d{1,3})?)?$/, texts.minimumWrong),
    v.transform((typed) => (typed === "" ? null : Number(typed.replace(",", ".")))),
  ),
  is_critical: v.boolean(),
  is_active: v.boolean(),
});

type ItemDialogProps = { item: ChecklistItem | undefined; items: readonly ChecklistItem[]; onClose: () => void };

function ItemDialog({ item, items, onClose }: ItemDialogProps) {
  const saving = useChecklistSaving();
  const [id] = useState(() => item?.id ?? randomKey());
  const [expected] = useState(items);
  return (
    <FormDialog
      title={item === undefined ? texts.add : texts.changeNamed(item.text)}
      description={texts.about}
      submit={texts.save}
      initial={{
        text: item?.text ?? "",
        kind: item?.kind ?? "ok",
        minimum: String(item?.minimum ?? ""),
        is_critical: item?.is_critical ?? false,
        is_active: item?.is_active ?? true,
      }}
      schema={itemSchema}
      required={{ fields: ["text"], text: texts.missing }}
      onSubmit={async (fields) => {
        const wanted = { id, ...fields, minimum: fields.kind === "number" ? fields.minimum : null };
        const list =
          item === undefined ? [...expected, wanted] : expected.map((each) => (each.id === id ? wanted : each));
        const answer = await saving.submit({ what: "checklist", list, expected: [...expected] });
        if (answer.outcome === "changed")
          throw new SubmitError(texts.changed(answer.by ?? vehicleTexts.admin.somebody));
      }}
      failed={saving.failed}
      onClose={onClose}
    >
      {({ field, values }) => (
        <>
          <TextField label={texts.text} required maxLength={200} {...field("text")} />
          <SelectField
            label={texts.kind}
            hint={values.kind === "date" ? texts.dateHint : undefined}
            options={KINDS.map((value) => ({ value, label: texts.kinds[value] }))}
            {...field("kind")}
          />
          {values.kind === "number" && (
            <NumberField label={texts.minimum} hint={texts.minimumHint} optional {...field("minimum")} />
          )}
          <TickField label={texts.isCritical} {...field("is_critical")} />
          {item !== undefined && <TickField label={texts.isActive} {...field("is_active")} />}
        </>
      )}
    </FormDialog>
  );
}
