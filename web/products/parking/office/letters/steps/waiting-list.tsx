import { clsx } from "clsx";
import { Link } from "react-router";
import type { CaseWork, WaitingCase } from "#data/fines/letters.ts";
import { formatOptional, toDateValue } from "#shared/format/dates.ts";
import { formatOre } from "#shared/format/money.ts";
import { paths } from "#shared/paths.ts";
import { Plate } from "#shared/ui/plate.tsx";
import { FROM_CASES } from "../../case/use-way-to-cases.ts";
import { Cell } from "#parking/kernel/page/facts.tsx";
import { letterTexts } from "../letter-texts.ts";
import { TableHead } from "../../shell/table-head.tsx";

const texts = letterTexts.list;

type WaitingListProps = { project: string; label: string; cases: readonly WaitingCase[] };

/** The columns of the table. Each row and the head are a grid of their own, so none depends on its content. */
const COLUMNS = "gap-x-3 px-3 @2xl:grid-cols-[7.25rem_5.5rem_6rem_7rem_minmax(0,1fr)_9rem]";

/** A line of a narrow row. In a table its parts are cells. */
const LINE = "flex flex-wrap items-center gap-x-3 @2xl:contents";

/** The cases that wait for a step, each a row named by its number, which links to its page: of 48 px where the list is a table. */
export function WaitingList({ project, label, cases }: WaitingListProps) {
  return (
    <div className="@container">
      <TableHead aria-hidden="true" className={clsx("@2xl:grid", COLUMNS)}>
        <span>{texts.plate}</span>
        <span>{texts.number}</span>
        <span>{texts.due}</span>
        <span className="text-right">{texts.left}</span>
        <span>{cases.some(({ recipient }) => recipient !== null) ? texts.recipient : texts.street}</span>
      </TableHead>
      <ul aria-label={label} className="border-t border-line @2xl:border-0">
        {cases.map((fine) => (
          <WaitingRow key={fine.id} fine={fine} project={project} />
        ))}
      </ul>
    </div>
  );
}

function WaitingRow({ fine, project }: { fine: WaitingCase; project: string }) {
  const { recipient, asked_at: asked, reminded_at: reminded } = fine;
  return (
    <li
      className={clsx(
        "relative flex min-h-18 flex-col justify-center gap-y-0.5 border-x border-b border-line bg-surface focus-within:bg-sunken hover:bg-sunken @2xl:grid @2xl:min-h-12 @2xl:items-center",
        COLUMNS,
      )}
    >
      <div className={LINE}>
        <Plate value={fine.plate} size="small" />
        {/* The link covers its row. */}
        <Link
          to={paths.cases(project, fine.case_number)}
          state={FROM_CASES}
          className="inline-flex min-h-10 items-center font-bold tabular-nums after:absolute after:inset-0"
        >
          {fine.case_number}
        </Link>
        <dl className="ml-auto text-right @2xl:col-start-4 @2xl:row-start-1 @2xl:ml-0">
          <Cell name={texts.left} className="font-bold tabular-nums">
            {formatOre(fine.left_ore)}
          </Cell>
        </dl>
      </div>
      <dl className={clsx(LINE, "text-sm leading-tight")}>
        <Cell name={texts.due} className="tabular-nums @2xl:col-start-3 @2xl:row-start-1">
          {fine.due_date}
        </Cell>
        {recipient === null ? (
          <Cell name={texts.street} className="wrap-anywhere">
            {formatOptional(fine.street)}
          </Cell>
        ) : (
          <Cell name={texts.recipient} className="wrap-anywhere">
            {recipient.name}
          </Cell>
        )}
        {(asked ?? reminded) !== null && (
          <div className="ml-auto text-right @2xl:ml-0 @2xl:text-left">
            {asked !== null && <Told name={texts.asked} moment={asked} />}{" "}
            {reminded !== null && <Told name={texts.reminded} moment={reminded} />}
          </div>
        )}
      </dl>
    </li>
  );
}

/** A day on which something was done with the case; the word stays, since a case may have two such days. */
const Told = ({ name, moment }: { name: string; moment: string }) => (
  <>
    <dt className="inline text-ink-soft">{name}</dt>{" "}
    <dd className="inline whitespace-nowrap">{toDateValue(new Date(moment))}</dd>
  </>
);

/** The number of cases, with a note when one press does not take all. */
export function CaseCount({ cases, has_more: hasMore }: CaseWork<unknown>) {
  return (
    <p className="mb-4 font-semibold">{hasMore ? letterTexts.more(cases.length) : letterTexts.cases(cases.length)}</p>
  );
}
