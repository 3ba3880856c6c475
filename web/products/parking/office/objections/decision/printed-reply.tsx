import "./printed-reply.css";
import { createPortal } from "react-dom";
import { readablePlate } from "#contract/plate.ts";
import type { WholeCase } from "#data/fines/queries.ts";
import type { Objection } from "#data/objections/queries.ts";
import type { ReplyKind } from "#data/reply_templates/queries.ts";
import type { SiteSettings } from "#data/site_settings/queries.ts";
import { formatOre } from "#shared/format/money.ts";
import type { Language } from "#shared/ui/language.ts";
import { driverTexts } from "#parking/kernel/case/driver-texts.ts";
import { courtSentence } from "#parking/kernel/case/court.ts";
import { longDay } from "#parking/kernel/case/in-words.ts";
import { paymentLine } from "#parking/kernel/case/payment-line.ts";
import { objectionTexts } from "../objection-texts.ts";
import { letterRecipient } from "../rules/letter-recipient.ts";

type PrintedProps = {
  fine: WholeCase;
  objection: Objection;
  decision: ReplyKind;
  reply: string;
  settings: SiteSettings | null;
};

/**
 * The answer to an objection as a letter for a C5 envelope with a window. It stands beside the page and is invisible on the screen; while
 * it is there, only the letter is printed.
 */
export function PrintedReply({ fine, objection, decision, reply, settings }: PrintedProps) {
  // The table allows only these two languages.
  const lang = objection.lang === "en" ? "en" : "sv";
  const texts = objectionTexts.letter[lang];
  const court = courtSentence(decision, reply, lang);
  const from = [
    settings?.issuer_name,
    settings?.org_number ? texts.orgNumber(settings.org_number) : "",
    settings?.contact_email,
    settings?.contact_phone,
  ];
  return createPortal(
    <div lang={lang} className="printed-reply">
      <Lines className="printed-reply-from" lines={from.filter((line) => line !== undefined && line !== "")} />
      <Lines className="printed-reply-to" lines={letterRecipient(objection, fine.recipients)} />
      <div className="printed-reply-body">
        <p>{objection.decided_at !== null && longDay(objection.decided_at, lang)}</p>
        <h1>{texts.subject[decision]}</h1>
        <p>
          {texts.caseNumber(fine.case_number)}, {readablePlate(fine.plate)}
        </p>
        <p className="printed-reply-text">{reply}</p>
        {decision === "rejected" && (
          <>
            {fine.left_ore > 0 && <ReplyPayment fine={fine} settings={settings} lang={lang} />}
            {court !== null && <p className="printed-reply-text">{court}</p>}
          </>
        )}
      </div>
    </div>,
    document.body,
  );
}

/** The rest to pay, its due date, the accounts and the reference. */
function ReplyPayment({ fine, settings, lang }: Pick<PrintedProps, "fine" | "settings"> & { lang: Language }) {
  const { pay } = driverTexts[lang];
  const methods = settings?.payment_methods ?? [];
  const lines: [string, string][] = [
    [pay.amount, formatOre(fine.left_ore)],
    [objectionTexts.letter[lang].due, longDay(fine.due_date, lang)],
    ...methods.map((method): [string, string] => [pay.kinds[method.kind], paymentLine(method, pay.kinds[method.kind])]),
    [pay.reference, fine.case_number],
  ];
  return (
    <div className="printed-reply-text">
      <h2>{pay.title}</h2>
      {methods.length === 0 && <p>{pay.asOnNotice}</p>}
      {lines.map(([name, value]) => (
        <p key={`${name} ${value}`}>
          {name}: {value}
        </p>
      ))}
    </div>
  );
}

function Lines({ lines, className }: { lines: readonly (string | undefined)[]; className: string }) {
  return (
    <div className={className}>
      {lines.map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the lines of an address never change
        <p key={index}>{line}</p>
      ))}
    </div>
  );
}
