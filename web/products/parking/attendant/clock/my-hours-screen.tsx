import { Plus } from "lucide-react";
import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { useActingPerson } from "#data/acting.ts";
import { PROMPT_POLL_MS, useListInterval } from "#data/live.ts";
import { useQuery } from "#data/use-query.ts";
import { workHoursQueries } from "#data/work_turns/corrections.ts";
import { useLiveWorkTurns } from "#data/work_turns/live.ts";
import { type WorkTurn, workTurnQueries } from "#data/work_turns/queries.ts";
import { CorrectionDialog } from "#session/work-clock/correction-dialog.tsx";
import { monthWords, useMonth } from "#session/work-clock/month.ts";
import { MonthSteps } from "#session/work-clock/month-steps.tsx";
import { hoursText } from "#session/work-clock/turn-times.ts";
import { LiveState } from "#session/live-state.tsx";
import { useActivityLog } from "#session/actions/use-activity-log.ts";
import { Button } from "#shared/ui/button.tsx";
import { Page } from "#shared/ui/page.tsx";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { useNow } from "#shared/use-now.ts";
import { type AttendantAt, ForAttendants } from "../shell/for-attendants.tsx";
import { useWayBack } from "../shell/use-way-back.ts";
import { ownTurns } from "./use-clock.ts";
import { TurnCard } from "./turn-card.tsx";
import { myHoursTexts as texts } from "./clock-texts.ts";

/** An attendant's own turns by month, with corrections (document 5 §6). */
export function MyHoursScreen() {
  return <ForAttendants>{(at) => <MyHours {...at} />}</ForAttendants>;
}

function MyHours({ project, session }: AttendantAt) {
  const log = useActivityLog();
  useEffect(() => log("page_visit"), [log]);
  const now = useNow();
  const { state } = useLocation() as { state: { turn?: string } | null };
  const [edited, setEdited] = useState<WorkTurn | "new">();
  const [asked, setAsked] = useState(state?.turn);
  const month = useMonth(now);
  useLiveWorkTurns(`user_id=eq.${session.userId}`);
  const query = useQuery({
    ...workTurnQueries.between(ownTurns(session, project), month.from, month.to),
    refetchInterval: useListInterval(false, PROMPT_POLL_MS),
  });
  const open = edited ?? query.data?.find(({ id }) => id === asked);

  function close() {
    setEdited(undefined);
    setAsked(undefined);
  }

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
      actions={
        <Button onClick={() => setEdited("new")}>
          <Plus aria-hidden="true" />
          {texts.add}
        </Button>
      }
    >
      <div className="mb-4">
        <MonthSteps month={month} />
      </div>
      <Sums project={project} month={month.month} last={month.last} />
      <StateView query={query} loading={<SkeletonList />} failed={texts.loadFailed} empty={texts.none}>
        {(turns) => (
          <Turns {...{ turns, now }} label={texts.list(monthWords(month.month, "sv"))} onCorrect={setEdited} />
        )}
      </StateView>
      {open !== undefined && (
        <CorrectionDialog
          turn={open === "new" ? undefined : open}
          project={project ?? null}
          kind="attendant"
          onClose={close}
        />
      )}
    </Page>
  );
}

type TurnsProps = { turns: readonly WorkTurn[]; now: number; label: string; onCorrect: (turn: WorkTurn) => void };

function Turns({ turns, now, label, onCorrect }: TurnsProps) {
  const { data: changes = [] } = useQuery(workTurnQueries.changesOf(turns.map(({ id }) => id)));
  return (
    <ul aria-label={label} className="grid gap-2">
      {turns.map((turn) => (
        <TurnCard
          key={turn.id}
          turn={turn}
          now={now}
          changes={changes.filter(({ turn_id: of }) => of === turn.id)}
          onCorrect={turn.status === "approved" ? undefined : () => onCorrect(turn)}
        />
      ))}
    </ul>
  );
}

/** The month's hours: approved registrations and turns, what waits, and what was rejected. */
function Sums({ project, month, last }: { project: string | undefined; month: string; last: string }) {
  const acting = useActingPerson();
  const { data } = useQuery(
    workHoursQueries.ofPeriod(acting, { project: project ?? null, kind: "attendant" }, `${month}-01`, last),
  );
  const row = data?.[0];
  return (
    <dl className="mb-4 grid min-h-12 grid-cols-4 gap-2">
      {(["approved", "waiting", "rejected", "breaks"] as const).map((name) => (
        <div key={name}>
          <dt className="text-sm text-ink-soft">{texts.sums[name]}</dt>
          <dd className="font-bold tabular-nums">{data === undefined ? "–" : hoursText(row?.[name] ?? 0)}</dd>
        </div>
      ))}
    </dl>
  );
}
