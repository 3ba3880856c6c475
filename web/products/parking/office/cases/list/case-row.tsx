import { clsx } from "clsx";
import { Link } from "react-router";
import { type CaseList, type CaseSort, leftOre, sortOf } from "#data/fines/lists.ts";
import type { ListedCase } from "#data/fines/queries.ts";
import { formatDateTime, formatOptional } from "#shared/format/dates.ts";
import { formatOre } from "#shared/format/money.ts";
import { paths } from "#shared/paths.ts";
import { Plate } from "#shared/ui/plate.tsx";
import { CaseStatusMarks } from "#parking/kernel/case/case-status.tsx";
import { Cell } from "#parking/kernel/page/facts.tsx";
import { caseTexts } from "../../case/case-texts.ts";
import { MarkBox } from "../../shell/marks/mark-box.tsx";
import { markTexts } from "../../shell/marks/mark-texts.ts";
import { Sorter } from "../../shell/marks/sorter.tsx";
import type { Marks } from "../../shell/marks/use-marks.ts";
import { useSiteNames } from "../../shell/use-site-names.ts";
import { TableHead } from "../../shell/table-head.tsx";
import { FROM_CASES } from "../../case/use-way-to-cases.ts";

const texts = caseTexts.list;

/** Heights of a row in pixels: as two lines, and where the list has the room for a table. */
export const ROW_HEIGHT = { narrow: 72, wide: 44 } as const;

/** The columns of the table. Each row and the head are a grid of their own, so none depends on its content. */
const COLUMNS =
  "px-3 gap-x-3 @4xl:grid-cols-[1.25rem_7.25rem_5.25rem_6.5rem_7.25rem_5.75rem_minmax(0,1fr)_minmax(0,1.2fr)_8.25rem]";

/** A line of a narrow row. In a table its parts are cells. */
const LINE = "flex flex-wrap items-center gap-x-3 @4xl:contents";

type HeadProps = {
  list: CaseList;
  sort: CaseSort;
  onSort: (sort: CaseSort) => void;
  marks: Marks<ListedCase>;
  isAllMarked: boolean;
};

/** The head of the table, which stays in sight and sorts. Rows say the other names by themselves to screen readers. */
export function CaseListHead({ list, sort, onSort, marks, isAllMarked }: HeadProps) {
  const sorting = { sort, onSort, titles: texts.sorts };
  return (
    <TableHead className={clsx("@4xl:grid", COLUMNS)}>
      <MarkBox name={markTexts.markAll} isMarked={isAllMarked} onMark={marks.pressAll} />
      {[texts.plate, texts.number, texts.status].map((name) => (
        <span key={name} aria-hidden="true">
          {name}
        </span>
      ))}
      <span aria-hidden="true" className="pr-2 text-right">
        {texts.left}
      </span>
      {sortOf({ list, sort: "due" }) === "due" ? (
        <Sorter name={texts.due} sorts={["due"]} {...sorting} />
      ) : (
        <span aria-hidden="true">{texts.due}</span>
      )}
      <span aria-hidden="true">{texts.street}</span>
      <span aria-hidden="true">{texts.violation}</span>
      <Sorter name={texts.issued} sorts={["newest", "oldest"]} {...sorting} />
    </TableHead>
  );
}

type RowProps = {
  fine: ListedCase;
  project: string;
  isMarked: boolean;
  /** Whether narrow rows have a box to mark them by, too. */
  isMarking: boolean;
  onMark: (isRange: boolean) => void;
};

/**
 * A case in the list, named by its number: a row of 72 px, or of 44 px where the list is a table. A press anywhere on it opens the case, where
 * cut texts are whole.
 */
export function CaseRow({ fine, project, isMarked, isMarking, onMark }: RowProps) {
  const siteName = useSiteNames(project)?.get(fine.project_id ?? "");
  return (
    <article
      aria-label={fine.case_number}
      className={clsx(
        "relative border-x border-b border-line",
        isMarked ? "bg-brand-soft" : "bg-surface focus-within:bg-sunken hover:bg-sunken",
      )}
    >
      <div
        className={clsx(
          "flex min-h-[calc(4.5rem-1px)] flex-col justify-center gap-y-0.5 @4xl:grid @4xl:min-h-[calc(2.75rem-1px)] @4xl:items-center",
          COLUMNS,
          "mark-row",
          isMarking ? "case-mark-row" : "no-mark-row",
        )}
      >
        <MarkBox name={markTexts.mark(fine.case_number)} isMarked={isMarked} onMark={onMark} />
        <FirstLine fine={fine} project={project} />
        <div className={clsx(LINE, "text-sm leading-tight")}>
          <span className="@4xl:col-start-4 @4xl:row-start-1">
            <CaseStatusMarks status={fine.status} mustBeReviewed={fine.needs_review} />
          </span>
          <dl className="contents">
            {/* A narrow row of a case to review has no room for its last day. */}
            <Cell name={texts.due} className={clsx("tabular-nums", fine.needs_review && "hidden @4xl:block")}>
              <time dateTime={fine.due_date}>{fine.due_date}</time>
            </Cell>
            <Cell name={texts.street} className="hidden @4xl:block" isCut>
              {siteName === undefined
                ? formatOptional(fine.street)
                : [siteName, fine.street].filter(Boolean).join(" · ")}
            </Cell>
            <Cell name={texts.violation} className="flex-[1_1_4rem] text-ink-soft @4xl:text-ink" isCut>
              {siteName !== undefined && <span className="@4xl:hidden">{siteName} · </span>}
              {fine.violation_text}
            </Cell>
            <Cell name={texts.issued} className="hidden whitespace-nowrap tabular-nums @4xl:block">
              <time dateTime={fine.issued_at}>{formatDateTime(fine.issued_at)}</time>
            </Cell>
          </dl>
        </div>
      </div>
    </article>
  );
}

/** The plate, the number with the link that covers the row, and what is left to pay. */
function FirstLine({ fine, project }: Pick<RowProps, "fine" | "project">) {
  const left = leftOre(fine);
  return (
    <div className={LINE}>
      <Plate value={fine.plate} size="small" />
      <h2 className="font-bold tabular-nums @4xl:text-base">
        {/* The link covers its row. */}
        <Link
          to={paths.cases(project, fine.case_number)}
          state={FROM_CASES}
          className="inline-flex min-h-10 scroll-mt-14 items-center after:absolute after:inset-0"
        >
          {fine.case_number}
        </Link>
      </h2>
      <dl className="ml-auto text-right @4xl:col-start-5 @4xl:row-start-1 @4xl:ml-0 @4xl:pr-2">
        <Cell
          name={left < 0 ? texts.tooMuch : texts.left}
          className={clsx("font-bold tabular-nums", left < 0 && "before:content-['−'/'']")}
        >
          {formatOre(Math.abs(left))}
        </Cell>
      </dl>
    </div>
  );
}
