import { useEffect } from "react";
import { useLocation } from "react-router";
import { OwnHours } from "#session/work-clock/own-hours.tsx";
import { ownHoursTexts } from "#session/work-clock/own-hours-texts.ts";
import { LiveState } from "#session/live-state.tsx";
import { useActivityLog } from "#session/actions/use-activity-log.ts";
import { Page } from "#shared/ui/page.tsx";
import { type AttendantAt, ForAttendants } from "../shell/for-attendants.tsx";
import { useWayBack } from "../shell/use-way-back.ts";
import { ownTurns } from "./use-clock.ts";

const texts = ownHoursTexts.sv;

/** An attendant's own turns by month, with corrections (document 5 §6). */
export function MyHoursScreen() {
  return <ForAttendants>{(at) => <MyHours {...at} />}</ForAttendants>;
}

function MyHours({ project, session }: AttendantAt) {
  const log = useActivityLog();
  useEffect(() => log("page_visit"), [log]);
  const { state } = useLocation() as { state: { turn?: string } | null };
  return (
    <Page
      title={texts.title}
      description={
        <p className="flex flex-wrap gap-x-4">
          <span>{texts.about}</span>
          <LiveState />
        </p>
      }
      back={{ onClick: useWayBack(project, log) }}
    >
      <OwnHours scope={ownTurns(session, project)} asked={state?.turn} />
    </Page>
  );
}
