import "#shared/ui/printed.css";
import "./made-links.css";
import { Copy, Printer } from "lucide-react";
import { useId, useRef } from "react";
import type { InviteAnswer } from "#data/people/mutations.ts";
import { confirm } from "#shared/feedback/confirm.ts";
import { copyText } from "#shared/feedback/copy-text.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { Button } from "#shared/ui/button.tsx";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { useLanguage } from "#shared/ui/language.ts";
import { QrCode } from "#shared/ui/qr-code.tsx";
import { addressOfLink, faultOf, type MadeLink } from "./link-actions.ts";
import { linkTexts } from "./link-texts.ts";

type Props = {
  links: readonly MadeLink[];
  /** Rows that became no account. */
  refused?: readonly InviteAnswer[];
  onAgain?: () => void;
  onClose: () => void;
};

/** The section takes the focus: the form that made the links is gone. */
const focus = (element: HTMLElement | null) => element?.focus();

/** Remembers which links were printed or copied: the others are lost with the page, so that closing it asks first. */
function useHandedOver(links: readonly MadeLink[], onClose: () => void) {
  const texts = linkTexts[useLanguage()];
  const handed = useRef(new Set<string>());
  return {
    hand: (given: readonly MadeLink[]) => {
      for (const { key } of given) handed.current.add(key);
    },
    close: async () => {
      const question = {
        title: texts.closeTitle,
        description: texts.closeText,
        confirmText: texts.closeAnyway,
        cancelText: texts.stay,
        danger: true,
      };
      if (links.every(({ key }) => handed.current.has(key)) || (await confirm(question))) onClose();
    },
  };
}

/** Links that were just made: a sheet of names with QR codes to print, and the rows that became no account. */
export function MadeLinks({ links, refused = [], onAgain, onClose }: Props) {
  const lang = useLanguage();
  const texts = linkTexts[lang];
  const title = useId();
  const { hand, close } = useHandedOver(links, onClose);
  const all = links.map(({ userId, key }) => `${userId} ${addressOfLink(key)}`).join("\n");
  return (
    <Card as="section" aria-labelledby={title} ref={focus} tabIndex={-1}>
      <CardHeader
        id={title}
        title={links.length === 0 ? texts.notMade(refused.length) : texts.made(links.length)}
        description={links.length === 0 ? undefined : texts.madeAbout}
        actions={
          <>
            {links.length > 0 && (
              <>
                <Button
                  variant="primary"
                  onClick={() => {
                    hand(links);
                    window.print();
                  }}
                >
                  <Printer aria-hidden="true" />
                  {texts.print}
                </Button>
                <Button onClick={() => void copyText(all, texts).then((isCopied) => isCopied && hand(links))}>
                  <Copy aria-hidden="true" />
                  {texts.copyAll}
                </Button>
              </>
            )}
            <Button onClick={() => void close()}>{texts.close}</Button>
          </>
        }
      />
      {refused.length > 0 && <Refused refused={refused} hasLinks={links.length > 0} onAgain={onAgain} />}
      {links.length > 0 && (
        <ul aria-label={texts.sheet} className="links printed grid gap-4 lg:grid-cols-2">
          {links.map((link) => (
            <LinkCard key={link.key} link={link} onCopied={() => hand([link])} />
          ))}
        </ul>
      )}
    </Card>
  );
}

type RefusedProps = { refused: readonly InviteAnswer[]; hasLinks: boolean; onAgain: (() => void) | undefined };

/** The rows that became no account, each with why. */
function Refused({ refused, hasLinks, onAgain }: RefusedProps) {
  const lang = useLanguage();
  const texts = linkTexts[lang];
  return (
    <div role="alert" className="mb-4 grid justify-items-start gap-2 rounded-card border border-danger p-4">
      {hasLinks && <h3 className="font-semibold">{texts.notMade(refused.length)}</h3>}
      <ul className="list-disc pl-5">
        {refused.map(({ invitation: { userId }, error }) => (
          <li key={userId} className="wrap-anywhere">
            <b>{userId}</b>: {faultOf(error, lang)}
          </li>
        ))}
      </ul>
      <Button onClick={onAgain}>{texts.inviteAgain}</Button>
    </div>
  );
}

type LinkCardProps = { link: MadeLink; onCopied: () => void };

function LinkCard({ link: { userId, name, key, until }, onCopied }: LinkCardProps) {
  const texts = linkTexts[useLanguage()];
  const address = addressOfLink(key);
  return (
    <li className="flex items-start gap-4 rounded-card border border-line p-4">
      <div className="code w-28 shrink-0 bg-white p-2 sm:w-32">
        <QrCode text={address} label={texts.codeOf(userId)} />
      </div>
      <div className="grid min-w-0 gap-1 text-sm">
        <h3 className="text-lg font-bold wrap-anywhere">{userId}</h3>
        {name !== null && <p className="wrap-anywhere">{name}</p>}
        <p>{texts.how}</p>
        <p>
          {texts.once} <span className="whitespace-nowrap">{texts.until(formatDateTime(until))}</span>
        </p>
        <p className="address text-sm break-all text-ink-soft select-all">{address}</p>
        <Button
          size="small"
          className="justify-self-start"
          aria-label={texts.copyOf(userId)}
          onClick={() => void copyText(address, texts).then((isCopied) => isCopied && onCopied())}
        >
          <Copy aria-hidden="true" />
        </Button>
      </div>
    </li>
  );
}
