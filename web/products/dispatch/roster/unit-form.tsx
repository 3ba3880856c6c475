import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { UNIT_MAX } from "#contract/limits.ts";
import { OPERATIONAL_STATUSES } from "#contract/states.ts";
import { fieldsOf, mergeEdit, UNIT_FIELDS } from "#data/units/merge.ts";
import type { Unit } from "#data/units/queries.ts";
import { type UnitDraft, unitSchema } from "#data/units/schema.ts";
import { CancelButton, Form, SubmitButton } from "#shared/form/form.tsx";
import { SelectField, TextField } from "#shared/form/text-field.tsx";
import { type FormState, useForm } from "#shared/form/use-form.ts";
import { unitTexts as texts } from "../unit-texts.ts";
import { useStatuses } from "../parts/statuses.tsx";
import { UnitConflict } from "./unit-conflict.tsx";
import type { TypedUnit } from "./use-unit-edits.ts";

const schema = unitSchema(texts.numberMissing);
const asOptions = <Value extends string>(values: readonly Value[]) => values.map((value) => ({ value, label: value }));
const OPERATIONAL = asOptions(OPERATIONAL_STATUSES);

type UnitFormProps = {
  /** The unit as it was when the edit began. */
  base: Unit;
  /** The unit as it is now; undefined when it was deleted. */
  current: Unit | undefined;
  /** Saves over the given version, or as a new unit without one. It shows the result itself and never throws. */
  onSave: (draft: UnitDraft, over: Unit | undefined) => Promise<void>;
  /** The values that were typed before the form was drawn again, for example after a change of tabs. */
  typed: TypedUnit | undefined;
  onType: (values: TypedUnit) => void;
  onCancel: () => void;
};

/**
 * The form of a unit, in its row. Enter saves, Escape cancels. A field that was not touched follows other people's changes; a touched one that
 * somebody else changed is a conflict, which the person decides.
 */
export function UnitForm({ base, current, typed, onType, onSave, onCancel }: UnitFormProps) {
  const first = useRef<HTMLInputElement>(null);
  /** Whether the next save overwrites what somebody else changed. */
  const isOver = useRef(false);
  /** Whether the person has tried to save; a conflict then is an answer to that. */
  const [hasTried, setHasTried] = useState(false);
  useFocusWhenNew(first, typed === undefined);
  const form = useForm<TypedUnit, UnitDraft>({
    initial: typed ?? fieldsOf(base),
    schema,
    onSubmit: async (draft) => {
      setHasTried(true);
      const isMine = isOver.current;
      isOver.current = false;
      await onSave(draft, isMine ? current : conflicts.length > 0 ? base : (current ?? base));
    },
    failed: () => undefined,
  });

  const conflicts = useFollowed(form, base, current);
  useReportedTyping(form.values, onType);

  function handleKeepMine() {
    isOver.current = true;
    form.formProps.ref.current?.requestSubmit();
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key !== "Escape") return;
    event.preventDefault();
    onCancel();
  }

  const isChanged = (current === undefined || conflicts.length > 0) && !form.isPending;
  return (
    <div data-editing onKeyDown={handleKey} role="presentation">
      <Form
        form={form}
        label={texts.editing(base.unit_number)}
        className="sm:grid-cols-2 lg:grid-cols-3 [&>:last-child]:col-span-full"
        actions={
          isChanged ? (
            <UnitConflict
              base={base}
              current={current}
              fields={conflicts}
              isAnswer={hasTried}
              onKeepMine={handleKeepMine}
              onTakeTheirs={onCancel}
            />
          ) : (
            <EditButtons form={form} onCancel={onCancel} />
          )
        }
      >
        <UnitFields form={form} first={first} />
      </Form>
    </div>
  );
}

/** Lets fields that were not touched follow the unit. Gives the touched fields that somebody else changed otherwise. */
function useFollowed(form: FormState<TypedUnit>, base: Unit, current: Unit | undefined) {
  const [basis, setBasis] = useState({ version: base.updated_at, fields: fieldsOf(base) });
  const { values, conflicts } = mergeEdit(basis.fields, form.values, current ?? basis.fields);
  if (current !== undefined && current.updated_at !== basis.version) {
    const followed = UNIT_FIELDS.filter((field) => values[field] !== form.values[field]);
    for (const field of followed) form.set(field, values[field]);
    const fields = { ...basis.fields, ...Object.fromEntries(followed.map((field) => [field, values[field]])) };
    setBasis({ version: current.updated_at, fields });
  }
  return conflicts;
}

/** Calls `onType` at each change of the typed values. */
function useReportedTyping(values: TypedUnit, onType: (values: TypedUnit) => void) {
  const handleType = useEffectEvent(onType);
  useEffect(() => {
    handleType(values);
  }, [values]);
}

function EditButtons({ form, onCancel }: { form: FormState<TypedUnit>; onCancel: () => void }) {
  return (
    <>
      <SubmitButton form={form} size="small">
        {texts.save}
      </SubmitButton>
      <CancelButton size="small" onClick={onCancel} />
    </>
  );
}

/** The first field gets the focus when the edit begins, not when the form is only drawn again. */
function useFocusWhenNew(first: RefObject<HTMLInputElement | null>, isNew: boolean) {
  const wasNew = useRef(isNew);
  useLayoutEffect(() => {
    if (!wasNew.current) return;
    first.current?.focus();
    first.current?.select();
  }, [first]);
}

function UnitFields({ form, first }: { form: FormState<TypedUnit>; first: RefObject<HTMLInputElement | null> }) {
  const options = useStatuses().map(({ code, name }) => ({ value: code, label: name }));
  return (
    <>
      <TextField
        ref={first}
        label={texts.fields.unit_number}
        {...form.field("unit_number")}
        required
        maxLength={UNIT_MAX.unitNumber}
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        label={texts.fields.location}
        {...form.field("location")}
        maxLength={UNIT_MAX.location}
        autoComplete="off"
      />
      <SelectField label={texts.fields.status} {...form.field("status")} options={options} />
      <TextField
        label={texts.fields.occupation}
        {...form.field("occupation")}
        maxLength={UNIT_MAX.occupation}
        autoComplete="off"
      />
      <TextField
        label={texts.fields.vehicle_type}
        {...form.field("vehicle_type")}
        maxLength={UNIT_MAX.vehicleType}
        autoComplete="off"
      />
      <SelectField
        label={texts.fields.operational_status}
        {...form.field("operational_status")}
        options={OPERATIONAL}
      />
      <TextField
        label={texts.fields.crew}
        optional
        {...form.field("crew")}
        maxLength={UNIT_MAX.crew}
        autoComplete="off"
      />
    </>
  );
}
