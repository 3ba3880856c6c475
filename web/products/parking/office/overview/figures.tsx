import type { ReactNode } from "react";
import { Link } from "react-router";
import type { SiteOverview } from "#data/site_overview/queries.ts";
import { formatCount, formatOre } from "#shared/format/money.ts";
import { sinceInDays } from "#shared/format/since.ts";
import { paths } from "#shared/paths.ts";
import { useNow } from "#shared/use-now.ts";
import { overviewTexts } from "./overview-texts.ts";
import { casesOf } from "./rules/links.ts";

const texts = overviewTexts.figures;

/** The current figures of a site, each a link to its rows. */
export function Figures({ project, overview }: { project: string; overview: SiteOverview }) {
  const { figures, today } = overview;
  const now = useNow();
  const tab = (name: string) => paths.customerAdminDashboard(project, name);
  return (
    <ul aria-label={texts.title} className="mb-8 grid two-columns gap-3 lg:grid-cols-5">
      <Figure name={texts.running} count={figures.running} to={`${tab("parkeringar")}&show=active`} />
      <Figure name={texts.finesToday} count={figures.fines_today} to={casesOf(project, { from: today, to: today })} />
      <Figure name={texts.unpaid} count={figures.unpaid} to={casesOf(project, { list: "unpaid" })}>
        {formatOre(figures.unpaid_ore)}
      </Figure>
      <Figure name={texts.objections} count={figures.objections} to={paths.objections(project)}>
        {figures.oldest_objection !== null &&
          texts.oldest(sinceInDays(figures.oldest_objection, now, texts.lessThanOne))}
      </Figure>
      <Figure name={texts.shifts} count={figures.shifts} to={tab("skift")} className="max-lg:col-span-full" />
    </ul>
  );
}

function Figure(props: { name: string; count: number; to: string; className?: string; children?: ReactNode }) {
  return (
    <li className={props.className}>
      <Link
        to={props.to}
        className="block h-full rounded-card border-2 border-line bg-surface p-4 no-underline shadow-raised hover:border-brand"
      >
        <span className="block text-ink-soft">{props.name}</span>{" "}
        <span className="block text-4xl font-extrabold tabular-nums">{formatCount(props.count)}</span>{" "}
        {props.children !== undefined && <span className="block text-sm text-ink-soft">{props.children}</span>}
      </Link>
    </li>
  );
}
