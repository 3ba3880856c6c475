import { useEffect, useState } from "react";
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
import { ShiftForm } from "./shift-form.tsx";
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
              <ShiftForm session={session} project={project} log={log} sentHere={sentHere} />
            ) : (
              <SkeletonList />
            )}
          </Card>
        }
        list={
          <Card as="section" aria-labelledby="own-shifts">
            <CardHeader id="own-shifts" title={shiftTexts.list.title} description={<LiveState />} />
            <ShiftList scope={scope} />
          </Card>
        }
      />
    </Page>
  );
}
