import "./queue-row.css";
import { clsx } from "clsx";
import { Link } from "react-router";
import type { QueuedObjection, QueueScope } from "#data/objections/queue.ts";
import { formatOptional, toDateValue } from "#shared/format/dates.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { Plate } from "#shared/ui/plate.tsx";
import { Cell } from "#parking/kernel/page/facts.tsx";
import { objectionTexts } from "./objection-texts.ts";
import { ageInWords, ageTone } from "./rules/age-in-words.ts";
import { useSiteNames } from "../shell/use-site-names.ts";
import { TableHead } from "../shell/table-head.tsx";
import { TakeButton } from "./take-button.tsx";
import { deskAddress } from "./use-queue-owner.ts";

const texts = objectionTexts.queue;

/** Heights of a row in pixels: as two lines, and where the queue has the room for a table. */
export const ROW_HEIGHT = { narrow: 72, wide: 52 } as const;

/** The columns of the table. Each row and the head are a grid of their own, so none depends on its content. */
const COLUMNS =
  "gap-x-3 px-3 @4xl:grid-cols-[7.25rem_5.25rem_12rem_minmax(0,1.25fr)_minmax(0,1fr)_5.25rem_minmax(0,14.5rem)]";

/** The head of the table, which stays in sight. Rows say the names by themselves to screen readers. */
export function QueueHead() {
  const { head } = texts;
  return (
    <TableHead aria-hidden="true" className={clsx("@4xl:grid", COLUMNS)}>
      {[head.plate, head.number, head.waited, texts.ground, texts.from, texts.received, head.holder].map((name) => (
        <span key={name}>{name}</span>
      ))}
    </TableHead>
  );
}

type QueueRowProps = { objection: QueuedObjection; scope: QueueScope; now: number };

/**
 * An objection in the queue, named by its case's number: a row of 72 px, or of 52 px where the queue is a table. A press anywhere on it opens
 * the desk.
 */
export function QueueRow({ objection, scope, now }: QueueRowProps) {
  const siteName = useSiteNames(scope.project)?.get(objection.project_id ?? "");
  const { case_number: caseNumber, received_at: receivedAt } = objection;
  return (
    <article
      aria-label={caseNumber}
      className={clsx(
        "relative flex min-h-[calc(4.5rem-1px)] flex-wrap items-center border-x border-b border-line bg-surface py-0.5 focus-within:bg-sunken hover:bg-sunken @4xl:grid @4xl:min-h-[calc(3.25rem-1px)] @4xl:py-0",
        COLUMNS,
      )}
    >
      <div className="grid min-w-0 flex-[1_1_12rem] gap-y-0.5 @4xl:contents">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 @4xl:contents">
          <Plate value={objection.plate} size="small" />
          <h2 className="font-bold tabular-nums @4xl:text-base">
            {/* The link covers its row. */}
            <Link
              to={deskAddress(scope.project, scope.whose, caseNumber)}
              className="inline-flex min-h-9 scroll-mt-14 items-center after:absolute after:inset-0"
            >
              {caseNumber}
            </Link>
          </h2>
        </div>
        <div className="flex min-w-0 items-center gap-x-3 text-sm leading-tight @4xl:contents">
          <Badge tone={ageTone(receivedAt, now)}>{ageInWords(receivedAt, now)}</Badge>
          <dl className="contents">
            <Cell name={texts.ground} isCut>
              {siteName !== undefined && `${siteName} · `}
              {formatOptional(objection.ground)}
            </Cell>
            <Cell name={texts.from} className="hidden @4xl:block" isCut>
              {formatOptional(objection.name)}
            </Cell>
            <Cell name={texts.received} className="hidden tabular-nums @4xl:block">
              <time dateTime={receivedAt}>{toDateValue(new Date(receivedAt))}</time>
            </Cell>
          </dl>
        </div>
      </div>
      {/* Above the link that covers the row. */}
      <div className="taking relative z-10 ml-auto flex flex-wrap items-center justify-end gap-x-3 text-right @4xl:ml-0 @4xl:justify-between @4xl:text-left">
        {objection.is_own && <Badge>{texts.own}</Badge>}
        <TakeButton objection={objection} ownId={scope.ownId} />
      </div>
    </article>
  );
}
