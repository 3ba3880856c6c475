import { Plus } from "lucide-react";
import { useState } from "react";
import { useActingPerson } from "#data/acting.ts";
import { clockSettingsQueries } from "#data/clock_settings/queries.ts";
import { PROMPT_POLL_MS, useListInterval } from "#data/live.ts";
import { useQuery } from "#data/use-query.ts";
import { workHoursQueries } from "#data/work_turns/corrections.ts";
import { useLiveWorkTurns } from "#data/work_turns/live.ts";
import { type OwnTurnsScope, type WorkTurn, workTurnQueries } from "#data/work_turns/queries.ts";
import { Button } from "#shared/ui/button.tsx";
import { useLanguage } from "#shared/ui/language.ts";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { useNow } from "#shared/use-now.ts";
import { CorrectionDialog } from "./correction-dialog.tsx";
import { sumsOf } from "./hours-csv.ts";
import { monthWords, useMonth } from "./month.ts";
import { MonthSteps } from "./month-steps.tsx";
import { ownHoursTexts } from "./own-hours-texts.ts";
import { OwnTurn } from "./own-turn.tsx";
import { hoursText, isPastCorrection } from "./turn-times.ts";

type OwnHoursProps = {
  scope: OwnTurnsScope;
  /** The turn whose correction is open at first. */
  asked?: string | undefined;
};

/** A person's own turns by month with their sums, and with corrections (document 5 §6): attendants' and ambulance employees'. */
export function OwnHours({ scope, asked: askedFirst }: OwnHoursProps) {
  const lang = useLanguage();
  const texts = ownHoursTexts[lang];
  const now = useNow();
  const [edited, setEdited] = useState<WorkTurn | "new">();
  const [asked, setAsked] = useState(askedFirst);
  const month = useMonth(now, scope.kind);
  useLiveWorkTurns(`user_id=eq.${scope.userId}`);
  const query = useQuery({
    ...workTurnQueries.between(scope, month.from, month.to),
    refetchInterval: useListInterval(false, PROMPT_POLL_MS),
  });
  const isTooOld = useTooOld(scope, now);
  const open = edited ?? query.data?.find((turn) => turn.id === asked && !isTooOld(turn));

  function close() {
    setEdited(undefined);
    setAsked(undefined);
  }

  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <MonthSteps month={month} />
        <Button onClick={() => setEdited("new")}>
          <Plus aria-hidden="true" />
          {texts.add}
        </Button>
      </div>
      <Sums scope={scope} first={month.first} last={month.last} />
      <StateView query={query} loading={<SkeletonList />} failed={texts.loadFailed} empty={texts.none}>
        {(turns) => (
          <Turns
            {...{ turns, now, isTooOld }}
            label={texts.list(monthWords(month.month, lang))}
            onCorrect={setEdited}
          />
        )}
      </StateView>
      {open !== undefined && (
        <CorrectionDialog
          turn={open === "new" ? undefined : open}
          project={scope.project ?? null}
          kind={scope.kind}
          onClose={close}
        />
      )}
    </>
  );
}

/** Whether a turn is too old for its person to correct; not said before the site's settings are known. */
function useTooOld({ project = "", kind }: OwnTurnsScope, now: number) {
  const { data } = useQuery({ ...clockSettingsQueries.ofProject(project, kind), enabled: project !== "" });
  return (turn: WorkTurn) => data !== undefined && isPastCorrection(turn, data.correction_days, now);
}

type TurnsProps = {
  turns: readonly WorkTurn[];
  now: number;
  isTooOld: (turn: WorkTurn) => boolean;
  label: string;
  onCorrect: (turn: WorkTurn) => void;
};

function Turns({ turns, now, isTooOld, label, onCorrect }: TurnsProps) {
  const { data: changes = [] } = useQuery(workTurnQueries.changesOf(turns.map(({ id }) => id)));
  return (
    <ul aria-label={label} className="grid gap-2">
      {turns.map((turn) => (
        <OwnTurn
          key={turn.id}
          turn={turn}
          now={now}
          changes={changes.filter(({ turn_id: of }) => of === turn.id)}
          isTooOld={isTooOld(turn)}
          onCorrect={() => onCorrect(turn)}
        />
      ))}
    </ul>
  );
}

/** The month's hours: approved registrations and turns, what waits, what was rejected, and what is planned. */
function Sums({ scope, first, last }: { scope: OwnTurnsScope; first: string; last: string }) {
  const lang = useLanguage();
  const texts = ownHoursTexts[lang];
  const acting = useActingPerson();
  const { data } = useQuery(
    workHoursQueries.ofPeriod(acting, { project: scope.project ?? null, kind: scope.kind }, first, last),
  );
  const row = data?.[0];
  return (
    <dl className="mb-4 flex min-h-12 max-w-prose justify-between gap-2">
      {sumsOf(scope.kind).map((name) => (
        <div key={name}>
          <dt className="text-sm text-ink-soft">{texts.sums[name]}</dt>
          <dd className="font-bold tabular-nums">{data === undefined ? "–" : hoursText(row?.[name] ?? 0, lang)}</dd>
        </div>
      ))}
    </dl>
  );
}
