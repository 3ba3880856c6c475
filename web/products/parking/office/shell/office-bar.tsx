import "./office-bar.css";
import { useId, useRef } from "react";
import { Link } from "react-router";
import { useThemeChoice } from "#shared/ui/theme-toggle.tsx";
import { UPRIGHT_ENTRY } from "#shared/ui/tabs.tsx";
import { DashboardLinks, PlaceLinks, useIsAt } from "./office-rail.tsx";
import { officeTexts as texts } from "./office-texts.ts";
import { COMPANY_CODE } from "#contract/projects.ts";
import { COMPANY_PLACES, IN_BAR, PLACES } from "./places.ts";
import { HandlersSites } from "./handlers-sites.tsx";

const inMore = (places: typeof PLACES) => places.filter((place) => !IN_BAR.includes(place));
const IN_MORE = inMore(PLACES);
const IN_MORE_OF_COMPANY = inMore(COMPANY_PLACES);

/** An entry of the bar. It grows with large text, and the bar then takes two rows. */
const ENTRY =
  "flex min-h-[calc(3.5rem-1px)] flex-[1_1_auto] items-center justify-center px-2 text-base font-semibold text-ink no-underline focus-visible:-outline-offset-4 aria-[current]:font-bold aria-[current]:shadow-[inset_0_4px_0_var(--brand)]";

/** The navigation of a narrow screen: a bar of 56 px at the lower edge, whose `Mer` opens the places that it has no room for. */
export function OfficeBar({ project }: { project: string }) {
  const id = useId();
  const more = useRef<HTMLDivElement>(null);
  const isAt = useIsAt(project);
  const theme = useThemeChoice();
  // A link to another part of the open page leaves the bar as it is.
  const close = () => more.current?.hidePopover();
  return (
    <nav
      aria-label={texts.nav}
      className="lower-bar fixed inset-x-0 bottom-0 z-20 flex flex-wrap border-t border-line-strong bg-surface px-2 print:hidden"
    >
      {IN_BAR.map((place) => (
        <Link key={place.name} to={place.to(project)} aria-current={isAt(place) ? "page" : undefined} className={ENTRY}>
          {place.name}
        </Link>
      ))}
      <button type="button" popoverTarget={id} aria-current={IN_BAR.some(isAt) ? undefined : "true"} className={ENTRY}>
        {texts.more}
      </button>
      <div
        ref={more}
        id={id}
        popover="auto"
        className="more-places max-h-[calc(100dvh-5rem)] w-64 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-card border border-line-strong bg-surface p-2 text-ink shadow-floating"
      >
        <HandlersSites project={project} onChoose={close} />
        {project === COMPANY_CODE ? (
          <PlaceLinks project={project} places={IN_MORE_OF_COMPANY} onChoose={close} />
        ) : (
          <>
            <DashboardLinks project={project} onChoose={close} />
            <PlaceLinks
              project={project}
              places={IN_MORE}
              onChoose={close}
              className="mt-2 border-t border-line pt-2"
            />
          </>
        )}
        <button type="button" className={UPRIGHT_ENTRY} onClick={theme.takeNext}>
          {theme.name}
        </button>
      </div>
    </nav>
  );
}
