import { useSearchParams } from "react-router";
import { useActingPerson } from "#data/acting.ts";
import { ledgerQueries, type LedgerRows, type LedgerScope } from "#data/ledger_months/queries.ts";
import { useInfiniteQuery } from "#data/use-infinite-query.ts";
import { formatCount } from "#shared/format/money.ts";
import { paths } from "#shared/paths.ts";
import { Page } from "#shared/ui/page.tsx";
import { PagedList } from "#shared/ui/paged-list.tsx";
import { Section } from "#parking/kernel/page/section.tsx";
import { CompanyMoney } from "../shell/company-money.tsx";
import { type AdminAt, ForAdmins } from "../shell/for-admins.tsx";
import { TermSearch } from "../shell/term-search.tsx";
import { SumsTable } from "./ledger-tables.tsx";
import { LedgerEntry } from "./ledger-entry.tsx";
import { ledgerTexts } from "./ledger-texts.ts";
import { RowsExport } from "./rows-export.tsx";
import { scopeOf } from "./rules/verification-number.ts";

const texts = ledgerTexts.rows;

/** The height of a row before it is measured, in pixels. */
const ROW_HEIGHT = 120;

/** The rows behind a site's books for its admins: of a verification, a day or a case, with their sums and as a file (BFL 5:6, 5:7). */
export function LedgerRowsScreen() {
  return (
    <ForAdmins>
      {(at) => (
        <CompanyMoney project={at.project} to={paths.ledger} title={texts.title}>
          <Rows {...at} />
        </CompanyMoney>
      )}
    </ForAdmins>
  );
}

function Rows({ project }: AdminAt) {
  const [search, setSearch] = useSearchParams();
  const of = search.get("of") ?? "";
  const scope = scopeOf(of);
  const month = (scope?.month ?? scope?.day)?.slice(0, 7);
  return (
    <Page
      title={texts.title}
      width="wide"
      back={{ to: `${paths.ledger(project)}${month === undefined ? "" : `?period=${month}`}` }}
    >
      <div className="grid grid-cols-1 gap-6">
        <TermSearch
          term={of}
          words={texts.search}
          onSearch={(typed) => setSearch(typed === "" ? {} : { of: typed }, { preventScrollReset: true })}
        />
        {scope === undefined ? (
          of !== "" && <p role="alert">{texts.wrong}</p>
        ) : (
          <FoundRows key={of} project={project} scope={scope} of={of} />
        )}
      </div>
    </Page>
  );
}

type FoundProps = { project: string; scope: LedgerScope; of: string };

function FoundRows({ project, scope, of }: FoundProps) {
  const acting = useActingPerson();
  const pages = useInfiniteQuery(ledgerQueries.rows(acting, project, scope));
  const query = { ...pages, data: pages.data?.pages.flatMap(({ rows }) => rows) };
  const first = pages.data?.pages[0];
  const list = (
    <PagedList
      query={query}
      getKey={({ key }) => key}
      renderItem={(row) => <LedgerEntry row={row} project={project} />}
      label={texts.list}
      failed={texts.loadFailed}
      none={<p className="text-ink-soft">{texts.none}</p>}
      estimateHeight={ROW_HEIGHT}
    />
  );
  // The sums stand above the list, so that both come at once and nothing moves.
  if (first === undefined) return <Section title={texts.list}>{list}</Section>;
  return (
    <>
      {first.count > 0 && <Sums of={first} title={titleOf(scope, of)} />}
      <Section title={texts.listTitle(formatCount(first.count))}>
        {first.count > 0 && (
          <div className="mb-4">
            <RowsExport project={project} scopes={[scope]} of={of} />
          </div>
        )}
        {list}
      </Section>
    </>
  );
}

function Sums({ of: { sums }, title }: { of: LedgerRows; title: string }) {
  return (
    <Section title={title}>
      <SumsTable
        label={texts.sumsTitle}
        sums={sums.map(([account, number, debit, credit]) => ({ account, number, debit, credit }))}
      />
    </Section>
  );
}

function titleOf({ day = "", kind, caseNumber }: LedgerScope, of: string): string {
  if (caseNumber !== undefined) return texts.ofCase(caseNumber);
  return kind === undefined ? texts.ofDay(day) : texts.ofVerification(of.trim(), kind);
}
