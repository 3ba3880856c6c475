import { QueryClientProvider } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { Link } from "react-router";
import { isOtherProduct } from "#contract/projects.ts";
import { type ListedSite, withStandardSite } from "#data/main_page_sites/listed-sites.ts";
import { siteQueries } from "#data/main_page_sites/queries.ts";
import { queryClient } from "#data/query-client.ts";
import { useQuery } from "#data/use-query.ts";
import { paths } from "#shared/paths.ts";
import { LanguageContext } from "#shared/ui/language.ts";
import { StateView } from "#shared/ui/state-view.tsx";
import { Words } from "#shared/ui/words.tsx";
import { landingTexts as texts } from "./landing-texts.ts";
import { ParkSitesLoading } from "./park-sites-loading.tsx";

/** The most rows: a longer list stands on a page of its own. */
const MOST = 4;
/** Number of sites up to which each is shown with its description. */
const DESCRIBED = 2;

/** The sites to park at; the standard site is listed even when the table cannot be read (document 1 §6). */
export function ParkSites() {
  return (
    <QueryClientProvider client={queryClient}>
      <LanguageContext value="sv">
        <Listed />
      </LanguageContext>
    </QueryClientProvider>
  );
}

function Listed() {
  const query = useQuery(siteQueries.list());
  return (
    <>
      <StateView
        query={query}
        loading={<ParkSitesLoading />}
        failed={texts.sitesFailed}
        isEmpty={() => false}
        empty={texts.sitesFailed}
      >
        {(sites) => <Rows sites={sites} />}
      </StateView>
      {query.data === undefined && query.isError && <Rows sites={[]} />}
    </>
  );
}

function Rows({ sites }: { sites: readonly ListedSite[] }) {
  const all = withStandardSite(
    sites.filter(({ path }) => !isOtherProduct(path)),
    texts.standardDescription,
  );
  const shown = all.length > MOST ? all.slice(0, MOST - 1) : all;
  return (
    <ul aria-labelledby="park" className="grid auto-rows-fr divide-y divide-line">
      {shown.map(({ path, name, description }) => (
        <Row
          key={path}
          to={paths.startParking(path)}
          name={name}
          hint={all.length > DESCRIBED ? undefined : description}
        />
      ))}
      {all.length > MOST && <Row to={paths.startParking(undefined)} name={texts.allSites(all.length)} />}
    </ul>
  );
}

function Row({ to, name, hint }: { to: string; name: string; hint?: string | undefined }) {
  return (
    <li className="grid">
      <Link to={to} className="flex min-h-14 items-center gap-3 py-2 text-ink no-underline hover:text-brand">
        <span className="min-w-0 flex-1">
          <span className="block text-lg font-semibold">
            <Words text={name} />
          </span>
          {hint !== undefined && (
            <span className="block text-ink-soft">
              <Words text={hint} />
            </span>
          )}
        </span>
        <ChevronRight aria-hidden="true" className="size-5 shrink-0" />
      </Link>
    </li>
  );
}
