import { clsx } from "clsx";
import { Ban, Contact as ContactIcon, Eye, EyeOff, Link2 } from "lucide-react";
import { useState } from "react";
import { type Contact, useOpenContact } from "#data/property_bids/broker.ts";
import { useMakeBidLink } from "#data/followers/mutations.ts";
import type { AgentBid, Bidder } from "#data/property_bids/for-agents.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { formatExactly } from "#shared/format/money.ts";
import { driverOrigin } from "#shared/own-address.ts";
import { paths } from "#shared/paths.ts";
import { secretKey } from "#shared/secret-key.ts";
import { sha256 } from "#shared/sha256.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Menu, type MenuItem } from "#shared/ui/menu.tsx";
import { followTexts } from "../visit-texts.ts";
import { BidLinkDialog } from "./bid-link-dialog.tsx";
import { saleTexts } from "./sale-texts.ts";
import { bidderName, bidInWords, type SaleActions } from "./use-sale-actions.ts";

const texts = saleTexts.bids;

type Props = {
  bid: AgentBid;
  actions: SaleActions;
  isNew: boolean;
  isAccepted: boolean;
  isAfterContract: boolean;
  /** Accepts the bid; undefined while it cannot be accepted. */
  onAccept: (() => void) | undefined;
};

/** A bid as agents read it: with its bidder's name, conditions and marks. */
export function AgentBidRow({ bid, actions, isNew, isAccepted, isAfterContract, onAccept }: Props) {
  const isWithdrawn = bid.withdrawn_at !== null;
  const amount = formatExactly(bid.amount);
  return (
    <li className={clsx("flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3", isNew && "just-arrived")}>
      <div className="min-w-0 grow basis-64">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p className="text-lg font-bold tabular-nums">
            {isWithdrawn ? <s className="text-ink-soft">{amount}</s> : amount}
          </p>
          <Marks bid={bid} isAccepted={isAccepted} isAfterContract={isAfterContract} />
        </div>
        <p className="wrap-anywhere">
          <span className="font-semibold">{texts.named(bidderName(bid), bid.bidder?.number ?? null)}</span>
          <span className="text-ink-soft">{` · ${formatDateTime(bid.received_at ?? bid.created_at)}`}</span>
          {bid.enteredBy !== null && <span className="text-ink-soft">{` · ${texts.enteredBy(bid.enteredBy)}`}</span>}
        </p>
        {bid.conditions !== null && (
          <p className="wrap-anywhere whitespace-pre-line">
            <span className="text-ink-soft">{`${texts.conditions}: `}</span>
            {bid.conditions}
          </p>
        )}
      </div>
      <Actions bid={bid} actions={actions} onAccept={onAccept} />
    </li>
  );
}

function Marks({ bid, isAccepted, isAfterContract }: Pick<Props, "bid" | "isAccepted" | "isAfterContract">) {
  return (
    <>
      {bid.withdrawn_at !== null && <Badge tone="danger">{texts.withdrawn(formatDateTime(bid.withdrawn_at))}</Badge>}
      {isAccepted && <Badge tone="success">{texts.accepted}</Badge>}
      {bid.visibility === "waiting" && <Badge tone="warning">{texts.waiting}</Badge>}
      {bid.visibility === "hidden" && <Badge tone="warning">{texts.hidden}</Badge>}
      {bid.source === "agent" && <Badge>{texts.byPhone}</Badge>}
      {isAfterContract && <Badge>{texts.afterContract}</Badge>}
    </>
  );
}

const useContact = defineAction({ mutation: useOpenContact, done: () => undefined, failed: () => texts.contactFailed });

const useLink = defineAction({
  mutation: useMakeBidLink,
  done: ({ outcome }) => (outcome === "gone" ? { kind: "error", text: followTexts.linkFailed } : undefined),
  failed: () => followTexts.linkFailed,
});

function Actions({ bid, actions, onAccept }: Pick<Props, "bid" | "actions" | "onAccept">) {
  const opening = useContact();
  const [contact, setContact] = useState<Contact>();
  const linking = useLink();
  const [link, setLink] = useState<{ name: string; address: string }>();
  const words = bidInWords(bid);
  const { bidder } = bid;

  async function handleLink({ id, name }: Bidder) {
    const key = secretKey();
    const keyHash = await sha256(new Blob([key]));
    const outcome = await linking.run({ bidderId: id, keyHash, agent: actions.agent });
    const address = `${driverOrigin() ?? window.location.origin}${paths.ownBids(key)}`;
    if (outcome.status === "done" && outcome.result.outcome === "made") setLink({ name, address });
  }

  async function handleContact(bidderId: string) {
    const outcome = await opening.run({ bidderId, agent: actions.agent });
    if (outcome.status === "done") setContact(outcome.result);
  }

  // Bids of an open list have no bidder of their own, and stay as everybody sees them.
  const items: MenuItem[] =
    bidder === null
      ? []
      : [
          { label: texts.contact, icon: ContactIcon, onChoose: () => void handleContact(bidder.id) },
          { label: followTexts.link, icon: Link2, onChoose: () => void handleLink(bidder), movesFocus: true },
          bid.visibility === "public"
            ? { label: texts.hide, icon: EyeOff, onChoose: () => actions.show(bid, "hidden") }
            : { label: texts.show, icon: Eye, onChoose: () => actions.show(bid, "public") },
          ...(bid.withdrawn_at === null
            ? [{ label: texts.withdraw, icon: Ban, onChoose: () => void actions.withdraw(bid), movesFocus: true }]
            : []),
        ];
  return (
    <div className="flex flex-wrap items-center gap-2">
      {onAccept !== undefined && (
        <Button size="small" aria-label={texts.acceptNamed(bidderName(bid))} onClick={onAccept}>
          {texts.accept}
        </Button>
      )}
      {bid.visibility === "waiting" && (
        <Button
          size="small"
          variant="primary"
          aria-label={texts.showNamed(words)}
          onClick={() => actions.show(bid, "public")}
        >
          {texts.show}
        </Button>
      )}
      {items.length > 0 && <Menu label={texts.more(words)} items={items} />}
      {link !== undefined && <BidLinkDialog {...link} onClose={() => setLink(undefined)} />}
      <output className="wrap-anywhere empty:hidden">
        {contact !== undefined && <ContactText contact={contact} />}
      </output>
    </div>
  );
}

function ContactText({ contact: { email, phone } }: { contact: Contact }) {
  if (email === null && phone === null) return texts.noContact;
  return (
    <span className="flex flex-wrap gap-x-4">
      {phone !== null && <a href={`tel:${phone.replaceAll(/[^\d+]/g, "")}`}>{phone}</a>}
      {email !== null && <a href={`mailto:${email}`}>{email}</a>}
    </span>
  );
}
