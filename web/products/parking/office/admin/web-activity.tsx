import { useState } from "react";
import { ACTIVITY_LOG_LIMIT } from "#contract/limits.ts";
import { useListInterval } from "#data/live.ts";
import { useQuery } from "#data/use-query.ts";
import { useLiveActivity } from "#data/web_activity_logs/live.ts";
import { type ActivityEntry, activityQueries } from "#data/web_activity_logs/queries.ts";
import { SelectField } from "#shared/form/text-field.tsx";
import { Segments } from "#shared/ui/segments.tsx";
import { EmptyState } from "#shared/ui/state-message.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { adminTexts } from "./admin-texts.ts";
import { ActivitySearch } from "./activity-search.tsx";
import { VisitCard } from "./parts/visit-card.tsx";
import { type ActivityTopic, topicOf, visitsOf } from "./rules/visits.ts";

const texts = adminTexts.activity;

type Topic = ActivityTopic | "all";
type Filter = { person: string; topic: Topic };

/** The activity of the site's attendants: the newest 100, by person and visit, new ones on top (document 1 §7, §9). */
export function WebActivity({ project }: { project: string }) {
  const query = useQuery({ ...activityQueries.attendantsOf(project), refetchInterval: useListInterval() });
  useLiveActivity(project);
  return (
    <>
      <p className="mb-4 text-ink-soft">{texts.about(ACTIVITY_LOG_LIMIT)}</p>
      <StateView query={query} loading={4} failed={texts.loadFailed} empty={texts.none}>
        {(entries) => <Activity entries={entries} />}
      </StateView>
      <ActivitySearch project={project} />
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
            <li key={visit.id}>
              <VisitCard visit={visit} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
