import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { flushSync } from "react-dom";
import { useListInterval } from "#data/live.ts";
import { useLiveUnitStatuses } from "#data/unit_statuses/live.ts";
import { useSetStatuses } from "#data/unit_statuses/mutations.ts";
import {
  STATUS_COLORS,
  STATUS_MEANINGS,
  STATUS_SIGNS,
  type UnitStatus,
  unitStatusQueries,
} from "#data/unit_statuses/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { Form, SubmitButton } from "#shared/form/form.tsx";
import { NumberField, SelectField, TextField } from "#shared/form/text-field.tsx";
import { type FormState, SubmitError, useForm } from "#shared/form/use-form.ts";
import { Button } from "#shared/ui/button.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { LookBadge } from "../parts/statuses.tsx";
import { isSpecified } from "../rules/specified-statuses.ts";
import {
  movedRow,
  rowsOf,
  STATUS_NAME_MAX,
  STATUSES_MAX,
  statusesSchema,
  type TypedStatuses,
  typedStatuses,
  withNewStatus,
} from "../rules/statuses-schema.ts";
import { statusTexts as texts } from "./status-texts.ts";
import { differs, useUnsaved } from "./unsaved.ts";

const useSave = defineAction({
  mutation: useSetStatuses,
  done: ({ outcome }) => (outcome === "set" || outcome === "unchanged" ? texts.saved : undefined),
  failed: () => ({ text: texts.saveFailed, at: "both" }),
});

/** The statuses as the administrator keeps them: names, colours, signs, meaning, limits and order (document 5 §3). */
export function StatusesEditor() {
  useLiveUnitStatuses();
  const query = useQuery({ ...unitStatusQueries.list(), refetchInterval: useListInterval() });
  return (
    <>
      <p className="mb-4 max-w-prose text-ink-soft">{texts.about}</p>
      <StateView query={query} failed={texts.loadFailed} empty={null}>
        {(statuses) => <StatusesForm statuses={statuses} />}
      </StateView>
    </>
  );
}

const schema = statusesSchema(texts);

function StatusesForm({ statuses }: { statuses: readonly UnitStatus[] }) {
  const action = useSave();
  // The list that the form is based on: a newer one of somebody else is told before it is overwritten.
  const [shown, setShown] = useState(statuses);
  const form = useForm<TypedStatuses, UnitStatus[]>({
    initial: typedStatuses(statuses),
    schema,
    onSubmit: async (list) => {
      const answer = await action.submit({ list, expected: shown });
      if (answer.outcome === "in_use") {
        const nameOf = (of: string) => shown.find(({ code }) => code === of)?.name ?? of;
        throw new SubmitError(texts.inUse(answer.statuses.map(({ code, units }) => ({ name: nameOf(code), units }))));
      }
      setShown(answer.outcome === "changed" ? answer.now : answer.statuses);
      if (answer.outcome === "changed") throw new SubmitError(texts.changed(answer.by));
      form.reset(typedStatuses(answer.statuses));
    },
    failed: action.failed,
  });
  useUnsaved("statuses", differs(form.values, typedStatuses(shown)));
  const rows = rowsOf(form.values);
  const { ref } = form.formProps;
  /** Another row, with the focus in its name. */
  function handleAdd() {
    flushSync(() => form.reset(withNewStatus(form.values)));
    ref.current?.querySelector<HTMLElement>("li:last-child input")?.focus();
  }
  return (
    <Form form={form} label={texts.form} actions={<SubmitButton form={form}>{texts.save}</SubmitButton>}>
      <ol className="grid gap-3">
        {rows.map((row, index) => (
          <li key={row}>
            <StatusRow form={form} row={row} isFirst={index === 0} isLast={index === rows.length - 1} />
          </li>
        ))}
      </ol>
      {rows.length < STATUSES_MAX && (
        <Button className="w-fit" onClick={handleAdd}>
          <Plus aria-hidden="true" />
          {texts.add}
        </Button>
      )}
    </Form>
  );
}

type RowProps = { form: FormState<TypedStatuses>; row: string; isFirst: boolean; isLast: boolean };

function StatusRow({ form, row, isFirst, isLast }: RowProps) {
  const typed = form.values;
  const name = typed[`${row} name`] || texts.unnamed;
  const isKept = isSpecified(typed[`${row} code`] ?? "");
  const look = { name, color: typed[`${row} color`], sign: typed[`${row} sign`] } as UnitStatus;
  return (
    <fieldset
      aria-label={name}
      className="grid grid-cols-2 items-end gap-3 rounded-card border border-line bg-surface p-3 md:grid-cols-3 lg:grid-cols-[minmax(9rem,1.5fr)_repeat(5,minmax(0,1fr))_8.25rem]"
    >
      <div className="grid justify-items-start gap-1 max-lg:col-span-full">
        <LookBadge {...look} />
        {isKept ? (
          <p className="text-sm text-ink-soft">{texts.kept}</p>
        ) : (
          <TextField
            className="w-full"
            label={texts.name}
            required
            maxLength={STATUS_NAME_MAX}
            {...form.field(`${row} name`)}
          />
        )}
      </div>
      <SelectField
        label={texts.color}
        options={asOptions(STATUS_COLORS, texts.colors)}
        {...form.field(`${row} color`)}
      />
      <SelectField label={texts.sign} options={asOptions(STATUS_SIGNS, texts.signs)} {...form.field(`${row} sign`)} />
      <SelectField
        className="max-md:col-span-full"
        label={texts.meaning}
        options={asOptions(STATUS_MEANINGS, texts.meanings)}
        {...form.field(`${row} meaning`)}
      />
      <Minutes label={texts.checkAfter} {...form.field(`${row} check_after`)} />
      <Minutes label={texts.overdueAfter} {...form.field(`${row} overdue_after`)} />
      <RowButtons {...{ form, row, name, isFirst, isLast }} isRemovable={!isKept} />
    </fieldset>
  );
}

function RowButtons({
  form,
  row,
  name,
  isFirst,
  isLast,
  isRemovable,
}: RowProps & { name: string; isRemovable: boolean }) {
  return (
    <div className="flex justify-end max-lg:col-span-full">
      <MoveButton
        label={texts.up(name)}
        isEnd={isFirst}
        onClick={() => form.set("order", movedRow(form.values, row, -1))}
      >
        <ArrowUp aria-hidden="true" />
      </MoveButton>
      <MoveButton
        label={texts.down(name)}
        isEnd={isLast}
        onClick={() => form.set("order", movedRow(form.values, row, 1))}
      >
        <ArrowDown aria-hidden="true" />
      </MoveButton>
      {isRemovable && (
        <Button
          size="icon"
          variant="ghost"
          aria-label={texts.remove(name)}
          onClick={() =>
            form.set(
              "order",
              rowsOf(form.values)
                .filter((other) => other !== row)
                .join(" "),
            )
          }
        >
          <Trash2 aria-hidden="true" />
        </Button>
      )}
    </div>
  );
}

const asOptions = <Value extends string>(values: readonly Value[], names: Record<Value, string>) =>
  values.map((value) => ({ value: value as string, label: names[value] }));

const Minutes = (props: Parameters<typeof NumberField>[0]) => (
  <NumberField inputMode="numeric" min={1} max={10080} {...props} />
);

/** Keeps its place at an end of the list, where it does nothing, so that no other button comes under a finger. */
function MoveButton({ label, isEnd, ...props }: Parameters<typeof Button>[0] & { label: string; isEnd: boolean }) {
  return <Button size="icon" variant="ghost" aria-label={label} aria-disabled={isEnd || undefined} {...props} />;
}
