import { Link } from "react-router";
import type { QueuedObjection, QueueScope } from "#data/objections/queue.ts";
import { formatDateTime, formatOptional } from "#shared/format/dates.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { Plate } from "#shared/ui/plate.tsx";
import { Fact, Facts } from "#parking/kernel/page/facts.tsx";
import { objectionTexts } from "./objection-texts.ts";
import { ageInWords, ageTone } from "./rules/age-in-words.ts";
import { TakeButton } from "./take-button.tsx";
import { deskAddress } from "./use-queue-owner.ts";

const texts = objectionTexts.queue;

type QueueRowProps = { objection: QueuedObjection; scope: QueueScope; now: number };

/** An objection in the queue, named by its case's number, which links to the desk. */
export function QueueRow({ objection, scope, now }: QueueRowProps) {
  const { case_number: caseNumber, received_at: receivedAt } = objection;
  return (
    <article
      aria-label={caseNumber}
      className="grid gap-3 rounded-card border border-line bg-surface px-4 py-3.5 sm:px-5"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Plate value={objection.plate} size="small" />
        <h2 className="font-bold tabular-nums">
          <Link to={deskAddress(scope.project, scope.whose, caseNumber)} className="inline-flex min-h-11 items-center">
            {caseNumber}
          </Link>
        </h2>
        <Badge tone={ageTone(receivedAt, now)}>{ageInWords(receivedAt, now)}</Badge>
        {objection.is_own && <Badge>{texts.own}</Badge>}
        <div className="ml-auto flex flex-wrap items-center justify-between gap-3 max-sm:w-full">
          <TakeButton objection={objection} ownId={scope.ownId} />
        </div>
      </div>
      <Facts>
        <Fact name={texts.ground}>{formatOptional(objection.ground)}</Fact>
        <Fact name={texts.from}>{formatOptional(objection.name)}</Fact>
        <Fact name={texts.received}>
          <time dateTime={receivedAt}>{formatDateTime(receivedAt)}</time>
        </Fact>
      </Facts>
    </article>
  );
}
