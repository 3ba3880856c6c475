import type { ReactNode } from "react";
import { COMPANY_CODE, PROTECTED_ADMIN_ID } from "#contract/projects.ts";
import { companyQueries } from "#data/company/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { useSession } from "#session/use-session.ts";
import { ButtonLink } from "#shared/ui/button.tsx";
import { Page } from "#shared/ui/page.tsx";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { officeTexts as texts } from "./office-texts.ts";

type Props = {
  project: string;
  /** The address of the same page at one site. */
  to: (project: string) => string;
  /** The title of a whole page, which stands above the sites too. */
  title?: string;
  children: ReactNode;
};

/** Keeps the company's own money for handlers who work at all of its sites (decision 16). A handler of some sites is led to those sites. */
export function CompanyMoney({ project, to, title, children }: Props) {
  const session = useSession("admin", project);
  const isAsked = project === COMPANY_CODE && session?.userId !== PROTECTED_ADMIN_ID;
  const servesAll = useQuery({ ...companyQueries.servesAll(), enabled: isAsked });
  if (!isAsked || servesAll.data === true) return children;
  const instead = (
    <StateView query={servesAll} loading={<SkeletonList rows={1} />} failed={texts.sitesFailed} empty={null}>
      {() => <OwnSites to={to} />}
    </StateView>
  );
  return title === undefined ? (
    instead
  ) : (
    <Page title={title} width="wide">
      {instead}
    </Page>
  );
}

function OwnSites({ to }: Pick<Props, "to">) {
  const query = useQuery(companyQueries.ownSites());
  return (
    <StateView query={query} loading={<SkeletonList rows={1} />} failed={texts.sitesFailed} empty={null}>
      {(sites) => (
        <div className="grid gap-3">
          <p>{texts.companyMoney}</p>
          <ul aria-label={texts.ownSites} className="flex flex-wrap gap-3">
            {sites.map(({ path, name }) => (
              <li key={path}>
                <ButtonLink size="small" to={to(path)}>
                  {name}
                </ButtonLink>
              </li>
            ))}
          </ul>
        </div>
      )}
    </StateView>
  );
}
