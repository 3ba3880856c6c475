import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import type { Shift } from "#data/shift_registrations/queries.ts";
import { useLiveOwnShifts } from "#data/shift_registrations/live.ts";
import { LiveState } from "#session/live-state.tsx";
import { useActivityLog } from "#session/actions/use-activity-log.ts";
import { toast } from "#shared/feedback/toast.ts";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { Page } from "#shared/ui/page.tsx";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { FormAndList } from "#parking/kernel/page/form-and-list.tsx";
import { type AttendantAt, ForAttendants } from "../shell/for-attendants.tsx";
import { useWayBack } from "../shell/use-way-back.ts";
import { ShiftForm, type ShiftStart } from "./shift-form.tsx";
import { ShiftList } from "./parts/shift-list.tsx";
import { useRecalledDrafts } from "../drafts/kept-drafts.ts";
import { useShiftReminder } from "./parts/use-shift-reminder.ts";
import { shiftNotice } from "./rules/shift-notice.ts";
import { shiftTexts } from "./shift-texts.ts";

/** The screen where an attendant registers a shift with photos and follows its review (document 1 §2). */
export function ShiftRegistrationScreen() {
  return <ForAttendants>{(at) => <ShiftRegistration {...at} />}</ForAttendants>;
}

function ShiftRegistration({ project, session }: AttendantAt) {
  const log = useActivityLog();
  useEffect(() => log("page_visit"), [log]);
  useShiftReminder();

  const scope = { attendant: session.userId, project };
  const [sentHere] = useState(() => new Set<string>());
  useLiveOwnShifts(scope, (change, known) => {
    const notice = shiftNotice(change, known, sentHere);
    if (notice !== undefined) toast[notice.kind](notice.text, { matter: "news" });
  });

  const { state } = useLocation() as { state: ShiftStart | null };
  const [start, setStart] = useState<ShiftStart>(state ?? {});
  function sendAgain(again: Shift) {
    setStart({ again });
    document.querySelector("#new-shift")?.scrollIntoView({ block: "start" });
  }

  const handleBack = useWayBack(project, log);
  const isReady = useRecalledDrafts(session);

  return (
    <Page title={shiftTexts.title} width="wide" back={{ onClick: handleBack }}>
      <FormAndList
        className="lg:grid-cols-2"
        link={shiftTexts.form.title}
        form={
          <Card as="section" aria-labelledby="new-shift">
            <CardHeader id="new-shift" title={shiftTexts.form.title} />
            {isReady ? (
              <ShiftForm
                key={start.again?.id ?? start.times?.started_at}
                {...{ session, project, log, sentHere, start }}
                onSent={() => setStart({})}
              />
            ) : (
              <SkeletonList />
            )}
          </Card>
        }
        list={
          <Card as="section" aria-labelledby="own-shifts">
            <CardHeader id="own-shifts" title={shiftTexts.list.title} description={<LiveState />} />
            <ShiftList scope={scope} onAgain={sendAgain} />
          </Card>
        }
      />
    </Page>
  );
}
