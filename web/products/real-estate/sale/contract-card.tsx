import { useState } from "react";
import type { AgentBid } from "#data/property_bids/for-agents.ts";
import type { Sale } from "#data/property_sales/queries.ts";
import type { Property } from "#data/properties/queries.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { formatExactly } from "#shared/format/money.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { StatusBadge } from "../parts/status-badge.tsx";
import { saleTexts } from "./sale-texts.ts";
import { DayDialog, ReasonDialog } from "./step-dialogs.tsx";
import { bidderName, saleState, type SaleActions } from "./use-sale-actions.ts";

const texts = saleTexts.contract;

type Props = {
  property: Property;
  sale: Sale | null;
  /** The accepted bid, where the list has it. */
  accepted: AgentBid | undefined;
  actions: SaleActions;
};

type Asked = "signed" | "undo";

/** The state of the contract, and the steps that go on from it and back (document 5 §5). */
export function ContractCard({ property, sale, accepted, actions }: Props) {
  const [asked, setAsked] = useState<Asked>();
  const state = saleState(property);
  const close = () => setAsked(undefined);
  const isSigned = state === "sold" && (property.contract_step || sale !== null);
  return (
    <Card as="section" aria-label={texts.title}>
      <CardHeader
        title={texts.title}
        actions={
          state === "contract_pending" ? (
            <Badge tone="warning">{saleTexts.states.contract_pending}</Badge>
          ) : (
            <StatusBadge status={property.status} />
          )
        }
      />
      <SaleWords sale={sale} accepted={accepted} isSold={state === "sold"} />
      <div className="mt-4 flex flex-wrap gap-2 empty:hidden">
        {state === "contract_pending" && (
          <>
            <Button variant="primary" onClick={() => setAsked("signed")}>
              {texts.signed}
            </Button>
            <Button onClick={() => setAsked("undo")}>{texts.undoAcceptance}</Button>
          </>
        )}
        {isSigned && <Button onClick={() => setAsked("undo")}>{texts.undoContract}</Button>}
      </div>
      {asked === "signed" && (
        <DayDialog
          title={texts.signed}
          description={texts.signedText}
          submit={texts.signed}
          onSubmit={(day) => actions.record({ kind: "contract_signed", day })}
          onClose={close}
        />
      )}
      {asked === "undo" && <Undo isSigned={isSigned} actions={actions} onClose={close} />}
    </Card>
  );
}

function SaleWords({ sale, accepted, isSold }: Pick<Props, "sale" | "accepted"> & { isSold: boolean }) {
  if (sale === null) return <p>{isSold ? texts.soldOtherwise : texts.none}</p>;
  return (
    <>
      {accepted !== undefined && (
        <p className="font-semibold wrap-anywhere">
          {texts.acceptedBid(formatExactly(accepted.amount), bidderName(accepted))}
        </p>
      )}
      <p className="wrap-anywhere text-ink-soft">
        {texts.acceptedBy(sale.accepted_by, formatDateTime(sale.accepted_at))}
      </p>
      {sale.contract_signed_on !== null && <p>{texts.signedOn(sale.contract_signed_on)}</p>}
    </>
  );
}

function Undo({ isSigned, actions, onClose }: { isSigned: boolean; actions: SaleActions; onClose: () => void }) {
  const words = isSigned
    ? { title: texts.undoContract, description: texts.undoContractText, submit: texts.undoContract }
    : { title: texts.undoAcceptance, description: texts.undoAcceptanceText, submit: texts.undoAcceptance };
  return (
    <ReasonDialog
      {...words}
      onSubmit={(reason) => actions.record({ kind: isSigned ? "contract_undone" : "acceptance_undone", reason })}
      onClose={onClose}
    />
  );
}
