import { lazy, Suspense, useState } from "react";
import type { DriverCase, WholeDriverCase } from "#data/fines/look-up.ts";
import { toDateValue } from "#shared/format/dates.ts";
import { formatMoney, formatOre } from "#shared/format/money.ts";
import { Address } from "#shared/ui/address.tsx";
import { useLanguage } from "#shared/ui/language.ts";
import { Fact, Facts } from "#parking/kernel/page/facts.tsx";
import { PhotoGrid } from "#parking/kernel/photos/photo-grid.tsx";
import { Section } from "#parking/kernel/page/section.tsx";
import { useDriverTexts } from "#parking/kernel/case/driver-texts.ts";
import { longDay, moment, span } from "#parking/kernel/case/in-words.ts";
import { violationIn } from "#parking/kernel/case/violation-names.ts";
import { CaseState } from "./case-state.tsx";
import { HowToPay } from "./how-to-pay.tsx";
import { ObjectButton, ObjectionSection, Sent, useObjecting } from "./objection.tsx";
import { PayButton } from "./pay-button.tsx";
import { ReplyView } from "./reply-view.tsx";
import { isPayable } from "./rules/is-payable.ts";
import { nextSteps } from "./rules/next-steps.ts";
import { useObjection } from "./use-objection.ts";

// Few cases owe money back: the form's code comes with those alone.
const RefundAccount = lazy(async () => ({ default: (await import("./refund/refund-account.tsx")).RefundAccount }));

/** Paying and objecting stand beside each other, equally wide. Alone, a button is as wide as its word. */
const BESIDE = "grow basis-28";

/** The state of a case in plain words, what to pay, why, where and when, how to pay, and the form to object. */
export function DriverCaseView({ found, replyKey }: { found: WholeDriverCase; replyKey: string }) {
  const objection = useObjection(found.public_key);
  const sentKey = objection.draft?.replyKey ?? "";
  const objecting = useObjecting(found, objection);
  const [today] = useState(() => toDateValue(new Date()));
  return (
    <div className="grid gap-6">
      <CaseState {...{ found, today }}>
        {isPayable(found) && <PayButton found={found} className={BESIDE} />}
        {sentKey === "" && (
          <ObjectButton found={found} objecting={objecting} className={isPayable(found) ? BESIDE : undefined} />
        )}
      </CaseState>
      {(found.left_ore < 0 || found.refund) && (
        <Suspense>
          <RefundAccount found={found} />
        </Suspense>
      )}
      {sentKey !== "" && <Sent publicKey={found.public_key} replyKey={sentKey} objection={objection} />}
      {found.reply !== null && <ReplyView reply={found.reply} isLater={found.photos_later === true} />}
      {sentKey === "" && <ObjectionSection {...{ replyKey, objection, objecting }} />}
      <WhatHappened found={found} />
      {isPayable(found) && <HowToPay found={found} />}
      <Next {...{ found, today }} />
      <Issuer found={found} />
    </div>
  );
}

/** The facts of the fine: reason, place, time, photos and amount. */
function WhatHappened({ found }: { found: WholeDriverCase }) {
  const { facts, notGiven } = useDriverTexts();
  const lang = useLanguage();
  const violation = violationIn(found.violation_text, lang);
  return (
    <Section title={facts.title}>
      <Facts>
        <Fact name={facts.violation} wide>
          <span lang={violation.lang}>{[found.violation_code, violation.text].filter(Boolean).join(" ")}</span>
        </Fact>
        <Fact name={facts.place} className="max-sm:col-span-full">
          {found.street.trim() || notGiven}
        </Fact>
        <Fact name={facts.observed}>{span(found.observed_from, found.issued_at, lang)}</Fact>
      </Facts>
      <div className="my-5">
        <Photos found={found} />
      </div>
      <Facts>
        <Fact name={facts.amount}>
          {[formatMoney(found.amount), ...(found.vat_percent === null ? [] : [facts.vat(found.vat_percent)])].join(
            "\n",
          )}
        </Fact>
        {found.fee > 0 && <Fact name={facts.fee}>{formatMoney(found.fee)}</Fact>}
        <Fact name={facts.paid}>{formatOre(found.paid_ore)}</Fact>
        {isPayable(found) && <Fact name={facts.due}>{longDay(found.due_date, lang)}</Fact>}
      </Facts>
    </Section>
  );
}

function Photos({ found }: { found: WholeDriverCase }) {
  const { photos: texts } = useDriverTexts();
  const lang = useLanguage();
  if (found.photos.length === 0) return <p>{texts.none}</p>;
  return (
    <PhotoGrid
      layout="tiles"
      missing={found.photos_later ? texts.later : texts.missing}
      open={texts.open}
      photos={found.photos.map(({ address, category, taken_at: takenAt }) => ({
        address,
        name: category === null ? texts.other : texts.names[category],
        note: moment(takenAt, lang),
      }))}
    />
  );
}

function Next({ found, today }: { found: WholeDriverCase; today: string }) {
  const { next: texts } = useDriverTexts();
  const lang = useLanguage();
  const steps = nextSteps(
    found,
    { today, hasReplyKey: found.reply !== null },
    { texts, day: (day) => longDay(day, lang), ore: formatOre },
  );
  return (
    <Section title={texts.title}>
      <ol className="grid gap-3">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </Section>
  );
}

/** The issuer, as far as the site's settings name it. */
function Issuer({ found }: { found: DriverCase }) {
  const { issuer } = useDriverTexts();
  const rows = [
    [issuer.name, found.issuer_name],
    [issuer.orgNumber, found.org_number],
    [issuer.principal, found.principal],
    [issuer.email, found.contact_email],
    [issuer.phone, found.contact_phone],
  ].filter(([, value]) => value);
  return (
    <footer className="grid gap-4 text-ink-soft">
      {rows.length > 0 && (
        <Section title={issuer.title}>
          <Facts>
            {rows.map(([name = "", value = ""]) => (
              <Fact key={name} name={name}>
                <Address text={value} />
              </Fact>
            ))}
          </Facts>
        </Section>
      )}
      <p lang="sv">{found.legal_line}</p>
      {found.privacy_url && (
        <p>
          <a href={found.privacy_url} rel="noreferrer" className="inline-flex min-h-11 items-center underline">
            {issuer.privacy}
          </a>
        </p>
      )}
    </footer>
  );
}
