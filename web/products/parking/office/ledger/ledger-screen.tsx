import { Link, useSearchParams } from "react-router";
import { useActingPerson } from "#data/acting.ts";
import { ledgerQueries, type SiteLedger } from "#data/ledger_months/queries.ts";
import type { Period } from "#data/site_overview/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { siteSettingsQueries } from "#data/site_settings/queries.ts";
import { SelectField } from "#shared/form/text-field.tsx";
import { toDateValue } from "#shared/format/dates.ts";
import { paths } from "#shared/paths.ts";
import { Page } from "#shared/ui/page.tsx";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { useNow } from "#shared/use-now.ts";
import { Section } from "#parking/kernel/page/section.tsx";
import { CompanyMoney } from "../shell/company-money.tsx";
import { type AdminAt, ForAdmins } from "../shell/for-admins.tsx";
import { AccountsButton } from "./accounts-button.tsx";
import { AccountsTable, DaysTable, KindsTable } from "./ledger-tables.tsx";
import { ledgerTexts as texts } from "./ledger-texts.ts";
import { PeriodState } from "./period-state.tsx";
import { RowsExport } from "./rows-export.tsx";
import { periodNames, periodOf } from "./rules/periods.ts";
import { scopesOf, verificationsOf } from "./rules/verifications.ts";

/** The books of a site for its admins: a month or a year by kind, account and day, as files, and the closing of months. */
export function LedgerScreen() {
  return (
    <ForAdmins>
      {(at) => (
        <CompanyMoney project={at.project} to={paths.ledger} title={texts.title}>
          <Ledger {...at} />
        </CompanyMoney>
      )}
    </ForAdmins>
  );
}

function Ledger({ project }: AdminAt) {
  const acting = useActingPerson();
  const [search, setSearch] = useSearchParams();
  const today = toDateValue(new Date(useNow()));
  const { data: settings } = useQuery(siteSettingsQueries.of(project));
  const yearStart = settings?.fiscal_year_start ?? 1;
  const period = periodOf(search.get("period"), today, yearStart);
  const query = useQuery(ledgerQueries.of(acting, project, period));
  const names = periodNames(query.data?.months ?? [], period.name, today, yearStart);
  const choices = [
    ...names.months.map((value) => ({ value, label: texts.month(`${value}-01`) })),
    ...names.years.map((value) => {
      const { first, last } = periodOf(value, today, yearStart);
      return { value, label: texts.year(first, last) };
    }),
  ];
  return (
    <Page
      title={texts.title}
      width="wide"
      actions={<AccountsButton project={project} settings={settings} ledger={query.data} />}
      back={{ to: paths.payments(project) }}
    >
      <div className="mb-6 max-w-sm">
        <SelectField
          label={texts.period}
          options={choices}
          value={period.name}
          onChange={(name) => setSearch({ period: name }, { replace: true, preventScrollReset: true })}
        />
      </div>
      <StateView
        query={query}
        loading={<SkeletonList rows={3} label={texts.loading} />}
        failed={texts.loadFailed}
        empty={null}
      >
        {(ledger) => <Books ledger={ledger} period={period} project={project} />}
      </StateView>
    </Page>
  );
}

type BooksProps = { ledger: SiteLedger; period: Period & { isYear: boolean }; project: string };

function Books({ ledger, period, project }: BooksProps) {
  const verifications = verificationsOf(ledger);
  return (
    <div className="grid gap-6">
      <PeriodState ledger={ledger} period={period} project={project} />
      {verifications.length === 0 ? (
        <p className="text-ink-soft">{texts.none}</p>
      ) : (
        <>
          <div className="grid items-start gap-6 xl:grid-cols-2">
            <Section title={texts.kindsTitle}>
              <KindsTable verifications={verifications} />
            </Section>
            <Section title={texts.accountsTitle}>
              <AccountsTable verifications={verifications} />
              <p className="mt-3 text-ink-soft">{texts.netted}</p>
            </Section>
          </div>
          <Section title={texts.daysTitle}>
            <div className="mb-4 flex flex-wrap items-center gap-x-6 gap-y-3">
              <RowsExport project={project} scopes={scopesOf(verifications)} of={`${period.first}-${period.last}`} />
              <Link to={paths.ledgerRows(project)} className="inline-flex min-h-11 items-center underline">
                {texts.rows.search.searchFor}
              </Link>
            </div>
            <DaysTable verifications={verifications} project={project} />
            {verifications.some(({ isLate }) => isLate) && <p className="mt-3 text-ink-soft">{texts.lateText}</p>}
          </Section>
        </>
      )}
    </div>
  );
}
