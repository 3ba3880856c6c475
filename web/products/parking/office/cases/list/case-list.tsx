import { type ReactNode, type RefObject, useRef, useState } from "react";
import { rowsOf } from "#data/keyset-pages.ts";
import { useListInterval } from "#data/live.ts";
import { CASE_LISTS, CASE_SORTS, type CaseFilter, type CaseScope, type CaseSort, sortOf } from "#data/fines/lists.ts";
import { useLiveCases } from "#data/fines/live.ts";
import { fineQueries, type ListedCase } from "#data/fines/queries.ts";
import { useInfiniteQuery } from "#data/use-infinite-query.ts";
import { useQuery } from "#data/use-query.ts";
import { LiveSign } from "#session/live-sign.tsx";
import { LiveState } from "#session/live-state.tsx";
import { formatOre } from "#shared/format/money.ts";
import { paths } from "#shared/paths.ts";
import { Button, ButtonLink } from "#shared/ui/button.tsx";
import { Count } from "#shared/ui/count.tsx";
import { Page } from "#shared/ui/page.tsx";
import { PagedList } from "#shared/ui/paged-list.tsx";
import { Tabs } from "#shared/ui/tabs.tsx";
import { CLOSE_TOGETHER } from "#parking/kernel/page/close-together.ts";
import { markTexts } from "../../shell/marks/mark-texts.ts";
import { SortSelect } from "../../shell/marks/sort-select.tsx";
import { useListKeys } from "../../shell/marks/use-list-keys.ts";
import { useMarks } from "../../shell/marks/use-marks.ts";
import { TermSearch } from "../../shell/term-search.tsx";
import { useIsWide } from "#parking/kernel/page/use-is-wide.ts";
import { useKeptTerm } from "#parking/kernel/page/use-kept-term.ts";
import { paymentTexts } from "../../payments/payment-texts.ts";
import { LetterLinks } from "../../letters/letter-links.tsx";
import { ReadQueue } from "./read-queue.tsx";
import { useUrlTab } from "#parking/kernel/page/use-url-tab.ts";
import { CaseExport } from "./case-export.tsx";
import { CaseFilters } from "./case-filters.tsx";
import { caseTexts } from "../../case/case-texts.ts";
import { COMPANY_CODE } from "#contract/projects.ts";
import { CaseListHead, CaseRow, ROW_HEIGHT } from "./case-row.tsx";
import { SIMILAR_LIST } from "./similar-fines.tsx";
import { listName } from "../rules/list-name.ts";
import { MarkedCases } from "./marked-cases.tsx";
import { useCaseFilter } from "./use-case-filter.ts";

const texts = caseTexts.list;

const keyOf = (fine: ListedCase) => fine.id;

/** The site's cases in lists, with a search by number or plate. Everything beside the list is folded, so that the list begins in sight. */
export function CaseList({ project }: { project: string }) {
  const [open, setOpen] = useUrlTab("list", CASE_LISTS);
  const [search, keepSearch] = useKeptTerm();
  const [filter, setFilter] = useCaseFilter();
  const counts = useQuery({ ...fineQueries.counts(project), refetchInterval: useListInterval() });
  const isWide = useIsWide();
  const [asked, setSort] = useUrlTab("sort", CASE_SORTS);
  const sort = sortOf({ list: open, sort: asked });
  const [isMarking, setIsMarking] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useLiveCases(project);
  const nameOf = (list: CaseScope["list"]) =>
    listName(list, counts.isPending ? "coming" : counts.data, { search, filter });
  const exporter = <CaseExport scope={{ project, list: open, search, filter }} />;
  return (
    <Page
      title={texts.title}
      width="full"
      {...(project !== COMPANY_CODE && { back: { to: paths.customerAdminDashboard(project) } })}
      actions={isWide ? <LiveState keepsRoom={false} /> : <LiveSign />}
    >
      <div ref={box}>
        <Tabs
          label={texts.lists}
          value={open}
          onChange={setOpen}
          tabs={CASE_LISTS.map((list) => ({
            value: list,
            ...nameOf(list),
            content: <List scope={{ project, list, search, filter, sort }} {...{ setSort, isMarking, box }} />,
          }))}
          renderLayout={(row, panel) => (
            <>
              <Tools {...{ project, search, keepSearch, filter, setFilter, exporter, isMarking, setIsMarking }}>
                {!isWide && (
                  <Fold title={nameOf(open).label} count={nameOf(open).number}>
                    {row}
                  </Fold>
                )}
                {/* This choice of the order is for narrow lists; the head of a table sorts by itself. */}
                <div className="min-[73rem]:hidden">
                  <SortSelect sort={sort} sorts={sortsOf(open)} onSort={setSort} />
                </div>
              </Tools>
              {isWide && (
                <div className="[&_[role=tab]]:px-2 [&_[role=tab]]:text-base [&>[role=tablist]]:mb-0">{row}</div>
              )}
              {panel}
            </>
          )}
        />
      </div>
    </Page>
  );
}

