import { useState } from "react";
import { readablePlate } from "#contract/plate.ts";
import type { DriverCase, WholeDriverCase } from "#data/fines/look-up.ts";
import { toDateValue } from "#shared/format/dates.ts";
import { formatMoney, formatOre } from "#shared/format/money.ts";
import { Card } from "#shared/ui/card.tsx";
import { useLanguage } from "#shared/ui/language.ts";
import { Plate } from "#shared/ui/plate.tsx";
import { Fact, Facts } from "#parking/kernel/page/facts.tsx";
import { PhotoGrid } from "#parking/kernel/photos/photo-grid.tsx";
import { Section } from "#parking/kernel/page/section.tsx";
import { useDriverTexts } from "#parking/kernel/case/driver-texts.ts";
import { HowToPay } from "./how-to-pay.tsx";
import { Objection, Sent } from "./objection.tsx";
import { ReplyView } from "./reply-view.tsx";
import { longDay, moment, span } from "#parking/kernel/case/in-words.ts";
import { isPayable } from "./rules/is-payable.ts";
import { nextSteps } from "./rules/next-steps.ts";
import { useObjection } from "./use-objection.ts";

/** The state of a case in plain words, what to pay and how, the fine's facts, and the form to object. */
export function DriverCaseView({ found, replyKey }: { found: WholeDriverCase; replyKey: string }) {
  const texts = useDriverTexts();
  const objection = useObjection(found.public_key);
  const sentKey = objection.draft?.replyKey ?? "";
  const [today] = useState(() => toDateValue(new Date()));
  return (
    <div className="grid gap-6">
      <State {...{ found, today }} />
      {sentKey !== "" && <Sent publicKey={found.public_key} replyKey={sentKey} objection={objection} />}
      {found.reply !== null && <ReplyView reply={found.reply} isLater={found.photos_later === true} />}
      {sentKey === "" && <Objection {...{ found, replyKey, objection }} />}
      <Photos found={found} />
      {isPayable(found) && <HowToPay found={found} />}
      <Next {...{ found, today }} />
      <Section title={texts.facts.title}>
        <FineFacts found={found} />
      </Section>
      <Issuer found={found} />
    </div>
  );
}

function State({ found, today }: { found: DriverCase; today: string }) {
  const { status: words } = useDriverTexts();
  const lang = useLanguage();
  return (
    <Card>
      <Plate value={readablePlate(found.plate)} />
      <p className="mt-4 text-xl font-bold">{words.words[found.status]}</p>
      {found.objection !== null && (
        <p className="mt-1">{found.objection === "open" ? words.objectionOpen : words.objectionDecided}</p>
      )}
      {found.left_ore < 0 && <p className="mt-1">{words.tooMuch(formatOre(-found.left_ore))}</p>}
      {isPayable(found) && (
        <p className="mt-4">
          <span className="block text-ink-soft">{words.toPay}</span>
          <span className="block text-4xl font-extrabold tabular-nums">{formatOre(found.left_ore)}</span>
          <time dateTime={found.due_date} className="mt-1 block text-lg font-semibold">
            {(found.due_date < today ? words.wasDue : words.due)(longDay(found.due_date, lang))}
          </time>
        </p>
      )}
    </Card>
  );
}

function Photos({ found }: { found: WholeDriverCase }) {
  const { photos: texts } = useDriverTexts();
  const lang = useLanguage();
  return (
    <Section title={texts.title}>
      {found.photos.length === 0 && <p>{texts.none}</p>}
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
    </Section>
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

function FineFacts({ found }: { found: DriverCase }) {
  const { facts, notGiven } = useDriverTexts();
  const lang = useLanguage();
  return (
    <Facts>
      <Fact name={facts.caseNumber}>{found.case_number}</Fact>
      <Fact name={facts.plate}>{readablePlate(found.plate)}</Fact>
      <Fact name={facts.place}>{found.street.trim() || notGiven}</Fact>
      <Fact name={facts.observed}>{span(found.observed_from, found.issued_at, lang)}</Fact>
      {isPayable(found) && <Fact name={facts.due}>{longDay(found.due_date, lang)}</Fact>}
      <Fact name={facts.violation} wide>
        <span lang="sv">{[found.violation_code, found.violation_text].filter(Boolean).join(" ")}</span>
      </Fact>
      <Fact name={facts.amount}>
        {[formatMoney(found.amount), ...(found.vat_percent === null ? [] : [facts.vat(found.vat_percent)])].join("\n")}
      </Fact>
      {found.fee > 0 && <Fact name={facts.fee}>{formatMoney(found.fee)}</Fact>}
      <Fact name={facts.paid}>{formatOre(found.paid_ore)}</Fact>
    </Facts>
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
            {rows.map(([name = "", value]) => (
              <Fact key={name} name={name}>
                {value}
              </Fact>
            ))}
          </Facts>
        </Section>
      )}
      <p lang="sv">{found.legal_line}</p>
      {found.privacy_url && (
        <p>
          <a href={found.privacy_url} rel="noreferrer" className="inline-flex min-h-6 items-center underline">
            {issuer.privacy}
          </a>
        </p>
      )}
    </footer>
  );
}
