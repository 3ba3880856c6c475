import "#shared/ui/printed.css";
import { useMemo } from "react";
import { useSearchParams } from "react-router";
import { useActingPerson } from "#data/acting.ts";
import { type SiteStatistics, statisticsQueries } from "#data/site_statistics/queries.ts";
import type { Period } from "#data/site_overview/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { toDateValue } from "#shared/format/dates.ts";
import { paths } from "#shared/paths.ts";
import { Page } from "#shared/ui/page.tsx";
import { Segments } from "#shared/ui/segments.tsx";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { useNow } from "#shared/use-now.ts";
import { type AdminAt, ForAdmins } from "../shell/for-admins.tsx";
import { tablesOf } from "./rules/tables.ts";
import { WEEKS, weeksOf } from "./rules/weeks.ts";
import { StatisticsSection } from "./statistics-section.tsx";
import { statisticsTexts as texts } from "./statistics-texts.ts";

const CHOICES = WEEKS.map((value) => ({ value, label: texts.period.choices[value] }));

/** The statistics of a site for its admins: charts over whole weeks, each beside its table. Nothing is by head (document 4 §5). */
export function StatisticsScreen() {
  return <ForAdmins>{(at) => <Statistics {...at} />}</ForAdmins>;
}

function Statistics({ project }: AdminAt) {
  const acting = useActingPerson();
  const [search, setSearch] = useSearchParams();
  const today = toDateValue(new Date(useNow()));
  const { choice, first, last } = useMemo(() => weeksOf(search, today), [search, today]);
  const query = useQuery(statisticsQueries.of(acting, project, { first, last }));
  return (
    <Page title={texts.title} width="wide" back={{ to: paths.overview(project) }}>
      <div className="mb-6 grid max-w-xl gap-4">
        <Segments
          label={texts.period.label}
          segments={CHOICES}
          value={choice}
          onChange={(weeks) => setSearch({ weeks }, { replace: true, preventScrollReset: true })}
        />
        <p className="text-ink-soft">{texts.period.says(first, last)}</p>
      </div>
      <StateView
        query={query}
        loading={<SkeletonList rows={3} label={texts.loading} />}
        failed={texts.loadFailed}
        empty={null}
      >
        {(statistics) => (
          <div className="printed" aria-busy={query.isPlaceholderData}>
            <h2 className="hidden text-2xl font-bold print:block">
              {texts.title} {texts.period.says(first, last)}
            </h2>
            <Sections project={project} first={first} last={last} statistics={statistics} />
          </div>
        )}
      </StateView>
    </Page>
  );
}

type SectionsProps = Period & { project: string; statistics: SiteStatistics };

function Sections({ project, first, last, statistics }: SectionsProps) {
  const tables = useMemo(() => tablesOf(statistics, { first, last }), [statistics, first, last]);
  return (
    <div className="grid gap-6">
      {tables.map((table) => (
        <StatisticsSection key={table.key} table={table} project={project} period={{ first, last }} />
      ))}
    </div>
  );
}
