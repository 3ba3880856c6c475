import {
  CircleCheck,
  Clock,
  type LucideIcon,
  MessageSquarePlus,
  Pencil,
  Phone,
  PhoneForwarded,
  ScrollText,
} from "lucide-react";
import { memo, useEffect, useRef, useState } from "react";
import { type OpenedCaller, type Step, useOpenCaller } from "#data/calls/mutations.ts";
import type { Call, SentUnit } from "#data/calls/queries.ts";
import type { DispatchSettings } from "#data/dispatch_settings/queries.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { formatDateTime, toTimeValue } from "#shared/format/dates.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { Button, type ButtonProps } from "#shared/ui/button.tsx";
import { Card } from "#shared/ui/card.tsx";
import { useClockText } from "#shared/ui/clock-text.ts";
import { refusedPress } from "../parts/refused-press.ts";
import { Since } from "../parts/since.tsx";
import { nextStep } from "../rules/next-step.ts";
import { PRIORITY_TONES } from "../rules/tones.ts";
import { isPastLimit, minutesSince } from "../rules/waiting-calls.ts";
import { ChangeCall, CloseCall, NoteOnCall, ReopenCall, StepTime } from "./call-dialogs.tsx";
import { CallLog } from "./call-log.tsx";
import { callTexts as texts } from "./call-texts.ts";
import type { CallActions } from "./use-call-actions.ts";

const TONES = {
  waiting: "danger",
  assigned: "warning",
  on_scene: "brand",
  cleared: "success",
  closed: "neutral",
} as const;
const STEPS: readonly (readonly [Step, (unit: SentUnit) => string | null])[] = [
  ["en_route", (unit) => unit.en_route_at],
  ["on_scene", (unit) => unit.on_scene_at],
  ["cleared", (unit) => unit.cleared_at],
];

const timeOf = (at: string) => toTimeValue(new Date(at));

type CardProps = {
  call: Call;
  settings: DispatchSettings | null | undefined;
  actions: CallActions;
  onAssign: (callId: string) => void;
};

/** A call: what is said of it, its units with their steps, and what can be done (document 5 §3). Memoized, since presses on units draw the screen. */
export const CallCard = memo(function CallCard({ call, settings, actions, onAssign }: CardProps) {
  const [isLogOpen, setLogOpen] = useState(false);
  const [asking, setAsking] = useState<Asking>();
  const caller = useCaller(call.id);
  const close = () => {
    // What is said of the caller may have changed.
    if (asking === "change") caller.forget();
    setAsking(undefined);
  };
  return (
    <Card as="li" className="grid gap-2 sm:p-3! @3xl:grid-cols-[minmax(0,1fr)_auto]" aria-label={call.number}>
      <CallHead call={call} limits={settings?.waiting_limits ?? []} />
      {caller.opened !== undefined && <Callers caller={caller.opened} />}
      {call.units.length > 0 && <CallUnits call={call} actions={actions} />}
      <CallButtons {...{ call, caller, isLogOpen, onAssign }} onLog={setLogOpen} onAsk={setAsking} />
      {isLogOpen && (
        <div className="@3xl:col-span-full">
          <CallLog callId={call.id} number={call.number} />
        </div>
      )}
      <CallDialog {...{ call, settings, actions, asking }} caller={caller.opened?.caller} onClose={close} />
    </Card>
  );
});

type ButtonsProps = Pick<CardProps, "call" | "onAssign"> & {
  caller: ReturnType<typeof useCaller>;
  isLogOpen: boolean;
  onLog: (isOpen: boolean) => void;
  onAsk: (asking: Asking) => void;
};

