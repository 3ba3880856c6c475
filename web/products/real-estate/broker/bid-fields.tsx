import { BID_MAX } from "#contract/limits.ts";
import type { FieldBinding } from "#shared/form/field.tsx";
import { TextArea, TextField } from "#shared/form/text-field.tsx";
import { TickField } from "#shared/form/tick-field.tsx";
import type { FormState } from "#shared/form/use-form.ts";
import { AmountHint } from "../parts/amount-hint.tsx";
import { brokerTexts as texts } from "./broker-texts.ts";

/** The values of a bid's form, as typed. */
export type TypedFields = {
  name: string;
  email: string;
  phone: string;
  amount: string;
  conditions: string;
  isHidden: boolean;
};

export const NO_BID: TypedFields = { name: "", email: "", phone: "", amount: "", conditions: "", isHidden: false };

type Props = { form: FormState<TypedFields> };

type BidderProps = { form: { field: (name: "name" | "email" | "phone") => FieldBinding<string> } };

/** The fields of the person who bids, or comes to a viewing. */
export function BidderFields({ form }: BidderProps) {
  return (
    <>
      <TextField
        label={texts.name}
        {...form.field("name")}
        required
        maxLength={BID_MAX.bidderName}
        autoComplete="name"
      />
      <TextField
        label={texts.email}
        {...form.field("email")}
        type="email"
        maxLength={BID_MAX.email}
        autoComplete="email"
        hint={texts.contactHint}
      />
      <TextField label={texts.phone} {...form.field("phone")} type="tel" maxLength={BID_MAX.phone} autoComplete="tel" />
    </>
  );
}

type BidFieldsProps = Props & {
  /** The hint about the lowest amount. */
  lowest: string;
  /** Whether a bid may be shown to the seller only. */
  mayHide: boolean;
};

/** The fields of the bid itself. */
export function BidFields({ form, lowest, mayHide }: BidFieldsProps) {
  return (
    <>
      <TextField
        label={texts.amount}
        {...form.field("amount")}
        required
        inputMode="decimal"
        autoComplete="off"
        maxLength={40}
        hint={<AmountHint typed={form.values.amount} lowest={lowest} />}
      />
      <TextArea
        label={texts.conditions}
        {...form.field("conditions")}
        optional
        rows={2}
        maxLength={BID_MAX.conditions}
        hint={texts.conditionsHint}
      />
      {mayHide && <TickField label={texts.hidden} {...form.field("isHidden")} />}
    </>
  );
}
