import { Link } from "react-router";
import { type ListedSite, withStandardSite } from "#data/main_page_sites/listed-sites.ts";
import { siteQueries } from "#data/main_page_sites/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { paths } from "#shared/paths.ts";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { Words } from "#shared/ui/words.tsx";
import { dashboardTexts as texts } from "./dashboard-texts.ts";

const { dashboard } = texts;

/** The customer sites, oldest first; the standard site is listed even when the table cannot be read (document 1 §6). */
export function SiteList() {
  const query = useQuery(siteQueries.list());
  return (
    <Card as="section" aria-labelledby="sites">
      <CardHeader title={dashboard.sites} id="sites" />
      <div className="grid gap-4">
        <StateView
          query={query}
          loading={<SkeletonList rows={3} label={dashboard.sitesLoading} />}
          failed={dashboard.sitesFailed}
          isEmpty={() => false}
          empty={dashboard.noSites}
        >
          {(sites) => <Sites sites={sites} />}
        </StateView>
        {query.data === undefined && query.isError && <Sites sites={[]} />}
      </div>
    </Card>
  );
}

function Sites({ sites }: { sites: readonly ListedSite[] }) {
  return (
    <ul aria-labelledby="sites" className="divide-y divide-line" lang="sv">
      {withStandardSite(sites, dashboard.standardDescription).map((site) => (
        <li key={site.path} className="pt-1 pb-3 first:pt-0 last:pb-0">
          <Link to={paths.site(site.path)} className="flex min-h-11 items-center font-semibold text-ink underline">
            <span className="min-w-0">
              <Words text={site.name} />
            </span>
          </Link>
          <p className="-mt-1.5 text-ink-soft">{site.description}</p>
        </li>
      ))}
    </ul>
  );
}
