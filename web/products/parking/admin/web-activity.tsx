import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ACTIVITY_LOG_LIMIT } from "#contract/limits.ts";
import { useListInterval } from "#data/live.ts";
import { useLiveActivity } from "#data/web_activity_logs/live.ts";
import { type ActivityEntry, activityQueries } from "#data/web_activity_logs/queries.ts";
import { formatDateTime, toTimeValue } from "#shared/format/dates.ts";
import { SelectField } from "#shared/form/text-field.tsx";
import { Badge } from "#shared/ui/badge.tsx";
import { Segments } from "#shared/ui/segments.tsx";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { EmptyState } from "#shared/ui/state-message.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { adminTexts } from "./admin-texts.ts";
import { describeActivity } from "./rules/activity-description.ts";
import { type ActivityTopic, isFailure, topicOf, type Visit, type VisitLine, visitsOf } from "./rules/visits.ts";

const texts = adminTexts.activity;

const timeOf = (moment: string) => toTimeValue(new Date(moment));

type Topic = ActivityTopic | "all";
type Filter = { person: string; topic: Topic };

/** What the site's attendants did: the newest 100, by person and visit, new ones on top (document 1 §7, §9). */
export function WebActivity({ project }: { project: string }) {
  const query = useQuery({ ...activityQueries.attendantsOf(project), refetchInterval: useListInterval() });
  useLiveActivity(project);
  return (
    <>
      <p className="mb-4 text-ink-soft">{texts.about(ACTIVITY_LOG_LIMIT)}</p>
      <StateView
        query={query}
        loading={<SkeletonList rows={4} />}
        failed={texts.loadFailed}
        empty={<EmptyState text={texts.none} />}
      >
        {(entries) => <Activity entries={entries} />}
      </StateView>
    </>
  );
}

function Activity({ entries }: { entries: readonly ActivityEntry[] }) {
  const [filter, setFilter] = useState<Filter>({ person: "", topic: "all" });
  const people = [...new Set(entries.map(({ user_id: person }) => person))].toSorted();
  const person = people.includes(filter.person) ? filter.person : "";
  const shown = entries.filter(
    (entry) =>
      (person === "" || entry.user_id === person) && (filter.topic === "all" || topicOf(entry.action) === filter.topic),
  );
  return (
    <>
      <div className="mb-5 flex flex-wrap items-end gap-x-6 gap-y-4">
        <SelectField
          label={texts.person}
          value={person}
          onChange={(next) => setFilter({ ...filter, person: next })}
          options={[{ value: "", label: texts.everybody }, ...people.map((value) => ({ value, label: value }))]}
        />
        <Segments
          label={texts.topic}
          value={filter.topic}
          onChange={(topic) => setFilter({ ...filter, topic })}
          segments={texts.topics}
        />
      </div>
      {shown.length === 0 ? (
        <EmptyState text={texts.noHits} />
      ) : (
        <ul aria-label={texts.list} className="grid gap-4">
          {visitsOf(shown).map((visit) => (
            <VisitCard key={visit.id} visit={visit} />
          ))}
        </ul>
      )}
    </>
  );
}

function VisitCard({ visit }: { visit: Visit }) {
  const { userId, from, to, lines } = visit;
  const isOneMoment = formatDateTime(from) === formatDateTime(to);
  return (
    <li className="overflow-hidden rounded-card border border-line bg-surface shadow-raised">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line bg-sunken/60 px-4 py-2.5 sm:px-5">
        <h3 className="font-bold wrap-anywhere">{userId}</h3>
        <p className="text-sm text-ink-soft tabular-nums">
          {isOneMoment ? formatDateTime(to) : `${formatDateTime(from)} – ${timeOf(to)}`}
        </p>
      </div>
      <ol className="px-4 py-1.5 sm:px-5">
        {lines.map((line) => (
          <Line key={line.entry.id} line={line} />
        ))}
      </ol>
    </li>
  );
}

function Line({ line: { entry, times } }: { line: VisitLine }) {
  return (
    <li className="grid grid-cols-[3.25rem_1fr] items-baseline gap-x-3 py-1">
      <time dateTime={entry.created_at} className="text-sm text-ink-soft tabular-nums">
        {timeOf(entry.created_at)}
      </time>
      <span className="flex flex-wrap items-baseline gap-x-2 wrap-anywhere">
        {describeActivity(entry)}
        {times > 1 && <span className="text-sm text-ink-soft">{texts.times(times)}</span>}
        {isFailure(entry.action) && <Badge tone="danger">{texts.failed}</Badge>}
      </span>
    </li>
  );
}
