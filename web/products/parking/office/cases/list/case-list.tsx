import { rowsOf } from "#data/keyset-pages.ts";
import { useListInterval } from "#data/live.ts";
import { CASE_LISTS, type CaseScope } from "#data/fines/lists.ts";
import { useLiveCases } from "#data/fines/live.ts";
import { fineQueries, type ListedCase } from "#data/fines/queries.ts";
import { useInfiniteQuery } from "#data/use-infinite-query.ts";
import { useQuery } from "#data/use-query.ts";
import { LiveState } from "#session/live-state.tsx";
import { formatOre } from "#shared/format/money.ts";
import { paths } from "#shared/paths.ts";
import { ButtonLink } from "#shared/ui/button.tsx";
import { Page } from "#shared/ui/page.tsx";
import { PagedList } from "#shared/ui/paged-list.tsx";
import { PhoneFold } from "#shared/ui/phone-fold.tsx";
import { Tabs } from "#shared/ui/tabs.tsx";
import { CLOSE_TOGETHER } from "#parking/kernel/page/close-together.ts";
import { TermSearch } from "../../shell/term-search.tsx";
import { useKeptTerm } from "#parking/kernel/page/use-kept-term.ts";
import { paymentTexts } from "../../payments/payment-texts.ts";
import { LetterLinks } from "../../letters/letter-links.tsx";
import { ReadQueue } from "./read-queue.tsx";
import { useUrlTab } from "#parking/kernel/page/use-url-tab.ts";
import { CaseExport } from "./case-export.tsx";
import { CaseFilters } from "./case-filters.tsx";
import { caseTexts } from "../../case/case-texts.ts";
import { CaseRow } from "./case-row.tsx";
import { SIMILAR_LIST } from "./similar-fines.tsx";
import { listName } from "../rules/list-name.ts";
import { useCaseFilter } from "./use-case-filter.ts";

const texts = caseTexts.list;

/** The height of a desk row before it is measured, in pixels. */
const ROW_HEIGHT = 100;

const keyOf = (fine: ListedCase) => fine.id;

/** The site's cases in lists, with a search by number or plate. */
export function CaseList({ project }: { project: string }) {
  const [open, setOpen] = useUrlTab("list", CASE_LISTS);
  const [search, keepSearch] = useKeptTerm();
  const [filter, setFilter] = useCaseFilter();
  const counts = useQuery({ ...fineQueries.counts(project), refetchInterval: useListInterval() });
  useLiveCases(project);
  return (
    <Page
      title={texts.title}
      width="full"
      back={{ to: paths.customerAdminDashboard(project) }}
      actions={
        <PhoneFold label={texts.ways}>
          <div className="flex flex-wrap gap-2">
            <ButtonLink size="small" className={CLOSE_TOGETHER} to={paths.payments(project)}>
              {paymentTexts.read}
            </ButtonLink>
            <LetterLinks project={project} />
            <ButtonLink size="small" className={CLOSE_TOGETHER} to={paths.casesIn(project, SIMILAR_LIST)}>
              {caseTexts.similar.title}
            </ButtonLink>
            <ReadQueue project={project} />
          </div>
        </PhoneFold>
      }
    >
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <TermSearch term={search} onSearch={keepSearch} words={texts} />
        <CaseFilters project={project} filter={filter} onFilter={setFilter} />
        <div className="max-lg:order-2 max-sm:w-full">
          <LiveState keepsRoom={false} />
        </div>
        <CaseExport scope={{ project, list: open, search, filter }} />
      </div>
      <Tabs
        label={texts.lists}
        value={open}
        onChange={setOpen}
        tabs={CASE_LISTS.map((list) => ({
          value: list,
          label: listName(list, counts.isPending ? "coming" : counts.data, { search, filter }),
          content: <List project={project} list={list} search={search} filter={filter} />,
        }))}
      />
    </Page>
  );
}

/** The sum that the site has to pay back, for any search. */
function RefundSum({ project }: { project: string }) {
  const { data } = useQuery(fineQueries.counts(project));
  return <p className="mb-4 font-semibold">{texts.refundSum(data === undefined ? "…" : formatOre(data.refund_ore))}</p>;
}

function List(scope: CaseScope) {
  const query = useInfiniteQuery({
    ...fineQueries.list(scope),
    select: rowsOf,
    refetchInterval: useListInterval(),
  });
  const list = (
    <PagedList
      query={query}
      getKey={keyOf}
      renderItem={(fine) => <CaseRow fine={fine} project={scope.project} />}
      label={texts.label}
      failed={texts.loadFailed}
      none={texts.none}
      estimateHeight={ROW_HEIGHT}
      gap={8}
    />
  );
  if (scope.list === "refund")
    return (
      <>
        <RefundSum project={scope.project} />
        {list}
      </>
    );
  if (scope.list !== "disputed") return list;
  return (
    <>
      <ButtonLink size="small" className="mb-4" to={paths.objections(scope.project)}>
        {texts.toDesk}
      </ButtonLink>
      {list}
    </>
  );
}
