import { clsx } from "clsx";
import { useParams } from "react-router";
import { BackControl, type PageFrameProps, WIDTHS } from "#shared/ui/page.tsx";
import { ThemeToggle } from "#shared/ui/theme-toggle.tsx";
import { Words } from "#shared/ui/words.tsx";
import { FindCase } from "./find-case/find-case.tsx";
import { OfficeBar } from "./office-bar.tsx";
import { OfficeRail } from "./office-rail.tsx";
import { useIsWide } from "#parking/kernel/page/use-is-wide.ts";

/** The columns of a desk: the rail, and the page. The way back stands above the rail, so the title's edge is the page's. */
const COLUMNS = "lg:grid-cols-[12.5rem_minmax(0,1fr)] lg:gap-x-6";
const WHOLE = clsx("mx-auto w-full px-4 sm:px-6", WIDTHS.full);

/**
 * The frame of the office's pages: a sign of 64 px, and from 68rem a rail with all places, below it a bar at the lower edge. The title stands
 * at one edge on all of them.
 */
export function OfficeFrame({ title, heading, description, back, actions, stand, width, children }: PageFrameProps) {
  const { projectId: project = "" } = useParams();
  const isWide = useIsWide();
  return (
    <>
      <header className="road-sign">
        <div className={clsx(WHOLE, COLUMNS, "grid min-h-16 grid-cols-[auto_minmax(0,1fr)] items-center gap-x-1 py-2")}>
          <div className="self-start pt-0.5">
            {back !== undefined && <BackControl back={back} labelClass="max-lg:sr-only" />}
          </div>
          <div className="flex min-h-12 min-w-0 flex-wrap items-center gap-x-3">
            <div className={clsx("min-w-0", stand === undefined ? "py-2 lg:py-0" : "flex-1")}>
              <h1 ref={heading} tabIndex={-1} className="text-xl font-bold lg:text-2xl">
                <Words text={title} />
              </h1>
              {!isWide && stand}
            </div>
            <div className="sign-actions ml-auto flex flex-wrap items-center gap-2">
              {isWide && stand}
              {actions}
              <FindCase project={project} />
              {isWide && <ThemeToggle />}
            </div>
          </div>
        </div>
        <div aria-hidden="true" className="bay-line" />
      </header>
      <div className={clsx(WHOLE, COLUMNS, "flex-1 grid-cols-1 items-start lg:grid")}>
        {isWide ? <OfficeRail project={project} /> : <OfficeBar project={project} />}
        <main id="main" tabIndex={-1} className="min-w-0 pt-4 pb-16 max-lg:pb-32">
          <div className={width === "full" ? undefined : WIDTHS[width]}>
            {description !== undefined && <div className="mb-4 max-w-prose text-ink-soft">{description}</div>}
            {children}
          </div>
        </main>
      </div>
    </>
  );
}
