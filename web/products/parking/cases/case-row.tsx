import { Link } from "react-router";
import { leftOre } from "#data/fines/lists.ts";
import type { ListedCase } from "#data/fines/queries.ts";
import { formatDateTime, formatOptional } from "#shared/format/dates.ts";
import { formatOre } from "#shared/format/money.ts";
import { readablePlate } from "#contract/plate.ts";
import { paths } from "#shared/paths.ts";
import { Plate } from "#shared/ui/plate.tsx";
import { caseTexts } from "./case-texts.ts";
import { FROM_CASES } from "./from-cases.ts";
import { CaseStatusBadges } from "../case-status.tsx";
import { Fact, Facts } from "../facts.tsx";

const texts = caseTexts.list;

/** A case of the list, named by its number, which leads to its page. */
export function CaseRow({ fine, project }: { fine: ListedCase; project: string }) {
  const left = leftOre(fine);
  return (
    <article
      aria-label={fine.case_number}
      className="grid gap-3 rounded-card border border-line bg-surface px-4 py-3.5 sm:px-5"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Plate value={readablePlate(fine.plate)} size="small" />
        <h2 className="font-bold tabular-nums">
          <Link
            to={paths.cases(project, fine.case_number)}
            state={FROM_CASES}
            className="inline-flex min-h-11 items-center"
          >
            {fine.case_number}
          </Link>
        </h2>
        <CaseStatusBadges status={fine.status} mustBeReviewed={fine.needs_review} />
      </div>
      <Facts inOneRow>
        <Fact name={texts.violation}>{fine.violation_text}</Fact>
        <Fact name={texts.street}>{formatOptional(fine.street)}</Fact>
        <Fact name={left < 0 ? texts.tooMuch : texts.left}>{formatOre(Math.abs(left))}</Fact>
        <Fact name={texts.issued}>
          <time dateTime={fine.issued_at}>{formatDateTime(fine.issued_at)}</time>, {fine.issued_by}
        </Fact>
        <Fact name={texts.due}>
          <time dateTime={fine.due_date}>{fine.due_date}</time>
        </Fact>
      </Facts>
    </article>
  );
}
