import { BID_MAX } from "#contract/limits.ts";
import { usePlaceBid } from "#data/property_bids/mutations.ts";
import type { Property } from "#data/properties/queries.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { Form, SubmitButton } from "#shared/form/form.tsx";
import { TextField } from "#shared/form/text-field.tsx";
import { useForm } from "#shared/form/use-form.ts";
import { formatExactly } from "#shared/format/money.ts";
import { AmountHint } from "../parts/amount-hint.tsx";
import { useFarBelow } from "../parts/use-far-below.ts";
import { bidSchema } from "../rules/bid-schema.ts";
import { isFarBelow } from "../rules/far-below.ts";
import { texts } from "../texts.ts";

const labels = texts.bids;

const usePlace = defineAction({ mutation: usePlaceBid, done: () => labels.placed, failed: () => labels.failed });

/**
 * A form that places a bid on an available property. The minimum is a hint and no rule (document 2 §5): a bid far below it is asked about
 * once.
 */
export function BidForm({ property }: { property: Property }) {
  const place = usePlace();
  const minimum = property.min_bid ?? property.price;
  const askWhetherMeant = useFarBelow(minimum);
  const form = useForm({
    initial: { bidder_name: "", amount: "" },
    schema: bidSchema,
    onSubmit: async (bid) => {
      if (isFarBelow(bid.amount, minimum) && !(await askWhetherMeant(bid.amount))) return;
      await place.submit({ ...bid, property_id: property.id });
      form.reset({ bidder_name: form.values.bidder_name, amount: "" });
    },
    failed: place.failed,
  });
  const { isWrong } = form;
  return (
    <div className="mt-3 rounded-card bg-sunken/60 p-4">
      <Form
        form={form}
        label={labels.formTitle}
        className="gap-4!"
        actions={
          <SubmitButton form={form} wide>
            {labels.place}
          </SubmitButton>
        }
      >
        <TextField
          label={labels.name}
          {...form.field("bidder_name")}
          optional
          hint={labels.nameHint}
          maxLength={BID_MAX.bidderName}
          autoComplete="name"
        />
        <TextField
          label={labels.amount}
          {...form.field("amount")}
          // Only the form's message reports a wrong amount; a second message at the field would be read aloud twice.
          invalid={isWrong}
          describedBy={isWrong ? form.messageId : undefined}
          required
          inputMode="decimal"
          autoComplete="off"
          maxLength={40}
          hint={<AmountHint typed={form.values.amount} lowest={labels.minimum(formatExactly(minimum))} />}
        />
      </Form>
    </div>
  );
}
