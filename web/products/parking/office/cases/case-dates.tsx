import { clsx } from "clsx";
import type { WholeCase } from "#data/fines/queries.ts";
import { toDateValue } from "#shared/format/dates.ts";
import { useNow } from "#shared/use-now.ts";
import { type CaseDay, daysOf } from "../case/case-days.ts";
import { caseTexts } from "../case/case-texts.ts";

const texts = caseTexts.page.dates;

/** The days of a case on one line, today marked; on a phone one below the other. */
export function CaseDates({ fine }: { fine: WholeCase }) {
  const today = toDateValue(new Date(useNow()));
  return (
    <ol
      aria-label={texts.title}
      className="mb-6 grid gap-2 rounded-card border border-line bg-surface px-4 py-3 sm:auto-cols-fr sm:grid-flow-col sm:gap-0"
    >
      {daysOf(fine, today).map(({ kind, day }, at) => (
        <li
          key={`${kind} ${at}`}
          aria-current={kind === "today" ? "date" : undefined}
          className={clsx(
            "grid min-w-0 content-start gap-x-3 border-line-strong max-sm:grid-cols-2 max-sm:border-l-4 max-sm:pl-3 sm:border-t-4 sm:pt-2 sm:pr-3",
            kind === "today" && "border-brand! font-bold",
            day === null && "border-dashed text-ink-soft",
          )}
        >
          <span>{nameOf(kind, fine)}</span>
          {day === null ? (
            <span aria-hidden="true">–</span>
          ) : (
            <time dateTime={day} className="tabular-nums">
              {day}
            </time>
          )}
        </li>
      ))}
    </ol>
  );
}

const nameOf = (kind: CaseDay["kind"], { status }: WholeCase): string =>
  kind === "ended" ? (texts.ends[status] ?? caseTexts.statuses[status]) : texts[kind];
