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
import { OPERATIONAL_STATUSES, UNIT_STATUSES } from "#contract/states.ts";
import type { Unit } from "#data/units/queries.ts";
import { type UnitDraft, unitSchema } from "#data/units/schema.ts";
import { CancelButton, Form, SubmitButton } from "#shared/form/form.tsx";
import { SelectField, TextField } from "#shared/form/text-field.tsx";
import { type FormState, useForm } from "#shared/form/use-form.ts";
import { unitTexts as texts } from "../unit-texts.ts";
import { UnitConflict } from "./unit-conflict.tsx";
import type { TypedUnit } from "./use-unit-edits.ts";

const schema = unitSchema(texts.numberMissing);
const asOptions = <Value extends string>(values: readonly Value[]) => values.map((value) => ({ value, label: value }));
const STATUSES = asOptions(UNIT_STATUSES);
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

/** The form of a unit, in its row. Enter saves, Escape cancels. Changes by other people are shown and change no field. */
export function UnitForm({ base, current, typed, onType, onSave, onCancel }: UnitFormProps) {
  const first = useRef<HTMLInputElement>(null);
  /** The version that a save overwrites: the version that was read, or a later one that the person decided to overwrite. */
  const over = useRef<Unit | undefined>(base);
  /** Whether the person has tried to save; a conflict then is an answer to that. */
  const [hasTried, setHasTried] = useState(false);
  useFocusWhenNew(first, typed === undefined);
  const form = useForm<TypedUnit, UnitDraft>({
    initial: typed ?? draftOf(base),
    schema,
    onSubmit: async (draft) => {
      setHasTried(true);
      const target = over.current;
      over.current = base;
      await onSave(draft, target);
    },
    failed: () => undefined,
  });

  useReportedTyping(form.values, onType);

  function handleKeepMine() {
    over.current = current;
    form.formProps.ref.current?.requestSubmit();
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key !== "Escape") return;
    event.preventDefault();
    onCancel();
  }

  const isChanged = current?.updated_at !== base.updated_at && !form.isPending;
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
      <SelectField label={texts.fields.status} {...form.field("status")} options={STATUSES} />
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
    </>
  );
}

const draftOf = (unit: Unit): TypedUnit => ({
  unit_number: unit.unit_number,
  location: unit.location,
  status: unit.status,
  occupation: unit.occupation,
  vehicle_type: unit.vehicle_type,
  operational_status: unit.operational_status,
});
