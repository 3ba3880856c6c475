import { useState } from "react";
import { attendantQueries } from "#data/attendants/queries.ts";
import { useInfiniteQuery } from "#data/use-infinite-query.ts";
import { activityQueries } from "#data/web_activity_logs/queries.ts";
import { DateField } from "#shared/form/date-field.tsx";
import { SelectField } from "#shared/form/text-field.tsx";
import { addDays, startOfDay } from "#shared/format/dates.ts";
import { PagedList } from "#shared/ui/paged-list.tsx";
import { adminTexts } from "./admin-texts.ts";
import { VisitCard } from "./parts/visit-card.tsx";
import { visitsOf } from "./rules/visits.ts";

const texts = adminTexts.activity;

/**
 * A search in the activity of a site's attendants, also before the newest 100: by person, action and day. Older entries load while
 * scrolling.
 */
export function ActivitySearch({ project }: { project: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="comes-after mt-6" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">{texts.search}</summary>
      {isOpen && <Search project={project} />}
    </details>
  );
}

const momentOf = (date: string) => startOfDay(date)?.toISOString() ?? "";

function Search({ project }: { project: string }) {
  const [{ person, action, day }, setChosen] = useState({ person: "", action: "", day: "" });
  const choose = (change: object) => setChosen((chosen) => ({ ...chosen, ...change }));
  const attendants = useInfiniteQuery(attendantQueries.list(project)).data?.pages.flat() ?? [];
  const filter = { person, action, from: momentOf(day), to: momentOf(addDays(day, 1)) };
  const query = useInfiniteQuery(activityQueries.searchOf(project, filter));
  return (
    <>
      <div className="mb-5 grid gap-4 sm:grid-cols-3">
        <SelectField
          label={texts.person}
          value={person}
          onChange={(next) => choose({ person: next })}
          options={[
            { value: "", label: texts.everybody },
            ...attendants.map(({ user_id: value }) => ({ value, label: value })),
          ]}
        />
        <SelectField
          label={texts.action}
          value={action}
          onChange={(next) => choose({ action: next })}
          options={texts.actions}
        />
        <DateField label={texts.day} value={day} clearable onChange={(next) => choose({ day: next })} />
      </div>
      <PagedList
        query={{ ...query, data: query.data && visitsOf(query.data.pages.flat()) }}
        label={texts.searched}
        getKey={({ id }) => id}
        renderItem={(visit) => <VisitCard visit={visit} />}
        failed={texts.loadFailed}
        none={texts.noneFound}
        estimateHeight={160}
        gap={16}
      />
    </>
  );
}
