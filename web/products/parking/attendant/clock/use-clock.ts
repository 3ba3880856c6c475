import { useActingOnDevice } from "#data/acting.ts";
import { isCaseRefusal } from "#data/data-error.ts";
import type { OwnTurnsScope } from "#data/work_turns/queries.ts";
import type { Session } from "#session/store.ts";
import { defineClock } from "#session/work-clock/define-clock.ts";
import { hoursText } from "#session/work-clock/turn-times.ts";
import { toTimeValue } from "#shared/format/dates.ts";
import { DeviceFull } from "#shared/offline/device-full.ts";
import type { ProjectId } from "#shared/paths.ts";
import { queueTexts } from "../queue/queue-texts.ts";
import { runQueue } from "../queue/run-queue.ts";
import { clockTexts as texts } from "./clock-texts.ts";

const useDefinedClock = defineClock({
  stamped: ({ earlier_start: earlier, hours }, { step }) => {
    if (earlier !== undefined) return { kind: "info", text: texts.earlier(toTimeValue(new Date(earlier))) };
    return step === "out" ? texts.done.out(hoursText(hours ?? 0, "sv")) : texts.done[step];
  },
  kept: texts.kept,
  failed: (error) => {
    if (error instanceof DeviceFull) return queueTexts.deviceFull;
    return isCaseRefusal(error) ? error.message : texts.failed;
  },
  resumed: texts.resumed,
  resumeLate: texts.resumeLate,
});

/** The own turns of an attendant at a site. */
export const ownTurns = (session: Session, project: ProjectId): OwnTurnsScope => ({
  kind: "attendant",
  userId: session.userId,
  project,
});

/** The attendant's clock, whose stamps wait in the queue of the attendant's other work. */
export function useClock(session: Session, project: ProjectId, focus: () => HTMLElement | null | undefined) {
  const acting = useActingOnDevice();
  return useDefinedClock({ scope: ownTurns(session, project), runQueue: () => runQueue(acting, session), focus });
}
