import { useEffect, useEffectEvent, useRef, useState } from "react";
import { VIOLATION_MAX } from "#contract/site-settings.ts";
import {
  type ViolationDraft,
  type ViolationSave,
  useAddViolation,
  useChangeViolation,
} from "#data/violations/mutations.ts";
import type { Violation } from "#data/violations/queries.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { CancelButton, Form, SubmitButton } from "#shared/form/form.tsx";
import { TickField } from "#shared/form/tick-field.tsx";
import { NumberField, TextField } from "#shared/form/text-field.tsx";
import { type FormState, useForm } from "#shared/form/use-form.ts";
import { randomKey } from "#shared/random-key.ts";
import { EditConflict } from "./edit-conflict.tsx";
import {
  NEW_VIOLATION,
  type TypedViolation,
  typedViolation,
  violationChanges,
  violationDifferences,
  violationSchema,
} from "./rules/violation-schema.ts";
import { settingsTexts } from "./settings-texts.ts";

const texts = settingsTexts.violations;
const failed = () => ({ text: texts.saveFailed, at: "both" }) as const;

const useAdd = defineAction({ mutation: useAddViolation, done: () => texts.saved, failed });
const useChange = defineAction<{ read: Violation; changes: Partial<ViolationDraft> }, ViolationSave>({
  mutation: useChangeViolation,
  done: ({ outcome }) => (outcome === "saved" ? texts.saved : undefined),
  failed,
});

type ViolationFormProps = {
  project: string;
  /** The violation to change; undefined for a new one. */
  read: Violation | undefined;
  /** The position of a new violation. */
  sortOrder: number;
  siteMost: number | null;
  onType: (typed: TypedViolation, isChanged: boolean) => void;
  onClose: () => void;
};

/** The form of a violation, at its place in the list. If another person saved meanwhile, the form says so before it overwrites anything. */
export function ViolationForm({ project, read, sortOrder, siteMost, onType, onClose }: ViolationFormProps) {
  const [id] = useState(randomKey);
  const [base] = useState(read);
  const over = useRef(read);
  const [theirs, setTheirs] = useState<Violation>();
  const [add, change] = [useAdd(), useChange()];
  const form = useForm<TypedViolation, ViolationDraft>({
    initial: base === undefined ? NEW_VIOLATION : typedViolation(base),
    schema: violationSchema(siteMost),
    required: { fields: ["text", "amount"], text: texts.missing },
    onSubmit: async (draft) => {
      if (base === undefined || over.current === undefined) {
        await add.submit({ ...draft, id, project_id: project, sort_order: sortOrder });
        return onClose();
      }
      const result = await change.submit({ read: over.current, changes: violationChanges(base, draft) });
      return result.outcome === "saved" ? onClose() : setTheirs(result.violation);
    },
    failed: base === undefined ? add.failed : change.failed,
  });
  useReportedTyping(form.values, base, onType);

  function handleKeepMine() {
    over.current = theirs;
    form.formProps.ref.current?.requestSubmit();
  }

  return (
    <div className="rounded-control border-2 border-line-strong p-4">
      <Form
        form={form}
        label={texts.form}
        actions={
          base === undefined || theirs === undefined ? (
            <>
              <SubmitButton form={form}>{texts.save}</SubmitButton>
              <CancelButton onClick={onClose} />
            </>
          ) : (
            <EditConflict
              differences={violationDifferences(base, theirs)}
              onKeepMine={handleKeepMine}
              onTakeTheirs={onClose}
            />
          )
        }
      >
        <ViolationFields field={form.field} />
      </Form>
    </div>
  );
}

/** Calls `onType` at each change of the typed values. */
function useReportedTyping(typed: TypedViolation, base: Violation | undefined, onType: ViolationFormProps["onType"]) {
  const handleType = useEffectEvent(onType);
  useEffect(() => {
    const before = base === undefined ? NEW_VIOLATION : typedViolation(base);
    handleType(typed, JSON.stringify(typed) !== JSON.stringify(before));
  }, [typed, base]);
}

/** The form takes the focus when it opens. */
const takeFocus = (input: HTMLInputElement | null) => input?.focus();

function ViolationFields({ field }: Pick<FormState<TypedViolation>, "field">) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        label={texts.fields.text}
        required
        maxLength={VIOLATION_MAX.text}
        autoComplete="off"
        className="col-span-full"
        ref={takeFocus}
        {...field("text")}
      />
      <NumberField label={texts.fields.amount} required inputMode="numeric" {...field("amount")} />
      <NumberField
        label={texts.fields.max_amount}
        hint={texts.hints.max_amount}
        optional
        inputMode="numeric"
        {...field("max_amount")}
      />
      <TextField
        label={texts.fields.code}
        optional
        maxLength={VIOLATION_MAX.code}
        autoComplete="off"
        {...field("code")}
      />
      <div className="col-span-full">
        <TickField label={texts.fields.needs_no_right} hint={texts.hints.needs_no_right} {...field("needs_no_right")} />
      </div>
    </div>
  );
}
