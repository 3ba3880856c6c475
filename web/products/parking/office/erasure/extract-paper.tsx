import "#shared/ui/printed.css";
import { type ReactNode, useId } from "react";
import type { CaseStatus } from "#contract/cases.ts";
import type { PhotoCategory } from "#contract/cases.ts";
import type { ExtractFine, ExtractTrailRow, PersonExtract } from "#data/erasure/calls.ts";
import type { SiteSettings } from "#data/site_settings/queries.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { formatMoney, formatOre } from "#shared/format/money.ts";
import { Card } from "#shared/ui/card.tsx";
import { Fact, Facts } from "#parking/kernel/page/facts.tsx";
import { useSiteName } from "#parking/kernel/page/use-site-name.ts";
import { photoTexts } from "#parking/kernel/photos/photo-texts.ts";
import { caseTexts } from "../case/case-texts.ts";
import { decisionInWords, describeEvent, statusInWords } from "../case/describe-event.ts";
import { erasureTexts } from "./erasure-texts.ts";

const texts = erasureTexts.paper;
const words = caseTexts.page;

type Props = {
  extract: PersonExtract;
  plate: string;
  askedBy: string;
  project: string;
  settings: SiteSettings | null;
};

/** All data about a plate as a person reads it, by kind, on a sheet of its own. Codes and keys are in the file alone. */
export function ExtractPaper({ extract, plate, askedBy, project, settings }: Props) {
  const site = useSiteName(project) ?? project;
  return (
    <Card className="printed grid min-w-0 gap-8 print:border-0 print:p-0 print:shadow-none">
      <header>
        <h2 className="text-2xl font-bold wrap-anywhere">{texts.title(plate)}</h2>
        <p>{texts.madeAt(site, formatDateTime(extract.at))}</p>
        <p className="wrap-anywhere">{texts.askedBy(askedBy)}</p>
        {settings !== null && <Controller {...settings} />}
      </header>
      <Standing extract={extract} />
      {extract.fines.length > 0 && (
        <Part title={texts.fines} count={extract.fines.length}>
          <div className="grid gap-8">
            {extract.fines.map((fine) => (
              <Fine key={fine.id} fine={fine} />
            ))}
          </div>
        </Part>
      )}
      <Kind title={texts.activities} rows={extract.activities}>
        {(row) => [
          [texts.what, row.action],
          [texts.page, row.page_url],
          [texts.from, formatDateTime(row.created_at)],
          [texts.value, valuesOf(row.additional_data)],
        ]}
      </Kind>
      {extract.trail.length > 0 && (
        <Part title={texts.trail} count={extract.trail.length}>
          <ol className="grid gap-2">
            {extract.trail.map((row) => (
              <TrailLine key={row.id} row={row} />
            ))}
          </ol>
        </Part>
      )}
    </Card>
  );
}

/** The company that answers for the data, and the page on which it says how the data is used (articles 13 and 15). */
function Controller({ issuer_name, org_number, privacy_url }: SiteSettings) {
  const issuer = [issuer_name, org_number].filter((part) => part !== "").join(", ");
  return (
    <>
      {issuer !== "" && <p className="wrap-anywhere">{texts.controller(issuer)}</p>}
      {privacy_url !== "" && <p className="wrap-anywhere">{texts.more(privacy_url)}</p>}
    </>
  );
}

/** Rights to stand, and checks of the plate. */
function Standing({ extract }: { extract: PersonExtract }) {
  return (
    <>
      <Kind title={texts.parkings} rows={extract.parkings}>
        {(row) => [
          ...carOf(row),
          [texts.from, formatDateTime(row.start_time)],
          [texts.until, formatDateTime(row.end_time)],
          [words.discord, row.discord_username],
          [texts.registered, formatDateTime(row.created_at)],
        ]}
      </Kind>
      <Kind title={texts.removed} rows={extract.removed_parkings}>
        {(row) => [
          ...carOf(row),
          [words.discord, row.discord_username],
          [texts.removedAt, formatDateTime(row.deleted_at)],
          [texts.removedBy, row.deleted_by],
        ]}
      </Kind>
      <Kind title={texts.permits} rows={extract.permits}>
        {(row) => [
          [words.plate, row.plate],
          [texts.holder, row.holder],
          [texts.from, formatDateTime(row.valid_from)],
          [texts.until, row.valid_until === null ? texts.withoutEnd : formatDateTime(row.valid_until)],
          [texts.ended, row.ended_at && formatDateTime(row.ended_at)],
          [texts.note, [row.note, row.attendant_note].filter(Boolean).join("\n")],
        ]}
      </Kind>
      <Kind title={texts.checks} rows={extract.checks}>
        {(row) => [
          [texts.what, texts.outcomes[row.outcome] ?? row.outcome],
          [texts.from, formatDateTime(row.checked_at)],
          [texts.checkedBy, row.checked_by],
        ]}
      </Kind>
    </>
  );
}

type NamedValue = [name: string, value: string | null | undefined];

type Car = { ref_number: string | null; car_model: string | null; car_color: string | null; street: string | null };
const carOf = (row: Car): NamedValue[] => [
  [words.plate, row.ref_number],
  [words.carModel, row.car_model],
  [words.carColor, row.car_color],
  [words.street, row.street],
];

type KindProps<Row> = { title: string; rows: readonly Row[]; children: (row: Row) => NamedValue[] };

