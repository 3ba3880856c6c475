import { readablePlate } from "#contract/plate.ts";
import type { DriverCase } from "#data/fines/look-up.ts";
import { formatDateTime, formatLongDate, formatOptional } from "#shared/format/dates.ts";
import { formatMoney, formatOre } from "#shared/format/money.ts";
import { Card } from "#shared/ui/card.tsx";
import { Plate } from "#shared/ui/plate.tsx";
import { Fact, Facts } from "../facts.tsx";
import { Section } from "../section.tsx";
import { driverTexts as texts } from "./driver-texts.ts";
import { isPayable } from "./is-payable.ts";

/** The state of a case in plain words, what to pay and how, and what the fine says. */
export function DriverCaseView({ found }: { found: DriverCase }) {
  return (
    <div className="grid gap-6">
      <State found={found} />
      {isPayable(found) && <HowToPay found={found} />}
      <Section title={texts.facts.title}>
        <FineFacts found={found} />
      </Section>
      <Issuer found={found} />
    </div>
  );
}

function State({ found }: { found: DriverCase }) {
  const { status: words } = texts;
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
            {words.due(formatLongDate(found.due_date))}
          </time>
        </p>
      )}
    </Card>
  );
}

function HowToPay({ found }: { found: DriverCase }) {
  const { pay } = texts;
  return (
    <Section title={pay.title}>
      {found.payment_methods.length === 0 && <p className="mb-4">{pay.asOnNotice}</p>}
      <Facts>
        {found.payment_methods.map(({ kind, value, text }) => (
          <Fact key={`${kind} ${value}`} name={pay.kinds[kind]}>
            {[value, text].filter(Boolean).join("\n")}
          </Fact>
        ))}
        <Fact name={pay.reference}>{found.case_number}</Fact>
      </Facts>
    </Section>
  );
}

function FineFacts({ found }: { found: DriverCase }) {
  const { facts } = texts;
  return (
    <Facts>
      <Fact name={facts.caseNumber}>{found.case_number}</Fact>
      <Fact name={facts.plate}>{readablePlate(found.plate)}</Fact>
      <Fact name={facts.place}>{formatOptional(found.street)}</Fact>
      <Fact name={facts.observed}>
        {facts.fromTo(formatDateTime(found.observed_from), formatDateTime(found.issued_at))}
      </Fact>
      <Fact name={facts.due}>{formatLongDate(found.due_date)}</Fact>
      <Fact name={facts.violation} wide>
        {[found.violation_code, found.violation_text].filter(Boolean).join(" ")}
      </Fact>
      <Fact name={facts.amount}>{formatMoney(found.amount)}</Fact>
      {found.fee > 0 && <Fact name={facts.fee}>{formatMoney(found.fee)}</Fact>}
      <Fact name={facts.paid}>{formatOre(found.paid_ore)}</Fact>
    </Facts>
  );
}

/** Who issued it, as far as the site's settings say. */
function Issuer({ found }: { found: DriverCase }) {
  const { issuer } = texts;
  const said = [
    [issuer.name, found.issuer_name],
    [issuer.orgNumber, found.org_number],
    [issuer.principal, found.principal],
    [issuer.email, found.contact_email],
    [issuer.phone, found.contact_phone],
  ].filter(([, value]) => value);
  return (
    <footer className="grid gap-4 text-ink-soft">
      {said.length > 0 && (
        <Section title={issuer.title}>
          <Facts>
            {said.map(([name = "", value]) => (
              <Fact key={name} name={name}>
                {value}
              </Fact>
            ))}
          </Facts>
        </Section>
      )}
      <p>{found.legal_line}</p>
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
