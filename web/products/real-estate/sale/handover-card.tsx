import { useState } from "react";
import type { ListPurpose } from "#data/property_sales/bid-list.ts";
import type { Property } from "#data/properties/queries.ts";
import { paths } from "#shared/paths.ts";
import { randomKey } from "#shared/random-key.ts";
import { Button, ButtonLink } from "#shared/ui/button.tsx";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { saleTexts } from "./sale-texts.ts";
import { DayDialog } from "./step-dialogs.tsx";
import type { SaleActions } from "./use-sale-actions.ts";

const texts = saleTexts.handover;

type Props = {
  property: Property;
  /** For whom the list was printed since the assignment ended. */
  printedFor: ReadonlySet<string>;
  actions: SaleActions;
};

/** The end of the assignment, and the list of bids that is then handed over (document 5 §5). */
export function HandoverCard({ property, printedFor, actions }: Props) {
  const [isEnding, setIsEnding] = useState(false);
  const { assignment_ended_on: endedOn, status } = property;
  const receivers: ListPurpose[] = status === "sold" ? ["seller", "buyer"] : ["seller"];
  const waits = endedOn !== null && receivers.some((purpose) => !printedFor.has(purpose));
  return (
    <Card as="section" aria-label={texts.title}>
      <CardHeader title={texts.title} />
      {waits && (
        <p className="mb-3 rounded-control border-l-4 border-warning bg-warning-soft px-4 py-3">
          <span className="block font-semibold">{texts.toHandOver}</span>
          {texts.toHandOverText}
        </p>
      )}
      <p>{endedOn === null ? texts.open : texts.ended(endedOn)}</p>
      <h3 className="mt-4 mb-2 font-semibold">{texts.print}</h3>
      <div className="flex flex-wrap gap-2">
        {endedOn !== null && receivers.map((purpose) => <PrintLink key={purpose} id={property.id} purpose={purpose} />)}
        <PrintLink id={property.id} purpose="anonymous" />
      </div>
      {endedOn === null && (
        <Button className="mt-4" onClick={() => setIsEnding(true)}>
          {texts.end}
        </Button>
      )}
      {isEnding && (
        <DayDialog
          title={texts.end}
          description={texts.endText}
          submit={texts.end}
          onSubmit={(day) => actions.record({ kind: "assignment_ended", day })}
          onClose={() => setIsEnding(false)}
        />
      )}
    </Card>
  );
}

/** Leads to a list, which is noted once under its key, however often its page is loaded. */
function PrintLink({ id, purpose }: { id: string; purpose: ListPurpose }) {
  const [listId] = useState(randomKey);
  return (
    <ButtonLink size="small" to={paths.bidList(id, purpose, listId)}>
      {texts.for[purpose]}
    </ButtonLink>
  );
}
