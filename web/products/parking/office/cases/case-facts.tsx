import { readablePlate } from "#contract/plate.ts";
import type { ParkingSnapshot, WholeCase } from "#data/fines/queries.ts";
import { formatDateTime, formatOptional } from "#shared/format/dates.ts";
import { formatMoney, formatOre } from "#shared/format/money.ts";
import { Plate } from "#shared/ui/plate.tsx";
import { span } from "#parking/kernel/case/in-words.ts";
import { Fact, Facts } from "#parking/kernel/page/facts.tsx";
import { Section } from "#parking/kernel/page/section.tsx";
import { ObjectionAge } from "../objections/objection-age.tsx";
import { ObjectionPhotos } from "../case/objection-photos.tsx";
import { caseTexts } from "../case/case-texts.ts";
import { decisionInWords, deliveryInWords, parkingChangeInWords, reasonInWords } from "../case/describe-event.ts";
import { CaseStatusBadges } from "#parking/kernel/case/case-status.tsx";

const texts = caseTexts.page;

/** The case's state and its money. */
export function StateFacts({ fine }: { fine: WholeCase }) {
  return (
    <Section title={texts.state}>
      <Facts>
        <Fact name={texts.status}>
          <CaseStatusBadges status={fine.status} mustBeReviewed={fine.needs_review} />
        </Fact>
        <Fact name={fine.left_ore < 0 ? texts.tooMuch : texts.left}>{formatOre(Math.abs(fine.left_ore))}</Fact>
        <Fact name={texts.due}>
          <time dateTime={fine.due_date}>{fine.due_date}</time>
        </Fact>
        <Fact name={texts.amount}>{formatMoney(fine.amount)}</Fact>
        <Fact name={texts.fee}>{formatMoney(fine.fee)}</Fact>
        <Fact name={texts.paid}>{formatOre(fine.paid_ore)}</Fact>
        {fine.recovered_ore > 0 && <Fact name={texts.recovered}>{formatOre(fine.recovered_ore)}</Fact>}
        {fine.review_reasons.length > 0 && (
          <Fact name={texts.why} wide>
            {fine.review_reasons.map(reasonInWords).join("\n")}
          </Fact>
        )}
      </Facts>
    </Section>
  );
}

/** The fine as it was issued. */
export function FineFacts({ fine }: { fine: WholeCase }) {
  return (
    <Section title={texts.fine}>
      <Facts>
        <Fact name={texts.plate}>
          <Plate value={fine.plate} size="small" />
        </Fact>
        <Fact name={texts.carModel}>{formatOptional(fine.car_model)}</Fact>
        <Fact name={texts.carColor}>{formatOptional(fine.car_color)}</Fact>
        <Fact name={texts.violation} wide>
          {[fine.violation_code, fine.violation_text].filter(Boolean).join(" ")}
        </Fact>
        <Fact name={texts.street}>{formatOptional(fine.street)}</Fact>
        <Fact name={texts.observed}>{span(fine.observed_from, fine.issued_at, "sv")}</Fact>
        {fine.observed_reason !== null && <Fact name={texts.observedReason}>{fine.observed_reason}</Fact>}
        <Fact name={texts.issued}>{formatDateTime(fine.issued_at)}</Fact>
        <Fact name={texts.issuedBy}>{fine.issued_by}</Fact>
        <Fact name={texts.arrived}>{formatDateTime(fine.received_at)}</Fact>
        <Fact name={texts.delivery}>{deliveryInWords(fine.delivery)}</Fact>
        <Fact name={texts.discord}>{formatOptional(fine.discord_username)}</Fact>
        {fine.was_offline && <Fact name={texts.wasOffline}>{texts.yes}</Fact>}
        {fine.accepted_warnings.length > 0 && (
          <Fact name={texts.accepted} wide>
            {fine.accepted_warnings.map(reasonInWords).join("\n")}
          </Fact>
        )}
        {fine.notes !== "" && (
          <Fact name={texts.notes} wide>
            {fine.notes}
          </Fact>
        )}
      </Facts>
    </Section>
  );
}

type MayBeErased = { isErased: boolean };

/** The parking as it was when the fine was issued. */
export function ParkingFacts({ parking, isErased }: { parking: ParkingSnapshot | null } & MayBeErased) {
  return (
    <Section title={texts.parking}>
      {parking === null ? (
        <p>{isErased ? texts.erased : texts.noParking}</p>
      ) : (
        <Facts>
          <Fact name={texts.parkingPlate}>{readablePlate(parking.ref_number)}</Fact>
          <Fact name={texts.parkingTime}>
            {formatDateTime(parking.start_time)} – {formatDateTime(parking.end_time)}
          </Fact>
          <Fact name={texts.registered}>{formatDateTime(parking.created_at)}</Fact>
          <Fact name={texts.street}>{formatOptional(parking.street)}</Fact>
          {(parking.changes ?? []).length > 0 && (
            <Fact name={texts.changed} wide>
              {(parking.changes ?? []).map(parkingChangeInWords).join("\n")}
            </Fact>
          )}
        </Facts>
      )}
    </Section>
  );
}

/** The recipients of the case: the current one, with the earlier ones below. */
export function RecipientFacts({ recipients, isErased }: Pick<WholeCase, "recipients"> & MayBeErased) {
  return (
    <Section title={texts.recipient}>
      {recipients.length === 0 && <p>{isErased ? texts.erased : texts.noRecipient}</p>}
      <div className="grid gap-4">
        {recipients.map(({ id, role, name, address, id_number: idNumber, source, at }) => (
          <Facts key={id}>
            <Fact name={texts.name}>{name}</Fact>
            <Fact name={texts.role}>
              {caseTexts.recipient.roles[role] ?? role}, {formatDateTime(at)}
            </Fact>
            {idNumber !== "" && <Fact name={texts.idNumber}>{idNumber}</Fact>}
            <Fact name={texts.source}>{formatOptional(source)}</Fact>
            <Fact name={texts.address} wide>
              {formatOptional(address)}
            </Fact>
          </Facts>
        ))}
      </div>
    </Section>
  );
}

/** The objections with their answers, newest first; nothing without any. */
export function ObjectionFacts({ objections }: Pick<WholeCase, "objections">) {
  if (objections.length === 0) return null;
  return (
    <Section title={texts.objections}>
      <div className="grid gap-6">
        {objections.map((objection) => (
          <Facts key={objection.id}>
            <Fact name={texts.objectionFrom} wide>
              {[objection.name, objection.email, objection.address].filter(Boolean).join(", ") || formatOptional(null)}
            </Fact>
            <Fact name={texts.ground}>{formatOptional(objection.ground)}</Fact>
            <Fact name={texts.state} wide>
              {decisionInWords(objection)}{" "}
              {objection.decision === null && <ObjectionAge receivedAt={objection.received_at} />}
            </Fact>
            <Fact name={texts.objection} wide>
              {objection.text || texts.erased}
            </Fact>
            {objection.photos.length > 0 && (
              <Fact name={texts.photos} wide>
                <ObjectionPhotos objection={objection} />
              </Fact>
            )}
            {objection.reply !== null && (
              <Fact name={texts.reply} wide>
                {objection.reply}
              </Fact>
            )}
          </Facts>
        ))}
      </div>
    </Section>
  );
}
