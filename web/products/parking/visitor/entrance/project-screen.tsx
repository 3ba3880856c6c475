import { useLocation, useParams } from "react-router";
import { useSite } from "#data/main_page_sites/use-site.ts";
import { ReceiptsFirst } from "#session/receipts/receipts-first.tsx";
import { paths } from "#shared/paths.ts";
import { CardLink } from "#shared/ui/card-link.tsx";
import { NotFound } from "#shared/ui/not-found.tsx";
import { Page } from "#shared/ui/page.tsx";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { projectCards } from "./project-cards.ts";
import { entranceTexts } from "./entrance-texts.ts";

/**
 * A project's entrance (document 1 §2). Its name is the heading, or its code when the sites cannot be read; the links work without the
 * name.
 */
export function ProjectScreen() {
  const { projectId = "" } = useParams();
  const { pathname } = useLocation();
  const site = useSite(projectId);
  if (site.isMissing) return <NotFound pathname={pathname} />;
  return (
    <Page
      title={site.name ?? projectId}
      // The description's room is reserved, so that the cards below do not move.
      description={<p className="min-h-[2lh] sm:min-h-[1lh]">{site.description}</p>}
      back={{ to: paths.landing() }}
    >
      <ReceiptsFirst />
      {site.isPending ? <SkeletonList rows={3} label={entranceTexts.loading} /> : <Cards project={projectId} />}
    </Page>
  );
}

function Cards({ project }: { project: string }) {
  return (
    <nav aria-label={entranceTexts.choices}>
      <ul className="grid gap-4">
        {projectCards(project).map((card) => (
          <li key={card.name}>
            <CardLink {...card} />
          </li>
        ))}
      </ul>
    </nav>
  );
}
