import { BID_MAX } from "#contract/limits.ts";
import { usePlaceBid } from "#data/property_bids/mutations.ts";
import type { Property } from "#data/properties/queries.ts";
import { toast } from "#shared/feedback/toast.ts";
import { Form, SubmitButton } from "#shared/form/form.tsx";
import { TextField } from "#shared/form/text-field.tsx";
import { useForm } from "#shared/form/use-form.ts";
import { parseAmount } from "#shared/format/amount.ts";
import { formatMoney } from "#shared/format/money.ts";
import { bidSchema } from "../rules/bid-schema.ts";
import { texts } from "../texts.ts";

const labels = texts.bids;

/** Places a bid on an available property. The minimum is a hint and no rule (document 2 §5). */
export function BidForm({ property }: { property: Property }) {
  const place = usePlaceBid();
  const form = useForm({
    initial: { name: "", amount: "" },
    schema: bidSchema,
    onSubmit: async (bid) => {
      await place.mutateAsync({ ...bid, propertyId: property.id });
      toast.success(labels.placed);
      form.reset({ name: form.values.name, amount: "" });
    },
    failed: () => labels.failed,
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
          {...form.field("name")}
          note={labels.optional}
          hint={labels.nameHint}
          maxLength={BID_MAX.bidderName}
          autoComplete="name"
        />
        <TextField
          label={labels.amount}
          {...form.field("amount")}
          // A wrong amount is told by the form's message alone: said twice it would be read twice.
          invalid={isWrong}
          describedBy={isWrong ? form.messageId : undefined}
          required
          inputMode="decimal"
          autoComplete="off"
          maxLength={40}
          hint={<AmountHint typed={form.values.amount} minimum={property.min_bid ?? property.price} />}
        />
      </Form>
    </div>
  );
}

/** What the seller hopes for, and how the typed amount is read, since a zero is easily one too many. */
function AmountHint({ typed, minimum }: { typed: string; minimum: number }) {
  const amount = parseAmount(typed);
  return (
    <>
      <span className="block">{labels.minimum(formatMoney(minimum))}</span>
      {amount !== undefined && amount > 0 && (
        <span className="block font-semibold text-ink">{labels.reading(formatMoney(amount))}</span>
      )}
    </>
  );
}
