import { leftOre } from "#data/fines/lists.ts";
import type { ListedCase } from "#data/fines/queries.ts";
import { formatDateTime, formatOptional } from "#shared/format/dates.ts";
import { formatOre } from "#shared/format/money.ts";
import { CaseHead } from "../../case/case-head.tsx";
import { caseTexts } from "../../case/case-texts.ts";
import { Fact } from "#parking/kernel/page/facts.tsx";

const texts = caseTexts.list;

/** A case in the list, named by its number, which links to its page. */
export function CaseRow({ fine, project }: { fine: ListedCase; project: string }) {
  const left = leftOre(fine);
  return (
    <article
      aria-label={fine.case_number}
      className="grid gap-x-6 gap-y-2 rounded-card border border-line bg-surface px-4 py-3 sm:px-5 lg:grid-cols-[22rem_minmax(0,1fr)] lg:gap-x-4"
    >
      <CaseHead fine={fine} project={project} />
      {/* A phone shows the money first and the violation on a line of its own; place and time are on the case's page. */}
      <dl className="in-one-line grid grid-cols-2 gap-x-6 gap-y-2 lg:grid-cols-[1fr_1fr_1.2fr_2fr_2fr] lg:gap-x-4">
        <Fact name={left < 0 ? texts.tooMuch : texts.left}>{formatOre(Math.abs(left))}</Fact>
        <Fact name={texts.due}>
          <span aria-hidden="true" className="sm:hidden">
            {texts.due}{" "}
          </span>
          <time dateTime={fine.due_date}>{fine.due_date}</time>
        </Fact>
        <Fact name={texts.street} className="when-opened">
          {formatOptional(fine.street)}
        </Fact>
        <Fact name={texts.violation} className="alone">
          {fine.violation_text}
        </Fact>
        <Fact name={texts.issued} className="when-opened">
          <time dateTime={fine.issued_at}>{formatDateTime(fine.issued_at)}</time>, {fine.issued_by}
        </Fact>
      </dl>
    </article>
  );
}
