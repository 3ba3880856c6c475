import { lazy, Suspense } from "react";
import { COMPANY_CODE } from "#contract/projects.ts";
import { useSession } from "#session/use-session.ts";

const SiteChooser = lazy(async () => ({ default: (await import("./site-chooser.tsx")).SiteChooser }));

/** The choice of a site, for a person who works at several sites with one login; nothing for admins of one site. */
export function HandlersSites({ project, onChoose }: { project: string; onChoose?: () => void }) {
  const isHandler = useSession("admin", project)?.project === COMPANY_CODE;
  if (!isHandler) return null;
  return (
    <Suspense fallback={null}>
      <SiteChooser project={project} {...(onChoose !== undefined && { onChoose })} />
    </Suspense>
  );
}
