import { BadgeCheck, ChartColumn, FolderOpen, History, Scale, Send, SlidersHorizontal } from "lucide-react";
import { paths } from "#shared/paths.ts";
import { ButtonLink } from "#shared/ui/button.tsx";
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

/** On a phone the ways out of the screen stand close together. */
export const NO_ICON = "max-sm:px-2 max-sm:text-sm max-sm:[&_svg]:hidden";

/** What an admin of a site has beside the five tabs (document 4 §5). */
export function AdminWays({ project }: { project: string }) {
  return WAYS.map(({ to, Icon, name }) => (
    <ButtonLink key={name} size="small" className={NO_ICON} to={to(project)}>
      <Icon aria-hidden="true" />
      {name}
    </ButtonLink>
  ));
}
