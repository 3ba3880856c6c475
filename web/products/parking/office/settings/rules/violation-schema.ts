import * as v from "valibot";
import { VIOLATION_MAX } from "#contract/site-settings.ts";
import type { ViolationDraft } from "#data/violations/mutations.ts";
import type { Violation } from "#data/violations/queries.ts";
import { formatMoney } from "#shared/format/money.ts";
import { settingsTexts } from "../settings-texts.ts";
import { inWords, line, orNone, wholeNumber } from "./settings-schema.ts";

const texts = settingsTexts.violations;

/** The values of a violation's form. */
export type TypedViolation = {
  code: string;
  text: string;
  amount: string;
  max_amount: string;
  needs_no_right: boolean;
};

export const NEW_VIOLATION: TypedViolation = {
  code: "",
  text: "",
  amount: "700",
  max_amount: "",
  needs_no_right: false,
};

/** The form values of a stored violation. */
export const typedViolation = (violation: Violation): TypedViolation => ({
  code: violation.code,
  text: violation.text,
  amount: String(violation.amount),
  max_amount: String(violation.max_amount ?? ""),
  needs_no_right: violation.needs_no_right,
});

const amount = wholeNumber(1, VIOLATION_MAX.amount);

/** The rules of a violation, at a site with this highest amount (null: no maximum of its own). */
export function violationSchema(siteMost: number | null) {
  return v.pipe(
    v.object({
      code: line(VIOLATION_MAX.code),
      text: line(VIOLATION_MAX.text),
      amount: v.pipe(
        amount,
        v.check((kronor) => siteMost === null || kronor <= siteMost, texts.aboveSite(formatMoney(siteMost))),
      ),
      max_amount: orNone(amount),
      needs_no_right: v.boolean(),
    }),
    v.forward(
      v.partialCheck(
        [["amount"], ["max_amount"]],
        ({ amount: usual, max_amount }) => max_amount === null || max_amount >= usual,
        texts.belowAmount,
      ),
      ["max_amount"],
    ),
  );
}

const NAMES = ["code", "text", "amount", "max_amount", "needs_no_right"] as const;

/** The columns of a draft that differ from the stored version. */
export const violationChanges = (read: Violation, draft: ViolationDraft): Partial<ViolationDraft> =>
  Object.fromEntries(NAMES.filter((name) => read[name] !== draft[name]).map((name) => [name, draft[name]]));

/** The differences between the version that was read and a later one: the column, and both values in words. */
export const violationDifferences = (read: Violation, now: Violation): { label: string; was: string; now: string }[] =>
  ([...NAMES, "is_active"] as const)
    .filter((name) => read[name] !== now[name])
    .map((name) => ({ label: texts.fields[name], was: inWords(read[name]), now: inWords(now[name]) }));

/** The keys of a list after one of its violations moved a place up (-1) or down (1). */
export function movedIds(ids: readonly string[], id: string, by: -1 | 1): string[] {
  const from = ids.indexOf(id);
  const to = from + by;
  if (from === -1 || to < 0 || to >= ids.length) return [...ids];
  return ids.toSpliced(from, 1).toSpliced(to, 0, id);
}