/** What can be done about a call. Beside the units the buttons have one line, so that more calls are seen; in a wide list they stand at the right. */
function CallButtons({ call, caller, isLogOpen, onAssign, onLog, onAsk }: ButtonsProps) {
  const isOpen = call.status !== "closed";
  return (
    <div className="flex flex-wrap items-start gap-1.5 *:px-2 @3xl:col-start-2 @3xl:row-start-1 @3xl:flex-nowrap">
      {isOpen && (
        <SignButton
          sign={PhoneForwarded}
          text={texts.units.assign}
          variant={call.status === "waiting" ? "primary" : "secondary"}
          onClick={() => onAssign(call.id)}
        />
      )}
      <SignButton sign={MessageSquarePlus} text={texts.note.add} onClick={() => onAsk("note")} />
      {caller.opened === undefined && (
        <SignButton
          sign={Phone}
          text={texts.fields.caller}
          pending={caller.isPending}
          onClick={() => void caller.open()}
        />
      )}
      {isOpen && (
        <SignButton
          sign={Pencil}
          text={texts.change.open}
          onClick={() => void caller.open().then((isThere) => isThere && onAsk("change"))}
        />
      )}
      {isOpen ? (
        <CloseButton isNext={call.status === "cleared"} onClick={() => onAsk("close")} />
      ) : (
        <Button size="small" onClick={() => onAsk("reopen")}>
          {texts.reopen.open}
        </Button>
      )}
      <SignButton
        sign={ScrollText}
        text={texts.log.title}
        variant="ghost"
        aria-expanded={isLogOpen}
        onClick={() => onLog(!isLogOpen)}
      />
    </div>
  );
}

type SignProps = Omit<ButtonProps, "size" | "children"> & { sign: LucideIcon; text: string; isNamed?: boolean };

/** A button with a sign. Beside the units its name is read aloud and pointed at alone, unless it is the next step. */
function SignButton({ sign: Sign, text, isNamed = false, ...props }: SignProps) {
  return (
    <Button size="small" title={text} {...props}>
      <Sign aria-hidden="true" />
      <span className={isNamed ? undefined : "min-[80rem]:sr-only @3xl:not-sr-only"}>{text}</span>
    </Button>
  );
}

type Asking = "note" | "change" | "close" | "reopen";

type CallDialogProps = Omit<CardProps, "onAssign"> & {
  asking: Asking | undefined;
  caller: string | undefined;
  onClose: () => void;
};

function CallDialog({ call, settings, actions, asking, caller, onClose }: CallDialogProps) {
  if (asking === "note") return <NoteOnCall call={call} actions={actions} onClose={onClose} />;
  if (asking === "reopen") return <ReopenCall call={call} actions={actions} onClose={onClose} />;
  if (asking === "close")
    return <CloseCall call={call} results={settings?.results ?? []} actions={actions} onClose={onClose} />;
  return asking === "change" && caller !== undefined && <ChangeCall call={call} caller={caller} onClose={onClose} />;
}

/** Who called, once it is opened: the trail says who opened it. */
function useCaller(callId: string) {
  const [opened, setOpened] = useState<OpenedCaller>();
  const opening = useOpen();
  return {
    opened,
    isPending: opening.isPending(),
    forget: () => setOpened(undefined),
    open: async (): Promise<boolean> => {
      const outcome = await opening.run({ callId });
      if (outcome.status === "done") setOpened(outcome.result);
      return outcome.status === "done";
    },
  };
}

/** Who called, who was said to before a change, and who called of the call's duplicates. */
function Callers({ caller: { caller, earlier, duplicates } }: { caller: OpenedCaller }) {
  return (
    <p className="wrap-anywhere @3xl:col-span-full">
      {caller === "" ? texts.noCaller : texts.caller(caller)}
      {earlier.map((each) => ` · ${texts.callerBefore(each)}`)}
      {duplicates.map((each) => ` · ${texts.callerOf(each.number, each.caller)}`)}
    </p>
  );
}

const useOpen = defineAction({
  mutation: useOpenCaller,
  done: () => undefined,
  failed: (error) => refusedPress(error, texts.callerNotOpened, texts.callerNotOpened),
});

