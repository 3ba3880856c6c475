import { FINE } from "#contract/limits.ts";
import type { Violation } from "#data/violations/queries.ts";
import { noticeTexts } from "../notice-texts.ts";
import { type FineDraft, OTHER } from "./fine-draft.ts";

/** A violation to choose. Without an id only its text is stored. */
export type ViolationChoice = { value: string; id: string | null; text: string; amount: number };

const { violations: texts } = noticeTexts;

/** The four violations of document 1 §5: for routes without a project, and while a site's own cannot be read. */
const USUAL: readonly ViolationChoice[] = Object.entries(texts)
  .filter(([value]) => value !== OTHER)
  .map(([value, text]) => ({ value, id: null, text, amount: FINE.defaultAmount }));

/** A site's violations as choices, in its order. "Övrigt" stands last in the field and has no row. */
export function choicesOf(violations: readonly Violation[] | undefined): readonly ViolationChoice[] {
  const active = (violations ?? []).filter((violation) => violation.is_active);
  return active.length === 0 ? USUAL : active.map(({ id, text, amount }) => ({ value: id, id, text, amount }));
}

/** The violation in words: for "Övrigt" the free text, or that word while there is no text. */
export function violationText(
  { violation, customViolation }: Pick<FineDraft, "violation" | "customViolation">,
  choices: readonly ViolationChoice[],
): string {
  if (violation === OTHER) return customViolation.trim() || texts.other;
  return choices.find(({ value }) => value === violation)?.text ?? "–";
}

/** The amount of a violation as a form shows it; the usual one while none is chosen, and for "Övrigt". */
export const usualAmount = (violation: string, choices: readonly ViolationChoice[]): string =>
  String(choices.find(({ value }) => value === violation)?.amount ?? FINE.defaultAmount);

/** The amount after another violation is chosen: the violation's amount, unless the person typed another one. */
export function amountAfter(
  chosen: string,
  before: Pick<FineDraft, "violation" | "amount">,
  choices: readonly ViolationChoice[],
): string {
  return before.amount === usualAmount(before.violation, choices) ? usualAmount(chosen, choices) : before.amount;
}
