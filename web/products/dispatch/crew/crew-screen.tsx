import { BellRing, Check, Undo2 } from "lucide-react";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import type { Step } from "#data/calls/mutations.ts";
import { usePulse } from "#data/contact.ts";
import { type CrewPress, type OwnCall, type UnitBoard, unitBoardQueries } from "#data/units/by-key.ts";
import { confirm } from "#shared/feedback/confirm.ts";
import { toTimeValue } from "#shared/format/dates.ts";
import { randomKey } from "#shared/random-key.ts";
import { isSecretKey } from "#shared/secret-key.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Card } from "#shared/ui/card.tsx";
import { useClockText } from "#shared/ui/clock-text.ts";
import { Page } from "#shared/ui/page.tsx";
import { EmptyState } from "#shared/ui/state-message.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { UnsentAlarms } from "../alarm/alarm-band.tsx";
import { alarmTexts } from "../alarm/alarm-texts.ts";
import { HoldButton } from "../alarm/hold-button.tsx";
import { NEW_CALL_HERTZ, playOnce, useIsSoundOn } from "../alarm/sound.ts";
import { ConnectionState, GreyWhileLost } from "../bar/dispatch-bar.tsx";
import { callTexts } from "../calls/call-texts.ts";
import { statusMark } from "../parts/statuses.tsx";
import { UnitSince } from "../parts/unit-since.tsx";
import { dayAndTimeText, spanSince } from "../rules/moment-text.ts";
import { nextStep } from "../rules/next-step.ts";
import { PRIORITY_TONES } from "../rules/tones.ts";
import { crewTexts as texts } from "./crew-texts.ts";
import { useCrewPress, useLastStep } from "./use-crew-press.ts";

/** The screen of a unit's crew, which opens by the key behind `#` and without a login (document 5 §3). */
export function CrewScreen() {
  const key = useLocation().hash.slice(1);
  if (isSecretKey(key)) return <CrewOfKey key={key} secretKey={key} />;
  return (
    <Page title={texts.title} lang="en" width="narrow">
      <EmptyState text={texts.none} />
    </Page>
  );
}

function CrewOfKey({ secretKey }: { secretKey: string }) {
  const query = usePulse(unitBoardQueries.byKey(secretKey));
  return (
    <>
      <div lang="en" className="sticky top-0 z-30">
        <section aria-label={alarmTexts.band}>
          <div role="alert">
            <UnsentAlarms />
          </div>
        </section>
        <ConnectionState />
      </div>
      <Page title={query.data?.unit.unit_number ?? texts.title} description={texts.about} lang="en" width="narrow">
        <StateView query={query} failed={texts.loadFailed} empty={texts.none}>
          {(board) => <Board board={board} secretKey={secretKey} />}
        </StateView>
      </Page>
    </>
  );
}

type What = CrewPress extends infer Press
  ? Press extends CrewPress
    ? Omit<Press, "key" | "eventId" | "unitNumber">
    : never
  : never;

function Board({ board: { unit, status, calls, alarm }, secretKey }: { board: UnitBoard; secretKey: string }) {
  const action = useCrewPress();
  const { last, remember, undo, isPending } = useLastStep(secretKey);
  async function press(what: What) {
    const eventId = randomKey();
    const outcome = await action.run({ ...what, key: secretKey, eventId, unitNumber: unit.unit_number });
    if (outcome.status !== "done" || outcome.result.outcome !== "recorded" || !("callId" in what)) return;
    const number = calls.find(({ id }) => id === what.callId)?.number ?? "";
    remember({ eventId, name: texts.stepOn(callTexts.steps[what.step], number) });
  }
  useNewCallSigns(calls);
  return (
    <>
      <GreyWhileLost>
        <div className="grid gap-5">
          <OwnStatus
            unit={unit}
            status={status}
            isPending={action.isPending("checked")}
            onCheck={() => void press({ step: "checked" })}
          />
          <section aria-label={texts.calls} aria-live="polite" className="grid gap-5">
            {calls.length === 0 && <p className="text-ink-soft">{texts.noCall}</p>}
            {calls.map((call) => (
              <OwnCallCard
                key={call.id}
                call={call}
                isPending={action.isPending}
                onPress={(what) => void press(what)}
              />
            ))}
            {last !== undefined && (
              <Button size="large" wide pending={isPending} onClick={() => void undo(last)}>
                <Undo2 aria-hidden="true" />
                {texts.undo(last.name)}
              </Button>
            )}
          </section>
        </div>
      </GreyWhileLost>
      {/*
       * The alarm stands where its button was, so that nothing moves beneath the finger. Both stay in sight below several calls, and red
       * without a network, where an alarm is sent until it is stored.
       */}
      <div className="sticky bottom-2 z-10 mt-5">
        <AlarmPart
          alarm={alarm}
          isPending={action.isPending("alarm")}
          onHeld={() => void press({ step: "alarm", place: calls[0]?.place ?? "" })}
        />
      </div>
    </>
  );
}

