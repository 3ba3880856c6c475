import { SelectField, TextField } from "#shared/form/text-field.tsx";
import { TickField } from "#shared/form/tick-field.tsx";
import type { FormState } from "#shared/form/use-form.ts";
import type { TypedRules } from "../rules/bidding-rules.ts";
import { texts } from "../texts.ts";

const labels = texts.rules;

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/** The fields of the rules of bidding, of a property or of new ones. */
export function BiddingRuleFields({ form }: { form: FormState<TypedRules> }) {
  return (
    <>
      <SelectField label={labels.mode} options={optionsOf(labels.modes)} {...form.field("bid_mode")} />
      <SelectField label={labels.release} options={optionsOf(labels.releases)} {...form.field("bid_release")} />
      <div>
        <TickField label={labels.higherOnly} {...form.field("higher_only")} />
        <TickField label={labels.hiddenBids} {...form.field("hidden_bids")} />
        <TickField label={labels.contractStep} {...form.field("contract_step")} />
      </div>
      <TextField
        label={labels.step}
        required
        inputMode="decimal"
        autoComplete="off"
        maxLength={40}
        className="max-w-xs"
        {...form.field("bid_step")}
      />
    </>
  );
}
