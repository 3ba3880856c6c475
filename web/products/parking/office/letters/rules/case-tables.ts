import { readablePlate } from "#contract/plate.ts";
import type { CasePaper, SentCase } from "#data/fines/letters.ts";
import type { SettingsOf, SiteSettings } from "#data/site_settings/queries.ts";
import { formatDateTime, toDateValue } from "#shared/format/dates.ts";
import { letterTexts } from "../letter-texts.ts";
import { addressParts } from "./address-parts.ts";

const dayOf = (moment: string | null): string => (moment === null ? "" : toDateValue(new Date(moment)));

/** The request to a car register: the owner of each car on the day of its parking (document 4 §5: `Exportera för ägaruppgift`). */
export const ownerRequestTable = (cases: readonly CasePaper[]): string[][] => [
  [...letterTexts.ask.columns],
  ...cases.map((fine) => [readablePlate(fine.plate), dayOf(fine.issued_at), fine.case_number]),
];

/** Öre as spreadsheets read money: `700,00`. */
const kronor = (ore: number): string => (ore / 100).toFixed(2).replace(".", ",");

/** The facts for a debt collector: creditor, debtor, the claim and its parts, the steps so far, and whether the debtor has denied the claim. */
export const collectionTable = (cases: readonly SentCase[], settings: SettingsOf): string[][] => [
  [...letterTexts.collect.columns],
  ...cases.map((fine) => [
    ...creditorCells(settings.get(fine.project_id ?? "") ?? null),
    fine.case_number,
    ...debtorCells(fine),
    ...claimCells(fine),
    ...factCells(fine),
    dayOf(fine.rejected_at),
  ]),
];

const creditorCells = (settings: SiteSettings | null): string[] => [
  settings?.issuer_name ?? "",
  settings?.org_number ?? "",
  settings?.contact_email ?? "",
  settings?.contact_phone ?? "",
  settings?.principal ?? "",
];

function debtorCells({ recipient }: CasePaper): string[] {
  if (recipient === null) return ["", "", "", "", "", ""];
  const { street, postcode, town } = addressParts(recipient.address);
  const role = letterTexts.roles[recipient.role] ?? recipient.role;
  return [recipient.name, role, recipient.id_number, street, postcode, town];
}

/** The changes in a debt collector's claims, a row for each change, in the order of the cases. */
export const changesTable = (cases: readonly SentCase[]): string[][] => [
  [...letterTexts.changes.columns],
  ...cases.flatMap((fine) =>
    (fine.changes ?? []).map((change) => [
      fine.case_number,
      fine.recipient?.name ?? "",
      fine.recipient?.id_number ?? "",
      letterTexts.changes.kinds[change.kind] ?? change.kind,
      formatDateTime(change.at),
      change.amount_ore === undefined ? "" : kronor(Math.abs(change.amount_ore)),
      change.value_date ?? "",
      kronor(Math.max(change.left_ore, 0)),
    ]),
  ),
];

const claimCells = (fine: SentCase): string[] => [
  "SEK",
  kronor(fine.amount * 100),
  kronor(fine.fee * 100),
  kronor(fine.paid_ore),
  kronor(fine.left_ore),
  formatDateTime(fine.issued_at),
  fine.first_due ?? "",
  dayOf(fine.reminded_at),
  fine.due_date,
  dayOf(fine.sent_at),
];

const factCells = (fine: CasePaper): string[] => [
  readablePlate(fine.plate),
  fine.car_model,
  fine.car_color,
  fine.street,
  formatDateTime(fine.observed_from),
  formatDateTime(fine.issued_at),
  fine.violation_code,
  fine.violation_text,
  fine.delivery === null ? "" : letterTexts.deliveries[fine.delivery],
  fine.issued_by,
];