type StatusProps = Pick<UnitBoard, "unit" | "status"> & { isPending: boolean; onCheck: () => void };

function OwnStatus({ unit, status, isPending, onCheck }: StatusProps) {
  return (
    <Card as="section" aria-label={texts.status} className="grid gap-3">
      <p {...statusMark(status, "flex items-center gap-3 text-2xl font-bold wrap-anywhere before:size-5!")}>
        {status.name}
      </p>
      <UnitSince unit={unit} limits={new Map([[unit.status, status]])} />
      {unit.crew !== "" && <p className="wrap-anywhere">{texts.crew(unit.crew)}</p>}
      <Button size="large" wide pending={isPending} onClick={onCheck}>
        <Check aria-hidden="true" />
        {texts.checked}
      </Button>
    </Card>
  );
}

type AlarmProps = Pick<UnitBoard, "alarm"> & { isPending: boolean; onHeld: () => void };

function AlarmPart({ alarm, isPending, onHeld }: AlarmProps) {
  if (alarm !== null) return <OwnAlarm alarm={alarm} />;
  return (
    <HoldButton size="large" wide hint={texts.hold} pending={isPending} onHeld={onHeld}>
      <BellRing aria-hidden="true" />
      {texts.alarm}
      <span className="font-normal">{texts.hold}</span>
    </HoldButton>
  );
}

/** A tone and a buzz for each call that comes in while the screen is open: the phone lies in a holder. */
function useNewCallSigns(calls: readonly OwnCall[]) {
  const known = useRef<ReadonlySet<string>>(undefined);
  useIsSoundOn();
  useEffect(() => {
    const before = known.current;
    known.current = new Set(calls.map(({ id }) => id));
    if (!calls.some(({ id }) => before?.has(id) === false)) return;
    playOnce(NEW_CALL_HERTZ);
    // Some phones have no motor, and some browsers no such call.
    (navigator as Partial<Navigator>).vibrate?.(NEW_CALL_BUZZ);
  }, [calls]);
}

function OwnAlarm({ alarm: { raised_at, acknowledged_at } }: { alarm: NonNullable<UnitBoard["alarm"]> }) {
  const since = useClockText((now) =>
    texts.alarmSince(dayAndTimeText(raised_at, now), spanSince(raised_at, now, alarmTexts.now)),
  );
  return (
    <output className="grid gap-1 rounded-card border-4 border-danger bg-danger-soft p-4 text-danger-strong">
      <strong className="flex items-center gap-2 text-2xl">
        <BellRing aria-hidden="true" />
        {texts.alarm}
      </strong>
      <time dateTime={raised_at}>{since}</time>
      <b>{acknowledged_at === null ? texts.unheard : texts.acknowledged(toTimeValue(new Date(acknowledged_at)))}</b>
    </output>
  );
}

/** The milliseconds of buzz, rest, buzz. */
const NEW_CALL_BUZZ = [400, 200, 400];

const STEPS = [
  ["en_route", "en_route_at"],
  ["on_scene", "on_scene_at"],
  ["cleared", null],
] as const;

type CallProps = { call: OwnCall; isPending: (thing: string) => boolean; onPress: (what: What) => void };

/** A call of the unit. The next step stands out; a step that was taken shows its time. */
function OwnCallCard({ call, isPending, onPress }: CallProps) {
  const next = nextStep(call);
  /** A call that is cleared leaves the screen with its place: before the scene, that may be a slip of the finger. */
  async function handleStep(step: Step) {
    const isSlip = step === "cleared" && call.on_scene_at === null;
    if (!isSlip || (await confirm(texts.clearEarly(call.number, call.place)))) onPress({ step, callId: call.id });
  }
  return (
    <Card as="article" aria-label={call.number} className="grid gap-3">
      <p className="flex flex-wrap items-center gap-2">
        <b className="text-lg tabular-nums">{call.number}</b>
        <Badge tone={PRIORITY_TONES[call.priority]}>{callTexts.priorities[call.priority]}</Badge>
        <span className="text-ink-soft tabular-nums">{texts.sent(toTimeValue(new Date(call.assigned_at)))}</span>
      </p>
      <p className="text-2xl font-bold wrap-anywhere">{call.place}</p>
      {call.nature !== "" && <p className="text-lg wrap-anywhere">{call.nature}</p>}
      {STEPS.map(([step, column]) => {
        const at = column === null ? null : call[column];
        if (at !== null)
          return (
            <p key={step} className="tabular-nums">
              {callTexts.steps[step]} <time dateTime={at}>{toTimeValue(new Date(at))}</time>
            </p>
          );
        return (
          <Button
            key={step}
            size="large"
            wide
            variant={step === next ? "primary" : "secondary"}
            aria-label={texts.stepOn(callTexts.steps[step], call.number)}
            pending={isPending(`${step} ${call.id}`)}
            onClick={() => void handleStep(step)}
          >
            {callTexts.steps[step]}
          </Button>
        );
      })}
    </Card>
  );
}
