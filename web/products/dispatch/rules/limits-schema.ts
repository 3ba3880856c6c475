import * as v from "valibot";
import type { StatusLimits } from "#data/unit_statuses/mutations.ts";

/** The typed limits: `{code} check` and `{code} overdue`, empty for no limit. */
export type TypedLimits = Record<`${string} ${"check" | "overdue"}`, string>;

const text = (minutes: number | null): string => (minutes === null ? "" : String(minutes));

/** The stored limits as a form shows them. */
export const typedLimits = (statuses: readonly StatusLimits[]): TypedLimits =>
  Object.fromEntries(
    statuses.flatMap(({ code, check_after, overdue_after }) => [
      [`${code} check`, text(check_after)],
      [`${code} overdue`, text(overdue_after)],
    ]),
  );

/** The longest limit in minutes: a week, as the database checks too. */
const MAX_MINUTES = 10_080;

const isMinutes = (typed: string): boolean =>
  typed === "" || (/^\d{1,5}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= MAX_MINUTES);

const minutesOf = (typed: string | undefined): number | null =>
  typed === undefined || typed === "" ? null : Number(typed);

const limitOf = (typed: Record<string, string>, code: string): StatusLimits => ({
  code,
  check_after: minutesOf(typed[`${code} check`]),
  overdue_after: minutesOf(typed[`${code} overdue`]),
});

/** The schema of the typed limits; it gives the list for the database, in the order of the codes. */
export function limitsSchema(codes: readonly string[], texts: { wrong: string; notInOrder: string }) {
  return v.pipe(
    v.record(v.string(), v.pipe(v.string(), v.trim(), v.check(isMinutes, texts.wrong))),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      for (const code of codes) {
        const { check_after, overdue_after } = limitOf(dataset.value, code);
        if (check_after === null || overdue_after === null || check_after < overdue_after) continue;
        const key = `${code} overdue`;
        addIssue({
          message: texts.notInOrder,
          path: [{ type: "object", origin: "value", input: dataset.value, key, value: dataset.value[key] }],
        });
      }
    }),
    v.transform((typed) => codes.map((code) => limitOf(typed, code))),
  );
}
