import { STANDARD_SITE } from "#contract/projects.ts";
import { OwnAccountLink } from "#session/account/own-account-link.tsx";
import { LiveState } from "#session/live-state.tsx";
import type { Session } from "#session/store.ts";
import { useSiteName } from "#parking/kernel/page/use-site-name.ts";
import { adminTexts } from "./admin-texts.ts";

type AdminDescriptionProps = { project: string; session: Session; isLive?: boolean };

/** The lines below the title: the site, the logged-in person with the way to their account, and whether the screen is live. */
export function AdminDescription({ project, session, isLive = false }: AdminDescriptionProps) {
  const name = useSiteName(project);
  const siteName = name ?? (project === STANDARD_SITE.path ? STANDARD_SITE.name : project);
  return (
    <div className="flex flex-wrap items-center gap-x-4 lg:w-max lg:max-w-[calc(100vw-20rem)]">
      <span className="font-semibold text-ink">{siteName}</span>
      <span>{adminTexts.dashboard.signedInAs(session.displayName)}</span>
      <OwnAccountLink kind="admin" project={project} size="small" />
      {isLive && <LiveState />}
    </div>
  );
}