/** The rows of a kind with their facts; nothing without rows. */
function Kind<Row extends { id: string }>({ title, rows, children }: KindProps<Row>) {
  if (rows.length === 0) return null;
  return (
    <Part title={title} count={rows.length}>
      <ul className="grid gap-4">
        {rows.map((row) => (
          <li key={row.id} className="border-l-4 border-line-strong pl-3">
            <Values values={children(row)} />
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Values({ values }: { values: NamedValue[] }) {
  return (
    <Facts>
      {values.map(([name, value]) =>
        value === null || value === undefined || value === "" ? null : (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ),
      )}
    </Facts>
  );
}

function Part({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h3 className="text-xl font-bold">
        <span id={id}>{title}</span> <span className="font-normal text-ink-soft">{count}</span>
      </h3>
      {children}
    </section>
  );
}

function Fine({ fine }: { fine: ExtractFine }) {
  return (
    <article aria-label={texts.fine(fine.case_number)} className="grid gap-4 border-l-4 border-line-strong pl-3">
      <h4 className="text-lg font-bold">{texts.fine(fine.case_number)}</h4>
      <Values values={factsOf(fine)} />
      <InFine title={texts.inFine.events} rows={fine.events}>
        {(event) => {
          const { title, by, lines } = describeEvent(event, fine.payments);
          return [`${formatDateTime(event.at)} · ${title} · ${by}`, ...lines];
        }}
      </InFine>
      <InFine title={texts.inFine.payments} rows={fine.payments}>
        {(row) => [
          [row.value_date, formatOre(row.amount_ore), caseTexts.methods[row.method] ?? row.method, row.payer_text]
            .filter(Boolean)
            .join(" · "),
        ]}
      </InFine>
      <InFine title={texts.inFine.photos} rows={fine.photos}>
        {(row) => [`${formatDateTime(row.taken_at)} · ${photoInWords(row.category)}`]}
      </InFine>
      {fine.photos.length > 0 && <p className="text-ink-soft">{texts.photoText}</p>}
      <InFine title={texts.inFine.objections} rows={fine.objections}>
        {(row) => [
          [row.name, row.email, row.address].filter(Boolean).join(" · "),
          row.text,
          decisionInWords(row),
          ...(row.reply ? [`${texts.reply}: ${row.reply}`] : []),
        ]}
      </InFine>
      <InFine title={texts.inFine.recipients} rows={fine.recipients}>
        {(row) => [
          [caseTexts.recipient.roles[row.role] ?? row.role, row.name, row.address, row.id_number, row.source]
            .filter(Boolean)
            .join(" · "),
        ]}
      </InFine>
      <InFine title={texts.inFine.messages} rows={fine.messages}>
        {(row) => [
          [
            formatDateTime(row.made_at),
            texts.channels[row.channel] ?? row.channel,
            caseTexts.events[row.event] ?? row.event,
            row.sent_at === null ? texts.notSent : texts.sent(formatDateTime(row.sent_at)),
          ].join(" · "),
          valuesOf(row.facts),
        ]}
      </InFine>
    </article>
  );
}

const factsOf = (fine: ExtractFine): NamedValue[] => [
  [words.status, statusInWords(fine.status as CaseStatus)],
  [words.plate, fine.plate],
  [words.carModel, fine.car_model],
  [words.carColor, fine.car_color],
  [words.street, fine.street],
  [words.violation, fine.violation_text],
  [words.issued, formatDateTime(fine.issued_at)],
  [words.observed, formatDateTime(fine.observed_from)],
  [words.observedReason, fine.observed_reason],
  [words.due, fine.due_date],
  [words.amount, formatMoney(fine.amount)],
  [words.fee, fine.fee === 0 ? null : formatMoney(fine.fee)],
  [words.paid, formatOre(fine.paid_ore)],
  [words.left, formatOre(fine.left_ore)],
  [words.discord, fine.discord_username],
  [words.notes, fine.notes],
];

type InFineProps<Row> = { title: string; rows: readonly Row[]; children: (row: Row) => string[] };

function InFine<Row extends { id: string }>({ title, rows, children }: InFineProps<Row>) {
  if (rows.length === 0) return null;
  return (
    <div>
      <h5 className="font-bold">{title}</h5>
      <ul className="grid gap-2">
        {rows.map((row) => (
          <li key={row.id} className="wrap-anywhere whitespace-pre-line">
            {children(row).filter(Boolean).join("\n")}
          </li>
        ))}
      </ul>
    </div>
  );
}

const photoInWords = (category: string | null): string =>
  category === null ? texts.photo : photoTexts.shown[category as PhotoCategory];

function TrailLine({ row }: { row: ExtractTrailRow }) {
  const who = [texts.people[row.actor_kind] ?? row.actor_kind, row.actor_id].filter(Boolean).join(" ");
  const what = `${texts.actions[row.action] ?? row.action}: ${texts.subjects[row.subject] ?? row.subject}`;
  return (
    <li className="wrap-anywhere whitespace-pre-line">
      {[`${formatDateTime(row.created_at)} · ${what} · ${who}`, ...changesOf(row)].join("\n")}
    </li>
  );
}

/** The changed values that have a name in words; the file has all of them. */
function changesOf({ before, after }: ExtractTrailRow): string[] {
  const [was, is] = [valuesIn(before), valuesIn(after)];
  if (before === null || after === null) return [];
  return Object.entries(caseTexts.columns).flatMap(([column, name]) =>
    was[column] === is[column] ? [] : [texts.changed(name, inWords(was[column]), inWords(is[column]))],
  );
}

const valuesIn = (json: unknown): Record<string, unknown> =>
  typeof json === "object" && json !== null && !Array.isArray(json) ? (json as Record<string, unknown>) : {};

const valuesOf = (json: unknown): string =>
  Object.values(valuesIn(json))
    .map(inWords)
    .filter((value) => value !== "–")
    .join(" · ");

function inWords(value: unknown): string {
  if (value === null || value === undefined || value === "") return "–";
  return typeof value === "string" ? value : JSON.stringify(value);
}
