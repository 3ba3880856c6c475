import { Link } from "react-router";
import { readablePlate } from "#contract/plate.ts";
import type { CaseWork, WaitingCase } from "#data/fines/letters.ts";
import { formatDateTime, formatOptional } from "#shared/format/dates.ts";
import { formatOre } from "#shared/format/money.ts";
import { paths } from "#shared/paths.ts";
import { Plate } from "#shared/ui/plate.tsx";
import { FROM_CASES } from "../../case/use-way-to-cases.ts";
import { Fact, Facts } from "#parking/kernel/page/facts.tsx";
import { letterTexts } from "../letter-texts.ts";

const texts = letterTexts.list;

type WaitingListProps = { project: string; label: string; cases: readonly WaitingCase[] };

/** The cases that wait for a step, each named by its number, which links to its page. */
export function WaitingList({ project, label, cases }: WaitingListProps) {
  return (
    <ul aria-label={label} className="grid gap-2">
      {cases.map((fine) => (
        <li key={fine.id} className="grid gap-3 rounded-card border border-line bg-surface px-4 py-3.5 sm:px-5">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Plate value={readablePlate(fine.plate)} size="small" />
            <Link
              to={paths.cases(project, fine.case_number)}
              state={FROM_CASES}
              className="inline-flex min-h-11 items-center font-bold tabular-nums"
            >
              {fine.case_number}
            </Link>
          </div>
          <Facts inOneRow>
            <Fact name={texts.due}>{fine.due_date}</Fact>
            <Fact name={texts.left}>{formatOre(fine.left_ore)}</Fact>
            {fine.recipient === null ? (
              <Fact name={texts.street}>{formatOptional(fine.street)}</Fact>
            ) : (
              <Fact name={texts.recipient}>{fine.recipient.name}</Fact>
            )}
            {fine.asked_at !== null && <Fact name={texts.asked}>{formatDateTime(fine.asked_at)}</Fact>}
            {fine.reminded_at !== null && <Fact name={texts.reminded}>{formatDateTime(fine.reminded_at)}</Fact>}
          </Facts>
        </li>
      ))}
    </ul>
  );
}

/** The number of cases, with a note when one press does not take all. */
export function CaseCount({ cases, has_more: hasMore }: CaseWork<unknown>) {
  return (
    <p className="mb-4 font-semibold">{hasMore ? letterTexts.more(cases.length) : letterTexts.cases(cases.length)}</p>
  );
}
