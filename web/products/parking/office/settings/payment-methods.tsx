import { ArrowUp, Plus, Trash2 } from "lucide-react";
import { PAYMENT_KINDS, PAYMENT_METHODS_MAX } from "#contract/site-settings.ts";
import type { FieldBinding } from "#shared/form/field.tsx";
import { SelectField, TextField } from "#shared/form/text-field.tsx";
import { Button } from "#shared/ui/button.tsx";
import { isDoubtful } from "./rules/giro-check.ts";
import type { TypedSettings } from "./rules/settings-schema.ts";
import { payeeTexts as texts } from "./payee-texts.ts";

type Methods = TypedSettings["payment_methods"];
type Method = Methods[number];

const KINDS = PAYMENT_KINDS.map((value) => ({ value, label: texts.kinds[value] }));

/** The ways to pay, in the order of the notice. */
export function PaymentMethods({ value: methods, onChange, error }: FieldBinding<Methods>) {
  const change = (place: number, changes: Partial<Method>) =>
    onChange(methods.map((method, index) => (index === place ? { ...method, ...changes } : method)));
  const moveUp = (place: number) =>
    onChange(methods.toSpliced(place - 1, 2, ...methods.slice(place - 1, place + 1).toReversed()));
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-semibold">{texts.list}</legend>
      {methods.length === 0 && <p className="mb-3 text-ink-soft">{texts.none}</p>}
      <div className="grid gap-4">
        {methods.map((method, index) => (
          <MethodFields
            // A payment method has no key of its own; the person knows it by its position.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            place={index + 1}
            method={method}
            error={method.value.trim() === "" ? error : undefined}
            onChange={(changes) => change(index, changes)}
            onUp={index === 0 ? undefined : () => moveUp(index)}
            onRemove={() => onChange(methods.toSpliced(index, 1))}
          />
        ))}
      </div>
      {methods.length < PAYMENT_METHODS_MAX.methods && (
        <Button
          size="small"
          className="mt-3"
          onClick={() => onChange([...methods, { kind: "bankgiro", value: "", text: "" }])}
        >
          <Plus aria-hidden="true" />
          {texts.add}
        </Button>
      )}
    </fieldset>
  );
}

type MethodFieldsProps = {
  place: number;
  method: Method;
  error: string | undefined;
  onChange: (changes: Partial<Method>) => void;
  onUp: (() => void) | undefined;
  onRemove: () => void;
};

function MethodFields({ place, method, error, onChange, onUp, onRemove }: MethodFieldsProps) {
  return (
    <div className="grid gap-3 rounded-control border border-line p-4 sm:grid-cols-2">
      <SelectField
        label={texts.kind(place)}
        options={KINDS}
        value={method.kind}
        onChange={(kind) => onChange({ kind })}
      />
      <TextField
        label={texts.value(place)}
        hint={isDoubtful(method) ? texts.doubtful : undefined}
        error={error}
        maxLength={PAYMENT_METHODS_MAX.value}
        autoComplete="off"
        value={method.value}
        onChange={(value) => onChange({ value })}
      />
      <TextField
        label={texts.text(place)}
        hint={texts.textHint}
        optional
        maxLength={PAYMENT_METHODS_MAX.text}
        autoComplete="off"
        className="col-span-full"
        value={method.text}
        onChange={(text) => onChange({ text })}
      />
      <div className="col-span-full flex flex-wrap gap-2">
        {onUp !== undefined && (
          <Button size="icon" aria-label={texts.up(place)} onClick={onUp}>
            <ArrowUp aria-hidden="true" />
          </Button>
        )}
        <Button size="icon" aria-label={texts.remove(place)} onClick={onRemove}>
          <Trash2 aria-hidden="true" />
        </Button>
      </div>
    </div>
  );
}