type ToolsProps = {
  project: string;
  search: string;
  keepSearch: (search: string) => void;
  filter: CaseFilter;
  setFilter: (filter: CaseFilter) => void;
  exporter: ReactNode;
  isMarking: boolean;
  setIsMarking: (isMarking: boolean) => void;
  children: ReactNode;
};

/** The search, the filters, and the links above the list. On a narrow screen `children` stand between them. */
function Tools({ project, search, keepSearch, filter, setFilter, exporter, isMarking, ...props }: ToolsProps) {
  const isWide = useIsWide();
  return (
    <div className="-mt-3 flex flex-wrap items-end gap-x-3 sm:gap-x-5">
      {/* The field's hint is for screen readers: a list of fifteen rows leaves no room for it. */}
      <div className="flex min-w-0 flex-[1_1_20rem] [&_form>p]:sr-only [&_label]:w-max [&_label]:shrink-0 [&_label]:max-w-[calc(100vw-2rem)]">
        <TermSearch term={search} onSearch={keepSearch} words={texts} />
      </div>
      {props.children}
      <CaseFilters project={project} filter={filter} onFilter={setFilter} />
      <Fold title={texts.ways}>
        <Ways project={project}>
          {!isWide && (
            <>
              {exporter}
              <Button
                size="small"
                className={CLOSE_TOGETHER}
                aria-pressed={isMarking}
                onClick={() => props.setIsMarking(!isMarking)}
              >
                {markTexts.several}
              </Button>
            </>
          )}
        </Ways>
      </Fold>
      {isWide && exporter}
    </div>
  );
}

/** Parts that are folded behind their title; open, they take the whole row. */
function Fold({ title, count, children }: { title: string; count?: string | undefined; children: ReactNode }) {
  return (
    <details className="min-w-0 open:w-full">
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold underline">
        {title}
        {count !== undefined && <Count>&nbsp;{count}</Count>}
      </summary>
      <div className="pb-2">{children}</div>
    </details>
  );
}

/** Links from the cases to files, letters and other work on many cases (document 4 §5). */
function Ways({ project, children }: { project: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-2">
      <ButtonLink size="small" className={CLOSE_TOGETHER} to={paths.payments(project)}>
        {paymentTexts.read}
      </ButtonLink>
      <LetterLinks project={project} />
      {/* Similar plates and a phone's queue are a site's own. */}
      {project !== COMPANY_CODE && (
        <>
          <ButtonLink size="small" className={CLOSE_TOGETHER} to={paths.casesIn(project, SIMILAR_LIST)}>
            {caseTexts.similar.title}
          </ButtonLink>
          <ReadQueue project={project} />
        </>
      )}
      {children}
    </div>
  );
}

/** The sum that the site has to pay back, for any search. */
function RefundSum({ project }: { project: string }) {
  const { data } = useQuery(fineQueries.counts(project));
  return <p className="mb-4 font-semibold">{texts.refundSum(data === undefined ? "…" : formatOre(data.refund_ore))}</p>;
}

/** The orders that a list offers. */
const sortsOf = (list: CaseScope["list"]) =>
  CASE_SORTS.filter((sort) => sortOf({ list, sort }) === sort).map((value) => ({
    value,
    label: texts.shortSorts[value],
  }));

type ListProps = {
  scope: CaseScope & { sort: CaseSort };
  setSort: (sort: CaseSort) => void;
  isMarking: boolean;
  box: RefObject<HTMLElement | null>;
};

function List({ scope, setSort, isMarking, box }: ListProps) {
  const query = useInfiniteQuery({
    ...fineQueries.list(scope),
    select: rowsOf,
    refetchInterval: useListInterval(),
  });
  const isWide = useIsWide();
  const { data: cases = [] } = query;
  const marks = useMarks(cases);
  useListKeys(box, cases, marks);
  const list = (
    <div className="@container">
      <CaseListHead
        list={scope.list}
        sort={scope.sort}
        onSort={setSort}
        marks={marks}
        isAllMarked={cases.length > 0 && marks.rows.length === cases.length}
      />
      <div className="border-t border-line @4xl:border-0">
        <PagedList
          query={query}
          getKey={keyOf}
          renderItem={(fine) => (
            <CaseRow
              fine={fine}
              project={scope.project}
              isMarked={marks.has(fine.id)}
              isMarking={isMarking || marks.rows.length > 0}
              onMark={(isRange) => marks.press(fine.id, isRange)}
            />
          )}
          label={texts.label}
          failed={texts.loadFailed}
          none={texts.none}
          estimateHeight={isWide ? ROW_HEIGHT.wide : ROW_HEIGHT.narrow}
          gap={0}
        />
      </div>
      <MarkedCases project={scope.project} marks={marks} />
    </div>
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
