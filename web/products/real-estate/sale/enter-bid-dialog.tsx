import { useState } from "react";
import type { InferOutput } from "valibot";
import { BID_MAX } from "#contract/limits.ts";
import { useEnterBid } from "#data/property_bids/broker.ts";
import type { Bidder } from "#data/property_bids/for-agents.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { DateField } from "#shared/form/date-field.tsx";
import { FormDialog } from "#shared/form/form-dialog.tsx";
import { SelectField, TextArea, TextField } from "#shared/form/text-field.tsx";
import { TickField } from "#shared/form/tick-field.tsx";
import { TimeField } from "#shared/form/time-field.tsx";
import type { FormState } from "#shared/form/use-form.ts";
import { toDateValue, toTimeValue } from "#shared/format/dates.ts";
import { formatExactly } from "#shared/format/money.ts";
import { parseAmount } from "#shared/format/amount.ts";
import { toldAtField } from "../parts/refused-bid.ts";
import { useIdOf } from "../parts/use-id-of.ts";
import { enteredBidSchema, NEW_BIDDER } from "../rules/entered-bid-schema.ts";
import { saleTexts } from "./sale-texts.ts";

const texts = saleTexts.enter;
const schema = enteredBidSchema(texts, Date.now);

type Typed = {
  bidderId: string;
  name: string;
  email: string;
  phone: string;
  amount: string;
  conditions: string;
  day: string;
  time: string;
  isHidden: boolean;
};

const useEnter = defineAction({
  mutation: useEnterBid,
  done: ({ outcome }) => (outcome === "gone" ? { kind: "error", text: saleTexts.gone } : texts.done),
  failed: () => ({ text: texts.failed, at: "both" }),
});

type Props = { propertyId: string; bidders: readonly Bidder[]; agent: string; onClose: () => void };

/** A bid that came to the agent by phone, with its time (document 5 §5). */
export function EnterBidDialog({ propertyId, bidders, agent, onClose }: Props) {
  const entering = useEnter();
  const { idOf } = useIdOf();
  const [now] = useState(() => new Date());
  return (
    <FormDialog<Typed, InferOutput<typeof schema>>
      title={texts.title}
      description={texts.about}
      initial={{
        bidderId: NEW_BIDDER,
        name: "",
        email: "",
        phone: "",
        amount: "",
        conditions: "",
        day: toDateValue(now),
        time: toTimeValue(now),
        isHidden: false,
      }}
      schema={schema}
      submit={texts.save}
      onSubmit={(typed) => {
        const { bidderId, name, email, phone, receivedAt, amount, conditions, isHidden } = typed;
        const bid = { property_id: propertyId, amount, conditions, is_hidden: isHidden, received_at: receivedAt };
        return toldAtField(["name", "email", "phone", "amount", "conditions"], () =>
          entering.submit({
            bid: { id: idOf(typed), ...bid },
            bidder: bidderId === NEW_BIDDER ? { name, email, phone } : { id: bidderId },
            agent,
          }),
        );
      }}
      failed={entering.failed}
      onClose={onClose}
    >
      {(form) => (
        <>
          <BidderFields form={form} bidders={bidders} />
          <BidFields form={form} today={toDateValue(now)} />
        </>
      )}
    </FormDialog>
  );
}

function BidFields({ form, today }: { form: FormState<Typed>; today: string }) {
  return (
    <>
      <TextField
        label={texts.amount}
        {...form.field("amount")}
        required
        inputMode="decimal"
        autoComplete="off"
        maxLength={40}
        hint={amountRead(form.values.amount)}
      />
      <TextArea
        label={texts.conditions}
        {...form.field("conditions")}
        optional
        rows={2}
        maxLength={BID_MAX.conditions}
        hint={texts.conditionsHint}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField label={texts.day} max={today} {...form.field("day")} />
        <TimeField label={texts.time} day={form.values.day} {...form.field("time")} />
      </div>
      <TickField label={texts.hidden} {...form.field("isHidden")} />
    </>
  );
}

function BidderFields({ form, bidders }: { form: FormState<Typed>; bidders: readonly Bidder[] }) {
  const choices = bidders
    .filter(({ joined_to: joinedTo }) => joinedTo === null)
    .map(({ id, name, number }) => ({ value: id, label: saleTexts.bids.named(name, number) }));
  return (
    <>
      {choices.length > 0 && (
        <SelectField
          label={texts.bidder}
          options={[{ value: NEW_BIDDER, label: texts.newBidder }, ...choices]}
          {...form.field("bidderId")}
        />
      )}
      {form.values.bidderId === NEW_BIDDER && (
        <>
          <TextField
            label={texts.name}
            {...form.field("name")}
            required
            maxLength={BID_MAX.bidderName}
            autoComplete="off"
          />
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <TextField
              label={texts.phone}
              {...form.field("phone")}
              type="tel"
              maxLength={BID_MAX.phone}
              autoComplete="off"
            />
            <TextField
              label={texts.email}
              {...form.field("email")}
              type="email"
              maxLength={BID_MAX.email}
              autoComplete="off"
            />
          </div>
        </>
      )}
    </>
  );
}

/** The typed amount as it is understood, because a zero too many is easily typed. */
function amountRead(typed: string): string | undefined {
  const amount = parseAmount(typed);
  return amount === undefined ? undefined : formatExactly(amount);
}
