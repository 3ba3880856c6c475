import type { ReactNode } from "react";
import { formatDateTime, formatOptional } from "#shared/format/dates.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { PagedList } from "#shared/ui/paged-list.tsx";
import { Plate } from "#shared/ui/plate.tsx";
import { boardTexts } from "#parking/kernel/board/board-texts.ts";
import { adminTexts } from "./admin-texts.ts";
import type { LogEntry } from "./rules/parking-log.ts";
import { useParkingLog } from "./parts/use-parking-log.ts";

const texts = adminTexts.log;
const labels = boardTexts.parking;

/** The height of an entry on a phone before it is measured, in pixels. */
const ENTRY_HEIGHT = 190;

const keyOf = (entry: LogEntry) => entry.key;

/** The registered and the removed parkings, newest first (document 1 §2, §4). */
export function ParkingLog({ project }: { project: string }) {
  const query = useParkingLog(project);
  return (
    <PagedList
      query={query}
      getKey={keyOf}
      renderItem={(entry) => <Entry entry={entry} />}
      label={texts.list}
      failed={texts.loadFailed}
      none={texts.none}
      estimateHeight={ENTRY_HEIGHT}
      gap={8}
    />
  );
}

function Entry({ entry }: { entry: LogEntry }) {
  const isRemoved = entry.kind === "removed";
  const row = isRemoved ? entry.deletion : entry.parking;
  const plate = formatOptional(row.ref_number);
  return (
    <article
      aria-label={plate}
      className="grid gap-x-6 gap-y-3 rounded-card border border-line bg-surface px-4 py-3.5 sm:px-5 md:grid-cols-[8rem_1fr_11.5rem] md:items-center"
    >
      <div className="flex flex-wrap items-center justify-between gap-3 md:grid md:justify-items-start md:gap-2">
        <h2 className="min-w-0">{plate === row.ref_number ? <Plate value={plate} size="small" /> : plate}</h2>
        <Badge tone={isRemoved ? "danger" : "success"}>{isRemoved ? texts.removed : texts.active}</Badge>
      </div>
      <dl className="grid two-columns gap-x-6 gap-y-1.5 lg:grid-cols-[1fr_0.7fr_1.2fr_1fr]">
        <Fact name={labels.carModel}>{formatOptional(row.car_model)}</Fact>
        <Fact name={labels.carColor}>{formatOptional(row.car_color)}</Fact>
        <Fact name={labels.street}>{formatOptional(row.street)}</Fact>
        <Fact name={labels.discord}>{formatOptional(row.discord_username)}</Fact>
      </dl>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 border-t border-line pt-2.5 md:grid-cols-1 md:border-t-0 md:pt-0">
        <Fact name={isRemoved ? texts.removedAt : texts.registeredAt}>
          <time dateTime={entry.at} className="tabular-nums">
            {formatDateTime(entry.at)}
          </time>
        </Fact>
        {isRemoved && <Fact name={texts.removedBy}>{entry.deletion.deleted_by}</Fact>}
      </dl>
    </article>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="font-semibold wrap-anywhere">{children}</dd>
    </div>
  );
}
