import type { WholeRefundFile } from "#data/refunds/queries.ts";
import { toCsv } from "#shared/format/csv.ts";
import { saveFile } from "#shared/format/save-file.ts";
import { refundTexts } from "./refund-texts.ts";
import { pain001, swishTable } from "./rules/pain001.ts";

/** Saves a file of refunds for the bank, or a list for Swish. False when an account is erased: then nothing is saved. */
export function saveRefundFile(whole: WholeRefundFile): boolean {
  const { kind, day, created_at: madeAt } = whole.file;
  const table = kind === "swish" ? swishTable(whole) : null;
  const content = kind === "swish" ? table && toCsv(table) : pain001(whole, new Date(madeAt));
  if (content === null) return false;
  saveFile(new Blob([content]), refundTexts.files.fileName(day, kind));
  return true;
}
