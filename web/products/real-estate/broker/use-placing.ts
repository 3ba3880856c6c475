import { type PlacedBid, usePlaceBrokerBid } from "#data/property_bids/broker.ts";
import type { Property } from "#data/properties/queries.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { SubmitError } from "#shared/form/use-form.ts";
import { toldAtField } from "../parts/refused-bid.ts";
import { useFarBelow } from "../parts/use-far-below.ts";
import { useIdOf } from "../parts/use-id-of.ts";
import { texts as productTexts } from "../texts.ts";
import { brokerTexts as texts } from "./broker-texts.ts";

const labels = productTexts.bids;

/** A bid as a form has it. */
export type TypedBid = {
  name: string;
  email: string;
  phone: string;
  amount: number;
  conditions: string;
  isHidden: boolean;
};

const usePlace = defineAction({
  mutation: usePlaceBrokerBid,
  done: (answer) => (answer.outcome === "placed" ? placedText(answer) : undefined),
  failed: () => texts.failed,
});

function placedText({ visibility, number }: PlacedBid & { outcome: "placed" }): string {
  if (visibility === "public" && number !== null) return texts.placed.public(number);
  return visibility === "hidden" ? texts.placed.hidden : texts.placed.waiting;
}

/**
 * Places bids on a property. What the database says of a bid stands at the form; a bid that is far below the hint is asked about once. The
 * thrown errors are those of a form's `onSubmit`.
 */
export function usePlacing(property: Pick<Property, "id" | "min_bid" | "price">) {
  const place = usePlace();
  const askWhetherMeant = useFarBelow(property.min_bid ?? property.price);
  const { idOf, forget } = useIdOf();

  async function send(key: string, typed: TypedBid, isMeant = false): Promise<PlacedBid> {
    const { name, email, phone, amount, conditions, isHidden } = typed;
    const bid = { property_id: property.id, amount, conditions, is_hidden: isHidden };
    const answer = await toldAtField(["name", "email", "phone", "amount", "conditions"], () =>
      place.submit({ bid: { id: idOf([key, typed]), ...bid }, bidder: { name, email, phone }, key, isMeant }),
    );
    if (answer.outcome === "warnings" && (await askWhetherMeant(amount))) return send(key, typed, true);
    return answer;
  }

  /** Places a bid. Nothing is placed while the bidder looks at the amount again. @throws SubmitError where no bids are taken */
  async function placeBid(key: string, typed: TypedBid): Promise<PlacedBid> {
    const answer = await send(key, typed);
    if (answer.outcome === "closed") throw new SubmitError(labels.closed);
    if (answer.outcome === "placed") forget();
    return answer;
  }

  return { placeBid, failed: place.failed };
}
