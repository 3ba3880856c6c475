/** The lists of a project's cases: which case stands in which, and what of it is left to pay. */
import { type CaseStatus } from "#contract/cases.ts";
import { plateKey } from "#contract/plate.ts";

export const CASE_LISTS = ["all", "unpaid", "review"] as const;
export type CaseList = (typeof CASE_LISTS)[number];

/** `search` is a case number or a plate in any way of writing; everything without one. */
export type CaseScope = { project: string; list: CaseList; search: string };

/** Cases whose money is waited for. */
export const UNPAID: readonly CaseStatus[] = ["issued", "reminded", "collection"];

/** Whether a search is for a case number: eight digits, whatever stands between them. */
export const isCaseNumber = (search: string): boolean => /^\d{8}$/.test(plateKey(search));

type Listed = { status: CaseStatus; needs_review: boolean; case_number: string; plate: string };

/** Whether a case stands in a list and is what is searched for, as `listCases` asks the database. */
export function isInList(row: Listed, { list, search }: Omit<CaseScope, "project">): boolean {
  if (list === "unpaid" && !UNPAID.includes(row.status)) return false;
  if (list === "review" && !row.needs_review) return false;
  if (search === "") return true;
  return plateKey(isCaseNumber(search) ? row.case_number : row.plate) === plateKey(search);
}

/** What is left to pay in öre, below 0 what is to be paid back: the column `left_ore`, which live changes come without. */
export function leftOre(row: { status: CaseStatus; amount: number; fee: number; paid_ore: number }): number {
  const isOver = row.status === "withdrawn" || row.status === "written_off";
  return (isOver ? 0 : (row.amount + row.fee) * 100) - row.paid_ore;
}
