import { readablePlate } from "#contract/plate.ts";
import type { WholeCase } from "#data/fines/queries.ts";
import type { Objection } from "#data/objections/queries.ts";
import { formatDateTime, formatOptional } from "#shared/format/dates.ts";
import { formatMoney, formatOre } from "#shared/format/money.ts";
import { Plate } from "#shared/ui/plate.tsx";
import { caseTexts } from "../case/case-texts.ts";
import { ObjectionPhotos } from "../case/objection-photos.tsx";
import { deliveryInWords, parkingChangeInWords, reasonInWords } from "../case/describe-event.ts";
import { Fact, Facts } from "#parking/kernel/page/facts.tsx";
import { Section } from "#parking/kernel/page/section.tsx";
import { GroundField } from "./ground-field.tsx";
import { ObjectionAge } from "./objection-age.tsx";
import { objectionTexts } from "./objection-texts.ts";

const texts = objectionTexts.desk;
const { page } = caseTexts;

type PartProps = { objection: Objection } & Pick<WholeCase, "events">;

/** The objection: its text with later additions, the person and the time. */
export function ObjectionPart({ objection, events }: PartProps) {
  const { received_at: receivedAt, received_by: receivedBy } = objection;
  const received = formatDateTime(receivedAt);
  const supplements = events.filter(
    ({ kind, data }) => kind === "supplemented" && data["objection_id"] === objection.id,
  );
  return (
    <Section title={texts.objection}>
      {objection.decision === null && <GroundField objection={objection} />}
      <Facts>
        <Fact name={texts.text} wide>
          {formatOptional(objection.text)}
        </Fact>
        {objection.photos.length > 0 && (
          <Fact name={page.photos} wide>
            <ObjectionPhotos objection={objection} />
          </Fact>
        )}
        {objection.decision !== null && (
          <Fact name={page.ground} wide>
            {formatOptional(objection.ground)}
          </Fact>
        )}
        <Fact name={texts.name} wide>
          {formatOptional(objection.name)}
        </Fact>
        <Fact name={texts.email} wide>
          {formatOptional(objection.email)}
        </Fact>
        {objection.address !== "" && (
          <Fact name={texts.address} wide>
            {objection.address}
          </Fact>
        )}
        {objection.lang === "en" && (
          <Fact name={texts.language} wide>
            {texts.english}
          </Fact>
        )}
        <Fact name={texts.received} wide>
          {receivedBy === null ? received : texts.wroteDown(received, receivedBy)}{" "}
          {objection.decision === null && <ObjectionAge receivedAt={receivedAt} />}
        </Fact>
        {supplements.length > 0 && (
          <Fact name={texts.supplemented} wide>
            {supplements.map(({ at }) => formatDateTime(at)).join("\n")}
          </Fact>
        )}
      </Facts>
    </Section>
  );
}

/** The fine, and the parking as it was then. */
export function SnapshotPart({ fine }: { fine: WholeCase }) {
  const reasons = [...fine.accepted_warnings, ...fine.review_reasons];
  return (
    <Section title={texts.snapshot}>
      <div className="mb-3">
        <Plate value={fine.plate} size="small" />
      </div>
      <Facts>
        <Fact name={page.violation} wide>
          {[fine.violation_code, fine.violation_text].filter(Boolean).join(" ")}
        </Fact>
        <Fact name={page.street} wide>
          {formatOptional(fine.street)}
        </Fact>
        <Fact name={page.observed} wide>
          {formatDateTime(fine.observed_from)}
        </Fact>
        <Fact name={page.issued} wide>
          {formatDateTime(fine.issued_at)}, {fine.issued_by}
        </Fact>
        <Fact name={page.delivery} wide>
          {deliveryInWords(fine.delivery)}
        </Fact>
        <Fact name={page.parking} wide>
          {parkingInWords(fine)}
        </Fact>
        <Fact name={page.amount}>{formatMoney(fine.amount + fine.fee)}</Fact>
        <Fact name={texts.paid}>{formatOre(fine.paid_ore)}</Fact>
        {reasons.length > 0 && (
          <Fact name={page.accepted} wide>
            {reasons.map(reasonInWords).join("\n")}
          </Fact>
        )}
        {fine.notes !== "" && (
          <Fact name={page.notes} wide>
            {fine.notes}
          </Fact>
        )}
      </Facts>
    </Section>
  );
}

function parkingInWords({ parking_snapshot: parking }: WholeCase): string {
  if (parking === null) return page.noParking;
  const { ref_number, start_time, end_time, created_at, changes = [] } = parking;
  return [
    `${readablePlate(ref_number)}, ${formatDateTime(start_time)} – ${formatDateTime(end_time)}`,
    `${page.registered} ${formatDateTime(created_at)}`,
    ...changes.map(parkingChangeInWords),
  ].join("\n");
}
