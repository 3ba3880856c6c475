import { useRef, useState } from "react";
import { useBidFigures } from "#data/property_bids/figures.ts";
import { type OwnBids, ownBidQueries } from "#data/property_bids/own-bids.ts";
import type { Property } from "#data/properties/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { Form, SubmitButton } from "#shared/form/form.tsx";
import { SubmitError, useForm } from "#shared/form/use-form.ts";
import { parseAmount } from "#shared/format/amount.ts";
import { formatExactly } from "#shared/format/money.ts";
import { paths } from "#shared/paths.ts";
import { Button, ButtonLink } from "#shared/ui/button.tsx";
import { brokerBidSchema } from "../rules/broker-bid-schema.ts";
import { texts as productTexts } from "../texts.ts";
import { ownBidKey, readBidKey } from "./bid-key.ts";
import { BidderFields, BidFields, NO_BID, type TypedFields } from "./bid-fields.tsx";
import { brokerTexts as texts } from "./broker-texts.ts";
import { type TypedBid, usePlacing } from "./use-placing.ts";

/** A visitor's bid on a broker's list (document 5 §5). A device that has bid on the property before types no contact again. */
export function BrokerBidForm({ property }: { property: Property }) {
  const key = readBidKey();
  const own = useQuery({ ...ownBidQueries.byKey(key ?? ""), enabled: key !== undefined });
  const known = own.data?.find(({ property_id }) => property_id === property.id);
  return (
    <div className="mt-3 rounded-card bg-sunken/60 p-4">
      {known !== undefined && <KnownBidder known={known} />}
      <BidForm key={String(known !== undefined)} property={property} isKnown={known !== undefined} getKey={ownBidKey} />
    </div>
  );
}

function KnownBidder({ known }: { known: OwnBids }) {
  return (
    <p className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <span className="font-semibold">{known.number === null ? texts.knownUnseen : texts.knownAs(known.number)}</span>
      <ButtonLink size="small" to={paths.ownBids(readBidKey() ?? "")}>
        {texts.ownBids}
      </ButtonLink>
    </p>
  );
}

/** The lowest bid that would be public, or the price that the seller hopes for. */
function useLowest(property: Property): string {
  const figures = useBidFigures([property.id]).get(property.id);
  if (property.higher_only && figures !== undefined && figures.highest !== null)
    return texts.atLeast(formatExactly(figures.highest + property.bid_step));
  return productTexts.bids.minimum(formatExactly(property.min_bid ?? property.price));
}

type BidFormProps = {
  property: Property;
  /** Whether the bidder gave a name and a contact before. */
  isKnown: boolean;
  /** Gives the bidder's key; a new device makes it with its first bid. */
  getKey: () => string;
  onPlaced?: () => void;
};

/** The form of a bid. What is too low to be public may be sent to the agent only, by a press that the form then has. */
export function BidForm({ property, isKnown, getKey, onPlaced }: BidFormProps) {
  const { placeBid, failed } = usePlacing(property);
  const lowest = useLowest(property);
  /** The amount that was too low to be public, which a press sends to the agent only. */
  const [tooLow, setTooLow] = useState<number>();
  const isForAgent = useRef(false);

  const form = useForm<TypedFields, TypedBid>({
    initial: NO_BID,
    schema: brokerBidSchema(isKnown, texts),
    onSubmit: async (typed) => {
      const isHidden = typed.isHidden || isForAgent.current;
      isForAgent.current = false;
      const answer = await placeBid(getKey(), { ...typed, isHidden });
      setTooLow(answer.outcome === "too_low" ? typed.amount : undefined);
      if (answer.outcome === "too_low") throw new SubmitError(texts.tooLow(formatExactly(answer.at_least)));
      if (answer.outcome !== "placed") return;
      form.reset({ ...form.values, amount: "", conditions: "", isHidden: false });
      onPlaced?.();
    },
    failed,
  });
  return (
    <Form
      form={form}
      label={productTexts.bids.formTitle}
      className="gap-4!"
      actions={
        <>
          <SubmitButton form={form} wide>
            {texts.place}
          </SubmitButton>
          {tooLow !== undefined && parseAmount(form.values.amount) === tooLow && (
            <Button type="submit" wide onClick={() => void (isForAgent.current = true)}>
              {texts.sendToAgent}
            </Button>
          )}
        </>
      }
    >
      {!isKnown && <BidderFields form={form} />}
      <BidFields form={form} lowest={lowest} mayHide={property.hidden_bids} />
      <p className="text-sm text-ink-soft">{texts.about}</p>
    </Form>
  );
}
