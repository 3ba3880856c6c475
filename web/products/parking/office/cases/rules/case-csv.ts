/** Cases as the rows of a file. Pure functions. */
import { type CaseStatus, DELIVERIES } from "#contract/cases.ts";
import type { ExportedCase } from "#data/fines/export.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { exportTexts as texts } from "../list/case-export-texts.ts";
import { caseTexts } from "../../case/case-texts.ts";

/** The names of the columns. */
export const CASE_COLUMNS: readonly string[] = texts.columns;

/**
 * A case's cells in the order of the columns. Amounts are kronor with a decimal comma, and never negative: negative cells would be escaped.
 */
export const caseCells = (fine: ExportedCase): string[] => [
  fine.case_number,
  fine.kind === "report" ? texts.kinds.report : texts.kinds.ticket,
  caseTexts.statuses[fine.status as CaseStatus],
  fine.plate,
  fine.car_model,
  fine.car_color,
  fine.street,
  fine.violation_code,
  fine.violation_text,
  inKronor(fine.amount * 100),
  inKronor(fine.fee * 100),
  inKronor(fine.paid_ore),
  inKronor(Math.max(0, fine.left_ore ?? 0)),
  inKronor(Math.max(0, -(fine.left_ore ?? 0))),
  formatDateTime(fine.issued_at),
  fine.issued_by,
  fine.due_date,
  deliveryOf(fine.delivery),
  fine.needs_review ? texts.yes : texts.no,
];

const deliveryOf = (delivery: string | null): string => {
  const known = DELIVERIES.find((each) => each === delivery);
  return known === undefined ? "" : texts.deliveries[known];
};

/** Öre as kronor: `1300,50`. */
export const inKronor = (ore: number): string => (ore / 100).toFixed(2).replace(".", ",");
