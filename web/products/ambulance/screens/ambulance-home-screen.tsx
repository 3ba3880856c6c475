import { ChevronRight, type LucideIcon, Play, ShieldCheck, UserRound } from "lucide-react";
import { useId } from "react";
import { Link } from "react-router";
import { paths } from "#shared/paths.ts";
import { Page } from "#shared/ui/page.tsx";
import { texts } from "../texts.ts";

const labels = texts.home;

const CARDS: readonly { title: string; text: string; to: string; icon: LucideIcon }[] = [
  { ...labels.startShift, to: paths.ambulanceEmployeeLogin(), icon: Play },
  { ...labels.employee, to: paths.ambulanceEmployeeLogin(), icon: UserRound },
  { ...labels.admin, to: paths.ambulanceAdminLogin(), icon: ShieldCheck },
];

/** The three ways into the ambulance service's portal (document 2 §2, decisions §5). */
export function AmbulanceHomeScreen() {
  return (
    <Page title={labels.title} description={labels.introduction} lang="en" back={{ to: paths.landing() }}>
      <ul className="grid gap-4 sm:grid-cols-3">
        {CARDS.map((card) => (
          <li key={card.title}>
            <HomeCard {...card} />
          </li>
        ))}
      </ul>
    </Page>
  );
}

/** A card that is one large link, named by its title and described by its text. */
function HomeCard({ title, text, to, icon: Icon }: (typeof CARDS)[number]) {
  const id = useId();
  return (
    <Link
      to={to}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      className="flex h-full items-center gap-4 rounded-card border border-line bg-surface p-4 no-underline shadow-raised hover:border-ink sm:flex-col sm:items-start sm:p-6"
    >
      <span className="grid size-12 shrink-0 place-items-center rounded-control bg-brand-soft text-brand-strong">
        <Icon aria-hidden="true" className="size-6" />
      </span>
      <span className="min-w-0 flex-1">
        <span id={`${id}-title`} className="block text-xl font-bold">
          {title}
        </span>
        <span id={`${id}-text`} className="mt-1 block text-ink-soft">
          {text}
        </span>
      </span>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-ink-soft sm:hidden" />
    </Link>
  );
}
