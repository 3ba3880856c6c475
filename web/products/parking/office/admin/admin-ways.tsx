import { BadgeCheck, ChartColumn, FolderOpen, History, Scale, Send, SlidersHorizontal } from "lucide-react";
import { paths } from "#shared/paths.ts";
import { ButtonLink } from "#shared/ui/button.tsx";
import { CLOSE_TOGETHER } from "#parking/kernel/page/close-together.ts";
import { adminTexts } from "./admin-texts.ts";

const { dashboard } = adminTexts;

const WAYS = [
  { to: paths.overview, Icon: ChartColumn, name: dashboard.overview },
  { to: paths.cases, Icon: FolderOpen, name: dashboard.cases },
  { to: paths.objections, Icon: Scale, name: dashboard.objections },
  { to: paths.permits, Icon: BadgeCheck, name: dashboard.permits },
  { to: paths.settings, Icon: SlidersHorizontal, name: dashboard.settings },
  { to: paths.messages, Icon: Send, name: dashboard.messages },
  { to: paths.siteTrail, Icon: History, name: dashboard.trail },
];

/** Links for a site's admin to the screens beside the five tabs (document 4 §5). */
export function AdminWays({ project }: { project: string }) {
  return WAYS.map(({ to, Icon, name }) => (
    <ButtonLink key={name} size="small" className={CLOSE_TOGETHER} to={to(project)}>
      <Icon aria-hidden="true" />
      {name}
    </ButtonLink>
  ));
}
