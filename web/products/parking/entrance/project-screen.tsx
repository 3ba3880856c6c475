import { ChevronRight } from "lucide-react";
import { useId } from "react";
import { Link, useLocation, useParams } from "react-router";
import { paths } from "#shared/paths.ts";
import { NotFound } from "#shared/ui/not-found.tsx";
import { Page } from "#shared/ui/page.tsx";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { type ProjectCard, projectCards } from "./project-cards.ts";
import { texts } from "../texts.ts";
import { useSite } from "../use-site.ts";

/**
 * A project's entrance (document 1 §2). Its name heads the page; when the sites cannot be asked the code does, because the
 * ways in work without it.
 */
export function ProjectScreen() {
  const { projectId = "" } = useParams();
  const { pathname } = useLocation();
  const site = useSite(projectId);
  if (site.isMissing) return <NotFound pathname={pathname} />;
  return (
    <Page
      title={site.name ?? projectId}
      // Its room is there before it comes, so that the cards below stay where they are.
      description={<p className="min-h-[2lh] sm:min-h-[1lh]">{site.description}</p>}
      back={{ label: texts.back, to: paths.landing() }}
    >
      {site.isPending ? <SkeletonList rows={3} label={texts.project.loading} /> : <Cards project={projectId} />}
    </Page>
  );
}

function Cards({ project }: { project: string }) {
  return (
    <nav aria-label={texts.project.choices}>
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

function CardLink({ name, hint, to }: ProjectCard) {
  const id = useId();
  return (
    <Link
      to={to}
      aria-labelledby={`${id}-name`}
      aria-describedby={`${id}-hint`}
      className="group flex items-center justify-between gap-4 rounded-card border-2 border-line bg-surface p-5 no-underline shadow-raised hover:border-brand sm:p-6"
    >
      <span className="min-w-0">
        <span id={`${id}-name`} lang="en" className="block text-xl font-bold text-brand">
          {name}
        </span>
        <span id={`${id}-hint`} className="mt-1 block text-ink-soft">
          {hint}
        </span>
      </span>
      <ChevronRight aria-hidden="true" className="size-6 shrink-0 text-ink-soft group-hover:text-brand" />
    </Link>
  );
}
