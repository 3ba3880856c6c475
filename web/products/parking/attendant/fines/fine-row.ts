import type { NewFine } from "#data/fines/mutations.ts";
import { driverOrigin } from "#shared/own-address.ts";
import type { ProjectId } from "#shared/paths.ts";
import { amountOf, type FineDraft, observedOf } from "#parking/kernel/notice/rules/fine-draft.ts";
import { type ViolationChoice, violationText } from "#parking/kernel/notice/rules/violation-choices.ts";
import { listedPhoto } from "#parking/kernel/photos/taken-photo.ts";
import type { FinePhotos } from "./photos/use-fine-photos.ts";
import type { FineExtras } from "./issuing/use-issuing.ts";
import type { useSiteFacts } from "./site-facts.ts";

/** The car's facts that the form does not ask for. */
export type FinedCar = Pick<
  NewFine,
  "kind" | "plate" | "car_model" | "car_color" | "street" | "discord_username" | "parking_id"
>;

/** The address of this page for the notice, if drivers can reach it. */
function noticeAddress() {
  const origin = driverOrigin();
  return origin === undefined ? {} : { notice_address: origin };
}

/** A fine as the database takes it. */
export function rowOf(
  fine: FineDraft,
  {
    car,
    at,
    project,
    choices,
    photos,
  }: {
    car: FinedCar;
    at: Date;
    project: ProjectId;
    choices: readonly ViolationChoice[];
    photos: FinePhotos;
  },
): NewFine {
  return {
    ...car,
    id: fine.id,
    project_id: project ?? null,
    ...(fine.caseNumber !== "" && { case_number: fine.caseNumber }),
    violation_id: choices.find(({ value }) => value === fine.violation)?.id ?? null,
    violation_text: violationText(fine, choices),
    amount: amountOf(fine) ?? 0,
    due_date: fine.dueDate,
    notes: fine.notes.trim(),
    ...observedOf(fine, at),
    issued_at: at.toISOString(),
    ...noticeAddress(),
    photos: photos.photos.map(listedPhoto),
  };
}

/** The extra facts of a fine for issuing it without a network. */
export const extrasOf = (
  { limitsOf }: ReturnType<typeof useSiteFacts>,
  { violation }: FineDraft,
  { photos }: FinePhotos,
): FineExtras => ({ files: photos, limits: limitsOf(violation) });
