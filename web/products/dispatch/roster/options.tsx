import type { ReactNode } from "react";
import { clsx } from "clsx";
import type { UnitStatus } from "#data/unit_statuses/queries.ts";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { latestChange, statusCounts } from "../rules/roster-filter.ts";
import { texts } from "../texts.ts";
import { unitTexts } from "../unit-texts.ts";
import { Since } from "../parts/since.tsx";
import { statusMark, useStatuses } from "../parts/statuses.tsx";
import { useUnits } from "../parts/use-units.ts";
import { Measured } from "./measured.tsx";

const { options: labels } = texts;

/** The current figures of the roster, and below them the figures of document 2 §2 and §9, which are static display values. */
export function Options() {
  const query = useUnits(() => undefined);
  const statuses = useStatuses();
  return (
    <>
      <h2 className="mb-3 text-xl font-bold">{labels.now}</h2>
      <div className="mb-8 min-h-24">
        <StateView
          query={query}
          loading={<Skeleton className="h-24" />}
          failed={unitTexts.fetchFailed}
          empty={null}
          isEmpty={() => false}
        >
          {(units) => {
            const changed = latestChange(units);
            return (
              <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
                <Figure label={labels.all}>{units.length}</Figure>
                {statusCounts(units, statuses).map(({ status, count }) => (
                  <Figure key={status.code} label={status.name} look={status}>
                    <Count text={count} />
                  </Figure>
                ))}
                {changed !== undefined && (
                  <Figure label={labels.lastChange}>
                    <Since at={changed} />
                  </Figure>
                )}
              </dl>
            );
          }}
        </StateView>
      </div>
      <h2 className="mb-3 text-xl font-bold">{labels.fixed}</h2>
      <dl className="grid gap-3 sm:grid-cols-3">
        {labels.figures.map(({ label, value }) => (
          <Figure key={label} label={label}>
            {value}
          </Figure>
        ))}
      </dl>
      <p className="mt-3 text-sm text-ink-soft">{labels.note}</p>
      <Measured />
    </>
  );
}

/** A count, with its remark in smaller letters: `3 (1 STANDBY)`. */
function Count({ text }: { text: string }) {
  const [number, ...rest] = text.split(" ");
  return (
    <>
      {number}
      {rest.length > 0 && (
        <span className="block text-sm font-normal tracking-normal text-ink-soft wrap-anywhere"> {rest.join(" ")}</span>
      )}
    </>
  );
}

function Figure({ label, look, children }: { label: string; look?: UnitStatus; children: ReactNode }) {
  const mark = look === undefined ? undefined : statusMark(look);
  return (
    <div className="rounded-card border border-line bg-surface px-4 py-3">
      <dt {...mark} className={clsx("flex items-center gap-2 text-sm text-ink-soft wrap-anywhere", mark?.className)}>
        {label}
      </dt>
      <dd className="text-2xl font-extrabold tracking-tight tabular-nums">{children}</dd>
    </div>
  );
}
