import { clsx } from "clsx";
import { use } from "react";
import { Link, useLocation } from "react-router";
import { useLiveCases } from "#data/fines/live.ts";
import { type CaseCounts, fineQueries } from "#data/fines/queries.ts";
import { useListInterval } from "#data/live.ts";
import { useQuery } from "#data/use-query.ts";
import { formatCount } from "#shared/format/money.ts";
import { paths } from "#shared/paths.ts";
import { UPRIGHT_CHOSEN, UPRIGHT_ENTRY } from "#shared/ui/tabs.tsx";
import { officeTexts as texts } from "./office-texts.ts";
import { COMPANY_PLACES, DASHBOARD_TABS, type Place, PLACES, TAB_NAMES } from "./places.ts";
import { COMPANY_CODE } from "#contract/projects.ts";
import { HandlersSites } from "./handlers-sites.tsx";
import { RailTabsContext } from "./rail-tabs.ts";

/** The navigation of a desk: document 1's five names, then document 4's places with their counts. On the dashboard the five are its tabs. */
export function OfficeRail({ project }: { project: string }) {
  const tabs = use(RailTabsContext);
  const counts = useCaseCounts(project);
  return (
    <nav aria-label={texts.nav} className="sticky top-0 -ml-3 max-h-dvh overflow-y-auto py-3 pr-1 print:hidden">
      <HandlersSites project={project} />
      {project === COMPANY_CODE ? (
        <PlaceLinks project={project} places={COMPANY_PLACES} counts={counts} />
      ) : (
        <>
          {tabs ?? <DashboardLinks project={project} />}
          <PlaceLinks project={project} places={PLACES} counts={counts} className="mt-2 border-t border-line pt-2" />
        </>
      )}
    </nav>
  );
}

/** The number of cases in each list; undefined while it is unknown. */
function useCaseCounts(project: string): CaseCounts | undefined {
  useLiveCases(project);
  return useQuery({ ...fineQueries.counts(project), refetchInterval: useListInterval() }).data;
}

/** Links to the tabs of the dashboard (document 1 §2). */
export function DashboardLinks({ project, onChoose }: { project: string; onChoose?: () => void }) {
  const { pathname } = useLocation();
  const isAtAccounts = pathname === paths.manageAccounts(project);
  return (
    <ul>
      {DASHBOARD_TABS.map((tab) => (
        <li key={tab}>
          <Entry
            name={TAB_NAMES[tab]}
            to={paths.customerAdminDashboard(project, tab)}
            isCurrent={tab === "konton" && isAtAccounts}
            onChoose={onChoose}
          />
        </li>
      ))}
    </ul>
  );
}

type PlaceLinksProps = {
  project: string;
  places: readonly Place[];
  counts?: CaseCounts | undefined;
  onChoose?: () => void;
  className?: string;
};

/** Links to places with an address of their own (document 4 §5). */
export function PlaceLinks({ project, places, counts, onChoose, className }: PlaceLinksProps) {
  const isAt = useIsAt(project);
  return (
    <ul className={className}>
      {places.map((place) => (
        <li key={place.name}>
          <Entry
            name={place.name}
            to={place.to(project)}
            isCurrent={isAt(place)}
            count={countOf(place, counts)}
            onChoose={onChoose}
          />
        </li>
      ))}
    </ul>
  );
}

/** The number behind a place's name, with its words; undefined while it is unknown. */
function countOf({ count }: Place, counts: CaseCounts | undefined): Count | undefined {
  if (count === undefined || counts === undefined) return undefined;
  const number = formatCount(counts[count.of]);
  return { number, inWords: count.inWords(number) };
}

/** Whether the open page is a place, or belongs to it. */
export function useIsAt(project: string): (place: Place) => boolean {
  const { pathname } = useLocation();
  return ({ to, page }) =>
    [to(project), page?.(project)].some((address) => {
      const path = address?.split("?")[0];
      return path !== undefined && (pathname === path || pathname.startsWith(`${path}/`));
    });
}

type Count = { number: string; inWords: string };
type EntryProps = {
  name: string;
  to: string;
  isCurrent: boolean;
  count?: Count | undefined;
  onChoose: (() => void) | undefined;
};

function Entry({ name, to, isCurrent, count, onChoose }: EntryProps) {
  return (
    <Link
      to={to}
      onClick={onChoose}
      aria-current={isCurrent ? "page" : undefined}
      aria-description={count?.inWords}
      className={clsx(UPRIGHT_ENTRY, isCurrent && UPRIGHT_CHOSEN)}
    >
      {name}
      {count !== undefined && (
        <span aria-hidden="true" className="text-sm font-normal text-ink-soft tabular-nums">
          {count.number}
        </span>
      )}
    </Link>
  );
}
