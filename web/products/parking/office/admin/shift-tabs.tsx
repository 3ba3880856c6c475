import { lazy, Suspense } from "react";
import type { Session } from "#session/store.ts";
import type { Log } from "#session/actions/use-activity-log.ts";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { Tabs } from "#shared/ui/tabs.tsx";
import { useUrlTab } from "#parking/kernel/page/use-url-tab.ts";
import { adminTexts } from "./admin-texts.ts";
import { ShiftReviews } from "./shift-reviews.tsx";

const texts = adminTexts.shifts.tabs;
const TABS = ["registreringar", "stamplingar", "timmar"] as const;

const TurnReviews = lazy(async () => ({
  default: (await import("#session/work-clock/turn-reviews.tsx")).TurnReviews,
}));
const WorkHours = lazy(async () => ({ default: (await import("#session/work-clock/work-hours.tsx")).WorkHours }));

/** `Skift`: registrations of document 1, turns on the clock, and hours by person and month (document 5 §6). */
export function ShiftTabs({ project, session, log }: { project: string; session: Session; log: Log }) {
  const [open, setOpen] = useUrlTab("del", TABS);
  return (
    <Tabs
      label={texts.label}
      value={open}
      onChange={setOpen}
      tabs={[
        {
          value: "registreringar",
          label: texts.registrations,
          content: <ShiftReviews project={project} session={session} log={log} />,
        },
        {
          value: "stamplingar",
          label: texts.stamps,
          content: (
            <Suspense fallback={<SkeletonList />}>
              <TurnReviews project={project} kind="attendant" />
            </Suspense>
          ),
        },
        {
          value: "timmar",
          label: texts.hours,
          content: (
            <Suspense fallback={<SkeletonList />}>
              <WorkHours project={project} kind="attendant" />
            </Suspense>
          ),
        },
      ]}
    />
  );
}
