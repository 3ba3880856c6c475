import { ChevronRight } from "lucide-react";
import { Link } from "react-router";
import { isOtherProduct } from "#contract/projects.ts";
import { siteQueries } from "#data/main_page_sites/queries.ts";
import { type ListedSite, withStandardSite } from "#data/main_page_sites/listed-sites.ts";
import { useQuery } from "#data/use-query.ts";
import { paths } from "#shared/paths.ts";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { registrationTexts } from "./registration-texts.ts";

const labels = registrationTexts;

/** The query in the address for parking without a site. */
export const NO_SITE = { name: "site", value: "none" } as const;

/** The choice of a site: the sites first, `Utan plats` last, with an explanation. */
export function SiteChoice() {
  const query = useQuery(siteQueries.list());
  return (
    <section aria-labelledby="where" className="grid gap-4">
      <h2 id="where" className="text-xl font-bold">
        {labels.where}
      </h2>
      <StateView
        query={query}
        loading={<SkeletonList rows={3} label={labels.sitesLoading} />}
        failed={labels.sitesFailed}
        isEmpty={() => false}
        empty={labels.sitesFailed}
      >
        {(sites) => <Choices sites={sites.filter(({ path }) => !isOtherProduct(path))} />}
      </StateView>
      {query.data === undefined && query.isError && <Choices sites={[]} />}
    </section>
  );
}

function Choices({ sites }: { sites: readonly ListedSite[] }) {
  return (
    <ul aria-labelledby="where" className="grid gap-3">
      {withStandardSite(sites, labels.standardSite).map((site) => (
        <Choice key={site.path} to={paths.startParking(site.path)} name={site.name} hint={site.description} />
      ))}
      <Choice
        to={`${paths.startParking(undefined)}?${NO_SITE.name}=${NO_SITE.value}`}
        name={labels.noSite}
        hint={labels.noSiteHint}
      />
    </ul>
  );
}

function Choice({ to, name, hint }: { to: string; name: string; hint: string }) {
  return (
    <li>
      <Link
        to={to}
        className="flex min-h-14 items-center gap-3 rounded-control border-2 border-line-strong px-4 py-2 no-underline hover:border-brand"
      >
        <span className="min-w-0 flex-1">
          <span className="block font-semibold text-ink">{name}</span>
          <span className="block text-ink-soft">{hint}</span>
        </span>
        <ChevronRight aria-hidden="true" className="size-5 shrink-0" />
      </Link>
    </li>
  );
}
