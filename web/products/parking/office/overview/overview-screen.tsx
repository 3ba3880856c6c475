import "#shared/ui/printed.css";
import { clsx } from "clsx";
import { useActingPerson } from "#data/acting.ts";
import { overviewQueries, type Period } from "#data/site_overview/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { DateField } from "#shared/form/date-field.tsx";
import { paths } from "#shared/paths.ts";
import { ButtonLink } from "#shared/ui/button.tsx";
import { Page } from "#shared/ui/page.tsx";
import { Segments } from "#shared/ui/segments.tsx";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { type AdminAt, ForAdmins } from "../shell/for-admins.tsx";
import { Figures } from "./figures.tsx";
import { OverviewCharts } from "./overview-charts.tsx";
import { overviewTexts as texts } from "./overview-texts.ts";
import { type PeriodChoice, PERIODS } from "./rules/period.ts";
import { usePeriod } from "./use-period.ts";

const CHOICES = PERIODS.map((value) => ({ value, label: texts.period.choices[value] }));

/** The overview of a site for its admins: current figures, then charts of a period (document 4 §5). */
export function OverviewScreen() {
  return <ForAdmins>{(at) => <Overview {...at} />}</ForAdmins>;
}

function Overview({ project }: AdminAt) {
  const acting = useActingPerson();
  const [period, setPeriod] = usePeriod();
  const query = useQuery(overviewQueries.of(acting, project, period));
  return (
    <Page
      title={texts.title}
      width="wide"
      back={{ to: paths.customerAdminDashboard(project) }}
      actions={
        <ButtonLink size="small" to={paths.statistics(project)}>
          {texts.statistics}
        </ButtonLink>
      }
    >
      <StateView
        query={query}
        loading={<SkeletonList rows={3} label={texts.loading} />}
        failed={texts.loadFailed}
        empty={null}
      >
        {(overview) => (
          <div className="printed">
            <h2 className="hidden text-2xl font-bold print:block">{texts.title}</h2>
            <Figures project={project} overview={overview} />
            <PeriodFields period={period} onPeriod={setPeriod} />
            <div aria-busy={query.isPlaceholderData}>
              <OverviewCharts project={project} period={period} overview={overview} />
            </div>
          </div>
        )}
      </StateView>
    </Page>
  );
}

type PeriodFieldsProps = {
  period: Period & { choice: PeriodChoice };
  onPeriod: (choice: PeriodChoice, days?: Period) => void;
};

function PeriodFields({ period, onPeriod }: PeriodFieldsProps) {
  const { choice, first, last } = period;
  return (
    <div className="mb-6 grid max-w-xl gap-4">
      <Segments label={texts.period.label} segments={CHOICES} value={choice} onChange={onPeriod} />
      {choice === "own" ? (
        <div className="grid gap-4 sm:grid-cols-2 print:hidden">
          <DateField
            label={texts.period.from}
            name="from"
            value={first}
            max={last}
            onChange={(day) => onPeriod("own", { first: day, last })}
          />
          <DateField
            label={texts.period.to}
            name="to"
            value={last}
            min={first}
            onChange={(day) => onPeriod("own", { first, last: day })}
          />
        </div>
      ) : null}
      <p className={clsx("text-ink-soft", choice === "own" && "hidden print:block")}>
        {texts.period.says(first, last)}
      </p>
    </div>
  );
}
