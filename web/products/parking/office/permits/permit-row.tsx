import { clsx } from "clsx";
import { readablePlate } from "#contract/plate.ts";
import type { Permit, PermitSort } from "#data/permits/queries.ts";
import { formatDateTime, formatOptional, toDateValue } from "#shared/format/dates.ts";
import { stateMark } from "#shared/ui/badge.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Plate } from "#shared/ui/plate.tsx";
import { RowToggle } from "#shared/ui/row-toggle.tsx";
import { Fact, Facts } from "#parking/kernel/page/facts.tsx";
import { MarkBox } from "../shell/marks/mark-box.tsx";
import { markTexts } from "../shell/marks/mark-texts.ts";
import { Sorter } from "../shell/marks/sorter.tsx";
import { TableHead } from "../shell/table-head.tsx";
import { permitTexts as texts } from "./permit-texts.ts";
import { canEnd, permitEnd, permitPeriod, permitState } from "./rules/permit-state.ts";

const TONES = { valid: "success", later: "brand", over: "neutral", ended: "neutral" } as const;

/** The columns of the table. Each row and the head are a grid of their own, so none depends on its content. */
const COLUMNS =
  "@2xl:grid-cols-[1.25rem_7.25rem_7.25rem_8.5rem_minmax(0,1fr)_5.5rem] @4xl:grid-cols-[1.25rem_7.25rem_7.25rem_8.5rem_minmax(0,1fr)_minmax(0,1fr)_5.5rem] gap-x-3 pl-3 pr-[min(2.75rem,12vw)]";

/** A line of a narrow row. In a table its parts are cells. */
const LINE = "flex flex-wrap items-center justify-between gap-x-3 @2xl:contents";

type HeadProps = {
  sort: PermitSort;
  onSort: (sort: PermitSort) => void;
  isAllMarked: boolean;
  onMarkAll: () => void;
};

/** The head of the table, which stays in sight and sorts; an open row says the other names by itself. */
export function PermitListHead({ sort, onSort, isAllMarked, onMarkAll }: HeadProps) {
  const sorting = { sort, onSort, titles: texts.sorts };
  return (
    <TableHead className={clsx("@2xl:grid", COLUMNS)}>
      <MarkBox name={markTexts.markAll} isMarked={isAllMarked} onMark={onMarkAll} />
      <span aria-hidden="true">{texts.head.plate}</span>
      <span aria-hidden="true">{texts.head.state}</span>
      <Sorter name={texts.head.end} sorts={["ending"]} {...sorting} />
      <span aria-hidden="true">{texts.holder}</span>
      <span aria-hidden="true" className="hidden @4xl:inline">
        {texts.attendantNote}
      </span>
      <Sorter name={texts.head.added} sorts={["newest", "oldest"]} {...sorting} />
    </TableHead>
  );
}

type PermitRowProps = {
  permit: Permit;
  now: number;
  /** Whether the row shows all facts and the button that ends the permit. */
  isOpen: boolean;
  onToggle: () => void;
  isEnding: boolean;
  onEnd: () => void;
  isMarked: boolean;
  onMark: (isRange: boolean) => void;
};

/** A permit in the list, named by its plate: a row of 72 px, or of 44 px where the list is a table. A press opens it. */
export function PermitRow({ permit, now, isOpen, onToggle, isEnding, onEnd, isMarked, onMark }: PermitRowProps) {
  const state = permitState(permit, now);
  const end = permitEnd(permit, now);
  const plate = readablePlate(permit.plate);
  return (
    <article
      aria-label={plate}
      className={clsx("border-x border-b border-line", isMarked ? "bg-brand-soft" : "bg-surface")}
    >
      <div
        className={clsx(
          "relative flex min-h-[calc(4.5rem-1px)] flex-col justify-center gap-y-0.5 @2xl:grid @2xl:min-h-[calc(2.75rem-1px)] @2xl:items-center",
          COLUMNS,
          "mark-row",
        )}
      >
        <MarkBox name={markTexts.mark(plate)} isMarked={isMarked} onMark={onMark} />
        <div className={LINE}>
          <Plate value={plate} size="small" />
          <span
            className={clsx(
              "text-sm tabular-nums @2xl:col-start-4 @2xl:row-start-1",
              end.isSoon && stateMark({ tone: "warning", className: `${MARK} font-bold text-warning` }),
            )}
          >
            {end.text}
          </span>
        </div>
        <div className={clsx(LINE, "text-sm leading-tight")}>
          <span
            className={stateMark({
              tone: TONES[state],
              className: `${MARK} font-semibold @2xl:col-start-3 @2xl:row-start-1`,
            })}
          >
            {texts.states[state]}
          </span>
          <span className="line-clamp-1 flex-[0_1_auto] break-all text-ink-soft @2xl:text-ink">
            {formatOptional(permit.holder)}
          </span>
          <span className="hidden min-w-0 @4xl:block">
            <span className="line-clamp-1 break-all">{permit.attendant_note}</span>
          </span>
          <time dateTime={permit.created_at} className="hidden tabular-nums @2xl:inline">
            {toDateValue(new Date(permit.created_at))}
          </time>
        </div>
        <RowToggle name={texts.more(plate)} isOpen={isOpen} onToggle={onToggle} />
      </div>
      {isOpen && <OpenPart {...{ permit, now, isEnding, onEnd }} />}
    </article>
  );
}

const MARK = "inline-flex items-center gap-1.5 before:size-2.5";

/** All facts of a permit, and the button that ends it. */
function OpenPart({ permit, now, isEnding, onEnd }: Pick<PermitRowProps, "permit" | "now" | "isEnding" | "onEnd">) {
  return (
    <div className="grid gap-3 px-3 pt-1 pb-3">
      <PermitFacts permit={permit} />
      {canEnd(permit, now) && (
        <Button size="small" className="justify-self-start max-sm:w-full" pending={isEnding} onClick={onEnd}>
          {texts.end(readablePlate(permit.plate))}
        </Button>
      )}
    </div>
  );
}

function PermitFacts({ permit }: { permit: Permit }) {
  return (
    <Facts>
      <Fact name={texts.holder}>{formatOptional(permit.holder)}</Fact>
      <Fact name={texts.period} className="max-lg:col-span-full">
        {permitPeriod(permit)}
      </Fact>
      {permit.ended_at !== null && (
        <Fact name={texts.endedBy}>
          {texts.ended(formatDateTime(permit.ended_at), formatOptional(permit.ended_by))}
        </Fact>
      )}
      {permit.attendant_note !== "" && <Fact name={texts.attendantNote}>{permit.attendant_note}</Fact>}
      {permit.note !== "" && (
        <Fact name={texts.note} wide>
          {permit.note}
        </Fact>
      )}
    </Facts>
  );
}