/** The way to close a call. It is the next step of a call whose last unit is cleared: then it takes the focus that the step's button had. */
function CloseButton({ isNext, onClick }: { isNext: boolean; onClick: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  const wasNext = useRef(isNext);
  useEffect(() => {
    const { activeElement: focused, body } = document;
    const isHere = focused === body || button.current?.closest("li")?.contains(focused) === true;
    if (isNext && !wasNext.current && isHere) button.current?.focus();
    wasNext.current = isNext;
  }, [isNext]);
  return (
    <SignButton
      ref={button}
      sign={CircleCheck}
      text={texts.close.open}
      isNamed={isNext}
      variant={isNext ? "primary" : "secondary"}
      onClick={onClick}
    />
  );
}

function CallHead({ call, limits }: { call: Call; limits: readonly number[] }) {
  const isPast = useClockText((now) => (isPastLimit(call, limits, now) ? texts.overLimit : "")) !== "";
  const wasSent = call.status === "waiting" && call.assigned_at !== null;
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="text-lg font-bold tabular-nums">{call.number}</h3>
        <Badge tone={PRIORITY_TONES[call.priority]}>{texts.priorities[call.priority]}</Badge>
        <Badge tone={TONES[call.status]}>{texts.statuses[call.status]}</Badge>
        {call.status === "waiting" && (
          <span className="tabular-nums">
            <Since at={call.waiting_since} />
          </span>
        )}
        {isPast && <Badge tone="danger">{texts.overLimit}</Badge>}
        {wasSent && <span className="text-sm font-semibold">{texts.backInQueue}</span>}
      </div>
      <p className="wrap-anywhere">
        <b>{call.place}</b>
        {call.nature !== "" && ` · ${call.nature}`}
      </p>
      <p className="text-sm text-ink-soft wrap-anywhere">
        {texts.received(formatDateTime(call.received_at), call.received_by)}
        {call.on_scene_at !== null &&
          ` · ${texts.onSceneAfter(minutesSince(call.received_at, Date.parse(call.on_scene_at)))}`}
        {call.closed_at !== null &&
          ` · ${texts.closedBy(formatDateTime(call.closed_at), call.closed_by ?? "", call.result ?? texts.duplicate)}`}
      </p>
    </div>
  );
}

/** The units of a call. The next step stands out; a step that was recorded shows its time. */
function CallUnits({ call, actions }: Pick<CardProps, "call" | "actions">) {
  return (
    <ul aria-label={texts.units.on} className="@3xl:col-span-full">
      {call.units.map((unit) => (
        <CallUnit key={unit.id} {...{ call, unit, actions }} />
      ))}
    </ul>
  );
}

function CallUnit({ call, unit, actions }: Pick<CardProps, "call" | "actions"> & { unit: SentUnit }) {
  const [isTyping, setTyping] = useState(false);
  const { unit_id: id, unit_number } = unit;
  const left = STEPS.filter(([, timeIn]) => timeIn(unit) === null).map(([step]) => step);
  const next = nextStep(unit);
  const isOn = unit.cleared_at === null && id !== null;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-1">
      <b className="min-w-20 wrap-anywhere">{unit_number}</b>
      {STEPS.map(([step, timeIn]) => {
        const at = timeIn(unit);
        if (at !== null)
          return (
            <span key={step} className="text-sm text-ink-soft tabular-nums">
              {texts.steps[step]} <time dateTime={at}>{timeOf(at)}</time>
            </span>
          );
        return (
          isOn && (
            <Button
              key={step}
              size="small"
              variant={step === next ? "secondary" : "ghost"}
              aria-label={texts.step.named(texts.steps[step], unit_number)}
              onClick={() => void actions.step(call.id, { id, unit_number }, step)}
            >
              {texts.steps[step]}
            </Button>
          )
        );
      })}
      {isOn && (
        <Button
          size="small"
          variant="ghost"
          aria-label={texts.step.typed(unit_number)}
          title={texts.step.typedShort}
          onClick={() => setTyping(true)}
        >
          <Clock aria-hidden="true" />
        </Button>
      )}
      {isTyping && isOn && (
        <StepTime
          {...{ call, actions }}
          unit={{ ...unit, unit_id: id }}
          steps={left}
          onClose={() => setTyping(false)}
        />
      )}
    </li>
  );
}
